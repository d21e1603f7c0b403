package relabel

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gibbslab/sampler/diag/internal/series"
	"gibbslab/sampler/diag/internal/tables"
	"gibbslab/sampler/report"
)

// Verdict says in a sentence whether the relabelled components can be read one by one.
func (s *Summary) Verdict() string {
	if len(s.Rows) == 0 {
		return "Nothing to judge: there are no draws."
	}
	recorded, relabelled, free := math.NaN(), math.NaN(), math.NaN() // the largest
	var apartRelabelled, apartFree []Row
	for _, r := range s.Rows {
		recorded, relabelled, free = series.Greater(recorded, r.Recorded),
			series.Greater(relabelled, r.Relabelled), series.Greater(free, r.LabelFree)
		a, b := s.differ(r)
		if a {
			apartRelabelled = append(apartRelabelled, r)
		}
		if b {
			apartFree = append(apartFree, r)
		}
	}
	largest := fmt.Sprintf("R-hat is at most %s as recorded, %s relabelled and %s free of "+
		"labels", tables.UpTo(recorded, -3), tables.UpTo(relabelled, -3), tables.UpTo(free, -3))
	switch {
	case len(apartFree) > 0:
		worst := slices.MaxFunc(apartFree, func(a, b Row) int {
			return cmp.Compare(a.LabelFree, b.LabelFree)
		})
		return fmt.Sprintf("Not yet: whatever the labels, the chains do not agree, least on %s "+
			"(R-hat %s). Run longer, or look at the trace plots for chains that found different "+
			"components.", worst.Label, tables.UpTo(worst.LabelFree, -3))
	case s.Ambiguous > maxAmbiguous:
		return fmt.Sprintf("Do not read the components one by one: their labels are ambiguous in "+
			"%.3g %% of the draws. Read what does not depend on labels.", 100*s.Ambiguous)
	case len(apartRelabelled) > 0:
		worst := slices.MaxFunc(apartRelabelled, func(a, b Row) int {
			return cmp.Compare(a.Relabelled, b.Relabelled)
		})
		return fmt.Sprintf("Not yet: the chains agree as far as labels do not matter, and not on "+
			"relabelled components, least on %s (R-hat %s). Run longer, or relabel by another "+
			"method.", worst.Label, tables.UpTo(worst.Relabelled, -3))
	case math.IsNaN(relabelled + free):
		return "Nothing to judge: R-hat of components cannot be given. See the warnings."
	case recorded > max(limit, relabelled, free):
		return "The labels could be made comparable: " + largest + ". Read the relabelled " +
			"components."
	}
	return "The chains agree on all components: " + largest + "."
}

// Report gives the verdict, the table and the warnings as values. Of an array of more than 12
// elements the 8 with the largest relabelled or label-free R-hat are shown, and one line with
// bounds for the rest.
func (s *Summary) Report() report.Report {
	r := report.Report{Verdict: s.Verdict(), Warnings: s.Warnings,
		Table: report.Table{Align: "l", Rows: s.cells()}}
	r.Table.Head = []string{"R-hat", "as recorded", "relabelled", "label-free"}
	return r
}

// cells are the rows of the table.
func (s *Summary) cells() [][]string {
	var table [][]string
	worst := func(r Row) float64 { return series.Greater(r.Relabelled, r.LabelFree) }
	for rows := s.Rows; len(rows) > 0; {
		name := rows[0].Name
		n := 1
		for n < len(rows) && rows[n].Name == name && name != "" {
			n++
		}
		shown, rest := rows[:n], []Row(nil)
		if n > tables.WholeArray {
			all := slices.Clone(shown)
			slices.SortStableFunc(all, func(a, b Row) int { return cmp.Compare(worst(b), worst(a)) })
			shown, rest = all[:tables.WorstOfArray], all[tables.WorstOfArray:]
		}
		for _, r := range shown {
			table = append(table, []string{r.Label, tables.UpTo(r.Recorded, -3),
				tables.UpTo(r.Relabelled, -3), tables.UpTo(r.LabelFree, -3)})
		}
		if len(rest) > 0 {
			most := rest[0]
			for _, r := range rest {
				most.Recorded, most.Relabelled, most.LabelFree = series.Greater(most.Recorded,
					r.Recorded), series.Greater(most.Relabelled, r.Relabelled),
					series.Greater(most.LabelFree, r.LabelFree)
			}
			table = append(table, []string{name + ": " + tables.Count(len(rest)) + " more",
				tables.Bound("≤ ", most.Recorded, -3), tables.Bound("≤ ", most.Relabelled, -3),
				tables.Bound("≤ ", most.LabelFree, -3)})
		}
		rows = rows[n:]
	}
	return table
}

// String is the report as text.
func (s *Summary) String() string { return s.Report().String() }
