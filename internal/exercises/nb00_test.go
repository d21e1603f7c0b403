package exercises

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"gibbslab/datasets"
	"gibbslab/nb"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// beyondTwo is the share of a million normal draws that are above 2, and of those below -2.
func beyondTwo(seed uint64) (above, below float64) {
	r := sampler.Stream("normals", seed, 0)
	for range 1_000_000 {
		switch x := r.NormFloat64(); {
		case x > 2:
			above += 1e-6
		case x < -2:
			below += 1e-6
		}
	}
	return above, below
}

type pair struct{ X, Y float64 }

// twoBlocks runs the notebook's sampler with other numbers in its blocks.
func twoBlocks(seed uint64, rho, sdX, sdY float64) (x, y []float64) {
	drawX := func(r *rand.Rand, s *pair) { s.X = rho*s.Y + sdX*r.NormFloat64() }
	drawY := func(r *rand.Rand, s *pair) { s.Y = rho*s.X + sdY*r.NormFloat64() }
	tr := nb.Run(sampler.Model[pair]{
		Init:   func(*rand.Rand) (*pair, error) { return &pair{5, -5}, nil },
		Blocks: []sampler.Block[pair]{sampler.Update("x", drawX), sampler.Update("y", drawY)},
		Params: []sampler.Param[pair]{
			sampler.Scalar("x", func(s *pair) float64 { return s.X }),
			sampler.Scalar("y", func(s *pair) float64 { return s.Y }),
		},
	}, sampler.Settings{Draws: 10_000, Seed: seed, Progress: quiet})
	return nb.Must(tr.Draws("x")), nb.Must(tr.Draws("y"))
}

func quiet(sampler.Report) {}

func product(x, y []float64) float64 { return floats.Dot(x, y) / float64(len(x)) }

func TestStart(t *testing.T) {
	n := open(t, "00_start")
	n.exercise("1", func(e *exercise) {
		x := datasets.ExamScores()
		e.exact(diag.Mean(x))
		e.wrong("the median", diag.Quantile(x, 0.5))
		e.wrong("divided by n - 1", diag.Mean(x)*float64(len(x))/float64(len(x)-1))
		e.wrong("the last score is left out", diag.Mean(x[:len(x)-1]))
	})
	n.exercise("2", func(e *exercise) {
		e.right(func(seed uint64) float64 { above, below := beyondTwo(seed); return above + below })
		above, below := beyondTwo(1)
		e.wrong("one side only", above)
		e.wrong("the share within", 1-above-below)
		e.wrong("the rule of thumb, 5 %", 0.05)
	})
	n.exercise("3", func(e *exercise) {
		r := sampler.Stream("mine", 7, 2)
		first := r.NormFloat64()
		e.exact(first + r.NormFloat64())
		e.wrong("the stream made twice", 2*first)
		e.wrong("the first draw only", first)
		r = sampler.Stream("mine", 2, 7)
		e.wrong("seed and index exchanged", r.NormFloat64()+r.NormFloat64())
	})
	n.exercise("4", func(e *exercise) {
		right := math.Sqrt(1 - 0.5*0.5)
		e.right(func(seed uint64) float64 { return product(twoBlocks(seed, 0.5, right, right)) })
		e.wrong("0.6 left in place", product(twoBlocks(1, 0.5, 0.6, 0.6)))
		e.wrong("no square root", product(twoBlocks(1, 0.5, 0.75, 0.75)))
		e.wrong("one block changed", product(twoBlocks(1, 0.5, right, 0.6)))
		e.wrong("the old sampler", product(twoBlocks(1, 0.8, 0.6, 0.6)))
	})
	n.exercise("5", func(e *exercise) {
		e.right(func(seed uint64) float64 { x, _ := twoBlocks(seed, 0.8, 1, 1); return diag.SD(x) })
		e.wrong("as before", 1)
		e.wrong("1/0.64", 1/0.64)
		e.wrong("the variance", 1/0.36)
		x, y := twoBlocks(1, 0.8, 1, 0.6)
		e.wrong("the block of x only", diag.SD(x))
		e.wrong("the block of y only", diag.SD(y))
	})
}
