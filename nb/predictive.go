package nb

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"

	"gibbslab/nb/internal/paint"
	"gibbslab/sampler/diag"
)

// Predictive draws the posterior predictive density, estimated from draws of new data, over a
// histogram of the observed data: could the model have made data like these? Make each draw of new
// data with a different draw of the parameters. You can give edges of the bins, as to [Histogram].
func Predictive(observed, predictive []float64, edges ...float64) *plot.Plot {
	d := predictiveData(observed, predictive, edges...)
	p := paint.NewPlot("Data and posterior predictive", "value"+outsideNote(observed, d.Edges),
		"density")
	data := paint.BarPlot{Edges: d.Edges, Heights: d.Heights, Fill: paint.Pale(paint.Grey, 0.45)}
	l := paint.Line{XYs: paint.XysOf(d.X, d.Y), LineStyle: paint.Stroke(paint.Posterior, 1.6)}
	p.Add(data, l)
	p.Legend.Add(fmt.Sprintf("%d observed", len(observed)), data)
	p.Legend.Add("predictive", l)
	return p
}

// predictiveNumbers are what [Predictive] draws: a histogram of the data, in which Heights[i] lies
// between Edges[i] and Edges[i+1], and the predictive density (X, Y).
type predictiveNumbers struct {
	Edges, Heights []float64
	X, Y           []float64
}

// predictiveData returns the numbers that [Predictive] draws.
func predictiveData(observed, predictive []float64, edges ...float64) predictiveNumbers {
	k, err := diag.KDE(predictive, math.Inf(-1), math.Inf(1))
	if err != nil {
		panic(fmt.Sprintf("predictive: %v", err))
	}
	edges, heights := histogramData(observed, edges...)
	return predictiveNumbers{edges, heights, k.X, k.Y}
}

// PredictiveStatistic draws a statistic, such as the largest value, of the data and of the data
// sets that the model makes: does the model get this statistic right? The title gives the share of
// data sets whose value is at least as large as in the data (the posterior predictive p-value). If
// it is near 0 or 1, the model gets the statistic wrong. Choose statistics that the model was not
// fitted to. With a normal model the mean and the variance always look right, but the skewness may
// not.
func PredictiveStatistic(name string, observed []float64, replicated [][]float64,
	statistic func([]float64) float64) *plot.Plot {
	d := PredictiveStatisticData(observed, replicated, statistic)
	p := Histogram(d.Replicated, name)
	p.Title.Text = fmt.Sprintf("%s: as large as observed in %.3g %% of the predicted data sets",
		name, 100*d.Share)
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

// PredictiveStatisticData returns the numbers that [PredictiveStatistic] draws. The statistic is
// given copies, and may sort them.
func PredictiveStatisticData(observed []float64, replicated [][]float64,
	statistic func([]float64) float64) statisticNumbers {
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
