package nb

import (
	"fmt"
	"strings"

	"gonum.org/v1/plot"

	"gibbslab/nb/internal/paint"
	"gibbslab/nb/internal/picture"
	"gibbslab/sampler"
)

// Each makes the same plot of several scalars, one panel for each. names are as for [Forest];
// without names it draws all but lp__. At most 12 panels are drawn, and the last title says how
// many there are.
//
//	nb.Show(nb.Each(tr, nb.TracePlot, "mu", "tau"))
//	nb.Show(nb.Each(tr, nb.Density, "theta"))
func Each(tr *sampler.Trace, draw func(*sampler.Trace, string) *plot.Plot, names ...string) Grid {
	const most = 12
	labels := scalarsOf("each", tr, names)
	var g Grid
	for _, label := range labels[:min(most, len(labels))] {
		g.Plots = append(g.Plots, draw(tr, label))
	}
	if left := len(labels) - most; left > 0 {
		g.Plots[most-1].Title.Text += fmt.Sprintf(" (%d more are not drawn: name them)", left)
	}
	return g
}

// EachChain makes the same plot of each chain, one panel for each, with the same range on all axes.
// In one panel, chains can hide one another. Chains without draws have no panel.
//
//	nb.Show(nb.EachChain(tr, nb.TracePlot, "mu"))
func EachChain(tr *sampler.Trace, draw func(*sampler.Trace, string) *plot.Plot, label string) Grid {
	const standIn = "scalarOfOneChain"
	label, chains := labelOf(tr, label), chainsOf(tr, label)
	var g Grid
	for c, draws := range chains {
		if len(draws) == 0 {
			continue
		}
		// the others are empty, and the chain keeps its colour
		alone := make([][]float64, len(chains))
		alone[c] = draws
		var one sampler.Trace
		if err := one.Add(standIn, alone); err != nil { // a label such as theta[2] is no name
			panic(err)
		}
		p := draw(&one, standIn)
		says := func(text string) string { return strings.ReplaceAll(text, standIn, label) }
		WithTitle(p, chainName(c), says(p.X.Label.Text), says(p.Y.Label.Text))
		if len(paint.KeyEntries(&p.Legend)) == 1 { // it says what the title says
			p.Legend = paint.NewPlot("", "", "").Legend
		}
		g.Plots = append(g.Plots, p)
	}
	picture.SameAxes(g.Plots)
	return g
}

// TraceDensity shows what most people look at first: for each scalar a row with the densities of
// its chains on the left and its trace on the right. names are as for [Forest]; without names it
// draws all but lp__. At most 8 rows are drawn, and the last title says how many there are.
func TraceDensity(tr *sampler.Trace, names ...string) Grid {
	rows := Interval{}.rows(tr, names)
	const most = 8
	g := Grid{Columns: 2}
	for i, r := range rows[:min(most, len(rows))] {
		density := densitiesOf(r.Label, nil, chainsOf(tr, r.Label))
		density.Title.Text = "Density of " + r.Label
		trace := TracePlot(tr, r.Label)
		if i > 0 {
			bare := paint.NewPlot("", "", "").Legend
			density.Legend, trace.Legend = bare, bare
		}
		g.Plots = append(g.Plots, density, trace)
	}
	if left := len(rows) - most; left > 0 {
		last := g.Plots[len(g.Plots)-1]
		last.Title.Text += fmt.Sprintf(" (%d more are not drawn: name them)", left)
	}
	return g
}
