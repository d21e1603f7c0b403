package nb

import (
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Violin draws samples side by side as their densities, mirrored: where do values lie, and in one heap or in two? That a
// [Box] cannot show. The thin line is the 95 % interval (2.5 to 97.5 % quantile), the thick one holds the middle half, the
// dot is the median. Each is as wide as its place. The axis says "value"; for something else say so with [Titled].
//
// The chains of a scalar side by side:
//
//	nb.Violin([]string{"chain 0", "chain 1"}, nb.Must(tr.Chains("mu")))
func Violin(names []string, samples [][]float64) *plot.Plot {
	if len(names) == 0 || len(names) != len(samples) {
		panic(fmt.Sprintf("violin: %d names and %d samples: give as many of each, and at least one", len(names), len(samples)))
	}
	p := newPlot("Distributions side by side", "", "value")
	for i, sample := range samples {
		p.Add(violin{shapeFrom(fmt.Sprintf("violin: the sample %q", names[i]), sample), float64(i)})
	}
	p.X.Tick.Marker, p.X.Tick.Length = named(names), 0
	p.X.Min, p.X.Max = -0.6, float64(len(names))-0.4
	return p
}

// ViolinData returns the numbers that [Violin] draws of a sample.
func ViolinData(sample []float64) Shape { return shapeFrom("violin: the sample", sample) }

// violin is a shape drawn upright, to both sides of its place on the x axis.
type violin struct {
	Shape
	at float64
}

const violinHalf = 0.42 // of the distance of neighbours

// Plot implements plot.Plotter.
func (v violin) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	side := func(sign float64) (pts []vg.Point) {
		for _, at := range v.raised(0, violinHalf) {
			pts = append(pts, vg.Point{X: x(v.at + sign*at.Y), Y: y(at.X)})
		}
		return simplify(pts)
	}
	outline := side(1)
	back := side(-1)
	slices.Reverse(back)
	outline = append(outline, back...)
	c.FillPolygon(pale(posterior, 0.3), c.ClipPolygonXY(outline))
	c.StrokeLines(stroke(posterior, 0.8), c.ClipLinesXY(append(outline, outline[0]))...)
	level := func(from, to, width float64) {
		ends := []vg.Point{{X: x(v.at), Y: y(from)}, {X: x(v.at), Y: y(to)}}
		c.StrokeLines(stroke(posterior, width), c.ClipLinesXY(ends)...)
	}
	level(v.Lower, v.Upper, 1)
	level(v.Q25, v.Q75, 3.5)
	if at := (vg.Point{X: x(v.at), Y: y(v.Median)}); c.Contains(at) {
		c.DrawGlyphNoClip(draw.GlyphStyle{Color: color.White, Radius: 3.4, Shape: draw.CircleGlyph{}}, at)
		c.DrawGlyphNoClip(draw.GlyphStyle{Color: posterior, Radius: 2.4, Shape: draw.CircleGlyph{}}, at)
	}
}

// DataRange implements plot.DataRanger.
func (v violin) DataRange() (xmin, xmax, ymin, ymax float64) {
	curve := v.raised(0, 1)
	return v.at - violinHalf, v.at + violinHalf, curve[0].X, curve[len(curve)-1].X
}
