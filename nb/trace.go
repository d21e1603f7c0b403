package nb

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/nb/internal/paint"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// TracePlot draws the draws of one scalar in the order in which they were made, one line for each
// chain: have the chains forgotten where they started, and do they visit the same values? Good
// chains look like one band of noise. A drift, a step, or a chain apart from the others is a bad
// sign.
//
// Chains of more than 400 draws hide one another. Their lines are pale, and small marks stand at
// the means of the eighths of each chain; the key says so. Chains of more than 1500 draws take
// turns on top, in 80 pieces of the axis. In good chains the means lie close together and do not
// climb. In shorter chains the marks lie on draws. A single chain is one line without marks. For a
// separate picture of each chain, see [EachChain].
func TracePlot(tr *sampler.Trace, label string) *plot.Plot {
	label = labelOf(tr, label)
	d := traceData(tr, label)
	p := paint.NewPlot("Trace of "+label, "draw", label)
	p.Add(d.lines()...)
	if len(d.Chains) == 1 && len(d.Chains[0]) > 1 {
		return p
	}
	means := false
	for c, draws := range d.Chains {
		if len(draws) == 0 {
			continue
		}
		m := paint.ChainMarks{XYs: someOf(alongDraws(draws, 0), c, len(d.Chains)), Chain: c}
		if d.longer(400) && d.sampled() > 1 {
			m = paint.ChainMarks{XYs: paint.XysOf(d.At[c], d.Means[c]), Chain: c,
				Aside: paint.Besides(c, len(d.Chains)), Small: true}
			means = true
		}
		if d.sampled() > 1 || len(draws) == 1 {
			p.Add(m)
		}
		p.Legend.Add(chainName(c), paint.ChainKey(c))
	}
	if means {
		p.Legend.Add("marks: mean of an eighth of a chain")
	}
	return p
}

// lines draws chains piece by piece, where they would cover one another, each piece with another
// chain on top.
func (d traceNumbers) lines() (all []plot.Plotter) {
	pieces := 1
	if d.sampled() > 1 && d.longer(1500) {
		pieces = 80
	}
	for i := range pieces * len(d.Chains) {
		k, c := i/len(d.Chains), (i+i/len(d.Chains))%len(d.Chains)
		draws := d.Chains[c]
		from, to := k*len(draws)/pieces, min((k+1)*len(draws)/pieces+1, len(draws))
		if from == len(draws) {
			continue
		}
		sty := paint.Stroke(paint.ChainColour(c), 0.6)
		if d.sampled() > 1 && d.longer(400) {
			sty.Color = paint.Pale(paint.ChainColour(c), 0.6)
		} else if d.sampled() > 1 {
			sty.Width = vg.Points(1)
		}
		all = append(all, paint.Line{XYs: alongDraws(draws[from:to], from), LineStyle: sty})
	}
	return all
}

// longer tells whether a chain has more than n draws. From 400 on chains hide one another.
func (d traceNumbers) longer(n int) bool {
	return slices.ContainsFunc(d.Chains, func(draws []float64) bool { return len(draws) > n })
}

// sampled is the number of chains that have draws.
func (d traceNumbers) sampled() (n int) {
	for _, draws := range d.Chains {
		n += min(1, len(draws))
	}
	return n
}

// alongDraws puts draws along the x axis, where the first draw of the chain is 1.
func alongDraws(draws []float64, from int) plotter.XYs {
	xys := make(plotter.XYs, len(draws))
	for i, v := range draws {
		xys[i] = plotter.XY{X: float64(from + i + 1), Y: v}
	}
	return xys
}

// traceNumbers are what [TracePlot] draws: the draws of each chain and, for long chains, the means
// of its eighths. Means[c][k] is the mean of the k-th eighth of chain c. It is drawn at At[c][k],
// the middle of the eighth, where the first draw is 1. A chain of fewer than eight draws has as
// many parts as draws. If the draws are not all finite, the mean is NaN, and is not drawn.
type traceNumbers struct {
	Chains, At, Means [][]float64
}

// tracePieces is the number of means a chain.
const tracePieces = 8

func traceData(tr *sampler.Trace, label string) traceNumbers {
	d := traceNumbers{Chains: chainsOf(tr, label)}
	for _, draws := range d.Chains {
		var at, means []float64
		n := len(draws)
		for k, pieces := 0, min(tracePieces, n); k < pieces; k++ {
			from, to := k*n/pieces, (k+1)*n/pieces
			at = append(at, float64(from+1+to)/2)
			means = append(means, diag.Mean(draws[from:to]))
		}
		d.At, d.Means = append(d.At, at), append(d.Means, means)
	}
	return d
}

func chainName(c int) string { return fmt.Sprintf("chain %d", c) }

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
