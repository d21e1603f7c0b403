#!/usr/bin/env python3
"""A reader's session against the real kernel: edit, rerun, stop, restart, reopen. Nothing may be stale, nothing lost.

    session.py [--times] [PART]       exit code 1, with an explanation, if an edit did not do what it should; --times prints each

The kernel works on a copy of this checkout's packages, which lets the session edit the library too. nb.Memo computes
through a function that writes a dot into a file: the number of dots is the number of computations.
"""

import argparse
import html
import contextlib
import json
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from jupyter_client.manager import KernelManager

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 600  # until a cell counts as hung; generous, for busy machines
PROGRAMS = ROOT / ".venv/bin"
KERNEL = ROOT / ".venv/share/jupyter/kernels/gonb/kernel.json"

PRIOR = 'func prior() normal.Prior { return normal.Prior{Nu: %s, Tau2: 16, Alpha: 3, Beta: 50} }'
HELPER = """
// count leaves a trace of each computation.
func count() {
	f := nb.Must(os.OpenFile("dots", os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666))
	f.WriteString(".")
	f.Close()
}

func scale() float64 { return 1.0 }"""
CONSTANT = "const draws = 200"
FIT = """
func fit(seed uint64, scores []float64) *sampler.Trace {
	count()
	set := sampler.Settings{Chains: 2, Warmup: 100, Draws: draws, Seed: seed}
	return nb.Run(nb.Must(prior().Model(scores)), set)
}
"""
USE = """%%
seed, scores := uint64(1), datasets.ExamScores()
tr := nb.Memo(func() *sampler.Trace { return fit(seed, scores) }, seed, scores)
nb.Show(diag.Mean(nb.Must(tr.Draws("mu"))) * scale())"""
SLOW = """
func slow() sampler.Model[normal.State] {
	m := nb.Must(prior().Model(datasets.ExamScores()))
	wait := func(*rand.Rand, *normal.State) error { time.Sleep(time.Millisecond); return nil }
	m.Blocks = append(m.Blocks, sampler.Block[normal.State]{Name: "wait", Update: wait})
	return m
}
"""
LONG = """%%
set := sampler.Settings{Chains: 2, Warmup: sampler.NoWarmup, Draws: 1_000_000, Seed: 1, Progress: nb.Progress()}
set.CHANGE
tr := nb.Run(slow(), set)
nb.Show(len(nb.Must(tr.Chains("mu"))[0]))
nb.Show(nb.Must(tr.Chains("mu"))[0][:3])"""


def page(data):
    """What a display shows, as text."""
    text = data.get("text/plain") or re.sub(r"(?s)<style>.*?</style>|<[^>]+>", "", data.get("text/html", ""))
    return html.unescape(re.sub(r"\x1b\[[0-9;]*m", "", text)).strip()


