package exercises

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"gibbslab/datasets"
	"gibbslab/nb"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/mixture"
	"gibbslab/sampler/variate"
)

// expectedTables is the mean number of tables that guests take.
func expectedTables(alpha float64, guests int) (mean float64) {
	for i := range guests {
		mean += alpha / (alpha + float64(i))
	}
	return mean
}

// alphaFor is the α with which this mean is n.
func alphaFor(n float64, guests int) float64 {
	low, high := 0.01, 100.0
	for range 60 {
		if middle := (low + high) / 2; expectedTables(middle, guests) < n {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// galaxyGroups runs the sampler of the galaxies with α = 1.
func galaxyGroups(seed uint64, scale float64) *sampler.Trace {
	prior := mixture.Normal{Mean: 20, Kappa: 0.01, Shape: 2, Scale: scale}
	family := nb.Must(prior.Family(datasets.Galaxies(), nil))
	m := nb.Must(mixture.SplitMerge(mixture.DP{Alpha: 1}, family, mixture.SplitMergeSettings{}))
	return chainsOf(m, sampler.Settings{Draws: 2500, Seed: seed})
}

// inOneGroup is the share of the draws in which galaxies are together.
func inOneGroup(tr *sampler.Trace, galaxies ...int) (share float64) {
	all := nb.Must(mixture.Partitions(tr))
	for _, labels := range all {
		if !slices.ContainsFunc(galaxies, func(g int) bool { return labels[g] != labels[galaxies[0]] }) {
			share += 1 / float64(len(all))
		}
	}
	return share
}

// eruptions is the sampler by hand, on the lengths of eruptions: the draws of both means.
func eruptions(seed uint64) (mu [2][]float64) {
	type state struct{ share, mean, variance [2]float64 }
	x, _ := datasets.Faithful()
	sweep := func(r *rand.Rand, s *state) {
		var n, sum, squares [2]float64
		var curve [2]distuv.Normal
		for k := range curve {
			curve[k] = distuv.Normal{Mu: s.mean[k], Sigma: math.Sqrt(s.variance[k])}
		}
		for _, x := range x {
			a, b := s.share[0]*curve[0].Prob(x), s.share[1]*curve[1].Prob(x)
			k := 0
			if r.Float64()*(a+b) > a {
				k = 1
			}
			n[k], sum[k], squares[k] = n[k]+1, sum[k]+x, squares[k]+x*x
		}
		s.share[0] = variate.Beta(r, 1+n[0], 1+n[1])
		s.share[1] = 1 - s.share[0]
		for k := range n {
			p := 1 + n[k]/s.variance[k] // the prior of a mean is N(3, 1)
			s.mean[k] = variate.Normal(r, (3+sum[k]/s.variance[k])/p, math.Sqrt(1/p))
			around := squares[k] - 2*s.mean[k]*sum[k] + n[k]*s.mean[k]*s.mean[k]
			s.variance[k] = variate.InvGamma(r, 3+n[k]/2, 0.5+around/2)
		}
	}
	tr := chainsOf(sampler.Model[state]{
		Init: func(r *rand.Rand) (*state, error) {
			mean := [2]float64{variate.Normal(r, 3, 1), variate.Normal(r, 3, 1)}
			return &state{[2]float64{0.5, 0.5}, mean, [2]float64{0.5, 0.5}}, nil
		},
		Blocks: []sampler.Block[state]{sampler.Update("sweep", sweep)},
		Params: []sampler.Param[state]{
			sampler.Vector("mu", 2, func(s *state) []float64 { return s.mean[:] })},
	}, sampler.Settings{Seed: seed})
	return [2][]float64{nb.Must(tr.Draws("mu[0]")), nb.Must(tr.Draws("mu[1]"))}
}

// meanOf is the mean of a function of both means.
func meanOf(mu [2][]float64, f func(a, b float64) float64) (mean float64) {
	for i, a := range mu[0] {
		mean += f(a, mu[1][i]) / float64(len(mu[0]))
	}
	return mean
}

func TestMixtures(t *testing.T) {
	n := open(t, "08_mixtures")
	n.exercise("1", func(e *exercise) {
		e.exact(alphaFor(10, 82))
		e.wrong("α log N", 10/math.Log(82))
		e.wrong("one guest more", alphaFor(10, 83))
		e.wrong("one guest less", alphaFor(10, 81))
		e.wrong("ten further tables", alphaFor(11, 82))
		e.wrong("the tables of α = 10", expectedTables(10, 82))
	})
	n.exercise("2", func(e *exercise) {
		e.slow()
		e.right(func(seed uint64) float64 { return inOneGroup(galaxyGroups(seed, 1), 79, 80, 81) })
		tr := galaxyGroups(1, 1)
		e.wrong("two of them", inOneGroup(tr, 80, 81))
		e.wrong("the three slowest", inOneGroup(tr, 0, 1, 2))
		e.wrong("the first and the last", inOneGroup(tr, 79, 81)*inOneGroup(tr, 80, 81))
		e.wrong("counted from 1", inOneGroup(tr, 78, 79, 80))
	})
	n.exercise("3", func(e *exercise) {
		log := func(alpha float64, guests int) float64 {
			p := 7*math.Log(alpha) - alpha
			for i := range guests {
				p -= math.Log(alpha + float64(i))
			}
			return p
		}
		right := log(2, 82) - log(1, 82)
		e.exact(right)
		e.wrong("no denominators", 7*math.Log(2)-1)
		e.wrong("no prior", right+1)
		e.wrong("turned around", -right)
		e.wrong("guests from 1", right+math.Log(2))
		e.wrong("one guest more", log(2, 83)-log(1, 83))
	})
	n.exercise("4", func(e *exercise) {
		e.slow()
		larger := func(a, b float64) float64 { return max(a, b) }
		e.right(func(seed uint64) float64 { return meanOf(eruptions(seed), larger) })
		switched := uint64(1) // as in the seed that the exercise prescribes, chains number differently
		for math.Abs(meanOf(eruptions(switched), func(a, b float64) float64 { return a - b })) > 2 {
			switched++
		}
		mu := eruptions(switched)
		e.wrong("component 0", meanOf(mu, func(a, b float64) float64 { return a }))
		e.wrong("component 1", meanOf(mu, func(a, b float64) float64 { return b }))
		e.wrong("the short ones", meanOf(mu, func(a, b float64) float64 { return min(a, b) }))
		minutes, _ := datasets.Faithful()
		e.wrong("all eruptions", diag.Mean(minutes))
	})
	n.exercise("5", func(e *exercise) {
		e.slow()
		groups := func(seed uint64, scale float64) float64 {
			return diag.Mean(nb.Must(galaxyGroups(seed, scale).Draws("clusters")))
		}
		e.right(func(seed uint64) float64 { return groups(seed, 4) })
		e.wrong("the old scale", groups(1, 1))
		e.wrong("16, as if 4 were a standard deviation", groups(1, 16))
		e.wrong("narrower groups", groups(1, 0.25))
		e.wrong("the prior alone", expectedTables(1, 82))
	})
}
