package nb

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"gibbslab/internal/radix"
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
	d := rankPlotData(tr, label)
	p := paint.NewPlot("Ranks of "+label, "share of all draws, from the lowest",
		"above or below its fair share")
	if d.Lower != nil {
		b := band{X: d.X, Lower: d.Lower, Upper: d.Upper, Fill: paint.Pale(paint.Grey, 0.25)}
		paint.AddNamed(p, "95 % of chains that agree", b)
	}
	for c, y := range d.Y {
		if y == nil {
			continue
		}
		sty := paint.Stroke(paint.ChainColour(c), 1)
		p.Add(paint.Line{XYs: paint.XysOf(d.X, y), LineStyle: sty})
		m := paint.ChainMarks{XYs: someOf(paint.XysOf(d.X, y), c, len(d.Y)), Chain: c}
		paint.AddNamed(p, chainName(c), m)
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

type rankPlotNumbers struct {
	// X are shares of all draws, from the lowest.
	X []float64
	// Y[c] are the shares of the draws of chain c that are among these, less X; nil for a chain
	// without draws.
	Y [][]float64
	// Lower and Upper are the band that holds all Y at once with probability 0.95, see
	// diag.RankBandChains; nil if there is none: draws that do not change, or too few.
	Lower, Upper []float64
}

// rankPlotData returns the numbers that [RankPlot] draws, at 100 shares or, for short chains, as
// many as a chain has draws.
func rankPlotData(tr *sampler.Trace, label string) rankPlotNumbers {
	chains := chainsOf(tr, label)
	bins, with := math.MaxInt, 0
	for _, draws := range chains {
		if len(draws) > 0 {
			with++
			bins = min(bins, len(draws))
		}
	}
	if with < 2 {
		panic(fmt.Sprintf("rank: %d chain of %s has draws: ranks compare chains, so sample two or "+
			"more", with, label))
	}
	for c, draws := range chains {
		if t := slices.IndexFunc(draws, math.IsNaN); t >= 0 {
			panic(fmt.Sprintf("rank: draw %d of chain %d of %s is NaN and has no rank: find out why "+
				"before you draw it", t, c, label))
		}
	}
	bins = min(max(bins, 2), 100)
	d := rankPlotNumbers{Y: make([][]float64, len(chains))}
	order := chainsByRank(chains)
	below, total, rank := make([]int, len(chains)), float64(len(order)), 0
	for i := 1; i < bins; i++ {
		x := float64(i) / float64(bins)
		for ; rank < len(order) && float64(rank) < x*total; rank++ {
			below[order[rank]]++
		}
		d.X = append(d.X, x)
		for c, draws := range chains {
			if len(draws) > 0 {
				d.Y[c] = append(d.Y[c], float64(below[c])/float64(len(draws))-x)
			}
		}
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

// chainsByRank sorts the draws of all chains together, and says from which chain each comes. Equal
// draws come in turn from one chain and another, as if they had been ordered at random.
func chainsByRank(chains [][]float64) (order []int32) {
	var all []float64 // the first draws of all chains, then the second ones
	var from []int32
	for i, more := 0, true; more; i++ {
		more = false
		for c, draws := range chains {
			if i < len(draws) {
				all, from, more = append(all, draws[i]), append(from, int32(c)), true
			}
		}
	}
	var s radix.Sorter
	s.Sort(all)
	order = make([]int32, len(all))
	for rank, k := range s.Order {
		order[rank] = from[k&radix.IndexMask]
	}
	return order
}
