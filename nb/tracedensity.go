package nb

import (
	"fmt"

	"gonum.org/v1/plot"

	"gibbslab/sampler"
)

// TraceDensity shows what most people look at first: for each scalar a row with the densities of
// its chains on the left and its trace on the right. names are as for [Forest]; without names it
// draws all but lp__. At most 8 rows are drawn, and the last title says how many there are.
func TraceDensity(tr *sampler.Trace, names ...string) Grid {
	rows := forestData(tr, names...)
	const most = 8
	g := Grid{Columns: 2}
	for i, r := range rows[:min(most, len(rows))] {
		density := WithTitle(Densities(nil, chainsOf(tr, r.Label)), "Density of "+r.Label, r.Label, "")
		trace := TracePlot(tr, r.Label)
		if i > 0 {
			density.Legend, trace.Legend = plot.NewLegend(), plot.NewLegend()
		}
		g.Plots = append(g.Plots, density, trace)
	}
	if left := len(rows) - most; left > 0 {
		last := g.Plots[len(g.Plots)-1]
		last.Title.Text += fmt.Sprintf(" (%d more are not drawn: name them)", left)
	}
	return g
}