class Session:
    """A kernel in a folder of its own, and what has gone wrong so far."""

    def __init__(self, folder, times):
        self.checkout, self.place, self.times = folder / "checkout", folder / "notebooks", times
        self.place.mkdir()
        for name in ("nb", "sampler", "datasets", "internal"):
            shutil.copytree(ROOT / name, self.checkout / name, ignore=shutil.ignore_patterns("*_test.go", "testdata", "tools"))
        for name in ("go.mod", "go.sum"):
            shutil.copy2(ROOT / name, self.checkout / name)
        spec = json.loads(KERNEL.read_text())
        # gopls comes to this kernel's PATH while it runs, as after a first set-up
        self.programs = folder / "programs"
        self.programs.mkdir()
        for name in ("gonb", "goimports"):
            (self.programs / name).symlink_to(PROGRAMS / name)
        spec["env"]["PATH"] = spec["env"]["PATH"].replace(str(PROGRAMS).replace("$", "$$"), str(self.programs))
        spec["argv"] = [f"-go_work={self.checkout}" if a.startswith("-go_work=") else a for a in spec["argv"]]
        kernels = folder / "jupyter/kernels/gonb"
        kernels.mkdir(parents=True)
        (kernels / "kernel.json").write_text(json.dumps(spec))
        os.environ["JUPYTER_DATA_DIR"] = str(folder / "jupyter")
        os.environ["JUPYTER_PREFER_ENV_PATH"] = "0"
        os.environ.pop("GIBBSLAB_MEMO_DIR", None)
        os.environ["GONB_NO_GOPLS"] = "1"  # until Tab is asked for
        self.problems, self.seconds, self.manager = [], {}, None
        self.open()

    def open(self):
        """A new kernel, as after reopening the notebook."""
        self.close()
        self.manager = KernelManager(kernel_name="gonb")
        self.manager.start_kernel(cwd=str(self.place))
        self.connect()

    def connect(self):
        self.client = self.manager.client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=SECONDS)

    def restart(self):
        self.client.stop_channels()
        self.manager.restart_kernel(now=False)
        self.connect()

    def close(self):
        if self.manager:
            self.client.stop_channels()
            self.manager.shutdown_kernel()

    def run(self, source, stop_after=None, good=True):
        """Run a cell; return what it shows as text, outputs that are redrawn in place but once."""
        shown, began = {}, time.perf_counter()

        def hook(message):
            kind, content = message["msg_type"], message["content"]
            if kind == "stream":
                shown[len(shown)] = content["text"]
            elif kind == "error":
                shown[len(shown)] = "\n".join(content["traceback"])
            elif kind in ("display_data", "update_display_data"):
                key = content.get("transient", {}).get("display_id") or len(shown)
                shown[key] = page(content["data"])
                if stop_after and "draws" in str(shown[key]) and not stopping.is_set():
                    stopping.set()
                    threading.Timer(stop_after, self.manager.interrupt_kernel).start()

        stopping = threading.Event()
        reply = self.client.execute_interactive(source, timeout=SECONDS, output_hook=hook)
        self.took = time.perf_counter() - began
        text = "\n".join(str(s) for s in shown.values()).strip()
        if (reply["content"]["status"] == "ok") != good:
            self.problems.append(f"a cell ended as {reply['content']['status']}:\n{source}\n{text[:600]}")
        return text

    def help(self, code, cursor):
        """What Shift-Tab shows."""
        began = time.perf_counter()
        reply = self.client.inspect(code, cursor, reply=True, timeout=SECONDS)["content"]
        self.took = time.perf_counter() - began
        return " ".join(str(v) for v in reply.get("data", {}).values()) if reply.get("found") else ""

    def expect(self, edit, ok, detail=""):
        """Note how one edit went."""
        self.seconds[edit] = self.took
        if self.times:
            print(f"{'ok ' if ok else 'BAD'} {self.took:5.2f} s  {edit}", flush=True)
        if not ok:
            self.problems.append(f"{edit}: {str(detail)[:600]}")

    def dots(self):
        file = self.place / "dots"
        return file.stat().st_size if file.exists() else 0

    def memo(self, edit, computes, source=USE, shows=lambda text: True):
        """Run the memoised cell: it must compute, or must not, and show what a computation would."""
        before = self.dots()
        text = self.run(source)
        computed = self.dots() - before
        self.expect(edit, computed == computes and shows(text), f"computed {computed} times, want {int(computes)}; shows {text!r}")
        return text

    def run_all(self, *cells):
        """Run declarations, in one go."""
        self.run("\n\n".join(cells))

    def edit_library(self, file, more):
        with open(self.checkout / file, "a") as source:
            source.write(more)


