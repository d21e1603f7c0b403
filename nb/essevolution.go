package nb

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"

	"gibbslab/nb/internal/paint"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// ESSEvolution draws the effective sample size of one scalar for the first twentieth of the draws
// of each chain, the first two twentieths, and so on: is it worth going on? If the chains mix, both
// curves are straight lines through the origin. A curve that bends down means that the chains found
// something new, and that the earlier ESS was too good to be true. The dotted line is at the limit
// of [Summary] (diag.Limits), 100 effective draws a chain. Below it, neither ESS nor R-hat can be
// trusted (Vehtari et al. 2021).
func ESSEvolution(tr *sampler.Trace, label string) *plot.Plot {
	label = labelOf(tr, label)
	d := essEvolutionData(tr, label)
	last := len(d.Draws) - 1
	p := paint.NewPlot(fmt.Sprintf("%s: effective sample size %.0f in the bulk, %.0f in the tails", label, math.Floor(d.Bulk[last]), math.Floor(d.Tail[last])),
		"draws of all chains", "effective sample size")
	enough := paint.Level{Y: d.Enough, LineStyle: paint.Stroke(paint.Grey, 1, paint.Dotted...)}
	bulk, tail := paint.ChainMarks{XYs: paint.XysOf(d.Draws, d.Bulk), Chain: 0, Aside: 0, Joined: 1.2}, paint.ChainMarks{XYs: paint.XysOf(d.Draws, d.Tail), Chain: 1, Aside: 0, Joined: 1.2}
	p.Add(enough, bulk, tail)
	p.Legend.Add("bulk", bulk)
	p.Legend.Add("tails", tail)
	p.Legend.Add(fmt.Sprintf("enough: %.0f", d.Enough), enough)
	p.X.Min, p.Y.Min = 0, 0
	return p
}

// essEvolutionNumbers are what [ESSEvolution] draws: of the first Draws[i] draws, all chains
// together, the ESS is Bulk[i] and Tail[i] (diag.ESSBulk, diag.ESSTail; NaN where these are).
// Enough is the limit of diag.Judge.
type essEvolutionNumbers struct {
	Draws, Bulk, Tail []float64
	Enough            float64
}

// evolutionSteps is the number of points on a curve.
const evolutionSteps = 20

// essEvolutionData returns the numbers that [ESSEvolution] draws. Chains are cut to a common
// length.
func essEvolutionData(tr *sampler.Trace, label string) essEvolutionNumbers {
	chains, n := worthChains(tr, label)
	d := essEvolutionNumbers{Enough: diag.Limits{}.Judge(1, len(chains), n).MinESS()}
	for i := 1; i <= evolutionSteps; i++ {
		part := make([][]float64, len(chains))
		for c := range chains {
			part[c] = chains[c][:i*n/evolutionSteps]
		}
		d.Draws = append(d.Draws, float64(len(chains)*len(part[0])))
		d.Bulk, d.Tail = append(d.Bulk, diag.ESSBulk(part)), append(d.Tail, diag.ESSTail(part))
	}
	return d
}
