package nb

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"

	"gibbslab/nb/internal/paint"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// RunningMean draws the mean of the first n draws of one scalar against n, for each chain: has it
// settled, and at the same value in all chains? The grey funnel is the mean of all draws ± 1.96
// Monte Carlo standard errors of a mean of n draws. A chain whose line stays outside for long has
// not been where the others are. If chains disagree, the error is large and the funnel wide: look
// at diag.RHat first. The y axis shows what happens after the first twentieth.
func RunningMean(tr *sampler.Trace, label string) *plot.Plot {
	label = labelOf(tr, label)
	d := runningMeanData(tr, label)
	f := digitsFor(10 * d.MCSE) // to a tenth of the error
	p := paint.NewPlot(fmt.Sprintf("%s: mean %s ± %.2g after all draws", label, f(d.Mean),
		1.96*d.MCSE), "draws of a chain", "mean so far of "+label)
	n, away := 0, 0.0
	for _, means := range d.Chains {
		n = max(n, len(means))
		for i := len(means) / 20; i < len(means); i++ {
			if dev := math.Abs(means[i] - d.Mean); dev > away {
				away = dev
			}
		}
	}
	var x, lower, upper []float64
	for i := range 200 { // closer together at the beginning, where the funnel is steep
		at := math.Max(1, float64(n)*float64((i+1)*(i+1))/(200*200))
		x = append(x, at)
		lower, upper = append(lower, d.Mean-d.halfWidth(at)), append(upper, d.Mean+d.halfWidth(at))
	}
	funnel := paint.Ribbon{X: x, Lower: lower, Upper: upper, Fill: paint.Pale(paint.Grey, 0.25)}
	p.Add(funnel)
	addRunning(p, d.Chains)
	p.Legend.Add("all draws ± 1.96 MCSE", funnel)
	reach := 1.1 * max(away, d.halfWidth(float64(n)/20))
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, float64(n), d.Mean-reach, d.Mean+reach
	return p
}

// runningMeanNumbers are what [RunningMean] draws. Chains[c][i] is the mean of the first i+1 draws
// of chain c. Mean is the mean of all Draws draws of all chains, and MCSE its Monte Carlo standard
// error. The funnel is Mean ± 1.96·MCSE·√(Draws/n).
type runningMeanNumbers struct {
	Chains     [][]float64
	Mean, MCSE float64
	Draws      int
}

func (d runningMeanNumbers) halfWidth(n float64) float64 {
	return 1.96 * d.MCSE * math.Sqrt(float64(d.Draws)/n)
}

// runningMeanData returns the numbers that [RunningMean] draws: diag.RunningMean. Chains are cut to
// a common length.
func runningMeanData(tr *sampler.Trace, label string) runningMeanNumbers {
	chains, n := worthChains(tr, label)
	d := runningMeanNumbers{Draws: len(chains) * n, MCSE: diag.MCSEMean(chains)}
	for _, draws := range chains {
		d.Chains = append(d.Chains, diag.RunningMean(draws))
		d.Mean += diag.Mean(draws) / float64(len(chains))
	}
	return d
}

// addRunning draws a line for each chain. Eight markers stand on each line, at other draws for each
// chain.
func addRunning(p *plot.Plot, chains [][]float64) {
	var all []paint.ChainMarks
	for c, values := range chains {
		xys := alongDraws(values)
		marks := paint.ChainMarks{Chain: c}
		for k, pieces := 0, min(tracePieces, len(values)); k < pieces; k++ {
			at := (float64(k) + (float64(c)+0.5)/float64(len(chains))) / float64(pieces)
			marks.XYs = append(marks.XYs, xys[int(at*float64(len(values)))])
		}
		if len(values) > 0 {
			p.Add(paint.Line{XYs: xys, LineStyle: paint.Stroke(paint.ChainColour(c), 1.2)})
		}
		all = append(all, marks)
	}
	for c, marks := range all {
		if len(marks.XYs) > 0 && len(chains) > 1 {
			p.Add(marks)
			p.Legend.Add(chainName(c), marks)
		}
	}
}
