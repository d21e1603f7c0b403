package exercises

import (
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"
)

// gig is the mean of 10 000 draws of a generalised inverse Gaussian.
func gig(seed uint64, p, a, b float64) (mean float64) {
	r := sampler.Stream("mine", seed, 0)
	for range 10_000 {
		mean += variate.GIG(r, p, a, b) / 10_000
	}
	return mean
}

func TestWhichUpdate(t *testing.T) {
	n := open(t, "21_which_update")
	for label, page := range map[string]float64{"1a": 2, "1b": 1, "1c": 11} {
		n.exercise(label, func(e *exercise) {
			e.exact(page)
			e.wrong("a variance", 3)
			e.wrong("several numbers", 6)
			e.wrong("a regression", 10)
			e.wrong("effects and their spread", 12)
		})
	}
	n.exercise("2", func(e *exercise) {
		e.right(func(seed uint64) float64 { return gig(seed, -1.5, 6, 8) })
		e.wrong("the 1 forgotten", gig(1, -2.5, 6, 8))
		e.wrong("the halves forgotten", gig(1, -1.5, 3, 4))
		e.wrong("a and b exchanged", gig(1, -1.5, 8, 6))
	})
}
