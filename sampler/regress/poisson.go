package regress

import (
	"math"
	"math/rand/v2"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"
)

// Poisson is for counts: y_i ~ Poisson(exp(η_i)), where Offset is the logarithm of the time or of
// the people that were watched. It has no parameters of its own. Where counts vary more than that,
// NegativeBinomial has a parameter for it.
//
// As η grows, the likelihood falls faster than each normal density does. So it is no mixture of
// these, and no latent variables make η normal. The sampler draws β and the effects of each
// grouping in turn by a step of elliptical slice sampling around their mode, and what moves with
// them by slice sampling.
type Poisson struct{}

func (Poisson) check(y []float64) error { return checkCounts(y, "a count: 0, 1, 2, …", nil) }

func (Poisson) start(*rand.Rand, *fit, *State) {}

func (Poisson) latent(*rand.Rand, *fit, *State) {}

func (Poisson) slope(_ int, y, eta float64) (slope, weight float64) {
	mean := math.Exp(min(eta, 600))
	return y - mean, mean
}

func (Poisson) blocks(*fit) []sampler.Block[State] { return nil }

func (Poisson) numbers() []number { return nil }

func (Poisson) logDensity(f *fit, s *State) (lp float64) {
	for i, v := range f.y {
		if eta := s.eta[i]; v == v {
			lp += v*eta - math.Exp(eta)
		}
	}
	return lp
}

func (Poisson) logLik(_ *State, _ int, y, eta float64) float64 {
	factorial, _ := math.Lgamma(y + 1)
	return y*eta - math.Exp(eta) - factorial
}

func (Poisson) simulate(r *rand.Rand, _ *State, _ int, eta float64) float64 {
	return float64(variate.Poisson(r, math.Exp(min(eta, 600))))
}
