package regress

import (
	"math"
	"math/rand/v2"

	"gibbslab/sampler/update"
	"gibbslab/sampler/variate"
)

// rescale multiplies coefficients and their standard deviation by one factor, which leaves the
// density of the one given the other as it is. It interweaves the centred and the non-centred form
// of each hierarchy: the effects of each column with √Σ_jj, each coefficient that is shrunk with
// λ_j, and all of these with τ.
func (f *fit) rescale(r *rand.Rand, s *State) {
	f.predict(s)
	for _, c := range f.groupings {
		f.rescaleEffects(r, s, c)
		for k := range c.vary {
			for l := range k {
				f.shear(r, s, c, k, l)
			}
		}
	}
	h := &s.Shrink
	for k, j := range f.shrink {
		for i, row := range f.rows(s) {
			s.column[i] = row[j] * s.Beta[j]
		}
		c := f.factor(r, s, func(c float64) float64 {
			return variate.StudentTLogProb(c*math.Sqrt(h.Lambda2[k]), 1, 0, 1) + math.Log(c)
		})
		s.Beta[j] *= c
		h.Lambda2[k] *= c * c
		h.Precision[k] /= c * c
	}
	if len(f.shrink) == 0 {
		return
	}
	clear(s.column)
	for i, row := range f.rows(s) {
		for _, j := range f.shrink {
			s.column[i] += row[j] * s.Beta[j]
		}
	}
	c := f.factor(r, s, func(c float64) float64 {
		return variate.StudentTLogProb(c*math.Sqrt(h.Tau2), 1, 0, f.shrinkScale) + math.Log(c)
	})
	h.Tau2 *= c * c
	for k, j := range f.shrink {
		s.Beta[j] *= c
		h.Precision[k] /= c * c
	}
}

// rescaleEffects scales the effects of each column and row and column j of Σ. The density of Σ is
// that of Huang and Wand, and the volume of its elements grows by the factor c^(q+1).
func (f *fit) rescaleEffects(r *rand.Rand, s *State, c *grouping) {
	q, nu, work := len(c.vary), c.df, f.scratchOf(s, c)
	factor, effects := c.factorOf(s), c.effectsOf(s)
	inverse(factor, work.covariance, work.aux)
	for k, j := range c.vary {
		for i, row := range f.rows(s) {
			s.column[i] = row[j] * effects[c.of[i]*q+k]
		}
		inv := nu * work.covariance[k*q+k]
		by := f.factor(r, s, func(by float64) float64 {
			return (1-nu-float64(q))*math.Log(by) - (nu+float64(q))/2*math.Log(inv/(by*by)+c.scale[k])
		})
		for g := range c.groups {
			effects[g*q+k] *= by
		}
		for l := range k + 1 {
			factor[k*q+l] *= by
		}
		for l := range q {
			work.covariance[k*q+l] /= by
			work.covariance[l*q+k] /= by
		}
	}
}

// shear adds a number t to element (k, l) of the factor L of Σ, and moves the effects of column k
// with it, so that the standardised effects L⁻¹b_g stay: these have a density that does not change,
// and the volume does not either.
func (f *fit) shear(r *rand.Rand, s *State, c *grouping, k, l int) {
	q, work, factor, effects := len(c.vary), f.scratchOf(s, c), c.factorOf(s), c.effectsOf(s)
	from := factor[k*q+l]
	for g := range c.groups {
		for a := range l + 1 { // L⁻¹b_g, down to l
			work.aux[a] = effects[g*q+a]
			for b := range a {
				work.aux[a] -= factor[a*q+b] * work.aux[b]
			}
			work.aux[a] /= factor[a*q+a]
		}
		work.standard[g] = work.aux[l]
	}
	for i, row := range f.rows(s) {
		s.column[i] = row[c.vary[k]] * work.standard[c.of[i]]
	}
	square, linear := f.quadratic(s)
	t := update.Slice(r, 0, factor[k*q+k], math.Inf(-1), math.Inf(1), func(t float64) float64 {
		factor[k*q+l] = from + t
		inverse(factor, work.covariance, work.aux)
		lp := linear*t - square*t*t/2
		for a, scale := range c.scale {
			lp -= (c.df + float64(q)) / 2 * math.Log(c.df*work.covariance[a*q+a]+scale)
		}
		return lp
	})
	factor[k*q+l] = from + t
	for g, v := range work.standard {
		effects[g*q+k] += t * v
	}
	for i, h := range s.column {
		s.eta[i] += t * h
	}
}

// quadratic are the terms of the log likelihood, linear·t − square·t²/2, where t times s.column is
// added to s.eta.
func (f *fit) quadratic(s *State) (square, linear float64) {
	for i, h := range s.column {
		w := s.w[min(i, len(s.w)-1)]
		square += w * h * h
		linear += w * h * (s.z[i] - s.eta[i])
	}
	return square, linear
}

// factor draws the factor by which s.column, a part of s.eta, is multiplied: a step of slice
// sampling of its logarithm. logPrior is the log prior density at the factor, as one of its
// logarithm.
func (f *fit) factor(r *rand.Rand, s *State, logPrior func(c float64) float64) float64 {
	square, linear := f.quadratic(s)
	linear += square // s.eta has the column once
	t := update.Slice(r, 0, 1, -50, 50, func(t float64) float64 {
		c := math.Exp(t)
		return linear*c - square*c*c/2 + logPrior(c)
	})
	c := math.Exp(t)
	for i, h := range s.column {
		s.eta[i] += (c - 1) * h
	}
	return c
}
