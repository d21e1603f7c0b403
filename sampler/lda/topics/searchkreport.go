package topics

import (
	"fmt"
	"math"
	"slices"

	"gibbslab/sampler/report"
)

// Report says which K to take and how sure that is, with a table of all columns.
func (s *SearchResult) Report() report.Report {
	at, best := slices.Index(s.K, s.Take), s.best()
	verdict := fmt.Sprintf("Take K = %d: of the numbers that you gave it predicts new documents best.",
		s.Take)
	if at != best {
		verdict = fmt.Sprintf("Take K = %d: it predicts new documents as well as K = %d, the best of "+
			"the numbers that you gave, as far as the error tells (behind by %.3f ± %.3f a token).",
			s.Take, s.K[best], s.Behind[at], s.BehindSE[at])
	}
	switch {
	case at > 0:
		verdict += fmt.Sprintf(" K = %d is behind by %.3f ± %.3f, %.0f standard errors.", s.K[at-1],
			s.Behind[at-1], s.BehindSE[at-1], s.Behind[at-1]/s.BehindSE[at-1])
	case len(s.K) > 1 && s.Take > 1:
		verdict += " No smaller number was tried: try some."
	}
	verdict += fmt.Sprintf(" About %s of its topics return in other chains.",
		plusMinus(s.Stable[at], s.StableSE[at]))
	r := report.Report{
		Verdict: verdict,
		Table: report.Table{Head: []string{"K", "held-out", "±", "behind", "±", "coherence", "±",
			"stable", "±", "R-hat"}},
		Notes: []string{"held-out: log p a token of documents held out; behind: the best less this " +
			"one; coherence: mean NPMI; stable: topics that return in other chains; ±: standard " +
			"errors."},
	}
	for i, k := range s.K {
		row := []string{fmt.Sprint(k)}
		for j, x := range []float64{s.HeldOut[i], s.HeldOutSE[i], s.Behind[i], s.BehindSE[i],
			s.Coherence[i], s.CoherenceSE[i], s.Stable[i], s.StableSE[i], s.RHat[i]} {
			cell := fmt.Sprintf("%.*f", []int{3, 3, 3, 3, 3, 3, 1, 1, 2}[j], x)
			if math.IsNaN(x) {
				cell = "–"
			}
			row = append(row, cell)
		}
		r.Table.Rows = append(r.Table.Rows, row)
	}
	if best == len(s.K)-1 && len(s.K) > 1 {
		r.Warnings = append(r.Warnings, fmt.Errorf("the largest number predicts best: try larger "+
			"ones than K = %d", s.K[best]))
	}
	if s.RHat[at] > 1.1 {
		r.Warnings = append(r.Warnings, fmt.Errorf("the chains of K = %d do not agree on loglik "+
			"(R-hat %.2f): run longer before you trust this table", s.Take, s.RHat[at]))
	}
	return r
}
