package diag

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gibbslab/sampler/diag/internal/fast"
	"gibbslab/sampler/diag/internal/problems"
	"gibbslab/sampler/diag/internal/tables"
)

// Verdict says in a sentence or two whether the draws can be used, and what to do next: how much
// longer a run would have to be for which precision. It depends on R-hat and ESS of all rows and on
// the steps of NUTS, and points to other warnings if there are any.
//
// The forecasts assume that ESS grows in proportion to the draws, and that the MCSE falls with the
// root of their number, as in a chain that has converged.
func (s *Summary) Verdict() string {
	if len(s.failed) > 0 {
		return s.verdictFailed()
	}
	if len(s.Rows) == 0 {
		return "Nothing to judge: there are no draws."
	}
	rows := s.graded()
	by := map[problems.Grade]int{}
	for _, r := range rows {
		by[r.grade]++
	}
	worst := slices.MinFunc(rows, compare)
	of := func(n int) string {
		return fmt.Sprintf("%s of %s parameters", tables.Count(n), tables.Count(len(rows)))
	}
	if len(rows) == 1 {
		of = func(int) string { return rows[0].Label }
	}
	switch {
	case s.alike != "":
		return fmt.Sprintf("Not usable: %s have identical draws, so they are one chain, and R-hat and "+
			"ESS mean nothing: %s.", s.alike, twinAdvice)
	case by[problems.Invalid] > 0:
		return fmt.Sprintf("Not usable: there are no draws, or one that is not finite, of %s. "+
			"See the warnings, and find out why before anything else.", of(by[problems.Invalid]))
	case s.diverged != "":
		text := "Not yet: " + s.diverged + " A longer run does not help: see the warnings."
		if by[problems.Differ] > 0 {
			text += fmt.Sprintf(" The chains do not agree on %s either.", of(by[problems.Differ]))
		}
		return text
	case by[problems.Differ] > 0:
		return s.verdictApart(rows, worst, by[problems.Differ], of(by[problems.Differ]))
	case by[problems.Slow] > 0:
		return s.verdictSlow(rows, worst, of(by[problems.Slow]))
	case by[problems.Missing] == len(rows) && 0 < s.Draws && s.Draws < fast.MinDraws:
		return fmt.Sprintf("Too early to judge: %d draws a chain, where R-hat takes 4 and ESS "+
			"%d, and the least to rely on is an ESS of %.0f a chain. Run "+
			"longer.", s.Draws, fast.MinDraws, s.Judge().essPerChain())
	case by[problems.Missing] == len(rows):
		return "Nothing to judge: R-hat, ESS or MCSE cannot be given, for the reason that the " +
			"warnings say."
	}
	return s.verdictFine(rows, by[problems.Missing])
}

// verdictFailed does not judge the chains that are left.
func (s *Summary) verdictFailed() string {
	text := "The only chain failed"
	if s.chains > 1 {
		text = fmt.Sprintf("%d of %d chains failed", len(s.failed), s.chains)
	}
	return text + ", so there is no verdict: " + strings.TrimSuffix(s.failed[0], ".") + ". If the " +
		"failure depends on the values that were drawn, the draws before it are a biased sample. " +
		"Mend what failed, and run again."
}

// verdictApart is the verdict on chains that disagree.
func (s *Summary) verdictApart(rows []graded, worst graded, apart int, which string) string {
	name := fmt.Sprintf("%s (R-hat %s)", worst.Label, tables.UpTo(worst.RHat, -3))
	switch {
	case apart > 1:
		name = fmt.Sprintf("%s, least on %s", which, name)
	case len(rows) > 1:
		name += ", " + which
	}
	if math.IsInf(worst.RHat, 1) {
		return fmt.Sprintf("Not yet: the chains do not agree on %s: each stays where it began, and a "+
			"longer run does not help. Does a block update it, and not a copy of the state?", name)
	}
	text := fmt.Sprintf("Not yet: the chains do not agree on %s. Look at the trace plot:", name)
	if least := smallestESS(rows); least.MinESS() < s.Judge().MinESS() {
		text += fmt.Sprintf(" if the chains wander over the same values, run %s for an ESS of "+
			"%.0f;", s.longer(s.Judge().MinESS()/least.MinESS()), s.Judge().MinESS())
	} else {
		text += " if the chains wander over the same values, warm up longer;"
	}
	return text + " if each keeps to its own, a longer run will not help: update correlated " +
		"parameters together, or make labels comparable."
}

// verdictSlow is the verdict on chains that are too short and, as far as one can tell, do not
// disagree.
func (s *Summary) verdictSlow(rows []graded, worst graded, which string) string {
	limit := s.Judge().MinESS()
	text := fmt.Sprintf("Not yet: %s is worth %s independent draws (ESS), and needs "+
		"%.0f.", worst.Label, tables.Count(int(worst.MinESS())), limit)
	if len(rows) > 1 {
		text = fmt.Sprintf("Not yet: %s are worth less than %.0f independent draws (ESS), %s the "+
			"least with %s.", which, limit, worst.Label, tables.Count(int(worst.MinESS())))
	}
	return text + " The chains do not contradict each other: " +
		"run " + s.longer(limit/worst.MinESS()) + "."
}

