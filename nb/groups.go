package nb

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot"

	"gibbslab/nb/internal/paint"
)

// Groups draws points in the plane, each with the colour and the marker of its group: who belongs
// together? x[i] are the two coordinates of a point, and z[i] is the number of its group, from 0. A
// group without points keeps its colour, and so pictures of several moments can be compared. After
// six groups the colours repeat, with other markers.
func Groups(x [][]float64, z []int) *plot.Plot {
	if len(x) != len(z) || len(x) == 0 {
		panic(fmt.Sprintf("groups: %d points and %d group numbers: give as many of each, and at least one", len(x), len(z)))
	}
	p := paint.NewPlot("Groups", "x", "y")
	for k, at := range byGroup(x, z) {
		if len(at[0]) == 0 {
			continue
		}
		name := fmt.Sprint(k)
		s := dots{pairs("groups: group", name, at[0], at[1]), paint.Palette[k%len(paint.Palette)], dotShapes[(k+k/len(paint.Palette))%len(dotShapes)], dotSize(len(x))}
		p.Add(s)
		p.Legend.Add(name, s)
	}
	return p
}

// byGroup are the coordinates of the points of each group.
func byGroup(x [][]float64, z []int) [][2][]float64 {
	if k := slices.Min(z); k < 0 || slices.Max(z) > 10_000 {
		panic(fmt.Sprintf("groups: the group numbers are %d to %d: give whole numbers from 0, as few as there are groups", k, slices.Max(z)))
	}
	groups := make([][2][]float64, slices.Max(z)+1)
	for i, point := range x {
		if len(point) != 2 {
			panic(fmt.Sprintf("groups: point %d has %d coordinates: give two, those to draw", i, len(point)))
		}
		for j, v := range point {
			groups[z[i]][j] = append(groups[z[i]][j], v)
		}
	}
	return groups
}
