package nb

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"gibbslab/nb/internal/paint"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// TracePlot draws the draws of one scalar in the order in which they were made, one line for each
// chain: have the chains forgotten where they started, and do they visit the same values? Good
// chains look like one band of noise. A drift, a step, or a chain apart from the others is a bad
// sign.
//
// Chains of more than 400 draws hide one another. Their lines are pale, and small marks stand at
// the means of the eighths of each chain; the key says so. Chains of more than 1500 draws take
// turns on top, in 80 pieces of the axis. In good chains the means lie close together and do not
// climb. In shorter chains the marks lie on draws. A single chain is one line without marks. For a
// separate picture of each chain, see [EachChain].
func TracePlot(tr *sampler.Trace, label string) *plot.Plot {
	label = labelOf(tr, label)
	d := traceData(tr, label)
	p := paint.NewPlot("Trace of "+label, "draw", label)
	p.Add(d.lines()...)
	if len(d.Chains) == 1 && len(d.Chains[0]) > 1 {
		return p
	}
	means := false
	for c, draws := range d.Chains {
		if len(draws) == 0 {
			continue
		}
		m := paint.ChainMarks{XYs: someOf(alongDraws(draws, 0), c, len(d.Chains)), Chain: c}
		if d.longer(400) && d.sampled() > 1 {
			m = paint.ChainMarks{XYs: paint.XysOf(d.At[c], d.Means[c]), Chain: c,
				Aside: paint.Besides(c, len(d.Chains)), Small: true}
			means = true
		}
		if d.sampled() > 1 || len(draws) == 1 {
			p.Add(m)
		}
		p.Legend.Add(chainName(c), paint.ChainKey(c))
	}
	if means {
		p.Legend.Add("marks: mean of an eighth of a chain")
	}
	return p
}

// lines draws chains piece by piece, where they would cover one another, each piece with another
// chain on top.
func (d traceNumbers) lines() (all []plot.Plotter) {
	pieces := 1
	if d.sampled() > 1 && d.longer(1500) {
		pieces = 80
	}
	for i := range pieces * len(d.Chains) {
		k, c := i/len(d.Chains), (i+i/len(d.Chains))%len(d.Chains)
		draws := d.Chains[c]
		from, to := k*len(draws)/pieces, min((k+1)*len(draws)/pieces+1, len(draws))
		if from == len(draws) {
			continue
		}
		sty := paint.Stroke(paint.ChainColour(c), 0.6)
		if d.sampled() > 1 && d.longer(400) {
			sty.Color = paint.Pale(paint.ChainColour(c), 0.6)
		} else if d.sampled() > 1 {
			sty.Width = vg.Points(1)
		}
		all = append(all, paint.Line{XYs: alongDraws(draws[from:to], from), LineStyle: sty})
	}
	return all
}

// longer tells whether a chain has more than n draws. From 400 on chains hide one another.
func (d traceNumbers) longer(n int) bool {
	return slices.ContainsFunc(d.Chains, func(draws []float64) bool { return len(draws) > n })
}

// sampled is the number of chains that have draws.
func (d traceNumbers) sampled() (n int) {
	for _, draws := range d.Chains {
		n += min(1, len(draws))
	}
	return n
}

// alongDraws puts draws along the x axis, where the first draw of the chain is 1.
func alongDraws(draws []float64, from int) plotter.XYs {
	xys := make(plotter.XYs, len(draws))
	for i, v := range draws {
		xys[i] = plotter.XY{X: float64(from + i + 1), Y: v}
	}
	return xys
}

// traceNumbers are what [TracePlot] draws: the draws of each chain and, for long chains, the means
// of its eighths. Means[c][k] is the mean of the k-th eighth of chain c. It is drawn at At[c][k],
// the middle of the eighth, where the first draw is 1. A chain of fewer than eight draws has as
// many parts as draws. If the draws are not all finite, the mean is NaN, and is not drawn.
type traceNumbers struct {
	Chains, At, Means [][]float64
}

// tracePieces is the number of means a chain.
const tracePieces = 8

func traceData(tr *sampler.Trace, label string) traceNumbers {
	d := traceNumbers{Chains: chainsOf(tr, label)}
	for _, draws := range d.Chains {
		var at, means []float64
		n := len(draws)
		for k, pieces := 0, min(tracePieces, n); k < pieces; k++ {
			from, to := k*n/pieces, (k+1)*n/pieces
			at = append(at, float64(from+1+to)/2)
			means = append(means, diag.Mean(draws[from:to]))
		}
		d.At, d.Means = append(d.At, at), append(d.Means, means)
	}
	return d
}

func chainName(c int) string { return fmt.Sprintf("chain %d", c) }
