package nb

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/internal/radix"
	"gibbslab/nb/internal/paint"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// RankECDF draws whether ranks are uniform. They are the ranks, from 0 to draws, of true values
// among this number of draws, as in simulation-based calibration (verify.SBC). The line is the
// share of ranks up to each rank, less the expected share. For a correct sampler the whole line
// stays in the grey band for 19 of 20 functions. An arch means that ranks are too low (the draws
// are too high), a trough that they are too high, and an S that the draws spread too little or too
// much.
func RankECDF(label string, ranks []int, draws int) *plot.Plot {
	p := paint.NewPlot("Ranks of "+label+" among the draws", "rank, as a share of all",
		"share of ranks so far, less expected")
	rankECDFData(ranks, draws).addTo(p, fmt.Sprintf("%d ranks", len(ranks)), "samplers")
	return p
}

// addTo draws the line in its band, which so many of the right ones stay in.
func (d rankECDFNumbers) addTo(p *plot.Plot, name, right string) {
	b := band{X: d.X, Lower: d.Lower, Upper: d.Upper, Fill: paint.Pale(paint.Grey, 0.25)}
	p.Add(b)
	paint.AddNamed(p, name, paint.Line{XYs: paint.XysOf(d.X, d.Y),
		LineStyle: paint.Stroke(paint.Posterior, 1.4)})
	p.Legend.Add("95 % of right "+right, b)
	p.X.Min, p.X.Max = 0, 1
}

// rankECDFNumbers are what [RankECDF] draws.
type rankECDFNumbers struct {
	// X are the shares of uniform ranks below each bound, 1/(draws+1), 2/(draws+1), … up to
	// draws/(draws+1).
	X []float64
	// Y are those of the ranks given, less X.
	Y []float64
	// Lower and Upper are the band that holds all Y at once with probability 0.95: see
	// diag.RankBand.
	Lower, Upper []float64
}

func rankECDFData(ranks []int, draws int) rankECDFNumbers {
	if len(ranks) == 0 || draws < 1 {
		panic(fmt.Sprintf("ranks: %d ranks among %d draws: give at least one of each", len(ranks), draws))
	}
	lo, hi := diag.RankBand(len(ranks), draws+1, 0.95)
	if lo == nil {
		panic(fmt.Sprintf("ranks: %d ranks among %d draws: there is a band for up to 2²⁷ ranks "+
			"and 13 420 draws; keep fewer draws", len(ranks), draws))
	}
	counts := make([]int, draws+1)
	for i, r := range ranks {
		if r < 0 || r > draws {
			panic(fmt.Sprintf("ranks: rank %d is %d: ranks among %d draws go from 0 to %d", i, r,
				draws, draws))
		}
		counts[r]++
	}
	n, below := float64(len(ranks)), 0
	var c rankECDFNumbers
	for i := range draws {
		below += counts[i]
		x := float64(i+1) / float64(draws+1)
		c.X, c.Y = append(c.X, x), append(c.Y, float64(below)/n-x)
		c.Lower, c.Upper = append(c.Lower, float64(lo[i])/n-x), append(c.Upper, float64(hi[i])/n-x)
	}
	return c
}

// PIT draws whether probability integral transforms are uniform, such as those of Elpd.PIT, which
// predict each value from all others: do the data lie where they are predicted? The line is the
// share of values that are at most x, less the expected share, with the 95 % band for independent
// values, as in [RankECDF]. An arch means that the data are lower than predicted, and a trough
// that they are higher. An S means that the predictions spread too little (if it begins with a
// rise) or too much.
func PIT(values []float64) *plot.Plot {
	ranks := make([]int, len(values))
	for i, v := range values {
		if !(v >= 0 && v <= 1) {
			panic(fmt.Sprintf("PIT: value %d is %v: give probabilities between 0 and 1", i, v))
		}
		ranks[i] = min(int(v*pitBins), pitBins-1)
	}
	p := paint.NewPlot("Do the data lie among the predictions as they should?",
		"share of smaller predictions (PIT)", "share of the data so far, less expected")
	rankECDFData(ranks, pitBins-1).addTo(p, fmt.Sprintf("%d values", len(values)), "models")
	return p
}

// pitBins is in how many equally probable parts the predictions are cut.
const pitBins = 100

// band is a ribbon about 0, from 0 to 1, and a line at 0.
type band paint.Ribbon

func (b band) Plot(c draw.Canvas, p *plot.Plot) {
	paint.Ribbon(b).Plot(c, p)
	paint.Level{Y: 0, LineStyle: paint.Stroke(paint.Grey, 0.5)}.Plot(c, p)
}

func (b band) DataRange() (xmin, xmax, ymin, ymax float64) {
	_, _, ymin, ymax = paint.Ribbon(b).DataRange()
	return 0, 1, min(ymin, 0), max(ymax, 0)
}

func (b band) Thumbnail(c *draw.Canvas) { paint.Ribbon(b).Thumbnail(c) }

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
