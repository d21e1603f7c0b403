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

// Autocorr draws the autocorrelation of the draws of one scalar at lags 1 to maxLag, for each
// chain: after how many sweeps has a chain forgotten where it was? If the draws were independent,
// nineteen of twenty lags would stay in the grey band, ±1.96/√n for n draws a chain.
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
		s := stems{r, float64(c) - float64(len(rho)-1)/2, len(rho), c}
		p.Add(s)
		if len(rho) > 1 {
			p.Legend.Add(chainName(c), s)
		}
	}
	p.Legend.Add(fmt.Sprintf("±1.96/√n = ±%.2g", band), independent)
	p.X.Min, p.X.Max = 0.4, float64(maxLag)+0.6
	p.Y.Max = math.Max(p.Y.Max, 0.2)
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
		if maxLag < 1 || maxLag >= len(draws) {
			panic(fmt.Sprintf("autocorr of %s: maxLag is %d, and chain %d has %d draws: give a lag from 1 to %d",
				label, maxLag, c, len(draws), len(draws)-1))
		}
		n = min(n, len(draws))
		rho = append(rho, diag.Autocorr(draws, maxLag))
	}
	return rho, 1.96 / math.Sqrt(float64(n))
}

// stems draws a stem with a head at each lag from 1 on. Those of several chains stand side by side.
type stems struct {
	rho   []float64
	place float64 // of this chain among its neighbours: 0 is the middle
	of    int     // neighbours, this one included
	chain int
}

// Plot implements plot.Plotter.
func (s stems) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	lag := x(1) - x(0) // the room for one lag
	step := min(lag*0.7/vg.Length(s.of), 4.5)
	for k := 1; k < len(s.rho); k++ {
		if !paint.IsFinite(s.rho[k]) {
			continue
		}
		at := vg.Point{X: x(float64(k)) + vg.Length(s.place)*step, Y: y(s.rho[k])}
		c.StrokeLine2(paint.Stroke(paint.ChainColour(s.chain), 0.9), at.X, y(0), at.X, at.Y)
		c.DrawGlyph(s.head(min(1.8, step*0.6)), at)
	}
}

func (s stems) head(radius vg.Length) draw.GlyphStyle {
	return draw.GlyphStyle{Color: paint.ChainColour(s.chain), Radius: radius, Shape: paint.ChainMarker(s.chain)}
}

// DataRange implements plot.DataRanger.
func (s stems) DataRange() (xmin, xmax, ymin, ymax float64) {
	for _, r := range s.rho[1:] {
		if paint.IsFinite(r) {
			ymin, ymax = min(ymin, r), max(ymax, r)
		}
	}
	return 1, float64(len(s.rho) - 1), ymin, ymax
}

// Thumbnail implements plot.Thumbnailer.
func (s stems) Thumbnail(c *draw.Canvas) {
	y := c.Center().Y
	c.StrokeLine2(paint.Stroke(paint.ChainColour(s.chain), 1.5), c.Min.X, y, c.Max.X, y)
	c.DrawGlyph(s.head(2.5), c.Center())
}

// zone shades |y| ≤ half over the whole width, and marks y = 0.
type zone struct {
	half float64
	fill color.Color
}

// Plot implements plot.Plotter.
func (z zone) Plot(c draw.Canvas, p *plot.Plot) {
	_, y := p.Transforms(&c)
	c.FillPolygon(z.fill, c.ClipPolygonY([]vg.Point{
		{X: c.Min.X, Y: y(-z.half)}, {X: c.Min.X, Y: y(z.half)}, {X: c.Max.X, Y: y(z.half)}, {X: c.Max.X, Y: y(-z.half)},
	}))
	c.StrokeLine2(paint.Stroke(paint.Grey, 0.5), c.Min.X, y(0), c.Max.X, y(0))
}

// DataRange implements plot.DataRanger.
func (z zone) DataRange() (xmin, xmax, ymin, ymax float64) {
	return math.Inf(1), math.Inf(-1), -z.half, z.half
}

// Thumbnail implements plot.Thumbnailer.
func (z zone) Thumbnail(c *draw.Canvas) { paint.FillSwatch(c, z.fill) }
