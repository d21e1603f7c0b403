package diag

import (
	"gibbslab/sampler"
	"gibbslab/sampler/report"
)

// Columns are the draws for other programs: a row for each draw of each chain, a column for each
// scalar, with its label as the name.
//
//	columns, err := diag.Columns(tr, "mu", "sigma2")
//	err = columns.Save("draws.parquet")
//
// Without names it takes all parameters that have a value in each draw. Errors: an unknown name,
// parameters of different numbers of draws.
func Columns(tr *sampler.Trace, names ...string) (report.Columns, error) {
	labels, err := tr.Labels(names...)
	if err != nil {
		return nil, err
	}
	var chain, draw []int
	var columns report.Columns
	for _, label := range labels {
		chains, err := tr.Chains(label)
		if err != nil {
			return nil, err
		}
		var all []float64
		for c, x := range chains {
			for i := range x {
				if len(columns) == 0 {
					chain, draw = append(chain, c), append(draw, i)
				}
			}
			all = append(all, x...)
		}
		if len(names) == 0 && len(all) != len(chain) {
			continue // recorded in some sweeps only
		}
		columns = append(columns, report.Column{Name: label, Values: all})
	}
	return append(report.Columns{{Name: "chain", Values: chain}, {Name: "draw", Values: draw}},
		columns...), nil
}
