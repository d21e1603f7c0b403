package exercises

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/variate"
)

// rates draws the rate of B minus the rate of A, with the prior Beta(a, b).
func rates(r *rand.Rand, k, n [2]int, a, b float64) []float64 {
	x := make([]float64, 1000)
	for i := range x {
		x[i] = variate.Beta(r, a+float64(k[1]), b+float64(n[1]-k[1])) -
			variate.Beta(r, a+float64(k[0]), b+float64(n[0]-k[0]))
	}
	return x
}

// smallTest is the probability that B is better, of 20 000 draws.
func smallTest(seed uint64, k, n [2]int, a, b float64) (p float64) {
	r := sampler.Stream("rates", seed, 0)
	for range 20 {
		x := rates(r, k, n, a, b)
		p += float64(floats.Count(func(v float64) bool { return v > 0 }, x)) / 20_000
	}
	return p
}

type intervalOf func(r *rand.Rand, k, n [2]int) (lo, hi float64)

// worlds is the loop of the notebook.
func worlds(seed uint64, interval intervalOf) (covered, width float64) {
	r := sampler.Stream("worlds", seed, 0)
	for range 2000 {
		p := [2]float64{variate.Beta(r, 1, 19), variate.Beta(r, 1, 19)}
		k := [2]int{variate.Binomial(r, 200, p[0]), variate.Binomial(r, 300, p[1])}
		lo, hi := interval(r, k, [2]int{200, 300})
		if width += (hi - lo) / 2000; lo < p[1]-p[0] && p[1]-p[0] < hi {
			covered += 1. / 2000
		}
	}
	return covered, width
}

func TestOnMonday(t *testing.T) {
	n := open(t, "20_on_monday")
	n.exercise("1", func(e *exercise) {
		e.exact(2. / 30)
		e.wrong("the costs added", 2./32)
		e.wrong("the other way round", 28./30)
		e.wrong("that of the notebook", 0.1)
		e.wrong("a habit", 0.05)
	})
	n.exercise("2", func(e *exercise) {
		k, of := [2]int{3, 9}, [2]int{40, 60}
		e.right(func(seed uint64) float64 { return smallTest(seed, k, of, 1, 19) })
		e.wrong("a flat prior", smallTest(1, k, of, 1, 1))
		e.wrong("no misses taken off", smallTest(1, k, [2]int{43, 69}, 1, 19))
		e.wrong("A better", 1-smallTest(1, k, of, 1, 19))
		e.wrong("the prior once in each number", smallTest(1, k, of, 19, 1))
	})
	n.exercise("3", func(e *exercise) {
		e.slow()
		at := func(level float64) intervalOf {
			return func(r *rand.Rand, k, n [2]int) (lo, hi float64) {
				return diag.ETI(rates(r, k, n, 1, 19), level)
			}
		}
		study := func(seed uint64, f intervalOf) []float64 {
			covered, width := worlds(seed, f)
			return []float64{covered, width}
		}
		e.rights(func(seed uint64) []float64 { return study(seed, at(0.8)) })
		e.wrong("95 %", study(1, at(0.95))...)
		e.wrong("only B is uncertain", study(1, func(r *rand.Rand, k, n [2]int) (lo, hi float64) {
			sd := math.Sqrt(0.05 * 0.95 / float64(n[1]))
			d := float64(k[1])/float64(n[1]) - float64(k[0])/float64(n[0])
			return d - 1.28*sd, d + 1.28*sd
		})...)
		e.wrong("the data never looked at", study(1, func(r *rand.Rand, k, n [2]int) (lo, hi float64) {
			return diag.ETI(rates(r, [2]int{}, [2]int{}, 1, 19), 0.8)
		})...)
		e.wrong("plus and minus one sd", study(1, func(r *rand.Rand, k, n [2]int) (lo, hi float64) {
			x := rates(r, k, n, 1, 19)
			return diag.Mean(x) - diag.SD(x), diag.Mean(x) + diag.SD(x)
		})...)
	})
}
