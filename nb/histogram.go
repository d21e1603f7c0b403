package nb

import (
	"fmt"

	"gonum.org/v1/plot"

	"gibbslab/nb/internal/paint"

	"gibbslab/nb/internal/shape"
)

// Histogram draws how values are distributed. The area of the bars is 1, so that a density can be
// laid over them with [AddExact]. Whole numbers get a bar each, as high as their share, if there
// are enough of them.
//
// For bins of your own, give their edges from left to right: nb.Histogram(scores, "score", 60, 70,
// 80, 90, 100). Values outside of them are not drawn, and the label of the axis says how many there
// are.
func Histogram(values []float64, label string, edges ...float64) *plot.Plot {
	edges, heights := histogramData(values, edges...)
	p := paint.NewPlot("Histogram of "+label, label+outsideNote(values, edges), "density")
	if edges[1]-edges[0] == 1 && shape.Whole(values) {
		p.Y.Label.Text = "share"
	}
	p.Add(paint.BarPlot{Edges: edges, Heights: heights, Fill: paint.Pale(paint.Posterior, 0.6)})
	return p
}

// histogramData returns the numbers that [Histogram] draws: heights[i] is the density of all values
// between edges[i] and edges[i+1]. A value on an edge counts for the bin on its right, and a value
// on the last edge for the last bin.
//
// Without edges, bins have the width 2·IQR/∛n of Freedman & Diaconis (1981), where IQR is the
// distance between the quartiles. Values that are equal up to rounding have one bin. Whole numbers
// have bins around whole numbers, from half a unit below the smallest to half a unit above the
// largest. These bins have width 1 if the numbers are less than 60 apart and a bin then has at
// least three values on average. Otherwise they have a whole width near the rule's, the one that
// fills the range best, and the last bin may be narrower.
func histogramData(values []float64, edges ...float64) (_, heights []float64) {
	return shape.Binned(values, edges)
}

// outsideNote says how many values lie in no bin, if any do.
func outsideNote(values, edges []float64) string {
	n := 0
	for _, v := range values {
		if v < edges[0] || v > edges[len(edges)-1] {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" (%d of %d values lie outside)", n, len(values))
}
