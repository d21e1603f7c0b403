package bugs

import (
	"fmt"
	"strconv"

	"gibbslab/sampler/report"
)

// Report is the plan as a table with a row for each update. nb.Show shows it.
func (p Plan) Report() report.Report {
	t := report.Table{Head: []string{"unknowns", "update", "numbers", "products", "why"},
		Align: "llrrl"}
	drawn, cost := 0, 0
	for _, u := range p {
		t.Rows = append(t.Rows,
			[]string{u.Unknowns, u.Kind, strconv.Itoa(u.Drawn), strconv.Itoa(u.Cost), u.Why})
		drawn += u.Drawn
		cost += u.Cost
	}
	verdict := fmt.Sprintf("Updates: %d. A sweep draws %d numbers and takes about %d products.",
		len(p), drawn, cost)
	return report.Report{Verdict: verdict, Table: t}
}
