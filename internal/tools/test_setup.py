"""Decisions of setup.py, patch_gonb.py and lab.py, without a network and without a server."""

import contextlib
import io
import os
import re
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

import completion
import lab
import patch_gonb
import setup


class SetUp(unittest.TestCase):
    """A checkout in a temporary folder, whose .venv holds a file that identifies it."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(suffix=" it's \"a\" $test")
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name).resolve()
        venv = self.root / ".venv"
        for name, value in {"ROOT": self.root, "VENV": venv, "BIN": venv / "bin", "STATE": venv / "setup.json",
                            "ASIDE": self.root / ".venv.aside"}.items():
            patch = mock.patch.object(setup, name, value)
            patch.start()
            self.addCleanup(patch.stop)
        (venv / "bin").mkdir(parents=True)
        (venv / "old").touch()

    def make(self, installs, works):
        """Run make_environment with or without a package index in reach; return its result and output."""
        def run(*command, **_):
            setup.VENV.mkdir(exist_ok=True)
            if not installs:
                raise setup.Problem("no network")
        said, state = io.StringIO(), {"build_tools": "done"}
        found = lambda python: "jupyterlab" if works and setup.VENV in Path(python).parents else ""
        with mock.patch.multiple(setup, run=run, installed_app=found, build_tools=lambda _: None, tools_key=lambda: "key"), \
                contextlib.redirect_stdout(said):
            return setup.make_environment(state), state, said.getvalue()

    def test_offline_keeps_a_working_environment(self):
        kept, state, said = self.make(installs=False, works=True)
        self.assertIs(kept, False)
        self.assertTrue((setup.VENV / "old").exists())
        self.assertIn("is kept", said)
        self.assertEqual(state["build_tools"], "done")

    def test_offline_without_a_working_one_says_so_and_loses_nothing(self):
        with self.assertRaisesRegex(setup.Problem, "no network"):
            self.make(installs=False, works=False)
        self.assertTrue((setup.VENV / "old").exists())
        self.assertFalse(setup.ASIDE.exists())

    def test_a_new_environment_replaces_the_old_one(self):
        made, state, _ = self.make(installs=True, works=True)
        self.assertIsNone(made)
        self.assertFalse((setup.VENV / "old").exists() or setup.ASIDE.exists())
        self.assertEqual(state["build_tools"], "key")  # built beside, not "done" as before

    def test_a_killed_set_up_is_undone(self):
        setup.VENV.rename(setup.ASIDE)
        setup.VENV.mkdir()
        setup.put_back()
        self.assertTrue((setup.VENV / "old").exists())

    def test_damaged_state(self):
        for text in ("", '{"jupyter": "jup', "[1]", "\0"):
            setup.STATE.write_text(text)
            self.assertEqual(setup.read_state(), {})
        setup.write_state({"jupyter": "notebook"})
        self.assertEqual(setup.read_state(), {"jupyter": "notebook"})

    def test_moved_checkout(self):
        script = setup.BIN / "jupyter"
        script.write_text("#!/gone/.venv/bin/python3\nimport sys\nprint(1, sys.executable)\n")
        (setup.BIN / "python").symlink_to(sys.executable)
        other = setup.BIN / "tool"
        other.write_text("#!/bin/sh\n")
        for script_of_pip in (script.read_text(), script.read_text().replace(
                "#!/gone/.venv/bin/python3\n", "#!/bin/sh\n'''exec' \"/is gone/bin/python\" \"$0\" \"$@\"\n' '''\n")):
            script.write_text(script_of_pip)
            setup.mend_paths()
            script.chmod(0o700)
            said = subprocess.run([script], capture_output=True, text=True)
            self.assertEqual((said.stdout, said.stderr), (f"1 {setup.BIN}/python\n", ""))
        self.assertEqual(other.read_text(), "#!/bin/sh\n")

    def test_places_that_cannot_work(self):
        setup.check_place()
        for bad in ("a:b", "a\\b"):
            with mock.patch.object(setup, "ROOT", self.root / bad), self.assertRaisesRegex(setup.Problem, "Rename"):
                setup.check_place()
        with mock.patch.dict(os.environ, TMPDIR=str(self.root / "gone")):
            with self.assertRaisesRegex(setup.Problem, "TMPDIR"):
                setup.check_place()


class Completion(SetUp):
    """The background work, with a shell in place of the one that builds gopls."""

    def setUp(self):
        super().setUp()
        lock = self.root / "lock"
        lock.touch()
        patch = mock.patch.object(completion, "LOCK", lock)
        patch.start()
        self.addCleanup(patch.stop)
        setup.write_state({"compile_ahead": "key"})

    def start(self, script):
        return completion.start(("sh", "-c", f"cd .venv; {script}"))

    BUILD = "echo >> begun; sleep 0.3; touch bin/gopls; printf key > completion"

    def times(self):
        return len((setup.VENV / "begun").read_text().splitlines())

    def test_builds_once_and_is_waited_for(self):
        self.assertEqual(self.start(self.BUILD), completion.WORKING)
        self.assertEqual(self.start(self.BUILD), completion.WORKING)  # as two set-ups at once
        self.assertEqual(completion.wait(), "")
        self.assertEqual((self.times(), self.start(self.BUILD)), (1, ""))

    def test_a_new_set_up_builds_again(self):
        self.start(self.BUILD)
        self.assertEqual(completion.wait(), "")
        setup.write_state({"compile_ahead": "another"})
        self.assertIn("run `make setup`", completion.wait())
        self.assertEqual(self.start(self.BUILD), completion.WORKING)
        completion.wait()
        self.assertEqual(self.times(), 2)

    def test_what_failed_says_so_and_begins_again(self):
        self.start("echo no network; exit 1")
        self.assertIn("no network", completion.wait())
        self.assertIn("failed:\n    no network", self.start(self.BUILD))
        self.assertEqual(completion.wait(), "")

    def test_what_was_killed_begins_again(self):
        self.start("echo $$ > pid; touch bin/gopls; exec sleep 60")
        while not (setup.BIN / "gopls").exists():
            time.sleep(0.01)
        os.kill(int((setup.VENV / "pid").read_text()), 9)
        self.assertIn("run `make setup`", completion.wait())
        self.assertEqual(self.start(self.BUILD), completion.WORKING)
        self.assertEqual((completion.wait(), self.times()), ("", 1))

    def test_before_the_set_up_is_complete_nothing_begins(self):
        setup.write_state({})
        self.assertEqual(self.start(self.BUILD), "")
        self.assertFalse((setup.VENV / "begun").exists())
        self.assertIn("run `make setup`", completion.wait())


class PatchGonb(unittest.TestCase):
    def test_one_file_of_the_kernel_calls_slips(self):
        calls = [re.search(r"^\+\+\+ b/(.*)", part).group(1) for patch in patch_gonb.PATCHES
                 for part in re.split(r"^--- .*\n(?=\+\+\+ )", patch.read_text(), flags=re.M)[1:]
                 if re.search(r"^\+.*gonb/internal/slips\"", part, re.M)]
        self.assertEqual(calls, ["internal/goexec/slips.go"])

    def test_a_patch_that_does_not_fit_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(ValueError, "does not fit"):
                patch_gonb.patched(folder)


class Lab(unittest.TestCase):
    def say(self, environment, token="t", generated=True):
        return lab.invitation("http://127.0.0.1:8888/lab", token, generated, 8888, environment)

    def test_at_a_screen(self):
        with mock.patch("sys.platform", "linux"):
            self.assertEqual(self.say({"DISPLAY": ":0"}),
                             "Open http://127.0.0.1:8888/lab?token=t\nStop the server with Ctrl-C.")

    def test_from_another_computer(self):
        said = self.say({"DISPLAY": ":0", "SSH_CONNECTION": "1.2.3.4 50000 5.6.7.8 2222"})
        self.assertRegex(said, r"\n    ssh -p 2222 -L 8888:localhost:8888 \S+@5\.6\.7\.8\n")

    def test_a_secret_of_the_user_is_not_printed(self):
        self.assertNotIn("hidden", self.say({"DISPLAY": ":0"}, token="hidden", generated=False))
        self.assertIn("your Jupyter token", self.say({}, token="hidden", generated=False))
        self.assertIn("your Jupyter password", self.say({}, token="", generated=False))


if __name__ == "__main__":
    unittest.main()
