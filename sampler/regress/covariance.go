package regress

import (
	"cmp"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"gibbslab/sampler/update"
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

// rescale multiplies coefficients and their standard deviation by one factor, which leaves the
// density of the one given the other as it is: each coefficient that is shrunk with λ_j, and all of
// these with τ. It interweaves the centred and the non-centred form of the hierarchy.
func (f *fit) rescale(r *rand.Rand, s *State) {
	f.predict(s)
	h, x := &s.Shrink, f.allRows(s)
	for from := range len(f.shrink) + 1 { // one after the other, and then all
		columns, at, scale := f.shrink, &h.Tau2, f.shrinkScale
		if from < len(f.shrink) {
			columns, at, scale = columns[from:from+1], &h.Lambda2[from], 1
		}
		clear(s.column)
		for i := range s.column {
			for _, j := range columns {
				s.column[i] += x[i*f.step+j] * s.Beta[j]
			}
		}
		c := factorOf(r, f.lineOf(s), func(c float64) float64 {
			return variate.StudentTLogProb(c*math.Sqrt(*at), 1, 0, scale) + math.Log(c)
		})
		floats.AddScaled(s.eta, c-1, s.column)
		*at *= c * c
		for k, j := range columns {
			s.Beta[j] *= c
			h.Precision[from%len(f.shrink)+k] /= c * c
		}
	}
}

// rescaleEffects scales the effects of each column and row and column j of Σ, given sums. Σ has the
// density of Huang and Wand, and the volume of its elements grows by the factor c^(q+1).
func (f *fit) rescaleEffects(r *rand.Rand, s *State, c *grouping) {
	q, nu, work := len(c.vary), c.df, f.scratchOf(s, c)
	factor, effects := c.factorOf(s), c.effectsOf(s)
	inverse(factor, work.covariance, work.aux)
	for k := range c.vary {
		for g := range work.standard {
			work.standard[g] = effects[g*q+k]
		}
		inv := nu * work.covariance[k*q+k]
		by := factorOf(r, f.effectsLine(s, c, k), func(by float64) float64 {
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
	for k := range c.vary {
		for l := range k {
			f.shear(r, s, c, k, l)
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
	line := f.effectsLine(s, c, k)
	t := update.Slice(r, 0, factor[k*q+k], math.Inf(-1), math.Inf(1), func(t float64) float64 {
		factor[k*q+l] = from + t
		inverse(factor, work.covariance, work.aux)
		lp := line.at(t)
		for a, scale := range c.scale {
			lp -= (c.df + float64(q)) / 2 * math.Log(c.df*work.covariance[a*q+a]+scale)
		}
		return lp
	})
	factor[k*q+l] = from + t
	for g, v := range work.standard {
		effects[g*q+k] += t * v
	}
}

// A line is the log likelihood, up to a constant, along a change of the linear predictor: that of
// the latent variables is a parabola, and a direct family, which has f, is asked for it.
type line struct {
	f              *fit
	s              *State
	square, linear float64
	width          float64 // a guess for the logarithm of a factor; 0 is 1
}

// at is the log likelihood where t times the change is added; it is in s.column of a direct family.
func (l line) at(t float64) float64 {
	s := l.s
	if l.f == nil {
		return l.linear*t - l.square*t*t/2
	}
	floats.AddScaledTo(s.z, s.eta, t, s.column)
	s.eta, s.z = s.z, s.eta
	lp := l.f.family.logDensity(l.f, s)
	if s.eta, s.z = s.z, s.eta; math.IsNaN(lp) { // η has overflowed
		return math.Inf(-1)
	}
	return lp
}

// effectsLine is where work.standard is added to the effects of column k, given sums.
func (f *fit) effectsLine(s *State, c *grouping, k int) (l line) {
	work, effects, p, q := f.scratchOf(s, c), c.effectsOf(s), f.p, len(c.vary)
	if f.direct {
		f.predict(s)
		x := f.allRows(s)[c.vary[k]:]
		for i, g := range c.of {
			s.column[i] = x[i*f.step] * work.standard[g]
		}
		return line{f: f, s: s, width: 2 / math.Sqrt(float64(c.groups))}
	}
	for g, v := range work.standard {
		sums := work.k[(g*q+k)*(p+1):][:p+1]
		rest := sums[p]
		for m, b := range s.Beta {
			rest -= sums[m] * b
		}
		for m, j := range c.vary {
			rest -= sums[j] * effects[g*q+m]
		}
		l.square += v * v * sums[c.vary[k]]
		l.linear += v * rest
	}
	return l
}

// lineOf is where s.column is added to s.eta.
func (f *fit) lineOf(s *State) (l line) {
	if f.direct {
		return line{f: f, s: s}
	}
	for i, h := range s.column {
		w := s.w[min(i, len(s.w)-1)]
		l.square += w * h * h
		l.linear += w * h * (s.z[i] - s.eta[i])
	}
	return l
}

// factorOf draws the factor of what is in the linear predictor once: a step of slice sampling of
// its logarithm. l adds as much again, and logPrior is the log prior density at the factor, as one
// of its logarithm.
func factorOf(r *rand.Rand, l line, logPrior func(c float64) float64) float64 {
	return math.Exp(update.Slice(r, 0, cmp.Or(l.width, 1), -50, 50, func(t float64) float64 {
		c := math.Exp(t)
		return l.at(c-1) + logPrior(c)
	}))
}
