package nb

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/nb/internal/paint"
	"gibbslab/sampler"
)

// Compare draws the intervals of several models below one another, like [Forest]: how much does the
// choice of the model matter? names[i] is the name of the model that made traces[i]. labels work
// like the names of [Forest]. If a model lacks a scalar, its interval is left out.
func Compare(names []string, traces []*sampler.Trace, labels ...string) *plot.Plot {
	return Interval{}.Compare(names, traces, labels...)
}

// Compare is [Compare] with this interval as the thin line.
func (i Interval) Compare(names []string, traces []*sampler.Trace, labels ...string) *plot.Plot {
	if len(names) == 0 || len(names) != len(traces) {
		panic(fmt.Sprintf("compare: %d names and %d traces: give as many of each, and at least "+
			"one", len(names), len(traces)))
	}
	var rows []string
	models := make([][]forestRow, len(traces))
	for k, tr := range traces {
		models[k] = i.rowsOf(tr, labels)
		for _, r := range models[k] {
			if !slices.Contains(rows, r.Label) {
				rows = append(rows, r.Label)
			}
		}
	}
	p := paint.NewPlot("Posterior intervals", "value", "")
	switch n := len(rows); {
	case n == 0:
		panic(fmt.Sprintf("compare: no model has a scalar among %q", labels))
	case n > mostRows:
		p.X.Label.Text = fmt.Sprintf("value (the first %d of %d scalars)", mostRows, n)
		rows = rows[:mostRows]
	}
	for k, name := range names {
		m := modelRows{colour: paint.ChainColour(k), shape: paint.DotShapes[k%len(paint.DotShapes)]}
		aside := (float64(len(names)-1)/2 - float64(k)) * 0.7 / float64(len(names))
		for _, r := range models[k] {
			if at := slices.Index(rows, r.Label); at >= 0 {
				m.rows = append(m.rows, r)
				m.heights = append(m.heights, float64(len(rows)-1-at)+aside)
			}
		}
		paint.AddNamed(p, name, m)
	}
	p.Legend.Add(fmt.Sprintf("median, 50 %% and %s", i))
	paint.NameRows(p, rows)
	paint.SetWish(p, paint.Wish{Height: heightOfRows(len(rows), len(names))})
	p.Y.Min, p.Y.Max = -0.5, float64(len(rows))-0.5
	return p
}

// rowsOf returns the rows of the labels that a model has.
func (i Interval) rowsOf(tr *sampler.Trace, labels []string) (rows []forestRow) {
	if len(labels) == 0 {
		return i.rows(tr, nil)
	}
	for _, label := range labels {
		if tr == nil {
			panic("compare: a trace is nil: was the error of sampler.Run looked at?")
		}
		if _, err := tr.Labels(label); err == nil {
			rows = append(rows, i.rows(tr, []string{label})...)
		}
	}
	return rows
}

// heightOfRows is the height of a picture in which each row has room for several models.
func heightOfRows(rows, models int) int { return 140 + (8+16*models)*rows }

// modelRows draws the intervals of one model at these heights.
type modelRows struct {
	rows    []forestRow
	heights []float64
	colour  color.NRGBA
	shape   draw.GlyphDrawer
}

func (m modelRows) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for i, r := range m.rows {
		if !r.finite() {
			continue
		}
		at := y(m.heights[i])
		level := func(from, to, width float64) {
			c.StrokeLines(paint.Stroke(m.colour, width),
				c.ClipLinesXY([]vg.Point{{X: x(from), Y: at}, {X: x(to), Y: at}})...)
		}
		level(r.Lower, r.Upper, 1)
		level(r.Q25, r.Q75, 3)
		m.glyph(&c, vg.Point{X: x(r.Median), Y: at})
	}
}

func (m modelRows) glyph(c *draw.Canvas, at vg.Point) {
	if c.ContainsX(at.X) {
		c.DrawGlyphNoClip(draw.GlyphStyle{Color: color.White, Radius: 4.2, Shape: draw.CircleGlyph{}}, at)
		c.DrawGlyphNoClip(draw.GlyphStyle{Color: m.colour, Radius: 2.8, Shape: m.shape}, at)
	}
}

func (m modelRows) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax, ymin, ymax = math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for i, r := range m.rows {
		if r.finite() {
			xmin, xmax = min(xmin, r.Lower), max(xmax, r.Upper)
			ymin, ymax = min(ymin, m.heights[i]), max(ymax, m.heights[i])
		}
	}
	xmin, xmax = paint.Room(xmin, xmax, 0.03)
	return xmin, xmax, ymin, ymax
}

func (m modelRows) Thumbnail(c *draw.Canvas) {
	y, middle := c.Center().Y, c.Center().X
	c.StrokeLine2(paint.Stroke(m.colour, 1), c.Min.X, y, c.Max.X, y)
	c.StrokeLine2(paint.Stroke(m.colour, 3), middle-5, y, middle+5, y)
	m.glyph(c, c.Center())
}
