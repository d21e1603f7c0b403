package nb

import (
	"fmt"

	"gonum.org/v1/plot"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// MCSEQuantile draws the Monte Carlo standard error of the 5 %, 10 %, …, 95 % quantile of one scalar: how far off
// may a quantile be that is read from these draws? The dotted line is the error of the mean.
func MCSEQuantile(tr *sampler.Trace, label string) *plot.Plot {
	label = labelOf(tr, label)
	d := MCSEQuantileData(tr, label)
	p := newPlot(fmt.Sprintf("%s: quantiles are good to ±%.2g or better, the mean to ±%.2g", label, -lowest(negated(d.MCSE)), d.Mean),
		"probability of the quantile", "Monte Carlo standard error")
	mean := level{d.Mean, stroke(grey, 1, dotted...)}
	p.Add(mean, chainMarks{xysOf(d.P, d.MCSE), 0, 0, 1.2})
	p.Legend.Add("of the mean", mean)
	p.X.Min, p.X.Max, p.Y.Min = 0, 1, 0
	return p
}

// MCSENumbers are what [MCSEQuantile] draws: the error MCSE[i] of the P[i]-quantile, and that of the mean.
type MCSENumbers struct {
	P, MCSE []float64
	Mean    float64
}

// MCSEQuantileData returns the numbers that [MCSEQuantile] draws: diag.MCSEQuantile and diag.MCSEMean.
func MCSEQuantileData(tr *sampler.Trace, label string) MCSENumbers {
	chains, _ := worthChains(tr, label)
	d := MCSENumbers{Mean: diag.MCSEMean(chains)}
	for i := 1; i < 20; i++ {
		p := float64(i) / 20
		d.P, d.MCSE = append(d.P, p), append(d.MCSE, diag.MCSEQuantile(chains, p))
	}
	return d
}

func negated(x []float64) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = -v
	}
	return y
}