def memo_edits(s):
    """Edits that matter, and edits that do not."""
    cells = (PRIOR % 80, HELPER, CONSTANT, FIT)
    for cell in cells:
        s.run(cell)
    first = s.memo("1. the first run: computes", True)
    same = lambda text: text == first
    s.memo("2. the same again: hit", False, shows=same)
    s.run(FIT.replace("count()", "count() // leaves a dot\n").replace("func fit", "// fit samples.\nfunc fit"))
    s.memo("3. comments and layout: hit", False, shows=same)
    s.run("func unrelated(x int) int { return x + 1 }\n\nconst other = 5")
    s.memo("4. an unrelated cell: hit", False, shows=same)
    s.run(PRIOR % 60)
    s.memo("5. another prior, in a cell above: computes", True, shows=lambda text: text != first)
    s.run(CONSTANT.replace("200", "201"))
    s.memo("6. another constant: computes", True)
    s.run(FIT.replace("Warmup: 100", "Warmup: 101"))
    last = s.memo("7. another body: computes", True)
    s.memo("8. another seed: computes", True, USE.replace("uint64(1)", "uint64(2)"), lambda text: text != last)
    s.memo("9. other data: computes", True, USE.replace("datasets.ExamScores()", "datasets.ExamScores()[1:]"))
    s.run(HELPER.replace("1.0", "2.0"))
    s.memo("10. a function used on the result only: hit, and the new one counts", False,
           shows=lambda text: abs(float(text) / float(last) - 2) < 1e-5)
    s.edit_library("sampler/normal/normal.go", "\n// A remark.\n")
    s.memo("11. a remark in the library: computes, to be on the safe side", True)
    s.edit_library("sampler/normal/normal.go", "\nconst edition = 2\n")
    s.memo("12. the library itself: computes", True)
    s.run_all(*cells)
    s.memo("13. all as at first, with the new library: computes", True, shows=same)
    s.restart()
    s.run_all(*cells)
    s.memo("14. a restarted kernel: hit", False, shows=same)
    text = s.run("%%\nnb.Forget()")
    s.expect("15. nb.Forget says what it forgot", re.search(r"Forgot \d+ results", text), text)
    s.memo("16. the first run again: computes", True, shows=same)


def live_edits(s):
    """Runs that are stopped keep what they drew, and go on from a checkpoint."""
    s.run(SLOW)
    text = s.run(LONG.replace("set.CHANGE\n", ""), stop_after=0.5)
    kept = re.search(r"Stopped: (\d+)", text)
    s.expect("17. stop: the cell goes on with the draws", kept and f"\n{kept[1]}\n" in text.replace("draws alone.", ""), text)
    head = text.splitlines()[-1]
    text = s.run(LONG.replace("CHANGE", 'Checkpoint = "run.ckpt"'), stop_after=0.5)
    first = int((re.findall(r"^(\d+)$", text, re.M) or [0])[0])
    s.expect("18. stop a run with a checkpoint: the same draws", first > 0 and text.splitlines()[-1] == head, text)
    s.restart()
    s.run_all(PRIOR % 80, SLOW)
    text = s.run(LONG.replace("CHANGE", 'Checkpoint = "run.ckpt"'), stop_after=0.5)
    second = int((re.findall(r"^(\d+)$", text, re.M) or [0])[0])
    s.expect("19. restart, and it goes on where it was", second > first and text.splitlines()[-1] == head, f"{first}, {second}\n{text}")
    s.run(PRIOR % 60)
    text = s.run(LONG.replace("CHANGE", 'Checkpoint = "run.ckpt"'), good=False)
    s.expect("20. another prior does not go on from it", "not continued" in text, text)
    s.open()
    s.run_all(PRIOR % 80, SLOW)
    text = s.run(LONG.replace("CHANGE", "Until = diag.Target{ESS: 300}.Unmet"))
    s.expect("21. reopen, and run until an ESS is reached", text.splitlines()[-1] == head and "Not reached" not in text, text)
    text = s.run("%%\nnb.Show(nb.Run(nb.Must(prior().Model(datasets.ExamScores())), sampler.Settings{Seed: 1}) != nil, undefined)", good=False)
    s.expect("22. a cell that does not compile says why", "undefined" in text, text)
    text = s.run("%%\nnb.Show(nb.TracePlot(nb.Run(nb.Must(prior().Model(datasets.ExamScores())), sampler.Settings{Seed: 1}), \"mu2\"))", good=False)
    s.expect("23. a parameter that is not there: a sentence", 'no parameter "mu2"; have mu' in text, text)


