package nb

import (
	"fmt"
	"math/rand/v2"

	"gibbslab/nb/internal/paint"

	"gonum.org/v1/plot"
)

// PredictivePIT draws whether the observed values lie among their predictions as they should, as
// often low as high, and as often far out as in the middle. It uses the probability integral
// transform (PIT). The line is the share of values whose PIT is at most x, less the expected share,
// with the 95 % band for independent values, as in [RankECDF]. An arch means that the data are
// lower than predicted, and a trough that they are higher. An S means that the predictions spread
// too little (if it begins with a rise) or too much.
//
// Data that the model was fitted to lie in the middle too often. It is best to predict each value
// from the others. replicated[s][i] is the s-th draw of value i. Equal values are ordered at
// random, with r.
func PredictivePIT(r *rand.Rand, observed []float64, replicated [][]float64) *plot.Plot {
	return pitPlot(PredictivePITData(r, observed, replicated), len(observed))
}

// pitBins is in how many equally probable parts the predictions are cut.
const pitBins = 100

// PredictivePITData returns the numbers that [PredictivePIT] draws: those of [RankECDFData] for the
// PIT of each value in hundredths, from 0 to 99.
func PredictivePITData(r *rand.Rand, observed []float64, replicated [][]float64) RankECDFNumbers {
	return RankECDFData(pitOf(r, observed, replicated), pitBins-1)
}

// pitOf is the PIT of each value in hundredths. With k smaller predictions and t equal ones among S
// it is (k + U·(t+1))/(S+1), U uniform. This is uniform if value and predictions are alike.
func pitOf(r *rand.Rand, observed []float64, replicated [][]float64) []int {
	checkReplicated(observed, replicated)
	if r == nil {
		panic("PIT: r is nil: give a source of randomness, such as sampler.Stream(\"PIT\", 1, 0)")
	}
	pit := make([]int, len(observed))
	for i, v := range observed {
		below, ties := 0, 0
		for s := range replicated {
			switch x := replicated[s][i]; {
			case x < v:
				below++
			case x == v:
				ties++
			}
		}
		u := (float64(below) + r.Float64()*float64(ties+1)) / float64(len(replicated)+1)
		pit[i] = min(pitBins-1, int(u*pitBins))
	}
	return pit
}

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
