package nb

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// TracePlot draws the draws of one scalar in the order in which they were made, one line for each chain:
// have the chains forgotten where they started, and do they visit the same values? Good chains look like one band of
// noise; a drift, a step, or a chain that keeps to itself does not.
//
// Long chains hide one another, so the lines are pale, and upon them lie the means of each eighth of each chain, with
// the chain's colour and marker: those of good chains lie close together, and none climbs. A single chain is
// one line without marks.
func TracePlot(tr *sampler.Trace, label string) *plot.Plot {
	label = labelOf(tr, label)
	d := TraceData(tr, label)
	p := newPlot("Trace of "+label, "draw", label)
	alone := len(d.Chains) == 1
	var marks []chainMarks
	for c, draws := range d.Chains {
		if len(draws) == 0 {
			marks = append(marks, chainMarks{})
			continue
		}
		xys := make(plotter.XYs, len(draws))
		for i, v := range draws {
			xys[i] = plotter.XY{X: float64(i + 1), Y: v}
		}
		sty := stroke(chainColour(c), 0.6)
		if !alone {
			sty.Color = pale(chainColour(c), 0.6)
		}
		p.Add(line{xys, sty})
		marks = append(marks, chainMarks{xysOf(d.At[c], d.Means[c]), c, besides(c, len(d.Chains)), true})
	}
	for c, m := range marks {
		if !alone && len(d.Chains[c]) > 0 {
			p.Add(m)
			p.Legend.Add(chainName(c), m)
		}
	}
	return p
}

// TraceNumbers are what [TracePlot] draws: the draws of each chain, and the means of its eighths. Means[c][k] is that of
// the k-th eighth of chain c, drawn at the draw At[c][k], the middle of the eighth, where the first draw is 1. A chain
// of fewer than eight draws has as many parts as draws. A mean of draws that are not all finite is NaN, and not drawn.
type TraceNumbers struct {
	Chains, At, Means [][]float64
}

// tracePieces is the number of means a chain.
const tracePieces = 8

// TraceData returns the numbers that [TracePlot] draws.
func TraceData(tr *sampler.Trace, label string) TraceNumbers {
	d := TraceNumbers{Chains: chainsOf(tr, label)}
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

// labelOf is the label that the trace shows: that of an element with a name has the name, "theta[Aalen]",
// whether it was asked for so or as "theta[0]".
func labelOf(tr *sampler.Trace, label string) string {
	if tr != nil {
		if labels, err := tr.Labels(label); err == nil && len(labels) == 1 {
			return labels[0]
		}
	}
	return label // chainsOf says what is wrong
}

// chainsOf returns the draws of a scalar, chains × draws, of which there is at least one.
func chainsOf(tr *sampler.Trace, label string) [][]float64 {
	if tr == nil {
		panic(fmt.Sprintf("trace: asked for %q, but the trace is nil: was the error of sampler.Run looked at?", label))
	}
	chains, err := tr.Chains(label)
	if err != nil {
		panic(err)
	}
	for _, draws := range chains {
		if len(draws) > 0 {
			return chains
		}
	}
	panic(fmt.Sprintf("trace: no draws of %q were kept: the run was stopped during warm-up", label))
}
