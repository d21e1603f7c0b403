package nb

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"gibbslab/sampler"
)

// TracePlot draws the draws of one scalar in the order in which they were made, one line for each chain:
// have the chains forgotten where they started, and do they visit the same values? Good chains look like one band of
// noise; a drift, a step, or a chain that keeps to itself does not. The numbers drawn are tr.Chains(label).
func TracePlot(tr *sampler.Trace, label string) *plot.Plot {
	chains := chainsOf(tr, label)
	p := newPlot("Trace of "+label, "draw", label)
	for c, draws := range chains {
		if len(draws) == 0 {
			continue
		}
		xys := make(plotter.XYs, len(draws))
		for i, d := range draws {
			xys[i] = plotter.XY{X: float64(i + 1), Y: d}
		}
		l := line{xys, stroke(chainColour(c), 0.6)}
		p.Add(l)
		if len(chains) > 1 {
			p.Legend.Add(chainName(c), l)
		}
	}
	return p
}

func chainName(c int) string { return fmt.Sprintf("chain %d", c) }

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
