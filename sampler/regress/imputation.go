package regress

import (
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/sampler/variate"
)

// drawMissing draws each missing value of x.
func (f *fit) drawMissing(r *rand.Rand, s *State) {
	f.predict(s)
	last := -1
	for k, c := range f.cells {
		if c.gap != last {
			f.complete.Predict(s.Gamma[c.gap], s.column)
			last = c.gap
		}
		slope := s.Beta[c.j]
		for _, g := range f.groupings {
			if v := slices.Index(g.vary, c.j); v >= 0 {
				slope += g.effectsOf(s)[int(g.of[c.i])*len(g.vary)+v]
			}
		}
		rest := s.eta[c.i] - slope*s.Filled[k]
		prior := 1 / (s.Psi[c.gap] * s.Psi[c.gap])
		q := prior + s.w[c.i]*slope*slope
		b := prior*s.column[c.i] + s.w[c.i]*slope*(s.z[c.i]-rest)
		x := b/q + r.NormFloat64()/math.Sqrt(q)
		s.Filled[k], s.x[c.i*f.p+c.j] = x, x
		s.eta[c.i] = rest + slope*x
	}
}

// drawColumns draws the regressions of the incomplete columns on the complete ones.
func (f *fit) drawColumns(r *rand.Rand, s *State) error {
	prior := halfT{1, f.missing.Scale}
	for k, j := range f.gaps {
		for i := range s.column {
			s.column[i] = s.x[i*f.p+j]
		}
		s.one[0] = 1 / (s.Psi[k] * s.Psi[k])
		if err := f.complete.Draw(r, &s.fill, s.column, s.one, nil, f.fillPrecision(s),
			s.Gamma[k]); err != nil {
			return err
		}
		s.Psi[k] = prior.draw(r, s.Psi[k], len(f.x), f.complete.Squares(s.column, nil, s.Gamma[k]))
	}
	return nil
}

// fillPrecision is the prior precision of γ_j; nil is flat.
func (f *fit) fillPrecision(s *State) []float64 {
	if f.missing.SD == 0 {
		return nil
	}
	if s.prior == nil {
		s.prior = slices.Repeat([]float64{1 / (f.missing.SD * f.missing.SD)}, len(s.Gamma[0]))
	}
	return s.prior
}

// logMissing is the log density of the incomplete columns, and of γ and ψ.
func (f *fit) logMissing(s *State) float64 {
	lp, prior := 0.0, halfT{1, f.missing.Scale}
	for k, j := range f.gaps {
		f.complete.Predict(s.Gamma[k], s.column)
		for i, mean := range s.column {
			lp += variate.NormalLogProb(s.x[i*f.p+j], mean, s.Psi[k])
		}
		lp += prior.logDensity(s.Psi[k])
		for _, v := range s.Gamma[k] {
			if f.missing.SD > 0 {
				lp += variate.NormalLogProb(v, 0, f.missing.SD)
			}
		}
	}
	return lp
}
