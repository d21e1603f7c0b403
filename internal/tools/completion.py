#!/usr/bin/env python3
"""What set-up leaves to the background, since cells run without it: gopls, which completes names, and the packages that only
some notebooks use.

    completion.py start    begin, unless it is done (setup.py calls this, so an interrupted or failed build begins again)
    completion.py wait     wait until it is done; exit code 1, with the reason, if it failed or never began

The kernel looks for gopls with each request until it is there. Who builds holds a lock on this file, which ends with
its process; the record in .venv/completion says for which set-up gopls was built.
"""

import contextlib
import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import setup

LOCK = Path(__file__)
GOPLS = "golang.org/x/tools/gopls"
WORKING = "Tab and Shift-Tab need gopls, which is being built in the background; that takes about a minute. All else works now."


def record():
    return setup.VENV / "completion"


def log():
    return setup.VENV / "completion.log"


def wanted():
    """What this set-up needs gopls for; "" before set-up is complete."""
    return setup.read_state().get("compile_ahead", "")


def done():
    """The set-up for which gopls was built; "" if there is none."""
    if not (setup.BIN / "gopls").exists() or not record().exists():
        return ""
    return record().read_text()


def reason():
    """Why the last build ended, in its own last words; "" if it said nothing."""
    said = log().read_text(errors="replace").strip() if log().exists() else ""
    return "\n    ".join(said.splitlines()[-15:])


def start(work=(sys.executable, __file__, "work")):
    """Begin in the background what is not done yet, and return a sentence about it."""
    if wanted() in ("", done()):
        return ""
    with open(LOCK) as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return WORKING
        failed = reason()
        with open(log(), "w") as said:  # the process inherits the lock, and a Ctrl-C in this terminal does not reach it
            subprocess.Popen(work, pass_fds=[lock.fileno()], start_new_session=True, cwd=setup.ROOT,
                             stdin=subprocess.DEVNULL, stdout=said, stderr=said)
    return f"The last build of gopls failed:\n    {failed}\n{WORKING}" if failed else WORKING


def work():
    """Build gopls, let it read all packages, and note for which set-up."""
    os.nice(19)
    while (key := wanted()) not in ("", done()):  # another set-up may come in between
        build_gopls()
        setup.run(setup.BIN / "python", setup.TOOLS / "first_cell.py", "tab")
        with setup.cell_workspace() as folder, contextlib.suppress(setup.Problem):  # someone may be editing a package
            setup.run("go", "build", "gibbslab/...", cwd=folder, **setup.cell_environment())
        record().write_text(key)


def build_gopls():
    """Build gopls elsewhere, and put it in place in one go: a kernel starts what it finds."""
    with tempfile.TemporaryDirectory() as folder:
        setup.run("go", "install", "-ldflags=-s -w", GOPLS, cwd=setup.TOOLS, GOBIN=folder, GOWORK="off")
        new = setup.BIN / "gopls.new"
        shutil.copy2(f"{folder}/gopls", new)
        new.replace(setup.BIN / "gopls")


def wait():
    """Wait for the process that builds; return what went wrong, or ""."""
    with open(LOCK) as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            print("Waiting for gopls, which is being built in the background ...", flush=True)
            fcntl.flock(lock, fcntl.LOCK_SH)
    if wanted() and wanted() == done():
        return ""
    return f"There is no gopls for this set-up: run `make setup` (again).\n    {reason()}".rstrip()


if __name__ == "__main__":
    try:
        said = {"start": start, "wait": wait, "work": work}[sys.argv[1]]()
    except setup.Problem as problem:
        sys.exit(str(problem))
    if said and sys.argv[1] == "wait":
        sys.exit(said)
    print(said or "", end="\n" if said else "")
