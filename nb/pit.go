package nb

import (
	"fmt"

	"gonum.org/v1/plot"

	"gibbslab/nb/internal/paint"
)

// PIT draws whether probability integral transforms are uniform, such as those of Elpd.PIT, which
// predict each value from all others: do the data lie where they are predicted? The line and the
// band are those of [PredictivePIT].
func PIT(values []float64) *plot.Plot {
	ranks := make([]int, len(values))
	for i, v := range values {
		if !(v >= 0 && v <= 1) {
			panic(fmt.Sprintf("PIT: value %d is %v: give probabilities between 0 and 1", i, v))
		}
		ranks[i] = min(int(v*pitBins), pitBins-1)
	}
	return pitPlot(RankECDFData(ranks, pitBins-1), len(values))
}

// pitPlot draws the line and the band of probability integral transforms of n values.
func pitPlot(d RankECDFNumbers, n int) *plot.Plot {
	p := paint.NewPlot("Do the data lie among the predictions as they should?",
		"share of smaller predictions (PIT)", "share of the data so far, less expected")
	b := band{X: d.X, Lower: d.Lower, Upper: d.Upper, Fill: paint.Pale(paint.Grey, 0.25)}
	l := paint.Line{XYs: paint.XysOf(d.X, d.Y), LineStyle: paint.Stroke(paint.Posterior, 1.4)}
	p.Add(b, l)
	p.Legend.Add(fmt.Sprintf("%d values", n), l)
	p.Legend.Add("95 % of right models", b)
	p.X.Min, p.X.Max = 0, 1
	return p
}