KEPT = """
type st struct{ Mu float64 }

func model(most float64) sampler.Model[st] {
	y := nb.Must(datasets.ReadCSV("y.csv", "y"))
	return sampler.Model[st]{
		Init: func(r *rand.Rand) (*st, error) { return &st{r.NormFloat64()}, nil },
		Blocks: []sampler.Block[st]{sampler.Update("mu", func(r *rand.Rand, s *st) {
			time.Sleep(time.Millisecond)
			for s.Mu = math.Inf(1); s.Mu > most; {
				s.Mu = diag.Mean(y) + r.NormFloat64()
			}
		})},
		Params: []sampler.Param[st]{sampler.Scalar("mu", func(s *st) float64 { return s.Mu })},
	}
}

func keptSet() sampler.Settings { return sampler.Settings{Draws: 3000, Seed: 1} }

func kept() *sampler.Trace { return nb.Run(model(100), keptSet()) }"""
SHOW_KEPT = """%%
nb.Show(diag.Mean(nb.Must(kept().Draws("mu"))))"""
LOOP = """%%
for _, most := range []float64{50, 60} { // so far from all draws that the first sweeps are the same
	nb.Show(len(nb.Must(nb.Run(model(most), keptSet()).Draws("mu"))))
}"""


def kept_edits(s):
    """A long run is kept: it costs nothing a second time, and outlives the page and the kernel. A change runs again."""
    data = s.place / "y.csv"
    data.write_text("y\n" + "".join(f"{i % 7}\n" for i in range(50)))
    numbers = lambda text: re.findall(r"^-?\d[\d.]*$", text, re.M)

    def run(edit, source, again, shows=lambda text: True):
        text = s.run(source)
        found = text.count("Nothing has changed since this ran")
        s.expect(edit, found == again and shows(text), text)
        return numbers(text)

    s.run(KEPT)
    first = run("28a. a long run", SHOW_KEPT, 0)
    same = lambda text: numbers(text) == first and first
    run("28b. the same again", SHOW_KEPT, 1, same)
    run("28c. in another cell", SHOW_KEPT.replace("%%", "%%\nx := 1\nfmt.Println(\"x\", x)"), 1, same)
    run("28d. two runs in a loop, which differ only in what the code says", LOOP, 0)
    run("28e. the same loop again", LOOP.replace("\n}", "\n}\nnb.Show(1)"), 2)
    s.run(KEPT.replace("model(100)", "model(99)"))
    run("28f. another constant, the same first sweeps", SHOW_KEPT, 0, same)
    s.run(KEPT)
    run("28g. as before", SHOW_KEPT, 1, same)
    data.write_text(data.read_text() + "3\n")
    run("28h. another number in the file", SHOW_KEPT, 0, lambda text: numbers(text) != first)
    s.restart()
    s.run(KEPT.replace("Seed: 1", "Seed: 2"))
    s.client.execute(SHOW_KEPT)  # this page is closed while it runs
    s.client.stop_channels()
    s.connect()
    run("28i. the page was closed: the run goes on, and its result is there", SHOW_KEPT, 1)
    text = s.run("%%\nnb.Forget()")
    s.expect("28j. nb.Forget forgets runs, too", "Forgot" in text, text)


def kill(pid):
    """Kill a process, and first those that it started: the cell, and gopls. One that has just ended is no error."""
    for child in subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True).stdout.split():
        kill(int(child))
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def killed_edits(s):
    """Two kernels compute the same at once; one is killed while it does: no bad result stays."""
    cells = (PRIOR % 80, HELPER, CONSTANT.replace("200", "300_000"), FIT)
    s.run_all(*cells)
    other = KernelManager(kernel_name="gonb")
    other.start_kernel(cwd=str(s.place))
    client = other.client()
    client.start_channels()
    client.wait_for_ready(timeout=SECONDS)
    client.execute_interactive("\n\n".join(cells), timeout=SECONDS, output_hook=lambda m: None)
    client.execute(USE)
    mine = s.run(USE)
    kill(other.provisioner.pid)
    client.stop_channels()
    other.shutdown_kernel(now=True)
    s.memo("24. two kernels at once, one killed: a whole result", False, shows=lambda text: text == mine and float(text) > 80)


