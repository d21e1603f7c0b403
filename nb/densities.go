package nb

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot"

	"gibbslab/nb/internal/paint"
)

// Densities draws the densities of several samples over one another: do they agree? names nil
// stands for chains. The axis says "value"; for something else say so with [WithTitle].
//
//	nb.Densities(nil, nb.Must(tr.Chains("mu")))                        // one curve for each chain
//	nb.Densities([]string{"pooled", "apart"}, [][]float64{mu1, mu2})   // one for each model
func Densities(names []string, samples [][]float64) *plot.Plot {
	shapes := densitiesData(names, samples)
	if names == nil {
		names = chainNames(len(samples))
	}
	p := paint.NewPlot("Densities", "value", "density")
	var all []paint.ChainMarks
	for i, s := range shapes {
		if s.X == nil {
			all = append(all, paint.ChainMarks{})
			continue
		}
		curve := s.raised(0, slices.Max(s.Y))
		p.Add(paint.Line{XYs: curve, LineStyle: paint.Stroke(paint.ChainColour(i), 1.4)})
		all = append(all, paint.ChainMarks{XYs: someOf(curve, i, len(shapes)), Chain: i})
	}
	for i, m := range all {
		if shapes[i].X == nil {
			continue
		}
		if len(shapes) > 1 {
			p.Add(m)
		}
		p.Legend.Add(names[i], paint.ChainKey(i))
	}
	p.Y.Min = 0
	return p
}

// densitiesData returns the numbers that [Densities] draws. A chain without draws has a shape
// without points.
func densitiesData(names []string, samples [][]float64) []distribution {
	if len(samples) == 0 || names != nil && len(names) != len(samples) {
		panic(fmt.Sprintf("densities: %d names and %d samples: give as many of each, and at least one", len(names), len(samples)))
	}
	shapes := make([]distribution, len(samples))
	for i, sample := range samples {
		switch {
		case names != nil:
			shapes[i] = shapeFrom(fmt.Sprintf("densities: the sample %q", names[i]), sample)
		case len(sample) > 0:
			shapes[i] = shapeFrom("densities: "+chainName(i), sample)
		}
	}
	return shapes
}

func chainNames(n int) (names []string) {
	for c := range n {
		names = append(names, chainName(c))
	}
	return names
}
