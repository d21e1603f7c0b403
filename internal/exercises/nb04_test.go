package exercises

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"gibbslab/datasets"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/variate"
)

// sums are 0, y₁, y₁+y₂ and so on.
func sums(y []float64) []float64 {
	return floats.CumSum(make([]float64, len(y)+1), append([]float64{0}, y...))
}

// logRate is the logarithm of the integral over the rate of the years from i to j, where the rate
// has the prior Gamma(2, 1).
func logRate(S []float64, i, j int) float64 {
	A, B := 2+S[j]-S[i], 1+float64(j-i)
	log, _ := math.Lgamma(A)
	return log - A*math.Log(B)
}

// oneStep has the log weights of all years of the change, twoSteps those of all pairs.
func oneStep() (all []float64) {
	S := sums(datasets.CoalDisasters())
	for k := range S {
		all = append(all, logRate(S, 0, k)+logRate(S, k, 112))
	}
	return all
}

func twoSteps() (all []float64) {
	S := sums(datasets.CoalDisasters())
	for i := range S {
		for j := i + 1; j < len(S); j++ {
			all = append(all, logRate(S, 0, i)+logRate(S, i, j)+logRate(S, j, 112))
		}
	}
	return all
}

func logMean(x []float64) float64 { return floats.LogSumExp(x) - math.Log(float64(len(x))) }

type rateOf func(b float64) float64

// unknownB samples y with an unknown b, and returns the means of b, λ and μ. A right sampler draws
// the rates with b itself, b with the shape 5, and μ without an extra year.
func unknownB(seed uint64, y []float64, rate rateOf, shape float64, extra int) (mean [3]float64) {
	r, S, n, b := sampler.Stream("b", seed, 0), sums(y), len(y), 1.0
	k, logp := r.IntN(n+1), make([]float64, n+1)
	for range 20_000 {
		lambda := variate.Gamma(r, 2+S[k], rate(b)+float64(k))
		mu := variate.Gamma(r, 2+S[n]-S[k], rate(b)+float64(n-k+extra))
		for i := range logp {
			logp[i] = S[i]*math.Log(lambda/mu) - float64(i)*(lambda-mu)
		}
		k, b = variate.LogCategorical(r, logp), variate.Gamma(r, shape, 0.1+lambda+mu)
		floats.AddScaled(mean[:], 1./20_000, []float64{b, lambda, mu})
	}
	return mean
}

// sets makes 2000 histories, and for each a set of years that holds a share of the exact posterior: the
// most probable years, or the first ones. It returns how often the true year is in it, and its size.
func sets(seed uint64, level float64, first bool) (hit, size float64) {
	r := sampler.Stream("honest", seed, 0)
	for range 2000 {
		k, lambda, mu := r.IntN(113), variate.Gamma(r, 2, 1), variate.Gamma(r, 2, 1)
		y := make([]float64, 112)
		for i := range y {
			y[i] = mu
			if i < k {
				y[i] = lambda
			}
			y[i] = float64(variate.Poisson(r, y[i]))
		}
		S, p, order := sums(y), make([]float64, 113), make([]int, 113)
		for i := range p {
			p[i], order[i] = logRate(S, 0, i)+logRate(S, i, 112), i
		}
		floats.AddConst(-floats.LogSumExp(p), p)
		if !first {
			slices.SortFunc(order, func(i, j int) int { return cmp.Compare(p[j], p[i]) })
		}
		n, mass := 0, 0.0
		for mass < level && n < 113 {
			mass += math.Exp(p[order[n]])
			n++
		}
		if size += float64(n) / 2000; slices.Contains(order[:n], k) {
			hit += 1. / 2000
		}
	}
	return hit, size
}

func TestYourOwnModel(t *testing.T) {
	n := open(t, "04_your_own_model")
	y := datasets.CoalDisasters()
	S, p, last := sums(y), oneStep(), y[92:]
	floats.AddConst(-floats.LogSumExp(p), p)
	lambda := 0.0
	for k := range p {
		p[k] = math.Exp(p[k])
		lambda += p[k] * (2 + S[k]) / (1 + float64(k))
	}
	n.exercise("1", func(e *exercise) {
		e.exact(floats.Sum(p[38:]))
		e.wrong("1887", floats.Sum(p[37:]))
		e.wrong("1889", floats.Sum(p[39:]))
		e.wrong("1888 alone", p[38])
		e.wrong("before 1888", floats.Sum(p[:38]))
	})
	n.exercise("2", func(e *exercise) {
		e.exact(lambda)
		e.wrong("1891, as if it were known", (2+S[41])/(1+41))
		e.wrong("no prior", diag.Mean(y[:41]))
		e.wrong("from the draws", 3.093)
		e.wrong("the mean year", (2+S[40])/(1+40))
	})
	n.exercise("3", func(e *exercise) {
		e.exact((2 + 100.) / (1 + 250))
		e.wrong("no prior", 100./250)
		e.wrong("the mode", (2+100.-1)/(1+250))
		e.wrong("rate and shape exchanged", (1+100.)/(2+250))
	})
	n.exercise("4a", func(e *exercise) {
		e.exact(5 / 4.1)
		e.wrong("no b^a", 1/4.1)
		e.wrong("b^a of one rate", 3/4.1)
		e.wrong("the prior's shape left out", 4/4.1)
		e.wrong("the prior's rate left out", 5./4)
		e.wrong("the prior's mean for its rate", 5./14)
	})
	n.exercise("4b", func(e *exercise) {
		b, one := func(b float64) float64 { return b }, func(float64) float64 { return 1 }
		e.right(func(seed uint64) float64 { return unknownB(seed, last, b, 5, 0)[0] })
		e.wrong("the rates drawn with b = 1", unknownB(1, last, one, 5, 0)[0])
		e.wrong("a year too many", unknownB(1, last, b, 5, 1)[0])
		e.wrong("b^a of one rate", unknownB(1, last, b, 3, 0)[0])
		e.wrong("all years", unknownB(1, y, b, 5, 0)[0])
		e.wrong("the first twenty years", unknownB(1, y[:20], b, 5, 0)[0])
		e.wrong("no sampler, the notebook's rates", 5/(0.1+3.093+0.941))
		mean := unknownB(1, last, b, 5, 0)
		e.wrong("no sampler, the right rates", 5/(0.1+mean[1]+mean[2]))
	})
	n.exercise("5", func(e *exercise) {
		one, two := oneStep(), twoSteps()
		e.exact(logMean(two) - logMean(one))
		e.wrong("sums for averages", floats.LogSumExp(two)-floats.LogSumExp(one))
		e.wrong("the best pair", floats.Max(two)-floats.Max(one))
		e.wrong("the average of the logarithms", diag.Mean(two)-diag.Mean(one))
		e.wrong("the other way round", logMean(one)-logMean(two))
	})
	n.exercise("6", func(e *exercise) {
		both := func(hit, size float64) []float64 { return []float64{hit, size} }
		e.rights(func(seed uint64) []float64 { return both(sets(seed, 0.8, false)) })
		e.wrong("95 %", both(sets(1, 0.95, false))...)
		e.wrong("half of it", both(sets(1, 0.5, false))...)
		e.wrong("the first years", both(sets(1, 0.8, true))...)
		e.wrong("all years", 1, 113)
	})
}