def help_edits(s):
    """Completion and Shift-Tab help come from gopls."""
    os.environ.pop("GONB_NO_GOPLS")
    os.environ["PATH"] = ":".join(p for p in os.environ["PATH"].split(":") if not os.path.exists(f"{p}/gopls"))
    s.open()
    def tab(edit, code, *wanted):
        began = time.perf_counter()
        reply = s.client.complete(code, len(code), reply=True, timeout=SECONDS)["content"]
        s.took = time.perf_counter() - began
        items = reply.get("matches", [])
        ok = set(wanted) <= set(items) and len(set(items)) == len(items) and not any(i.startswith("Test") for i in items)
        s.expect(edit, ok, items)

    tab("25a. Tab without gopls finds nothing", "%%\nnb.Den")
    text = s.help("%%\nnb.Must", 5)
    s.expect("25b. Shift-Tab without gopls says what to do", "make setup" in text, text)
    text = s.run("%%\nnb.Show(1 + 1)")
    s.expect("25c. a cell after that runs", text == "2", text)
    subprocess.run([sys.executable, ROOT / "internal/tools/completion.py", "wait"], check=True)
    (s.programs / "gopls").symlink_to(PROGRAMS / "gopls")
    tab("25d. gopls is there, and this kernel finds it", "%%\nnb.Den", "Density")
    s.open()
    trace = ("Chains", "Draws", "Names")
    tab("25e. the first Tab in a new kernel, in a cell without imports", "%%\nset := sampler.Settings{}\nnb.Den", "Density")
    tab("25f. Tab in an unfinished call", "%%\nnb.Show(nb.Den", "Density")
    tab("25g. Tab offers no tests", "%%\nsampler.", "Run", "Settings")
    tab("25h. Tab after a variable that nb.Run makes", "%%\ntr := nb.Run(m, sampler.Settings{})\ntr.", *trace)
    tab("25i. Tab after a plot", '%%\np := nb.Density(tr, "mu")\np.', "Title", "Legend")
    s.run_all(PRIOR % 80, FIT, HELPER, CONSTANT)
    tab("25j. Tab after what a function of another cell returns", "%%\ntr := fit(1, nil)\ntr.", *trace)
    tab("25k. Tab after a type of the standard library", "%%\nr := rand.New(nil)\nr.", "NormFloat64")
    code = "%%\nnb.Show(nb.Must(prior().Model(datasets.ExamScores())))"
    text = s.help(code, code.index("Must") + 2)
    ok = ("func nb.Must" in text or "func Must" in text) and "pkg.go.dev" not in text
    s.expect("26. Shift-Tab shows the help of nb.Must, without a link to a page that there is not", ok, text[:2000])
    began = time.perf_counter()
    reply = s.client.history(reply=True, timeout=60)["content"]
    s.took = time.perf_counter() - began
    s.expect("27. JupyterLab asks for the history: from the answer it knows that the kernel is idle", reply["status"] == "ok", reply)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--times", action="store_true", help="print how long each edit took")
    arguments.add_argument("part", nargs="?", default="", help="only the parts with this word in their name, such as kept")
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory(prefix="gibbslab-session-", ignore_cleanup_errors=True) as folder:
        os.environ["TMPDIR"] = folder  # what a killed kernel leaves goes, too
        s = Session(Path(folder).resolve(), given.times)
        try:
            for part in (memo_edits, live_edits, killed_edits, kept_edits, help_edits):
                if given.part in part.__name__:
                    part(s)
        finally:
            s.close()
    if given.times:
        print(f"{len(s.seconds)} edits, {statistics.median(s.seconds.values()):.2f} s in the median")
    sys.exit("\n".join(s.problems) or None)


if __name__ == "__main__":
    main()
