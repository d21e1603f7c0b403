package regress

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

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

// Logit is for counts of successes: y_i ~ Binomial(Trials[i], 1/(1+exp(−η_i))). It has no
// parameters of its own.
//
// The sampler draws a Pólya-Gamma variable for each row, in a time that does not grow with the
// number of trials: rows of equal x are better given as one. Source: Polson, Scott & Windle: see
// [variate.PolyaGamma].
//
// If less than a tenth of all trials succeeded, or failed, these variables hold the coefficients
// nearly where they are: three successes of 3000 make 100 draws worth less than one. A step of
// elliptical slice sampling around the mode then draws the coefficients as well, unless there are
// Crossed groups or missing values.
type Logit struct {
	Trials []float64 // a number for each row; nil is 1 for all, y is 0 or 1
}

func (l Logit) trials(i int) float64 {
	if l.Trials == nil {
		return 1
	}
	return l.Trials[i]
}

func (l Logit) check(y []float64) error {
	if l.Trials == nil {
		return checkCounts(y, "0 or 1; for counts of successes give Logit.Trials", l.trials)
	}
	if len(l.Trials) != len(y) {
		return fmt.Errorf("regress: Logit has %d Trials and X %d rows: give one for each row",
			len(l.Trials), len(y))
	}
	for i, n := range l.Trials {
		if !(n >= 1 && n == math.Floor(n) && n <= 1<<53) {
			return fmt.Errorf("regress: Logit.Trials[%d] is %g, expected a number of trials, at "+
				"least 1", i, n)
		}
	}
	return checkCounts(y, "a count from 0 to Trials", l.trials)
}

func (Logit) start(*rand.Rand, *fit, *State) {}

func (l Logit) latent(r *rand.Rand, f *fit, s *State) {
	for i, v := range f.y {
		if math.IsNaN(v) {
			s.z[i], s.w[i] = 0, 0
			continue
		}
		n := l.trials(i)
		s.w[i] = variate.PolyaGamma(r, n, s.eta[i])
		s.z[i] = (v - n/2) / s.w[i]
	}
}

// rare tells whether few trials succeeded, or few failed.
func (l Logit) rare(y []float64) bool {
	yes, all := 0.0, 0.0
	for i, v := range y {
		if !math.IsNaN(v) {
			yes, all = yes+v, all+l.trials(i)
		}
	}
	return min(yes, all-yes) < 0.1*all
}

func (l Logit) slope(i int, y, eta float64) (slope, weight float64) {
	n := l.trials(i)
	p := 1 / (1 + math.Exp(-eta))
	return y - n*p, n * p * (1 - p)
}

// atMode is the normal approximation of the likelihood at the mode of the coefficients, given
// standard deviations of 1 of the groups' effects. It is nil if Newton's method does not find it.
// slope is the first derivative of the log likelihood by eta, and weight minus the second. For a
// direct family Newton's method goes on by a step, given what else is drawn.
func (f *fit) atMode(
	slope func(i int, y, eta float64) (slope, weight float64),
) func(s *State, c *grouping) {
	expand := func(s *State) {
		for i, v := range f.y {
			if s.z[i], s.w[i] = 0, 0; !math.IsNaN(v) {
				slope, weight := slope(i, v, s.eta[i])
				s.w[i] = max(weight, 1e-9)
				s.z[i] = s.eta[i] + slope/s.w[i]
			}
		}
	}
	mode := f.state()
	copy(mode.Beta, f.mean)
	for _, c := range f.groupings {
		for k := range c.vary {
			c.factorOf(mode)[k*len(c.vary)+k] = 1
		}
	}
	f.startMissing(rand.New(rand.NewPCG(1, 2)), mode)
	f.predict(mode)
	for i, v := range f.y {
		if f.direct {
			mode.eta[i] = math.Log(v + 0.5)
		}
	}
	var last []float64
	for n := 0; n < 30 && !slices.Equal(last, mode.eta); n++ {
		last = append(last[:0], mode.eta...)
		expand(mode)
		if f.drawBeta(noNoise, mode, false) != nil {
			return nil
		}
		f.predict(mode)
	}
	return func(s *State, c *grouping) {
		copy(s.z, mode.z)
		copy(s.w, mode.w)
		fixed := len(f.groupings)+len(f.shrink)+len(f.cells) == 0
		if f.direct && !fixed && f.drawGiven(noNoise, s, c, c.order) == nil {
			f.predict(s)
			expand(s)
		}
	}
}

func (Logit) blocks(*fit) []sampler.Block[State] { return nil }

func (Logit) numbers() []number { return nil }

func (l Logit) logDensity(f *fit, s *State) float64 {
	lp, single := 0.0, one
	for i, v := range f.y {
		eta, n := s.eta[i], l.trials(i)
		switch {
		case math.IsNaN(v):
		case n == 1:
			lp += v*eta - max(eta, 0)
			single.times(1 + math.Exp(-math.Abs(eta)))
		default:
			lp += v*eta - n*log1pExp(eta)
		}
	}
	return lp - single.sum()
}

func (l Logit) logLik(_ *State, i int, y, eta float64) float64 {
	n := l.trials(i)
	all, _ := math.Lgamma(n + 1)
	yes, _ := math.Lgamma(y + 1)
	no, _ := math.Lgamma(n - y + 1)
	return all - yes - no + y*eta - n*log1pExp(eta)
}

func (l Logit) simulate(r *rand.Rand, _ *State, i int, eta float64) float64 {
	return float64(variate.Binomial(r, int(l.trials(i)), 1/(1+math.Exp(-eta))))
}

// log1pExp is log(1 + eˣ) without overflow.
func log1pExp(x float64) float64 { return max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) }
