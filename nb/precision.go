package nb

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"

	"gibbslab/internal/parallel"
	"gibbslab/nb/internal/paint"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// Precision shows in three plots what the draws of one scalar are worth:
//
//   - the effective sample size for the 5 %, 10 %, …, 95 % quantile (diag.ESSQuantile): which
//     quantiles are known well? It is lower in a tail that chains rarely visit.
//   - the effective sample size for the probability of each twentieth of the distribution, from the
//     smallest draws to the largest (diag.ESSLocal): where do the chains get stuck?
//   - the Monte Carlo standard error of the same quantiles (diag.MCSEQuantile): how far off may
//     they be? The dotted line is the error of the mean (diag.MCSEMean).
//
// The dotted lines in the first two plots are at 100 effective draws a chain, the limit of
// [Summary]. To show one plot by itself, take it from the Plots of the [Grid].
func Precision(tr *sampler.Trace, label string) Grid {
	plots := []*plot.Plot{essQuantile(tr, label), essLocal(tr, label), mcseQuantile(tr, label)}
	return Grid{Plots: plots, Columns: len(plots)}
}

// precisionNumbers are what a plot of [Precision] draws: the ESS or the MCSE Y[i] at the
// probability P[i], and the dotted line.
type precisionNumbers struct {
	P, Y []float64
	Line float64
}

func essQuantile(tr *sampler.Trace, label string) *plot.Plot {
	label = labelOf(tr, label)
	d := essQuantileData(tr, label)
	return essPlot(d, label+": the ESS of quantiles", "probability of the quantile")
}

func essQuantileData(tr *sampler.Trace, label string) precisionNumbers {
	chains, n := worthChains(tr, label)
	d := twentieths(19, 1, func(i int) float64 { return diag.ESSQuantile(chains, float64(i+1)/20) })
	d.Line = diag.Limits{}.Judge(1, len(chains), n).MinESS()
	return d
}

func essLocal(tr *sampler.Trace, label string) *plot.Plot {
	label = labelOf(tr, label)
	d := essLocalData(tr, label)
	return essPlot(d, label+": the ESS of twentieths", "probability of smaller draws")
}

// essLocalData has the middle of each twentieth as P.
func essLocalData(tr *sampler.Trace, label string) precisionNumbers {
	chains, n := worthChains(tr, label)
	d := twentieths(20, 0.5, func(i int) float64 {
		return diag.ESSLocal(chains, float64(i)/20, float64(i+1)/20)
	})
	d.Line = diag.Limits{}.Judge(1, len(chains), n).MinESS()
	return d
}

func essPlot(d precisionNumbers, title, x string) *plot.Plot {
	title = fmt.Sprintf("%s is %.0f at least", title, math.Floor(slices.Min(known(d.Y))))
	return precisionPlot(d, title, x, "effective sample size", fmt.Sprintf("enough: %.0f", d.Line))
}

func mcseQuantile(tr *sampler.Trace, label string) *plot.Plot {
	label = labelOf(tr, label)
	d := mcseQuantileData(tr, label)
	title := fmt.Sprintf("%s: quantiles are good to ±%.2g or better, the mean to ±%.2g",
		label, slices.Max(known(d.Y)), d.Line)
	return precisionPlot(d, title, "probability of the quantile", "Monte Carlo standard error",
		"of the mean")
}

func mcseQuantileData(tr *sampler.Trace, label string) precisionNumbers {
	chains, _ := worthChains(tr, label)
	d := twentieths(19, 1, func(i int) float64 { return diag.MCSEQuantile(chains, float64(i+1)/20) })
	d.Line = diag.MCSEMean(chains)
	return d
}

// twentieths evaluates f for n parts or ends of parts of the distribution; P is (i+offset)/20.
func twentieths(n int, offset float64, f func(i int) float64) (d precisionNumbers) {
	d.P, d.Y = make([]float64, n), make([]float64, n)
	parallel.Each(parallel.Workers(n), n, func(_, i int) {
		d.P[i], d.Y[i] = (float64(i)+offset)/20, f(i)
	})
	return d
}

func precisionPlot(d precisionNumbers, title, x, y, key string) *plot.Plot {
	p := paint.NewPlot(title, x, y)
	dottedLine := paint.Level{Y: d.Line, LineStyle: paint.Stroke(paint.Grey, 1, paint.Dotted...)}
	p.Add(dottedLine, paint.ChainMarks{XYs: paint.XysOf(d.P, d.Y), Joined: 1.2})
	p.Legend.Add(key, dottedLine)
	p.X.Min, p.X.Max, p.Y.Min = 0, 1, 0
	return p
}

// known are the numbers that are not NaN. There must be one.
func known(x []float64) []float64 {
	x = slices.DeleteFunc(slices.Clone(x), math.IsNaN)
	if len(x) == 0 {
		panic("ESS: the draws take too few values to have quantiles: " +
			"look at the shares of the values instead")
	}
	return x
}

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
	p := paint.NewPlot(fmt.Sprintf("%s: effective sample size %.0f in the bulk, %.0f in the tails",
		label, math.Floor(d.Bulk[last]), math.Floor(d.Tail[last])),
		"draws of all chains", "effective sample size")
	enough := paint.Level{Y: d.Enough, LineStyle: paint.Stroke(paint.Grey, 1, paint.Dotted...)}
	bulk := paint.ChainMarks{XYs: paint.XysOf(d.Draws, d.Bulk), Joined: 1.2}
	tail := paint.ChainMarks{XYs: paint.XysOf(d.Draws, d.Tail), Chain: 1, Joined: 1.2}
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

const evolutionSteps = 20

// essEvolutionData returns the numbers that [ESSEvolution] draws. Chains are cut to a common
// length.
func essEvolutionData(tr *sampler.Trace, label string) essEvolutionNumbers {
	chains, n := worthChains(tr, label)
	d := essEvolutionNumbers{Enough: diag.Limits{}.Judge(1, len(chains), n).MinESS()}
	for _, x := range []*[]float64{&d.Draws, &d.Bulk, &d.Tail} {
		*x = make([]float64, evolutionSteps)
	}
	parallel.Each(parallel.Workers(evolutionSteps), evolutionSteps, func(_, i int) {
		part := make([][]float64, len(chains))
		for c := range chains {
			part[c] = chains[c][:(i+1)*n/evolutionSteps]
		}
		d.Draws[i] = float64(len(chains) * len(part[0]))
		d.Bulk[i], d.Tail[i] = diag.ESSBulk(part), diag.ESSTail(part)
	})
	return d
}
