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
	some := func(n int, what string) string {
		if n == 1 {
			return "1 " + what
		}
		return fmt.Sprintf("%d %ss", n, what)
	}
	verdict := fmt.Sprintf("Updates: %d. A sweep draws %s and takes about %s.", len(p),
		some(drawn, "number"), some(cost, "product"))
	out := report.Report{Verdict: verdict, Table: t}
	if len(p) > 0 {
		out.Warnings = p[0].warnings
	}
	return out
}
