package nb

import (
	"fmt"

	"gonum.org/v1/plot"
)

// PredictiveStatistic draws what a statistic of the data, such as their largest value, is in the
// data sets that the model makes, and what it is in the data: does the model get this right? The
// title gives the share of data sets with as large a value or a larger one (the posterior
// predictive p-value): near 0 or 1 says that the model does not. Take statistics that the model was
// not fitted to: of a normal model mean and variance always look right, the skewness may not.
func PredictiveStatistic(name string, observed []float64, replicated [][]float64, statistic func([]float64) float64) *plot.Plot {
	d := predictiveStatisticData(observed, replicated, statistic)
	p := Histogram(d.Replicated, name)
	p.Title.Text = fmt.Sprintf("%s: as large as observed in %.3g %% of the predicted data sets", name, 100*d.Share)
	AddMark(p, "observed", d.Observed)
	return p
}

// statisticNumbers are what [PredictiveStatistic] draws: the statistic of the data, those of the
// data sets predicted, and the share of these that are at least as large.
type statisticNumbers struct {
	Observed   float64
	Replicated []float64
	Share      float64
}

// predictiveStatisticData returns the numbers that [PredictiveStatistic] draws. The statistic is
// given copies, and may sort them.
func predictiveStatisticData(observed []float64, replicated [][]float64, statistic func([]float64) float64) statisticNumbers {
	checkReplicated(observed, replicated)
	if statistic == nil {
		panic("predictive statistic: the statistic is nil: give a function of the data")
	}
	of := func(values []float64) float64 { return statistic(append([]float64(nil), values...)) }
	d := statisticNumbers{Observed: of(observed)}
	for _, values := range replicated {
		t := of(values)
		d.Replicated = append(d.Replicated, t)
		if t >= d.Observed {
			d.Share += 1 / float64(len(replicated))
		}
	}
	return d
}
