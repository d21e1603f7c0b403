package regress

import (
	"math"
	"math/rand/v2"

	"gibbslab/sampler/variate"
)

// drawCovariance draws Σ given the effects, by way of a.
func (f *fit) drawCovariance(r *rand.Rand, s *State) error {
	inverse(s.Factor, s.covariance, s.aux)
	q, nu := len(f.vary), f.groupDF
	for k := range q {
		s.aux[k] = variate.InvGamma(r, (nu+float64(q))/2, nu*s.covariance[k*q+k]+f.groupScale[k])
	}
	clear(s.covariance)
	for k, a := range s.aux {
		s.covariance[k*q+k] = 2 * nu / a
	}
	for g := range f.groups {
		b := s.Effects[g*q : (g+1)*q]
		for k := range q {
			for l := range k + 1 {
				s.covariance[k*q+l] += b[k] * b[l]
			}
		}
	}
	if err := variate.Cholesky(s.covariance, s.covariance); err != nil {
		return err
	}
	variate.InvWishart(r, nu+float64(q-1+f.groups), s.covariance, s.Factor)
	return nil
}

// logCovariance is the log density of the effects and of Σ, with a integrated out.
func (f *fit) logCovariance(s *State) float64 {
	if f.groups == 0 {
		return 0
	}
	inverse(s.Factor, s.covariance, s.aux)
	q, nu, lp := len(f.vary), f.groupDF, 0.0
	for k := range q {
		lp -= (nu + 2*float64(q) + float64(f.groups)) * math.Log(s.Factor[k*q+k])
		lp -= (nu + float64(q)) / 2 * math.Log(nu*s.covariance[k*q+k]+f.groupScale[k])
	}
	for g := range f.groups {
		b := s.Effects[g*q : (g+1)*q]
		for k, u := range b {
			for l, v := range b {
				lp -= u * v * s.covariance[k*q+l] / 2
			}
		}
	}
	return lp
}
