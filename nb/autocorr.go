package nb

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/nb/internal/paint"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// Autocorr draws the autocorrelation of the draws of one scalar at lags 1 to maxLag: after how many
// sweeps has a chain forgotten where it was? A single chain has a stem at each lag, and several
// chains have a line each. If the draws were independent, nineteen of twenty lags would stay in the
// grey band, ±1.96/√n for n draws a chain.
func Autocorr(tr *sampler.Trace, label string, maxLag int) *plot.Plot {
	label = labelOf(tr, label)
	rho, band := autocorrData(tr, label, maxLag)
	p := paint.NewPlot("Autocorrelation of "+label, "lag", "autocorrelation")
	independent := zone{band, paint.Pale(paint.Grey, 0.25)}
	p.Add(independent)
	for c, r := range rho {
		if len(r) == 0 {
			continue
		}
		if len(rho) == 1 {
			p.Add(stems(r))
			continue
		}
		xys := alongDraws(r[1:], 0)
		p.Add(paint.Line{XYs: xys, LineStyle: paint.Stroke(paint.ChainColour(c), 1)},
			paint.ChainMarks{XYs: someOf(xys, c, len(rho)), Chain: c})
		p.Legend.Add(chainName(c), paint.ChainKey(c))
	}
	p.Legend.Add(fmt.Sprintf("±1.96/√n = ±%.2g", band), independent)
	p.X.Min, p.X.Max = 0.4, float64(maxLag)+0.6
	p.Y.Min, p.Y.Max = min(p.Y.Min, -0.05), max(p.Y.Max, 0.2)
	return p
}

// autocorrData returns the numbers that [Autocorr] draws: rho[c][k] is the autocorrelation of chain
// c at lag k (1 at lag 0), and band is 1.96/√n, where n is the number of draws of the shortest
// chain. Each chain must have more than maxLag draws; a chain without any gives none.
func autocorrData(tr *sampler.Trace, label string, maxLag int) (rho [][]float64, band float64) {
	n := math.MaxInt
	for c, draws := range chainsOf(tr, label) {
		if len(draws) == 0 {
			rho = append(rho, nil)
			continue
		}
		if len(draws) == 1 {
			panic(fmt.Sprintf("autocorr of %s: chain %d has one draw, which has no lag: sample more",
				label, c))
		}
		if maxLag < 1 || maxLag >= len(draws) {
			panic(fmt.Sprintf("autocorr of %s: maxLag is %d, and chain %d has %d draws: give a "+
				"lag from 1 to %d", label, maxLag, c, len(draws), len(draws)-1))
		}
		n = min(n, len(draws))
		rho = append(rho, diag.Autocorr(draws, maxLag))
	}
	return rho, 1.96 / math.Sqrt(float64(n))
}

// stems draws a stem with a head at each lag from 1 on; its first number is at lag 0.
type stems []float64

func (s stems) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	head := draw.GlyphStyle{
		Color: paint.ChainColour(0), Radius: min(1.8, 0.4*(x(1)-x(0))), Shape: draw.CircleGlyph{},
	}
	for k := 1; k < len(s); k++ {
		if !paint.IsFinite(s[k]) {
			continue
		}
		at := vg.Point{X: x(float64(k)), Y: y(s[k])}
		c.StrokeLine2(paint.Stroke(head.Color, 0.9), at.X, y(0), at.X, at.Y)
		c.DrawGlyph(head, at)
	}
}

func (s stems) DataRange() (xmin, xmax, ymin, ymax float64) {
	for _, r := range s[1:] {
		if paint.IsFinite(r) {
			ymin, ymax = min(ymin, r), max(ymax, r)
		}
	}
	ymin, ymax = paint.Room(ymin, ymax, 0.03)
	return 1, float64(len(s) - 1), ymin, ymax
}

// zone shades |y| ≤ half over the whole width, and marks y = 0.
type zone struct {
	half float64
	fill color.Color
}

func (z zone) Plot(c draw.Canvas, p *plot.Plot) {
	_, y := p.Transforms(&c)
	c.FillPolygon(z.fill, c.ClipPolygonY([]vg.Point{
		{X: c.Min.X, Y: y(-z.half)}, {X: c.Min.X, Y: y(z.half)},
		{X: c.Max.X, Y: y(z.half)}, {X: c.Max.X, Y: y(-z.half)},
	}))
	c.StrokeLine2(paint.Stroke(paint.Grey, 0.5), c.Min.X, y(0), c.Max.X, y(0))
}

func (z zone) DataRange() (xmin, xmax, ymin, ymax float64) {
	return math.Inf(1), math.Inf(-1), -z.half, z.half
}

func (z zone) Thumbnail(c *draw.Canvas) { paint.FillSwatch(c, z.fill) }
