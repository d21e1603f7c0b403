package nb

import (
	"fmt"

	"gonum.org/v1/plot"
)

// PredictiveStatistic draws a statistic, such as the largest value, of the data and of the data
// sets that the model makes: does the model get this statistic right? The title gives the share of
// data sets whose value is at least as large as in the data (the posterior predictive p-value). If
// it is near 0 or 1, the model gets the statistic wrong. Choose statistics that the model was not
// fitted to. With a normal model the mean and the variance always look right, but the skewness may
// not.
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
