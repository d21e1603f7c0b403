package nb

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"

	"gibbslab/sampler"
	"gibbslab/sampler/criticism"
)

// PowerScale draws the posterior of one scalar as it would be with more or less of the prior (left)
// and of the likelihood (right): their powers are 0.8, 1 and 1.25. Where the curves part, the
// posterior depends on it; the numbers are those of criticism.PowerScale.
func PowerScale(
	tr *sampler.Trace, l *criticism.LogLik, priors []criticism.LogPrior, label string,
) Grid {
	label = labelOf(tr, label)
	if l == nil || len(priors) == 0 {
		panic("power-scaling: there is no log likelihood or no prior: give both")
	}
	x := Must(tr.Draws(label))
	prior := make([]float64, len(x))
	for _, part := range priors {
		for s, v := range Must(criticism.PerDraw(tr, part.At)) {
			prior[s] += v
		}
	}
	likelihood := Must(l.Total())
	if len(prior) != len(x) || len(likelihood) != len(x) {
		panic(fmt.Sprintf("power-scaling: %s has %d draws, the prior %d and the likelihood %d", label,
			len(x), len(prior), len(likelihood)))
	}
	sensitivity := Must(criticism.PowerScale(tr, l, priors, label)).Rows[0].Values
	var plots []*plot.Plot
	for i, logs := range [][]float64{prior, likelihood} {
		name := []string{"prior", "likelihood"}[i]
		samples := [][]float64{powered(x, logs, 0.8), x, powered(x, logs, 1.25)}
		p := Densities([]string{name + "^0.8", "as it is", name + "^1.25"}, samples)
		plots = append(plots, WithTitle(p, fmt.Sprintf("Power of the %s: sensitivity %.2g", name,
			sensitivity[i]), label, "density"))
	}
	return Grid{Plots: plots, SameAxes: true}
}

// powered are as many draws from the posterior with another power of a component: the quantiles of
// the weighted draws.
func powered(x, logs []float64, power float64) []float64 {
	weights := criticism.PowerWeights(logs, power).Log
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(x[a], x[b]) })
	out := make([]float64, 0, len(x))
	sum, i := math.Exp(weights[order[0]]), 0
	for k := range x {
		level := (float64(k) + 0.5) / float64(len(x))
		for sum < level && i+1 < len(order) {
			i++
			sum += math.Exp(weights[order[i]])
		}
		out = append(out, x[order[i]])
	}
	return out
}
