package nb

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/nb/internal/paint"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// AddRegion draws a region from lo to hi over a posterior, and gives its probability: the share of
// the draws of all chains in it, bounds included (diag.ROPE). It answers two questions:
//
//	nb.AddRegion(p, tr, "delta", -0.1, 0.1)    // is it 0, for all that matters? (ROPE)
//	nb.AddRegion(p, tr, "mu", 80, math.Inf(1)) // is it above a reference value?
//
// The first one is the region of practical equivalence of Kruschke, Advances in Methods and
// Practices in Psychological Science 1 (2018) 270–280. The region is a bar at the top of the plot,
// with a vertical line at each finite bound. To mark a value only, use [AddMark].
func AddRegion(p *plot.Plot, tr *sampler.Trace, label string, lo, hi float64) {
	if !(lo < hi) {
		panic(fmt.Sprintf("region of %s: it goes from %v to %v: give the smaller bound first; one "+
			"of them may be infinite", label, lo, hi))
	}
	share := diag.ROPE(allDraws(tr, label), lo, hi)
	r := region{lo, hi, p.Y.Max + 0.03*(p.Y.Max-p.Y.Min)}
	p.Y.Max += 0.06 * (p.Y.Max - p.Y.Min) // the bar lies above what is there, another region's too
	paint.AddNamed(p, r.sentence(share), r)
}

// region is the part of the x axis between two bounds, drawn as a bar at the height y.
type region struct{ lo, hi, y float64 }

func (r region) sentence(share float64) string {
	s := percent(share)
	switch {
	case math.IsInf(r.lo, -1) && math.IsInf(r.hi, 1):
		return s + " anywhere"
	case math.IsInf(r.lo, -1):
		return fmt.Sprintf("%s up to %.4g", s, r.hi)
	case math.IsInf(r.hi, 1):
		return fmt.Sprintf("%s from %.4g on", s, r.lo)
	}
	return fmt.Sprintf("%s between %.4g and %.4g", s, r.lo, r.hi)
}

// percent writes a share. What is not quite 0 or 1 is not written as if it were.
func percent(share float64) string {
	switch {
	case share > 0 && share < 0.001:
		return "less than 0.1 %"
	case share < 1 && share > 0.999:
		return "more than 99.9 %"
	}
	return fmt.Sprintf("%.3g %%", 100*share)
}

var regionStyle = paint.Stroke(paint.Ink, 1, paint.Dashed...)

func (r region) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	place := func(v float64) vg.Length {
		return min(max(x(min(max(v, p.X.Min), p.X.Max)), c.Min.X), c.Max.X)
	}
	const half = 2
	from, to, at := place(r.lo), place(r.hi), min(y(r.y), c.Max.Y-half)
	c.FillPolygon(paint.Ink, paint.Corners(from, at-half, to, at+half)[:4])
	for _, v := range []float64{r.lo, r.hi} {
		if v >= p.X.Min && v <= p.X.Max {
			c.StrokeLine2(regionStyle, place(v), c.Min.Y, place(v), at)
		}
	}
}

func (r region) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax = math.Inf(1), math.Inf(-1)
	for _, v := range []float64{r.lo, r.hi} {
		if paint.IsFinite(v) {
			xmin, xmax = min(xmin, v), max(xmax, v)
		}
	}
	return xmin, xmax, math.Inf(1), math.Inf(-1)
}

func (r region) Thumbnail(c *draw.Canvas) {
	c.FillPolygon(paint.Ink, paint.Corners(c.Min.X+3, c.Max.Y-3, c.Max.X-3, c.Max.Y)[:4])
	for i, x := range []vg.Length{c.Min.X + 3, c.Max.X - 3} {
		if paint.IsFinite([]float64{r.lo, r.hi}[i]) {
			c.StrokeLine2(paint.Stroke(paint.Ink, 1), x, c.Min.Y, x, c.Max.Y)
		}
	}
}
