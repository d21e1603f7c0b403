package diag

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gibbslab/sampler/diag/internal/problems"
	"gibbslab/sampler/diag/internal/tables"
)

// mixing finds the rows whose numbers are beyond their limits.
func (s *Summary) mixing() []*problems.Warning {
	j := s.Judge()
	var chainsApart []graded
	for _, r := range s.graded() {
		if r.grade == problems.Differ {
			chainsApart = append(chainsApart, r)
		}
	}
	slices.SortStableFunc(chainsApart, compare)
	var found []*problems.Warning
	if len(chainsApart) > 0 {
		const advice = "the chains do not agree yet, so trust no number of this row; look at the " +
			"trace plot, then warm up and run longer, or update correlated parameters together"
		w := &problems.Warning{Grade: problems.Differ, Shared: fmt.Sprintf("R-hat is above its "+
			"limit (%s): ", limitOf(j.MaxRHat(chainsApart[0].ESSBulk))) + advice}
		for _, r := range chainsApart {
			w.Add(r.Label, tables.UpTo(r.RHat, -3), fmt.Sprintf("R-hat is %.3f, above "+
				"%s: ", r.RHat, limitOf(j.MaxRHat(r.ESSBulk)))+advice)
		}
		found = append(found, w)
	}
	bulk := func(r Row) float64 { return r.ESSBulk }
	tail := func(r Row) float64 { return r.ESSTail }
	for _, w := range []*problems.Warning{
		j.fewDraws(s.Rows, "bulk", "mean and median", bulk),
		j.fewDraws(s.Rows, "tail", "the ends of the interval", tail),
	} {
		if len(w.Labels) > 0 {
			found = append(found, w)
		}
	}
	return found
}

// fewDraws warns of the rows whose ESS, of one kind, is below the limit.
func (j Judge) fewDraws(rows []Row, kind, of string, ess func(Row) float64) *problems.Warning {
	var few []Row
	for _, r := range rows {
		if ess(r) < j.MinESS() {
			few = append(few, r)
		}
	}
	slices.SortStableFunc(few, func(a, b Row) int { return cmp.Compare(ess(a), ess(b)) })
	w := &problems.Warning{Grade: problems.Slow}
	for i, r := range few {
		advice := fmt.Sprintf("below %.0f (%.0f a chain): %s may be off", j.MinESS(), j.essPerChain(), of)
		w.Add(r.Label, fmt.Sprintf("%.0f", math.Floor(ess(r))), fmt.Sprintf("%s ESS is "+
			"%.0f, ", kind, math.Floor(ess(r)))+advice)
		if i == 0 {
			w.Shared = kind + " ESS is " + advice
		}
	}
	return w
}

// limitOf writes a limit of R-hat.
func limitOf(v float64) string {
	if v == maxRHat {
		return fmt.Sprint(maxRHat)
	}
	return tables.UpTo(v, -3)
}
