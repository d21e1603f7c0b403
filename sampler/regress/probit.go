package regress

import (
	"math"
	"math/rand/v2"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"
)

// Probit is for y of 0 and 1: P(y_i = 1) = Φ(η_i), with the normal distribution function Φ. It has
// no parameters of its own.
//
// y_i is 1 if z_i ~ N(η_i, 1) is positive. The sampler draws these z_i, each from a truncated
// normal distribution. Source: Albert & Chib, "Bayesian analysis of binary and polychotomous
// response data", Journal of the American Statistical Association 88 (1993) 669–679.
//
// Each z_i moves by about 1 in a sweep, and holds the coefficients where |η| is often above 1. So a
// step of elliptical slice sampling around the mode draws them as well, unless there are Crossed
// groups or missing values. Where the columns nearly separate the two outcomes, the sampler is slow
// all the same, as is that of [Logit]: give a proper prior, and look at the effective sample size.
type Probit struct{}

func (Probit) check(y []float64) error {
	return checkCounts(y, "0 or 1; for counts of successes use Logit", func(int) float64 { return 1 })
}

func (Probit) start(*rand.Rand, *fit, *State) {}

func (Probit) latent(r *rand.Rand, f *fit, s *State) {
	for i, v := range f.y {
		s.w[i] = 1
		switch v {
		case 1:
			s.z[i] = variate.TruncatedNormal(r, s.eta[i], 1, 0, math.Inf(1))
		case 0:
			s.z[i] = variate.TruncatedNormal(r, s.eta[i], 1, math.Inf(-1), 0)
		default:
			s.z[i], s.w[i] = 0, 0
		}
	}
}

func (Probit) slope(_ int, y, eta float64) (slope, weight float64) {
	sign := 2*y - 1
	by := math.Exp(variate.NormalLogProb(eta, 0, 1) - logPhi(sign*eta))
	return sign * by, by * (by + sign*eta)
}

func (Probit) blocks(*fit) []sampler.Block[State] { return nil }

func (Probit) numbers() []number { return nil }

func (Probit) logDensity(f *fit, s *State) float64 {
	lp, near := 0.0, one
	for i, v := range f.y {
		if x := (2*v - 1) * s.eta[i]; x > -5 {
			near.times(math.Erfc(-x/math.Sqrt2) / 2)
		} else if !math.IsNaN(v) {
			lp += logPhi(x)
		}
	}
	return lp + near.sum()
}

func (Probit) logLik(_ *State, _ int, y, eta float64) float64 { return logPhi((2*y - 1) * eta) }

func (Probit) simulate(r *rand.Rand, _ *State, _ int, eta float64) float64 {
	if eta+r.NormFloat64() > 0 {
		return 1
	}
	return 0
}

// logPhi is log Φ(x), finite in the tails: the density cut off at x is φ(x)/Φ(x) there.
func logPhi(x float64) float64 {
	if x > -5 {
		return math.Log(math.Erfc(-x/math.Sqrt2) / 2)
	}
	return variate.NormalLogProb(x, 0, 1) - variate.TruncatedNormalLogProb(x, 0, 1, math.Inf(-1), x)
}
