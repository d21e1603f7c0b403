package nb

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/plot"

	"gibbslab/nb/internal/paint"
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
		left = fmt.Sprintf(" (the first %d of %d scalars; not drawn: %s)", mostPairs, n, someNames(labels[mostPairs:]))
		labels = labels[:mostPairs]
	}
	d := pairsData(tr, labels...)
	title := d.strongest() + left
	p := paint.NewPlot(title, "", "")
	p.HideAxes()
	m := newMatrix(d)
	paint.SetWish(p, paint.Wish{Width: m.pixels, Height: m.pixels, Words: m.text})
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
	p.Add(m)
	if m.contoured {
		p.Legend.Add("contours: 50, 80 and 95 % of the draws", m)
	}
	p.Legend.Add(fmt.Sprintf("%d of %d draws", len(d.Draws[0]), d.Of), m.dots(nil))
	p.Legend.Add("numbers: correlation")
	return p
}

// mostPairs is as many as have room for their labels.
const mostPairs = 8

// mostDots a panel are told apart.
const mostDots = 500

// someNames are the first of many names, and how many more there are.
func someNames(names []string) string {
	const some = 6
	s := strings.Join(names[:min(some, len(names))], ", ")
	if more := len(names) - some; more > 0 {
		s += fmt.Sprintf(" and %d more", more)
	}
	return s
}

// pairsNumbers are what [Pairs] draws.
type pairsNumbers struct {
	Labels []string
	// Draws[i][s] is the s-th draw of scalar i that is drawn as a dot, the same s being of the same
	// sweep; Of is how many draws there were.
	Draws [][]float64
	Of    int
	// Correlation[i][j] is that of all draws of i and j (Pearson's), NaN if one never changes, but
	// for rounding.
	Correlation [][]float64
	all         [][]float64
}

// pairsData returns the numbers that [Pairs] draws, of all scalars named.
func pairsData(tr *sampler.Trace, names ...string) pairsNumbers {
	d := pairsNumbers{Labels: scalarsOf("pairs", tr, names)}
	for _, label := range d.Labels {
		draws := allDraws(tr, label)
		if len(d.all) > 0 && len(draws) != len(d.all[0]) {
			panic(fmt.Sprintf("pairs: %d draws of %s and %d of %s: name scalars that were recorded at the same sweeps", len(d.all[0]), d.Labels[0], len(draws), label))
		}
		d.all = append(d.all, draws)
	}
	d.Of = len(d.all[0])
	n := min(mostDots, d.Of)
	for i, draws := range d.all {
		var some []float64
		for s := range n {
			some = append(some, draws[s*d.Of/n])
		}
		d.Draws = append(d.Draws, some)
		d.Correlation = append(d.Correlation, make([]float64, len(d.all)))
		for j := range i + 1 {
			r := correlation(draws, d.all[j])
			d.Correlation[i][j], d.Correlation[j][i] = r, r
		}
	}
	return d
}

// strongest says which two depend on each other most.
func (d pairsNumbers) strongest() string {
	i, j := -1, -1
	for a := range d.Correlation {
		for b := range a {
			if r := math.Abs(d.Correlation[a][b]); r == r && (i < 0 || r > math.Abs(d.Correlation[i][j])) {
				i, j = a, b
			}
		}
	}
	if i < 0 {
		return "No two of these change"
	}
	return fmt.Sprintf("The strongest correlation is that of %s and %s: %s", d.Labels[j], d.Labels[i], correlationText(d.Correlation[i][j]))
}
