package nb

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// ESSQuantile draws the effective sample size for the 5 %, 10 %, …, 95 % quantile of one scalar: which quantiles are known
// well, and which not? It is lower in the tails where chains are slow to go there and to come back. The dotted line is
// at 100 a chain.
func ESSQuantile(tr *sampler.Trace, label string) *plot.Plot {
	label = labelOf(tr, label)
	d := ESSQuantileData(tr, label)
	return essPlot(d, fmt.Sprintf("%s: the ESS of quantiles is %.0f at least", label, lowest(d.ESS)), "probability of the quantile")
}

// ESSLocal draws the effective sample size for the probability of each twentieth of the distribution of one scalar, from the
// least draws to the greatest: where do the chains get stuck? The dotted line is at 100 a chain.
func ESSLocal(tr *sampler.Trace, label string) *plot.Plot {
	label = labelOf(tr, label)
	d := ESSLocalData(tr, label)
	return essPlot(d, fmt.Sprintf("%s: the ESS of twentieths is %.0f at least", label, lowest(d.ESS)), "probability of smaller draws")
}

// ESSNumbers are what [ESSQuantile] and [ESSLocal] draw: ESS[i] is the effective sample size at the probability P[i], and
// Enough is the limit of diag.Judge.
type ESSNumbers struct {
	P, ESS []float64
	Enough float64
}

// ESSQuantileData returns the numbers that [ESSQuantile] draws: diag.ESSQuantile.
func ESSQuantileData(tr *sampler.Trace, label string) ESSNumbers {
	chains, n := worthChains(tr, label)
	d := ESSNumbers{Enough: diag.Limits{}.Judge(1, len(chains), n).MinESS()}
	for i := 1; i < 20; i++ {
		p := float64(i) / 20
		d.P, d.ESS = append(d.P, p), append(d.ESS, diag.ESSQuantile(chains, p))
	}
	return d
}

// ESSLocalData returns the numbers that [ESSLocal] draws: diag.ESSLocal for twenty intervals, of which P is the middle.
func ESSLocalData(tr *sampler.Trace, label string) ESSNumbers {
	chains, n := worthChains(tr, label)
	d := ESSNumbers{Enough: diag.Limits{}.Judge(1, len(chains), n).MinESS()}
	for i := range 20 {
		d.P = append(d.P, (float64(i)+0.5)/20)
		d.ESS = append(d.ESS, diag.ESSLocal(chains, float64(i)/20, float64(i+1)/20))
	}
	return d
}

func essPlot(d ESSNumbers, title, x string) *plot.Plot {
	p := newPlot(title, x, "effective sample size")
	enough := level{d.Enough, stroke(grey, 1, dotted...)}
	p.Add(enough, chainMarks{xysOf(d.P, d.ESS), 0, 0, 1.2})
	p.Legend.Add(fmt.Sprintf("enough: %.0f", d.Enough), enough)
	p.X.Min, p.X.Max, p.Y.Min = 0, 1, 0
	return p
}

// lowest is the least number that is not NaN, of which there must be one.
func lowest(x []float64) float64 {
	least := math.Inf(1)
	for _, v := range x {
		if v < least {
			least = v
		}
	}
	if math.IsInf(least, 1) {
		panic("ESS: the draws take so few values that no quantile has one: look at the shares of the values instead")
	}
	return least
}
