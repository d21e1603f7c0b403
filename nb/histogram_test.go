package nb

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"gibbslab/datasets"
	"gibbslab/nb/internal/picture"
)

// Bins of whole numbers have a whole width and end at the largest number: no exam score is above
// 100.
func TestHistogramOfWholeNumbers(t *testing.T) {
	wide := make([]float64, 500)
	for i := range wide {
		wide[i] = float64(i * i % 997)
	}
	for name, values := range map[string][]float64{"scores": datasets.ExamScores(),
		"far apart": wide} {
		edges, _ := histogramData(values)
		if edges[0] != slices.Min(values)-0.5 || edges[len(edges)-1] != slices.Max(values)+0.5 {
			t.Errorf("%s: bins from %v to %v", name, edges[0], edges[len(edges)-1])
		}
		for i, v := range edges[:len(edges)-1] {
			if v-edges[0] != math.Trunc(v-edges[0]) {
				t.Errorf("%s: edge %d is %v", name, i, v)
			}
		}
	}
}

func TestHistogramWithEdges(t *testing.T) {
	edges, heights := histogramData([]float64{0, 1, 2, 4, 9}, 1, 2, 4)
	if !slices.Equal(edges, []float64{1, 2, 4}) || !floatsNear(heights, []float64{0.2, 0.2}) {
		t.Errorf("%v and %v", edges, heights)
	}
	if s := picture.Describe(Histogram([]float64{0, 1, 2, 4, 9}, "x", 1, 2, 4)); !strings.Contains(s,
		"x (2 of 5 values lie outside), 1 to 4") {
		t.Error(s)
	}
	panics(t, "one edge makes no bin", func() { Histogram([]float64{1}, "x", 1) })
	panics(t, "edge 1 is 1: edges are finite and rise",
		func() { Histogram([]float64{1}, "x", 1, 1) })
	panics(t, "edge 0 is -Inf", func() { Histogram([]float64{1}, "x", math.Inf(-1), 1) })
}

// What is drawn at the ends of the axes is not cut by the edge of the picture.
func TestMargin(t *testing.T) {
	p := Scatter("corners", []float64{0, 1}, []float64{0, 1})
	// their labels need room, too
	p.X.Tick.Marker, p.Y.Tick.Marker = plot.ConstantTicks{}, plot.ConstantTicks{}
	var rec recorder.Canvas
	c := draw.NewCanvas(&rec, 300, 200)
	inside := p.DataCanvas(c)
	const dot = vg.Length(2.6)
	if inside.Max.X > c.Max.X-dot || inside.Max.Y > c.Max.Y-dot || inside.Min.X < c.Min.X+dot ||
		inside.Min.Y < c.Min.Y+dot {
		t.Errorf("the axes go from %v to %v of %v", inside.Min, inside.Max, c.Max)
	}
}
