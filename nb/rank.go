package nb

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"gibbslab/nb/internal/paint"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// RankPlot draws whether the chains of one scalar have visited the same values. It sorts the draws
// of all chains together. For each chain it counts how many of its draws are among the lowest share
// of all draws, and subtracts that share. At least two chains are needed.
//
// If the chains agree, then in 19 of 20 runs all lines stay in the grey band everywhere. The width
// of the band accounts for autocorrelation: it comes from the number of effective draws. A line
// that rises at the left has too many low draws. An arch is a chain that sits lower than the
// others, a trough one that sits higher, and an S one that spreads less or more.
func RankPlot(tr *sampler.Trace, label string) *plot.Plot {
	label = labelOf(tr, label)
	d := RankPlotData(tr, label)
	p := paint.NewPlot("Ranks of "+label, "share of all draws, from the lowest", "share of the chain's, less that")
	if d.Lower != nil {
		b := band{X: d.X, Lower: d.Lower, Upper: d.Upper, Fill: paint.Pale(paint.Grey, 0.25)}
		p.Add(b)
		p.Legend.Add("95 % of chains that agree", b)
	}
	for c, y := range d.Y {
		if y == nil {
			continue
		}
		sty := paint.Stroke(paint.ChainColour(c), 1)
		p.Add(paint.Line{XYs: paint.XysOf(d.X, y), LineStyle: sty})
		m := paint.ChainMarks{XYs: someOf(paint.XysOf(d.X, y), c, len(d.Y)), Chain: c}
		p.Add(m)
		p.Legend.Add(chainName(c), m)
	}
	p.X.Min, p.X.Max = 0, 1
	return p
}

// someOf takes about six of the points for marks, others for each chain, so that they do not lie
// upon each other.
func someOf(xys plotter.XYs, chain, chains int) plotter.XYs {
	var some plotter.XYs
	step := max(1, len(xys)/6)
	for i := step*chain/chains + step/(2*chains); i < len(xys); i += step {
		some = append(some, xys[i])
	}
	return some
}

// RankPlotNumbers are what [RankPlot] draws.
type RankPlotNumbers struct {
	// X are shares of all draws, from the lowest.
	X []float64
	// Y[c] are the shares of the draws of chain c that are among these, less X; nil for a chain
	// without draws.
	Y [][]float64
	// Lower and Upper are the band that holds all Y at once with probability 0.95, see
	// diag.RankBandChains; nil if there is none: draws that do not change, or too few.
	Lower, Upper []float64
}

// RankPlotData returns the numbers that [RankPlot] draws, at 100 shares or, for short chains, as
// many as a chain has draws.
func RankPlotData(tr *sampler.Trace, label string) RankPlotNumbers {
	chains := chainsOf(tr, label)
	ranks, total := ranked(chains)
	bins, with := math.MaxInt, 0
	for _, r := range ranks {
		if len(r) > 0 {
			with++
			bins = min(bins, len(r))
		}
	}
	if with < 2 {
		panic(fmt.Sprintf("rank: %d chain of %s has draws: ranks compare chains, so sample two or more", with, label))
	}
	bins = min(max(bins, 2), 100)
	var d RankPlotNumbers
	for i := 1; i < bins; i++ {
		d.X = append(d.X, float64(i)/float64(bins))
	}
	for _, r := range ranks {
		if len(r) == 0 {
			d.Y = append(d.Y, nil)
			continue
		}
		y, below := make([]float64, len(d.X)), 0
		slices.Sort(r)
		for i, x := range d.X {
			for below < len(r) && r[below] < x*total {
				below++
			}
			y[i] = float64(below)/float64(len(r)) - x
		}
		d.Y = append(d.Y, y)
	}
	lo, hi := diag.RankBandChains(chains, bins, 0.95)
	for i, x := range d.X {
		if lo == nil {
			break
		}
		d.Lower, d.Upper = append(d.Lower, lo[i]-x), append(d.Upper, hi[i]-x)
	}
	return d
}

// ranked replaces each draw by its rank among all, from 0, and says how many there are. Equal draws
// get their ranks in turn from one chain and another, as if they had been ordered at random.
func ranked(chains [][]float64) (ranks [][]float64, total float64) {
	type draw struct {
		v        float64
		chain, i int
	}
	var all []draw
	for c, draws := range chains {
		ranks = append(ranks, make([]float64, len(draws)))
		for i, v := range draws {
			all = append(all, draw{v, c, i})
		}
	}
	slices.SortFunc(all, func(a, b draw) int {
		return cmp.Or(cmp.Compare(a.v, b.v), cmp.Compare(a.i, b.i), cmp.Compare(a.chain, b.chain))
	})
	for rank, d := range all {
		ranks[d.chain][d.i] = float64(rank)
	}
	return ranks, float64(len(all))
}
