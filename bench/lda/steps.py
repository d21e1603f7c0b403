#!/usr/bin/env python3
"""How fast are the loops of notebook 16, idea by idea?

The code is taken from the notebook, so what is timed is what a reader sees. Printed are millions of tokens a second of CPU
time on one thread: a million tokens drawn from the model, best of six sweeps after one to warm up. It takes two minutes.
"""

import json
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOK = ROOT / "notebooks/16_ten_million_tokens.ipynb"
WANTED = ("type state", "func zeros", "func newState", "func (s *state) add", "func (s *state) weights",
          "func (s *state) redraw", "func (s *state) sweep", "func (s *state) flatten", "func (s *state) keep",
          "func pick", "type flat", "func (f *flat)", "type kept", "func (s *kept)", "func sixteen")
MAIN = """package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"syscall"

	"gibbslab/datasets"
	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/lda"
	"gibbslab/sampler/variate"

	"gonum.org/v1/gonum/floats"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func seconds() float64 {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return float64(u.Utime.Sec) + float64(u.Utime.Usec)/1e6
}

func main() {
	about := datasets.LDASettings{Docs: 10_000, Tokens: 100, V: 10_000, Topics: 100, Alpha: 0.1, Beta: 0.05}
	for w := range about.V {
		about.Base = append(about.Base, 1/float64(w+1))
	}
	c := must(datasets.SimulateLDA(sampler.Stream("lda_speed", 1, 0), about))
	for _, topics := range []int{32, 96, 512} {
		alpha, r := 5/float64(topics), sampler.Stream("steps", 1, 0)
		start := func() *state { return newState(c.Docs, c.V(), topics, alpha, 0.01) }
		rate := func(name string, sweep func()) {
			sweep()
			best := 0.0
			for range 6 {
				began := seconds()
				sweep()
				best = max(best, float64(c.Tokens())/(seconds()-began)/1e6)
			}
			fmt.Printf("%d topics, %s: %.2f\\n", topics, name, best)
		}
		plain, f, k := start(), start().flatten(), start().keep()
		rate("plain loop", func() { plain.sweep(r) })
		rate("neighbours in memory", func() { f.sweep(r) })
		rate("no division", func() { k.sweep(r, k.draw) })
		rate("sixteen at a time", func() { k.sweep(r, k.jump) })
		prior := lda.Prior{K: topics, Alpha: []float64{alpha}, Beta: 0.01}
		m := must(prior.Model(c.Docs, c.V(), lda.Settings{Threads: 1}))
		s := must(m.Init(r))
		rate("lda.Fast", func() {
			if err := m.Blocks[0].Update(r, s); err != nil {
				panic(err)
			}
		})
	}
}
"""


def main():
    """Make a program of the notebook's declarations and run it."""
    cells = [cell for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    sources = ["".join(cell["source"]).split("%%")[0] for cell in cells]
    program = "\n".join([MAIN, *(s for s in sources if any(w in s for w in WANTED))])
    with tempfile.TemporaryDirectory(prefix="steps-", dir=ROOT) as folder:
        (Path(folder) / "main.go").write_text(program, encoding="utf-8")
        subprocess.run(["go", "run", "./" + Path(folder).name], cwd=ROOT, check=True)


if __name__ == "__main__":
    main()
