package topics

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gibbslab/sampler/diag"
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

// Report says which effects may be reported, and lists all of them; see [EffectsResult.Named].
func (e *EffectsResult) Report() report.Report { return e.Named(nil) }

const fewEffective = 5 // clusters, below which a topic belongs to a few

// Named is [EffectsResult.Report] with words in place of their numbers. Numbers are percentages, or
// percentage points, and a row is a contrast of a topic. A row is marked with + if the topic
// returns in nine of ten other chains, each chain's interval is on the same side of 0 (of a
// difference), the topic and the contrast have five effective clusters or more each, and the
// estimate keeps its sign without any one of them; and with * if each chain's interval holds the
// mean of all chains, too.
func (e *EffectsResult) Named(vocabulary []string) report.Report {
	of, chains := map[bool]string{true: "clusters", false: "documents"}[e.clusters], len(e.Mean[0][0])
	r := report.Report{Table: report.Table{Align: "ll",
		Head: []string{"", "topic", "contrast", "lowest", "highest"}}, Notes: []string{
		"In " + e.unit() + ". lowest, highest: the means of the chains, then the 95 % interval in " +
			"each; sign: chains with the more frequent sign; found: the share of the other chains that " +
			"have the topic; " + of + ": their effective number; without: the mean without the one " +
			"that supports it most.",
		"+: the topic returns, chains agree on the sign, and it stands without any one of the " + of +
			": report it with the range of the means. *: each chain's interval holds the mean of all " +
			"chains, too: report the size.",
	}}
	for c := range chains {
		r.Table.Head = append(r.Table.Head, fmt.Sprintf("chain %d", c))
	}
	r.Table.Head = append(r.Table.Head, "sign", "R-hat", "found", of, "without", "words")
	r.Table.Align += "lrr" + strings.Repeat("l", chains) + "rrrrrl"
	marks := map[string]int{}
	for _, k := range largest(e.Found, len(e.Found)) {
		words := strings.Join(Words(vocabulary, e.Top[k:k+1])[0], " ")
		for q, contrast := range e.Contrasts {
			mark := ""
			if e.Stands(q, k) {
				mark = "*"
			} else if contrast.Less != nil && e.returns(q, k) {
				mark = "+"
			}
			marks[mark]++
			low, high := math.Inf(1), math.Inf(-1)
			var intervals []string
			for c, m := range e.Mean[q][k] {
				low, high = min(low, m), max(high, m)
				intervals = append(intervals, fmt.Sprintf("%s to %s", percent(e.Low[q][k][c]),
					percent(e.High[q][k][c])))
			}
			row := append([]string{mark, fmt.Sprint(k), contrast.Name, percent(low), percent(high)},
				intervals...)
			r.Table.Rows = append(r.Table.Rows, append(row, fmt.Sprintf("%d/%d", e.Agree[q][k], chains),
				fmt.Sprintf("%.2f", e.RHat[q][k]), fmt.Sprintf("%.2f", e.Found[k]),
				fmt.Sprintf("%.1f", e.Effective[k]), percent(e.Without[q][k])+" ("+e.Dropped[q][k]+")", words))
		}
	}
	r.Verdict = fmt.Sprintf("%d of %d effects can be reported with sign and size (*), and %d with "+
		"the sign alone (+).", marks["*"], len(r.Table.Rows), marks["+"])
	for q, n := range e.Clusters {
		if n < fewEffective {
			r.Warnings = append(r.Warnings, fmt.Errorf("%q rests on %.1f effective %s: its intervals are "+
				"rough, and none of its effects can be reported", e.Contrasts[q].Name, n, of))
		}
	}
	for k, n := range e.Effective {
		if e.clusters && n < fewEffective && e.Found[k] > 0 {
			r.Warnings = append(r.Warnings, fmt.Errorf("topic %d has %.1f effective clusters: most of it "+
				"is in %q", k, n, e.Largest[k]))
		}
	}
	if chains < otherChains+2 {
		r.Warnings = append(r.Warnings, fmt.Errorf("%d chains say little about which topics return: run "+
			"twenty for a report", chains))
	}
	return r
}

// Stands tells whether the effect of contrast q on topic k can be reported with sign and size: see
// [EffectsResult.Named].
func (e *EffectsResult) Stands(q, k int) bool {
	mean := diag.Mean(e.Mean[q][k])
	return e.returns(q, k) && slices.Max(e.Low[q][k]) <= mean && mean <= slices.Min(e.High[q][k])
}

// returns tells whether an effect is on a topic that returns, and the sign of a difference stands.
func (e *EffectsResult) returns(q, k int) bool {
	ok := e.Found[k] >= stableShare && min(e.Effective[k], e.Clusters[q]) >= fewEffective
	if e.Contrasts[q].Less == nil {
		return ok
	}
	return ok && e.oneSided(q, k) && (e.Without[q][k] > 0) == (e.Mean[q][k][0] > 0)
}

// oneSided tells whether the intervals of all chains are on the same side of 0.
func (e *EffectsResult) oneSided(q, k int) bool {
	return slices.Min(e.Low[q][k]) > 0 || slices.Max(e.High[q][k]) < 0
}

// unit is that of the numbers of a report. A difference of shares is in percentage points.
func (e *EffectsResult) unit() string {
	if slices.ContainsFunc(e.Contrasts, func(c Contrast) bool { return c.Less != nil }) {
		return "percentage points"
	}
	return "percent"
}

// percent writes a share in percent.
func percent(x float64) string { return fmt.Sprintf("%.1f", 100*x) }
