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
	f.rescaleEffects(r, s)
	for k := range f.vary {
		for l := range k {
			f.shear(r, s, k, l)
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
func (f *fit) rescaleEffects(r *rand.Rand, s *State) {
	q, nu := len(f.vary), f.groupDF
	inverse(s.Factor, s.covariance, s.aux)
	for k, j := range f.vary {
		for i, row := range f.rows(s) {
			s.column[i] = row[j] * s.Effects[f.of[i]*q+k]
		}
		inv := nu * s.covariance[k*q+k]
		c := f.factor(r, s, func(c float64) float64 {
			return (1-nu-float64(q))*math.Log(c) -
				(nu+float64(q))/2*math.Log(inv/(c*c)+f.groupScale[k])
		})
		for g := range f.groups {
			s.Effects[g*q+k] *= c
		}
		for l := range k + 1 {
			s.Factor[k*q+l] *= c
		}
		for l := range q {
			s.covariance[k*q+l] /= c
			s.covariance[l*q+k] /= c
		}
	}
}

// shear adds a number t to element (k, l) of the factor L of Σ, and moves the effects of column k
// with it, so that the standardised effects L⁻¹b_g stay: these have a density that does not change,
// and the volume does not either.
func (f *fit) shear(r *rand.Rand, s *State, k, l int) {
	q, from := len(f.vary), s.Factor[k*len(f.vary)+l]
	for g := range f.groups {
		for a := range l + 1 { // L⁻¹b_g, down to l
			s.aux[a] = s.Effects[g*q+a]
			for b := range a {
				s.aux[a] -= s.Factor[a*q+b] * s.aux[b]
			}
			s.aux[a] /= s.Factor[a*q+a]
		}
		s.standard[g] = s.aux[l]
	}
	for i, row := range f.rows(s) {
		s.column[i] = row[f.vary[k]] * s.standard[f.of[i]]
	}
	square, linear := f.quadratic(s)
	t := update.Slice(r, 0, s.Factor[k*q+k], math.Inf(-1), math.Inf(1), func(t float64) float64 {
		s.Factor[k*q+l] = from + t
		inverse(s.Factor, s.covariance, s.aux)
		lp := linear*t - square*t*t/2
		for a, scale := range f.groupScale {
			lp -= (f.groupDF + float64(q)) / 2 * math.Log(f.groupDF*s.covariance[a*q+a]+scale)
		}
		return lp
	})
	s.Factor[k*q+l] = from + t
	for g, v := range s.standard {
		s.Effects[g*q+k] += t * v
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
