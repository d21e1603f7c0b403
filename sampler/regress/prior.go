package regress

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/internal/numeric"
	"gibbslab/sampler/variate"
)

func (f *fit) setPrior() error {
	g, p := f.reg.Prior, f.p
	f.mean, f.base = make([]float64, p), make([]float64, p)
	if g.Mean != nil && len(g.Mean) != p || len(g.SD) > 1 && len(g.SD) != p {
		return fmt.Errorf("regress: Prior has %d Mean and %d SD for %d columns: give one for each "+
			"column, nil, or one SD for all", len(g.Mean), len(g.SD), p)
	}
	for j, v := range g.Mean {
		if !numeric.Finite(v) {
			return fmt.Errorf("regress: Prior.Mean[%d] is %g, expected a finite number", j, v)
		}
		f.mean[j] = v
	}
	for j := range f.base {
		if len(g.SD) == 0 {
			break
		}
		sd := g.SD[min(j, len(g.SD)-1)]
		if !(sd > 0) {
			return fmt.Errorf("regress: Prior.SD[%d] is %g, expected a positive number, or +Inf "+
				"for a flat prior", min(j, len(g.SD)-1), sd)
		}
		f.base[j] = 1 / (sd * sd)
	}
	f.shrinkScale = orOne(g.ShrinkScale)
	if !numeric.Positive(f.shrinkScale) {
		return fmt.Errorf("regress: Prior.ShrinkScale is %g, expected a positive number, or 0 for 1",
			g.ShrinkScale)
	}
	var err error
	if f.shrink, err = f.columns("Prior.Shrink", g.Shrink); err != nil {
		return err
	}
	for _, j := range f.shrink {
		f.mean[j], f.base[j] = 0, 1
	}
	return nil
}

// columns finds columns by their names.
func (f *fit) columns(field string, names []string) (at []int, err error) {
	for _, name := range names {
		j := slices.Index(f.reg.Names, name)
		if j < 0 {
			return nil, fmt.Errorf("regress: %s names the column %q, and Names are %q: give names "+
				"that are in Names", field, name, f.reg.Names)
		}
		if slices.Contains(at, j) {
			return nil, fmt.Errorf("regress: %s names the column %q twice", field, name)
		}
		at = append(at, j)
	}
	return at, nil
}

// priorPrecision fills s.precision, of which the horseshoe owns a part.
func (f *fit) priorPrecision(s *State) {
	copy(s.precision, f.base)
	for k, j := range f.shrink {
		s.precision[j] = s.Shrink.Precision[k]
	}
}

// drawShrink draws the scales of the horseshoe.
func (f *fit) drawShrink(r *rand.Rand, s *State) {
	for k, j := range f.shrink {
		s.sub[k] = s.Beta[j]
	}
	s.Shrink.Draw(r, s.sub, 1, f.shrinkScale)
}

// logPrior is the log prior density of the coefficients and of τ and λ.
func (f *fit) logPrior(s *State) float64 {
	f.priorPrecision(s)
	lp := 0.0
	for j, p := range s.precision {
		if p > 0 {
			lp += variate.NormalLogProb(s.Beta[j], f.mean[j], 1/math.Sqrt(p))
		}
	}
	if len(f.shrink) > 0 {
		lp += variate.StudentTLogProb(math.Sqrt(s.Shrink.Tau2), 1, 0, f.shrinkScale)
		for _, l := range s.Shrink.Lambda2 {
			lp += variate.StudentTLogProb(math.Sqrt(l), 1, 0, 1)
		}
	}
	return lp
}
