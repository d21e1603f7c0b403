package nb

import (
	"fmt"
	"strings"

	"gonum.org/v1/plot"

	"gibbslab/nb/internal/paint"
	"gibbslab/sampler"

	"gibbslab/nb/internal/pairs"
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
