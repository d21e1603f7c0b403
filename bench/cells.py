#!/usr/bin/env python3
"""How long does a warm cell take: on this checkout's kernel, and on GoNB's default set-up?

Both kernels run the same cells in turn: `plain` prints a number, `plot` draws a line with gonum/plot and shows the PNG.
This checkout's also runs what its notebooks do: `nb` samples a posterior and shows two plots of it, and `first` is the
same on a kernel that was just started, from the first of two cells.
GoNB's default is `gonb --install` with no environment and no go.work; there the same pinned modules come by `go get`
through your module proxy, so this needs the network (the checkout's own kernel does not).
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from jupyter_client.manager import KernelManager

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
WARM_UP, CELLS, FIRST = 3, 15, 3

PLAIN = """import "fmt"

func square{i}(x int) int {{ return x * x }}
%%
fmt.Println(square{i}({i}))"""

PLOT = """import (
	"bytes"
	"math"

	"github.com/janpfeifer/gonb/gonbui"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

func wave{i}() []byte {{
	xy := make(plotter.XYs, 100)
	for j := range xy {{
		xy[j].X, xy[j].Y = float64(j), math.Sin(float64(j*{i}))
	}}
	line, _ := plotter.NewLine(xy)
	p := plot.New()
	p.Add(line)
	drawing, _ := p.WriterTo(5*vg.Inch, 3*vg.Inch, "png")
	var file bytes.Buffer
	drawing.WriteTo(&file)
	return file.Bytes()
}}
%%
gonbui.DisplayPng(wave{i}())"""


MODEL = """func post{i}() *sampler.Trace {{
	prior := normal.Prior{{Nu: 80, Tau2: 16, Alpha: 3, Beta: 50}}
	return nb.Run(nb.Must(prior.Model(datasets.ExamScores())), sampler.Settings{{Seed: {i}}})
}}"""
NB = MODEL + """
%%
tr := post{i}()
nb.Show(nb.TracePlot(tr, "mu"), nb.Density(tr, "mu"))"""


def install(folder):
    """Put both kernels into a Jupyter data folder of their own, as `gonb` (the default set-up) and `checkout`."""
    path = f"{VENV / 'bin'}:{os.environ['PATH']}"
    subprocess.run([VENV / "bin/gonb", "--install"], check=True, capture_output=True,
                   env={**os.environ, "JUPYTER_DATA_DIR": str(folder), "PATH": path})
    ours = folder / "kernels/checkout"
    ours.mkdir()
    (ours / "kernel.json").write_text((VENV / "share/jupyter/kernels/gonb/kernel.json").read_text())
    os.environ["JUPYTER_DATA_DIR"] = str(folder)
    os.environ["JUPYTER_PREFER_ENV_PATH"] = "0"
    os.environ["PATH"] = path


class Kernel:
    """A running kernel that tells how long a cell took."""

    def __init__(self, name, log):
        self.manager = KernelManager(kernel_name=name)
        self.manager.start_kernel(cwd=str(ROOT / "notebooks"), stdout=log, stderr=log)
        self.client = self.manager.client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=60)

    def run(self, source):
        began, said = time.perf_counter(), []
        reply = self.client.execute_interactive(source, timeout=300, output_hook=lambda m: said.append(m["content"]))
        took = time.perf_counter() - began
        if reply["content"]["status"] != "ok":
            sys.exit(f"a cell failed on the {self.manager.kernel_name} kernel:\n{source}\n{said}")
        return took

    def stop(self):
        self.client.stop_channels()
        self.manager.shutdown_kernel()


def pinned(*modules):
    """module@version for each module, as the checkout's go.mod has it."""
    listed = subprocess.run(["go", "list", "-m", "-f", "{{.Path}}@{{.Version}}", *modules], cwd=ROOT, check=True,
                            capture_output=True, text=True).stdout.split()
    return " ".join(listed)


def measure(kernels):
    """Seconds of each warm cell by (kind, kernel), the kernels taking turns."""
    seconds = {}
    for kind, cell in (("plain", PLAIN), ("plot", PLOT)):
        for i in range(1, WARM_UP + CELLS + 1):
            for name, kernel in kernels.items():
                took = kernel.run(cell.format(i=i))
                if i > WARM_UP:
                    seconds.setdefault((kind, name), []).append(took)
    return seconds


def own(kernels, log):
    """Seconds of each warm cell with nb, and of the first two cells of new kernels."""
    seconds = {"nb": [], "first": []}
    for i in range(1, WARM_UP + CELLS + 1):
        took = kernels["checkout"].run(NB.format(i=i))
        if i > WARM_UP:
            seconds["nb"].append(took)
    for _ in range(FIRST):
        kernel = Kernel("checkout", log)
        try:
            seconds["first"].append(kernel.run(MODEL.format(i=1)) + kernel.run(NB.format(i=2)))
        finally:
            kernel.stop()
    return seconds


def spread(seconds):
    return f"{statistics.median(seconds) * 1e3:.0f} ({min(seconds) * 1e3:.0f} to {max(seconds) * 1e3:.0f})"


def main():
    with tempfile.TemporaryDirectory() as folder, open(os.devnull, "w") as log:
        install(Path(folder))
        kernels = {}
        try:
            for name in ("gonb", "checkout"):
                kernels[name] = Kernel(name, log)
            get = pinned("gonum.org/v1/plot", "github.com/janpfeifer/gonb")
            kernels["gonb"].run(f"!*go get {get}")
            seconds = measure(kernels)
            ours_only = own(kernels, log)
        finally:
            for kernel in kernels.values():
                kernel.stop()
    print(f"Latency of a warm cell in milliseconds, median of {CELLS} (least to most), {os.cpu_count()} processors")
    for kind in ("plain", "plot"):
        default, ours = seconds[kind, "gonb"], seconds[kind, "checkout"]
        row = [spread(s) for s in (default, ours)]
        ratio = statistics.median(default) / statistics.median(ours)
        print(f"{kind:6} GoNB's default {row[0]:22} this checkout {row[1]:22} {ratio:.1f} times quicker")
    for kind, all_of_it in ours_only.items():
        print(f"{kind:6} this checkout {spread(all_of_it)}")


if __name__ == "__main__":
    main()