// verdictFine is the verdict if nothing is beyond its limit.
func (s *Summary) verdictFine(rows []graded, missing int) string {
	j := s.Judge()
	text := "The chains agree:"
	switch {
	case missing > 0:
		text = fmt.Sprintf("The chains agree on %s of %s parameters, and %s cannot be judged "+
			"(see the "+
			"warnings):", tables.Count(len(rows)-missing), tables.Count(len(rows)), tables.Count(missing))
	case len(s.Warnings) > 0:
		text = "R-hat and ESS are good, but heed the warnings:"
	}
	rhat, least, precision := math.NaN(), smallestESS(rows), 0.
	for _, r := range rows {
		if !(r.RHat <= rhat) && !math.IsNaN(r.RHat) {
			rhat = r.RHat
		}
		if p := r.MCSEMean / r.SD; p > precision {
			precision = p
		}
	}
	if len(rows) == 1 {
		text += fmt.Sprintf(" R-hat %s, smaller ESS "+
			"%s", tables.UpTo(rhat, -3), tables.Count(int(least.MinESS())))
	} else {
		text += fmt.Sprintf(" largest R-hat %s", tables.UpTo(rhat, -3))
		if limit := j.MaxRHat(least.ESSBulk); j.limits.RHat == 0 && limit > maxRHat {
			text += fmt.Sprintf(" (of %s; up to %s is to be "+
				"expected)", tables.Count(j.parameters), tables.UpTo(limit, -3))
		}
		text += fmt.Sprintf(", smallest ESS %s (%s)", tables.Count(int(least.MinESS())), least.Label)
	}
	if precision == 0 || math.IsInf(precision, 0) {
		return text + "."
	}
	goal := below(precision)
	return text + fmt.Sprintf("; means are good to %s of a posterior sd. For %s run "+
		"%s.", percent(precision), percent(goal), s.longer(math.Pow(precision/goal, 2)))
}

func smallestESS(rows []graded) graded {
	least := graded{Row: Row{ESSBulk: math.NaN(), ESSTail: math.NaN()}}
	for _, r := range rows {
		if ess := r.MinESS(); !math.IsNaN(ess) && !(least.MinESS() <= ess) {
			least = r
		}
	}
	return least
}

// longer says how long to run: "7 times as long (about 7000 draws a chain)".
func (s *Summary) longer(factor float64) string {
	if !(factor < 1e9) {
		return "much longer"
	}
	times := fmt.Sprintf("%.0f", math.Ceil(factor))
	if factor <= 9.9 {
		times = fmt.Sprint(math.Ceil(factor*10) / 10)
	}
	draws := factor * float64(s.Draws)
	if s.Draws == 0 {
		return times + " times as long"
	}
	unit := math.Max(1, math.Pow10(tables.Order(draws)-1)) // two digits are enough
	return fmt.Sprintf("%s times as long (about %s draws a "+
		"chain)", times, tables.Count(int(math.Ceil(draws/unit)*unit)))
}

// below is the largest round number 1, 2 or 5 × 10ᵏ below four fifths of v > 0.
func below(v float64) float64 {
	v *= 0.8
	unit := math.Pow10(tables.Order(v))
	for _, digit := range []float64{5, 2} {
		if digit*unit <= v {
			return digit * unit
		}
	}
	return unit
}

// percent writes a fraction in per cent with two digits.
func percent(share float64) string { return fmt.Sprintf("%.2g %%", 100*share) }

// report completes the summary of the inspected rows: the number of chains and draws that count,
// and the warnings, the gravest first.
func (t *inspection) report(s *Summary) {
	s.Chains, s.Draws = t.chains, t.draws
	if t.twins == t.moving {
		s.alike = t.alike
	}
	s.Warnings = nil
	if len(s.Rows) == 0 {
		s.Warnings = []error{errors.New("the trace holds no draws: run the sampler, or look at " +
			"the error that it returned")}
		return
	}
	all := append(t.Found, s.mixing()...)
	slices.SortStableFunc(all, func(a, b *problems.Warning) int {
		return cmp.Compare(a.Grade, b.Grade)
	})
	for _, w := range all {
		w.All = len(w.Labels) == len(s.Rows) && len(w.Labels) > 3
		s.Warnings = append(s.Warnings, w)
	}
}

// reasons are the sentences about each parameter on its own, by label.
func (s *Summary) reasons() map[string][]string {
	by := map[string][]string{}
	for _, err := range s.Warnings {
		var w *problems.Warning
		if errors.As(err, &w) {
			for i, label := range w.Labels {
				by[label] = append(by[label], w.Single[i])
			}
		}
	}
	return by
}
