package topics

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gibbslab/sampler/report"
)

// Report says how many topics return. Its table lists the topics of chain 0, those found most often
// first, with the numbers of their first words; [StabilityResult.Named] has the words themselves.
// It warns of topics that return and belong to fewer than five effective clusters.
func (s *StabilityResult) Report() report.Report { return s.Named(nil) }

// Named is [StabilityResult.Report] with words in place of their numbers.
func (s *StabilityResult) Named(vocabulary []string) report.Report {
	r := report.Report{
		Verdict: fmt.Sprintf("%s of %d topics return in %s. %d topics of chain 0 return in %s.",
			plusMinus(s.Count, s.CountSE), len(s.Found), others(min(otherChains, s.Chains-1)),
			len(s.Stable), others(s.Chains-1)),
		Table: report.Table{Head: []string{"topic", "found", "±", "words"}, Align: "lrrl"},
		Notes: []string{fmt.Sprintf("found: the share of the %d other chains that have the topic; "+
			"±: its standard error.", s.Chains-1)},
	}
	rows := slices.Clone(s.Alike)
	slices.SortStableFunc(rows, func(a, b []int) int {
		return cmp.Compare(s.Found[b[0]], s.Found[a[0]])
	})
	for _, group := range rows {
		k := group[0]
		name := strings.ReplaceAll(strings.Trim(fmt.Sprint(group), "[]"), " ", ", ")
		words := strings.Join(Words(vocabulary, s.Top[k:k+1])[0], " ")
		r.Table.Rows = append(r.Table.Rows, []string{name, fmt.Sprintf("%.2f", s.Found[k]),
			fmt.Sprintf("%.2f", s.FoundSE[k]), words})
		if s.Effective == nil {
			continue
		}
		last := len(r.Table.Rows) - 1
		r.Table.Rows[last] = slices.Insert(r.Table.Rows[last], 3, fmt.Sprintf("%.1f", s.Effective[k]))
		if s.Effective[k] < fewEffective && s.Found[k] >= stableShare {
			r.Warnings = append(r.Warnings, fmt.Errorf("topic %d returns, and has %.1f effective clusters: "+
				"most of it is in %q", k, s.Effective[k], s.Largest[k]))
		}
	}
	if s.Effective != nil {
		r.Table.Head, r.Table.Align = slices.Insert(r.Table.Head, 3, "clusters"), "lrrrl"
		r.Notes = append(r.Notes,
			"clusters: their effective number, 1/Σp², from the parts p of the topic.")
	}
	if s.Chains < otherChains+2 {
		r.Warnings = append(r.Warnings, fmt.Errorf("%d chains are too few for an error bar of the "+
			"number of topics that return: give %d or more", s.Chains, otherChains+2))
	}
	return r
}

// others names those of n other chains that a stable topic is found in: fewer than ten are all.
func others(n int) string {
	switch {
	case n == 1:
		return "the other chain"
	case n < 10:
		return fmt.Sprintf("each of %d other chains", n)
	}
	return fmt.Sprintf("at least nine in ten of the %d other chains", n)
}

// plusMinus writes a number with its standard error.
func plusMinus(x, se float64) string {
	if math.IsNaN(se) {
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.1f ± %.1f", x, se)
}

// Report says which K to take and how sure that is, with a table of all columns.
func (s *SearchResult) Report() report.Report {
	at, best := slices.Index(s.K, s.Take), s.best()
	verdict := fmt.Sprintf("Take K = %d: it predicts new documents best among the numbers that you "+
		"gave.", s.Take)
	if len(s.K) == 1 {
		verdict = fmt.Sprintf("Only K = %d was tried, so there is nothing to compare: give several.",
			s.Take)
	} else if at != best {
		verdict = fmt.Sprintf("Take K = %d: it predicts new documents as well as K = %d, the best of "+
			"the numbers that you gave, as far as the error tells (behind by %.3f ± %.3f per token).",
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
		Notes: []string{"held-out: log p per token of documents held out; behind: the best less this " +
			"one; coherence: mean NPMI; stable: topics that return in other chains; ±: standard errors."},
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
			"(R-hat %.2f), so each has found other topics: %s", s.Take, s.RHat[at], byChain))
	}
	return r
}
