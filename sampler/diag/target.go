package diag

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strings"

	"gibbslab/sampler"
	"gibbslab/sampler/diag/internal/tables"
)

// A Target says how good draws must be, for sampler.Settings.Until:
//
//	set := sampler.Settings{Until: diag.Target{ESS: 1000}.Unmet}
//
// The zero value requires draws that [Summarize] does not warn about: the default [Limits] for
// R-hat and ESS, of all parameters.
//
// A rule that looks at the draws to decide how many to make can exploit luck. But ESS and R-hat say
// little about where the draws lie, and MCSE only slightly prefers runs whose spread came out
// small. Simulation-based calibration with 4000 data sets, with each of the rules on and satisfied
// at an ESS of 100, found no bias. This does not cover rules that a few dozen effective draws
// satisfy.
type Target struct {
	// Names are the parameters that count, "theta" for all its elements; nil means all whose draws
	// are recorded.
	Names []string
	// ESS is the smallest effective sample size, bulk and tail, of all chains together. 0 means 100
	// for each chain.
	ESS float64
	// RHat is the largest R-hat. 0 means the one of [Limits]; math.Inf(1) asks for nothing.
	RHat float64
	// MCSE is the largest Monte Carlo standard error of a mean, in the unit of the parameter. 0
	// asks for nothing.
	MCSE float64
}

// Unmet says what the draws of a trace lack, each with the worst parameter, or "" if they meet the
// target. A parameter that never changes does not meet it: leave it out of Names. Unknown names,
// and a target that is negative or NaN, are errors.
func (t Target) Unmet(tr *sampler.Trace) (missing string, err error) {
	var errs []error
	for _, f := range []struct {
		name  string
		value float64
	}{{"ESS", t.ESS}, {"RHat", t.RHat}, {"MCSE", t.MCSE}} {
		if !(f.value >= 0) {
			errs = append(errs, fmt.Errorf("diag: %s is %v: give a positive number, or 0 for the "+
				"default", f.name, f.value))
		}
	}
	s, err := Options{Limits: Limits{RHat: max(t.RHat, 0)}}.Summarize(tr, t.Names...)
	if err := errors.Join(append(errs, err)...); err != nil {
		return "", err
	}
	if len(s.Rows) == 0 {
		return "", errors.New("diag: no draws are recorded of any parameter, so no target can be met")
	}
	if s.alike != "" {
		return s.alike + " have identical draws", nil
	}
	j := s.Judge()
	least := cmp.Or(t.ESS, j.MinESS())
	var ess, rhat, mcse, unknown lacking
	for _, r := range s.Rows {
		tooLarge, _ := j.Beyond(r)
		switch {
		case math.IsNaN(r.ESSBulk + r.ESSTail + r.RHat + r.MCSEMean):
			unknown.add(r, 0)
		default:
			if r.MinESS() < least {
				ess.add(r, -r.MinESS())
			}
			if tooLarge {
				rhat.add(r, r.RHat)
			}
			if t.MCSE > 0 && r.MCSEMean > t.MCSE {
				mcse.add(r, r.MCSEMean)
			}
		}
	}
	var parts []string
	if unknown.n > 0 {
		parts = append(parts, unknown.text("%s has too few draws, or never changes"))
	}
	if rhat.n > 0 {
		parts = append(parts, rhat.text("R-hat of %s is %.3f, wanted %.4g or "+
			"less", rhat.worst.RHat, j.MaxRHat(rhat.worst.ESSBulk)))
	}
	if ess.n > 0 {
		parts = append(parts, ess.text("ESS of %s is %.0f, wanted "+
			"%.0f", math.Floor(ess.worst.MinESS()), least))
	}
	if mcse.n > 0 {
		parts = append(parts, mcse.text("MCSE of %s is %.3g, wanted %.3g or "+
			"less", mcse.worst.MCSEMean, t.MCSE))
	}
	return strings.Join(parts, "; "), nil
}

// lacking collects the rows that miss one part of a target: how many, and the worst.
type lacking struct {
	n     int
	worst Row
	bad   float64
}

func (l *lacking) add(r Row, bad float64) {
	if l.n++; l.n == 1 || bad > l.bad {
		l.worst, l.bad = r, bad
	}
}

// text writes the worst label and the numbers into the format.
func (l *lacking) text(format string, numbers ...any) string {
	text := fmt.Sprintf(format, append([]any{l.worst.Label}, numbers...)...)
	if l.n > 1 {
		text += fmt.Sprintf(" (and %s more)", tables.Count(l.n-1))
	}
	return text
}
