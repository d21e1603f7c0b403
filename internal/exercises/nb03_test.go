package exercises

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// near draws one coordinate of the two hills, given the other.
func near(r *rand.Rand, other float64) float64 {
	hill := -4.0
	if r.Float64() < 1/(1+math.Exp(-8*other)) {
		hill = 4
	}
	return hill + r.NormFloat64()
}

// fooled is 1 if four chains from these starts pass every limit with a wrong mean, as in the cell.
func fooled(starts ...float64) float64 {
	x := make([][]float64, len(starts))
	for c, y := range starts {
		r := sampler.Stream("hills", 1, c)
		for range 1000 {
			x[c] = append(x[c], near(r, y))
			y = near(r, x[c][len(x[c])-1])
		}
	}
	passes := diag.RHat(x) < 1.01 && min(diag.ESSBulk(x), diag.ESSTail(x)) > 400
	if passes && math.Abs(diag.Mean(slices.Concat(x...))) > 1 {
		return 1
	}
	return 0
}

// chooses is the probability of a hill, with the odds of its share and c in the exponent.
func chooses(odds, c float64) float64 {
	odds *= math.Exp(c * 2 * 0.3)
	return odds / (1 + odds)
}

func TestDiagnosing(t *testing.T) {
	n := open(t, "03_diagnosing")
	n.exercise("1", func(e *exercise) {
		sweeps := math.Log(0.0005) / math.Log(0.9) // 2t - 1 must be above
		e.exact(math.Ceil((sweeps + 1) / 2))
		e.wrong("ρ for ρ²", math.Ceil(sweeps))
		e.wrong("a sweep too early", math.Floor((sweeps+1)/2))
		e.wrong("below 0.01 without the 20", math.Ceil((math.Log(0.01)/math.Log(0.9)+1)/2))
	})
	n.exercise("2", func(e *exercise) {
		phi := 0.9 * 0.9
		e.exact(1e4 * (1 + phi) / (1 - phi))
		e.exact(1e4 / 0.105) // the share, rounded
		e.wrong("independent draws", 1e4)
		e.wrong("ρ for φ", 1e4*1.9/0.1)
		e.wrong("no square", 100*(1+phi)/(1-phi))
		e.wrong("each lag once", 1e4/(1-phi))
	})
	n.exercise("3", func(e *exercise) {
		e.exact(3214)
		e.wrong("a has a good R-hat", 1214)
		e.wrong("the tails missed", 3211)
		e.wrong("a and b exchanged", 2314)
	})
	n.exercise("4", func(e *exercise) {
		e.exact(chooses(0.25/0.75, 2))
		e.wrong("no shares", chooses(1, 2))
		e.wrong("half the exponent", chooses(0.25/0.75, 1))
		e.wrong("the share for its odds", chooses(0.25, 2))
		e.wrong("the other hill", 1-chooses(0.25/0.75, 2))
	})
	n.exercise("5", func(e *exercise) {
		e.right(func(seed uint64) float64 { // four starts on one hill
			r, starts := sampler.Stream("starts", seed, 0), make([]float64, 4)
			for c := range starts {
				starts[c] = 8*float64(seed%2) - 4 + r.NormFloat64()
			}
			return fooled(starts...)
		})
		e.wrong("scattered", fooled(-6, -2, 2, 6))
		e.wrong("one on the other hill", fooled(4, 4, 4, -4))
		e.wrong("between the hills", fooled(0, 0, 0, 0))
	})
}
