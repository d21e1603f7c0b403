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
func (s *StabilityResult) Report() report.Report { return s.Named(nil) }

// Named is [StabilityResult.Report] with words in place of their numbers.
func (s *StabilityResult) Named(vocabulary []string) report.Report {
	others := fmt.Sprintf("each of %d other chains", min(otherChains, s.Chains-1))
	if s.Chains == 2 {
		others = "the other chain"
	}
	r := report.Report{
		Verdict: fmt.Sprintf("%s of %d topics return in %s. Of those of chain 0, %d return in at "+
			"least nine in ten of all others.", plusMinus(s.Count, s.CountSE), len(s.Found), others,
			len(s.Stable)),
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
	}
	if s.Chains < otherChains+2 {
		r.Warnings = append(r.Warnings, fmt.Errorf("%d chains are too few for an error bar of the "+
			"number of topics that return: give %d or more", s.Chains, otherChains+2))
	}
	return r
}

// plusMinus writes a number with its standard error.
func plusMinus(x, se float64) string {
	if math.IsNaN(se) {
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.1f ± %.1f", x, se)
}
