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
// data with a different draw of the parameters.
func Predictive(observed, predictive []float64) *plot.Plot {
	d := predictiveData(observed, predictive)
	p := paint.NewPlot("Data and posterior predictive", "value", "density")
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
func predictiveData(observed, predictive []float64) predictiveNumbers {
	k, err := diag.KDE(predictive, math.Inf(-1), math.Inf(1))
	if err != nil {
		panic(fmt.Sprintf("predictive: %v", err))
	}
	edges, heights := HistogramData(observed)
	return predictiveNumbers{edges, heights, k.X, k.Y}
}
