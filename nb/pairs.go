package nb

import (
	"fmt"
	"strings"

	"gonum.org/v1/plot"

	"gibbslab/nb/internal/paint"
	"gibbslab/nb/internal/pairs"
	"gibbslab/nb/internal/picture"
	"gibbslab/sampler"
)

// Pairs draws up to eight scalars, each against each other: which of them depend on one another,
// and how? A Gibbs sampler is slow if two blocks depend on one another. Below the diagonal are at
// most 500 draws, spread evenly over all chains, and contours that hold 50, 80 and 95 % of their
// density. The dots of whole numbers are spread a little to make them visible. Above the diagonal
// is the correlation of all draws. On it is the density of each scalar, or a histogram for whole
// numbers.
//
// names are as for [Forest]. If there are more than eight scalars, the title says which are not
// drawn. The picture is a square, and is shown by itself.
func Pairs(tr *sampler.Trace, names ...string) *plot.Plot {
	labels := scalarsOf("pairs", tr, names)
	if len(labels) < 2 {
		panic(fmt.Sprintf("pairs: %s is a single scalar: name two or more", labels[0]))
	}
	left := ""
	if n := len(labels); n > mostPairs {
		left = fmt.Sprintf(" (the first %d of %d scalars; not drawn: %s)", mostPairs, n,
			someNames(labels[mostPairs:]))
		labels = labels[:mostPairs]
	}
	d := pairsData(tr, labels...)
	title := d.Strongest() + left
	p := paint.NewPlot(title, "", "")
	p.HideAxes()
	m := pairs.NewMatrix(d)
	paint.SetWish(p, paint.Wish{Width: m.Side, Height: m.Side, Words: m.Text})
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
	p.Add(m)
	if m.Contoured {
		p.Legend.Add("contours: 50, 80 and 95 % of the draws", m)
	}
	p.Legend.Add(fmt.Sprintf("%d of %d draws", len(d.Draws[0]), len(d.All[0])), m.Dots(nil))
	p.Legend.Add("numbers: correlation")
	return p
}

// mostPairs is the largest number of scalars whose labels have room.
const mostPairs = 8

// someNames writes the first of many names, and how many more there are.
func someNames(names []string) string {
	const some = 6
	s := strings.Join(names[:min(some, len(names))], ", ")
	if more := len(names) - some; more > 0 {
		s += fmt.Sprintf(" and %d more", more)
	}
	return s
}

func pairsData(tr *sampler.Trace, names ...string) pairs.Numbers {
	labels, all := scalarsOf("pairs", tr, names), [][]float64{}
	for _, label := range labels {
		draws := allDraws(tr, label)
		if len(all) > 0 && len(draws) != len(all[0]) {
			panic(fmt.Sprintf("pairs: %d draws of %s and %d of %s: name scalars that were "+
				"recorded at the same sweeps", len(all[0]), labels[0], len(draws), label))
		}
		all = append(all, draws)
	}
	return pairs.Of(labels, all)
}

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
