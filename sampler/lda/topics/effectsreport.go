package topics

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gibbslab/sampler/diag"
	"gibbslab/sampler/report"
)

// Report says which effects may be reported, and lists all of them; see [EffectsResult.Named].
func (e *EffectsResult) Report() report.Report { return e.Named(nil) }

const fewEffective = 5 // clusters, below which a topic belongs to a few

// Named is [EffectsResult.Report] with words in place of their numbers. Numbers are percentages, or
// percentage points, and a row is a contrast of a topic. A row is marked with * if the topic
// returns in nine of ten other chains, each chain's interval is on the same side of 0 (of a
// difference), R-hat is at most 1.1, the topic and the contrast have five effective clusters or
// more each, and the estimate keeps its sign without any one of them. These you can report.
func (e *EffectsResult) Named(vocabulary []string) report.Report {
	of, chains := map[bool]string{true: "clusters", false: "documents"}[e.clusters], len(e.Mean[0][0])
	r := report.Report{Table: report.Table{Align: "ll",
		Head: []string{"", "topic", "contrast", "lowest", "highest"}}, Notes: []string{
		"In percent. lowest, highest: the means of the chains, then the 95 % interval in each; sign: " +
			"chains with the more frequent sign; found: the share of the other chains that have the " +
			"topic; " + of + ": their effective number; without: the mean without the one that " +
			"supports it most.",
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

// percent writes a share in percent.
func percent(x float64) string { return fmt.Sprintf("%.1f", 100*x) }
