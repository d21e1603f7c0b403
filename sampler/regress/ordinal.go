package regress

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/internal/numeric"
	"gibbslab/sampler"
	"gibbslab/sampler/update"
	"gibbslab/sampler/variate"
)

// Ordinal is for grades 0, 1, …, Levels−1, such as bad, fair, good: with the normal distribution
// function Φ and cut points 0 = c_0 < c_1 < … < c_{Levels−2},
//
//	P(y_i ≤ k) = Φ(c_k − η_i).
//
// The first cut point is 0, so give X an intercept. The others are recorded as cut_1, cut_2, …; the
// distances of neighbours have gamma priors. The coefficients need a Prior.SD.
//
// y_i is the interval in which z_i ~ N(η_i, 1) lies; the sampler draws these z_i. Each moves by
// about 1 in a sweep: where |η| is often larger, the chain is slow. The cut points are drawn with
// all z_i integrated out: given these, each could move only in the gap between two of them.
// Source: Albert & Chib: see [Probit]; Cowles, "Accelerating Monte Carlo Markov chain convergence
// for cumulative-link generalized linear models", Statistics and Computing 6 (1996) 101–111.
type Ordinal struct {
	Levels      int
	Shape, Rate float64 // of the gamma priors; 0 means 2 and 2
}

func (o Ordinal) prior() (shape, rate float64) {
	if o.Shape == 0 && o.Rate == 0 {
		return 2, 2
	}
	return o.Shape, o.Rate
}

func (o Ordinal) check(y []float64) error {
	if shape, rate := o.prior(); o.Levels < 3 || !numeric.Positive(shape) || !numeric.Positive(rate) {
		return fmt.Errorf("regress: Ordinal has %d Levels, Shape %g and Rate %g: expected at least 3 "+
			"levels, and positive numbers, or 0 for both; Probit is for two levels", o.Levels, shape, rate)
	}
	return checkCounts(y, "a grade from 0 to below Levels",
		func(int) float64 { return float64(o.Levels - 1) })
}

// checkFlat refuses flat priors: with them, grades that some columns sort have no proper posterior.
func (f *fit) checkFlat() error {
	if _, ok := f.family.(Ordinal); ok && slices.Contains(f.base, 0) {
		return errors.New("regress: Ordinal needs a proper prior of the coefficients: give Prior.SD")
	}
	return nil
}

func (o Ordinal) cut(s *State, k int) *float64 {
	if len(s.Cuts) != o.Levels-1 {
		s.Cuts = make([]float64, o.Levels-1)
	}
	return &s.Cuts[k]
}

func (o Ordinal) start(r *rand.Rand, _ *fit, s *State) {
	shape, rate := o.prior()
	for k := 1; k < o.Levels-1; k++ {
		*o.cut(s, k) = *o.cut(s, k-1) + variate.Gamma(r, shape, rate)
	}
}

// interval is where z of grade y lies.
func (o Ordinal) interval(s *State, y float64) (lo, hi float64) {
	lo, hi = math.Inf(-1), math.Inf(1)
	if y > 0 {
		lo = *o.cut(s, int(y)-1)
	}
	if int(y) < o.Levels-1 {
		hi = *o.cut(s, int(y))
	}
	return lo, hi
}

func (o Ordinal) latent(r *rand.Rand, f *fit, s *State) {
	for i, v := range f.y {
		if math.IsNaN(v) {
			s.z[i], s.w[i] = 0, 0
			continue
		}
		lo, hi := o.interval(s, v)
		s.z[i], s.w[i] = variate.TruncatedNormal(r, s.eta[i], 1, lo, hi), 1
	}
}

// blocks draw the distances of the cut points, one after the other; those above move along.
func (o Ordinal) blocks(f *fit) []sampler.Block[State] {
	return []sampler.Block[State]{sampler.Update("cuts", func(r *rand.Rand, s *State) {
		f.predict(s)
		for k := 1; k < o.Levels-1; k++ {
			gap := *o.cut(s, k) - *o.cut(s, k-1)
			set := func(log float64) {
				by := math.Exp(log) - gap
				for j := k; j < o.Levels-1; j++ {
					s.Cuts[j] += by
				}
				gap += by
			}
			set(update.Slice(r, math.Log(gap), 0.5, -20, 20, func(log float64) float64 {
				set(log)
				return o.logDensity(f, s) + log
			}))
		}
	})}
}

func (o Ordinal) numbers() (all []number) {
	for k := 1; k < o.Levels-1; k++ {
		all = append(all, number{fmt.Sprintf("cut_%d", k),
			func(s *State) *float64 { return o.cut(s, k) }})
	}
	return all
}

func (o Ordinal) logDensity(f *fit, s *State) (lp float64) {
	shape, rate := o.prior()
	for k := 1; k < o.Levels-1; k++ {
		lp += variate.GammaLogProb(*o.cut(s, k)-*o.cut(s, k-1), shape, rate)
	}
	near := one
	for i, v := range f.y {
		if math.IsNaN(v) {
			continue
		}
		if lo, hi := o.around(s, v, s.eta[i]); hi > -5 {
			near.times((math.Erfc(-hi/math.Sqrt2) - math.Erfc(-lo/math.Sqrt2)) / 2)
		} else {
			lp += o.logLik(s, i, v, s.eta[i])
		}
	}
	return lp + near.sum()
}

// around is where z − η lies, or η − z: in the left tail there are more digits.
func (o Ordinal) around(s *State, y, eta float64) (lo, hi float64) {
	lo, hi = o.interval(s, y)
	if lo > eta {
		return eta - hi, eta - lo
	}
	return lo - eta, hi - eta
}

func (o Ordinal) logLik(s *State, _ int, y, eta float64) float64 {
	lo, hi := o.around(s, y, eta)
	switch {
	case math.IsInf(hi, 1):
		return logPhi(-lo)
	case math.IsInf(lo, -1):
		return logPhi(hi)
	}
	return logPhi(hi) + math.Log1p(-math.Exp(logPhi(lo)-logPhi(hi)))
}

func (o Ordinal) simulate(r *rand.Rand, s *State, _ int, eta float64) (y float64) {
	z := eta + r.NormFloat64()
	for k := range o.Levels - 1 {
		if z > *o.cut(s, k) {
			y++
		}
	}
	return y
}
