package lda

import (
	"math"
	"math/rand/v2"
)

// learnsSDs tells whether the standard deviations of coefficients are unknown.
func (s *State) learnsSDs() bool {
	_, drawn := s.plan.set.Learn.(SampleHyper)
	return drawn
}

// drawSDs draws the two standard deviations given the coefficients.
func (c Covariates) drawSDs(r *rand.Rand, s *State) {
	columns := c.design.p
	for j := range s.sds {
		n, square := 0.0, 0.0
		for i, l := range s.lambda {
			if (i%columns == 0) == (j == 0) {
				mean, _ := c.prior(s, i/columns, i%columns)
				n++
				square += (l - mean) * (l - mean)
			}
		}
		scale := c.sds()[j]
		s.sds[j] = math.Exp(slice(r, math.Log(s.sds[j]), func(x float64) float64 {
			sd := math.Exp(x)
			if sd < minSD || sd > maxSD {
				return math.Inf(-1)
			}
			// The density of x = log sd has a factor sd.
			return x - n*x - square/(2*sd*sd) - sd*sd/(2*scale*scale)
		}))
	}
}

// logPriorSDs is the log density of the two standard deviations.
func (c Covariates) logPriorSDs(s *State) (log float64) {
	for j, scale := range c.sds() {
		z := s.sds[j] / scale
		log += math.Log(2/scale) - math.Log(2*math.Pi)/2 - z*z/2
	}
	return log
}

// rescale draws a standard deviation j given the coefficients in units of it, and moves them with
// it. Where it is small, drawSDs hardly moves, because the coefficients are near to their means;
// one after the other they mix well (Yu & Meng, "To center or not to center: that is not the
// question", Journal of Computational and Graphical Statistics 20 (2011)).
func (c Covariates) rescale(r *rand.Rand, s *State, j int) {
	x, g, rows := s.regression, c.design, len(s.rows.n)
	of := func(p int) bool { return (p == 0) == (j == 0) }
	for k := range s.Alpha {
		lambda := s.lambda[k*g.p:][:g.p]
		for i := range rows {
			fixed, moving := 0.0, 0.0
			for p, v := range g.x[i*g.p:][:g.p] {
				mean, _ := c.prior(s, k, p)
				if of(p) {
					fixed, moving = fixed+v*mean, moving+v*(lambda[p]-mean)
				} else {
					fixed += v * lambda[p]
				}
			}
			x.fixed[k*rows+i], x.moving[k*rows+i] = fixed, moving
		}
	}
	was, scale := s.sds[j], c.sds()[j]
	now := math.Exp(slice(r, math.Log(was), func(log float64) float64 {
		sd := math.Exp(log)
		if sd < minSD || sd > maxSD {
			return math.Inf(-1)
		}
		sum := log - sd*sd/(2*scale*scale)
		for at, moving := range x.moving {
			eta := x.fixed[at] + sd/was*moving
			if eta < logMin || eta > logMax {
				return math.Inf(-1)
			}
			sum += x.tables[at]*eta - x.rate[at%rows]*math.Exp(eta)
		}
		return sum
	}))
	s.sds[j] = now
	for i, l := range s.lambda {
		if of(i % g.p) {
			mean, _ := c.prior(s, i/g.p, i%g.p)
			s.lambda[i] = mean + now/was*(l-mean)
		}
	}
}
