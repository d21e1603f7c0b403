package regress

import (
	"math"
	"math/rand/v2"

	"gibbslab/sampler/variate"
)

// drawCovariance draws Σ of each grouping given its effects, by way of a.
func (f *fit) drawCovariance(r *rand.Rand, s *State) error {
	for _, c := range f.groupings {
		if err := f.drawSigma(r, s, c); err != nil {
			return err
		}
	}
	return nil
}

func (f *fit) drawSigma(r *rand.Rand, s *State, c *grouping) error {
	work, factor, effects := f.scratchOf(s, c), c.factorOf(s), c.effectsOf(s)
	inverse(factor, work.covariance, work.aux)
	q, nu := len(c.vary), c.df
	for k := range q {
		work.aux[k] = variate.InvGamma(r, (nu+float64(q))/2, nu*work.covariance[k*q+k]+c.scale[k])
	}
	clear(work.covariance)
	for k, a := range work.aux {
		work.covariance[k*q+k] = 2 * nu / a
	}
	for g := range c.groups {
		b := effects[g*q : (g+1)*q]
		for k := range q {
			for l := range k + 1 {
				work.covariance[k*q+l] += b[k] * b[l]
			}
		}
	}
	if err := variate.Cholesky(work.covariance, work.covariance); err != nil {
		return err
	}
	variate.InvWishart(r, nu+float64(q-1+c.groups), work.covariance, factor)
	return nil
}

// logCovariance is the log density of the effects and of Σ of all groupings, with a integrated out.
func (f *fit) logCovariance(s *State) (lp float64) {
	for _, c := range f.groupings {
		work, factor, effects := f.scratchOf(s, c), c.factorOf(s), c.effectsOf(s)
		inverse(factor, work.covariance, work.aux)
		q, nu := len(c.vary), c.df
		for k := range q {
			lp -= (nu + 2*float64(q) + float64(c.groups)) * math.Log(factor[k*q+k])
			lp -= (nu + float64(q)) / 2 * math.Log(nu*work.covariance[k*q+k]+c.scale[k])
		}
		for g := range c.groups {
			b := effects[g*q : (g+1)*q]
			for k, u := range b {
				for l, v := range b {
					lp -= u * v * work.covariance[k*q+l] / 2
				}
			}
		}
	}
	return lp
}
