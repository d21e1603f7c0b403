// Package pairs holds what nb.Pairs draws: the numbers, the contours of their densities, and the
// panels.
package pairs

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/nb/internal/paint"
	"gibbslab/nb/internal/shape"
)

// Numbers are what nb.Pairs draws.
type Numbers struct {
	Labels []string
	All    [][]float64 // all draws of each scalar
	// Draws[i][s] is the s-th draw of scalar i that is drawn as a dot. Draws with the same s come
	// from the same sweep.
	Draws [][]float64
	// Correlation[i][j] is Pearson's correlation of all draws of i and j. It is NaN if one of the
	// two never changes, apart from rounding.
	Correlation [][]float64
}

// mostDots is how many dots of a panel can be told apart.
const mostDots = 500

// Of computes what nb.Pairs draws of scalars that have these labels and draws.
func Of(labels []string, all [][]float64) Numbers {
	d := Numbers{Labels: labels, All: all}
	n := min(mostDots, len(all[0]))
	for i, draws := range all {
		var some []float64
		for s := range n {
			some = append(some, draws[s*len(draws)/n])
		}
		d.Draws = append(d.Draws, some)
		d.Correlation = append(d.Correlation, make([]float64, len(all)))
		for j := range i + 1 {
			r := correlation(draws, all[j])
			d.Correlation[i][j], d.Correlation[j][i] = r, r
		}
	}
	return d
}

// Strongest says which two depend on each other most.
func (d Numbers) Strongest() string {
	i, j := -1, -1
	for a := range d.Correlation {
		for b := range a {
			if r := math.Abs(d.Correlation[a][b]); r == r && (i < 0 || r > math.Abs(d.Correlation[i][j])) {
				i, j = a, b
			}
		}
	}
	if i < 0 {
		return "No two of these change"
	}
	return fmt.Sprintf("The strongest correlation is that of %s and %s: %s", d.Labels[j],
		d.Labels[i], correlationText(d.Correlation[i][j]))
}

func correlationText(r float64) string {
	if math.IsNaN(r) {
		return "–"
	}
	if s := fmt.Sprintf("%.2f", r); s != "-0.00" {
		return s
	}
	return "0.00"
}

// correlation is NaN if one of the two never changes, apart from rounding.
func correlation(x, y []float64) float64 {
	still := func(x []float64) bool { return paint.Constant(slices.Min(x), slices.Max(x)) }
	if len(x) < 2 || still(x) || still(y) {
		return math.NaN()
	}
	return stat.Correlation(x, y, nil)
}

// Matrix draws all panels, because the panels of a column share an axis, and only the outer ones
// have labels.
type Matrix struct {
	labels      []string
	lo, hi      []float64
	points      [][]float64
	shapes      []shape.Distribution
	maps        [][]paint.Contours // maps[i][j] of scalar j across and i up, j < i
	correlation [][]float64
	Contoured   bool   // at least one panel has contours
	Text        string // the correlations
	Side        int    // of the picture, in CSS pixels
}

// NewMatrix prepares the panels.
func NewMatrix(d Numbers) *Matrix {
	m := &Matrix{labels: d.Labels, points: slices.Clone(d.Draws), correlation: d.Correlation}
	whole := make([]bool, len(d.All))
	for i, draws := range d.All {
		if whole[i] = shape.Whole(draws); whole[i] {
			m.points[i] = spread(d.Draws[i], i)
		}
		s := shape.Of("pairs: "+d.Labels[i], draws)
		lo, hi := min(slices.Min(draws), slices.Min(m.points[i])), max(slices.Max(draws),
			slices.Max(m.points[i]))
		pad := 0.05 * (hi - lo)
		if lo, hi = lo-pad, hi+pad; paint.Constant(lo, hi) {
			lo, hi = paint.Apart(lo, hi, 0.5)
		}
		m.shapes, m.lo, m.hi = append(m.shapes, s), append(m.lo, lo), append(m.hi, hi)
	}
	m.Text = "correlations:"
	for i := range d.All {
		m.maps = append(m.maps, make([]paint.Contours, i))
		for j := range i {
			m.Text += fmt.Sprintf(" %s and %s %s;", m.labels[j], m.labels[i],
				correlationText(m.correlation[i][j]))
			if whole[i] || whole[j] {
				continue
			}
			lines, ok := contoursOf(d.All[j], d.All[i], m.shapes[j].Ends, m.shapes[i].Ends)
			if !ok {
				continue
			}
			m.Contoured = true
			for k := range lines {
				m.maps[i][j][k] = paint.ContourLine{Parts: lines[k],
					LineStyle: paint.Stroke(paint.Ink, []float64{1, 0.8, 0.6}[k])}
			}
		}
	}
	m.Text = m.Text[:len(m.Text)-1]
	m.Side = paint.PlotWidth
	if len(m.labels) > 4 {
		m.Side = paint.GridWidth
	}
	return m
}

// spread moves whole numbers to both sides by up to 0.3, evenly, and differently for each scalar:
// by multiples of irrational numbers, modulo 1.
func spread(values []float64, scalar int) []float64 {
	out := make([]float64, len(values))
	for s, v := range values {
		_, frac := math.Modf(float64(s+1) * []float64{math.Phi, math.Sqrt2, math.E, math.Pi}[scalar%4])
		out[s] = v + 0.6*frac - 0.3
	}
	return out
}

// Dots are draws; nil for the key.
func (m *Matrix) Dots(xys plotter.XYs) paint.Dots {
	return paint.Dots{
		XYs: xys, Colour: paint.Pale(paint.Posterior, 0.75), Shape: draw.CircleGlyph{}, Radius: 0.8,
	}
}

func (m *Matrix) Plot(c draw.Canvas, p *plot.Plot) {
	name, number := p.X.Label.TextStyle, p.X.Tick.Label
	rowHeight := number.FontExtents().Height
	k := vg.Length(len(m.labels))
	// tick labels stand upright beside the rows, to take no more room
	left, below := 2.7*rowHeight, 2.5*rowHeight
	const gap = 5
	w, h := (c.Size().X-left)/k, (c.Size().Y-below)/k
	for i := range m.labels {
		for j := range m.labels {
			cell := c
			cell.Min.X += left + w*vg.Length(j)
			cell.Max.X = cell.Min.X + w - gap
			cell.Max.Y -= h * vg.Length(i)
			cell.Min.Y = cell.Max.Y - h + gap
			m.panel(cell, i, j, number)
			if i == len(m.labels)-1 {
				m.axis(cell, j, false, name, number)
			}
			if j == 0 {
				m.axis(cell, i, true, name, number)
			}
		}
	}
}

func (m *Matrix) panel(c draw.Canvas, i, j int, sty draw.TextStyle) {
	inner := plot.New()
	inner.X.Min, inner.X.Max, inner.Y.Min, inner.Y.Max = m.lo[j], m.hi[j], m.lo[i], m.hi[i]
	paint.Steady(&inner.X)
	paint.Steady(&inner.Y)
	switch {
	case i > j:
		m.Dots(paint.XysOf(m.points[j], m.points[i])).Plot(c, inner)
		m.maps[i][j].Plot(c, inner)
	case i == j:
		inner.Y.Min, inner.Y.Max = 0, 1.08
		curve := m.shapes[i].Raised(0, 1)
		paint.Area{XYs: curve, Fill: paint.Pale(paint.Posterior, 0.22)}.Plot(c, inner)
		paint.Line{XYs: curve, LineStyle: paint.Stroke(paint.Posterior, 1.3)}.Plot(c, inner)
	default:
		sty.XAlign, sty.YAlign = draw.XCenter, draw.YCenter
		c.FillText(sty, c.Center(), correlationText(m.correlation[i][j]))
		return
	}
	c.StrokeLines(paint.Stroke(paint.Grey, 0.5), paint.Corners(c.Min.X, c.Min.Y, c.Max.X, c.Max.Y))
}

// axis writes numbers and the name below a panel, or to the left of it.
func (m *Matrix) axis(c draw.Canvas, k int, upright bool, name, number draw.TextStyle) {
	room, p := c.Size().X, plot.New()
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = m.lo[k], m.hi[k], m.lo[k], m.hi[k]
	if upright {
		room = c.Size().Y
	}
	x, y := p.Transforms(&c)
	rowHeight := number.FontExtents().Height
	write := func(sty draw.TextStyle, along, away vg.Length, text string) {
		sty.XAlign, sty.YAlign = draw.XCenter, draw.YTop
		at := vg.Point{X: along, Y: c.Min.Y - away}
		if upright {
			sty.Rotation, sty.YAlign = math.Pi/2, draw.YBottom
			at = vg.Point{X: c.Min.X - away, Y: along}
		}
		c.FillText(sty, at, text)
	}
	for _, t := range m.numbers(k, room, number) {
		switch {
		case upright && k > 0: // the first row is a density alone
			write(number, y(t.Value), 2, t.Label)
		case !upright:
			write(number, x(t.Value), 2, t.Label)
		}
	}
	middle := c.Center().X
	if upright {
		middle = c.Center().Y
	}
	write(name, middle, 5+rowHeight, paint.Elided(m.labels[k], name, room))
}

// numbers returns ticks for an axis of this length whose labels touch neither one another nor the
// labels of the next panel, two or three if possible.
func (m *Matrix) numbers(k int, room vg.Length, sty draw.TextStyle) (marks []plot.Tick) {
	for _, about := range []int{3, 2, 4, 1, 5, 7} {
		var inside []plot.Tick
		for _, t := range (paint.Ticks{About: about}).Ticks(m.lo[k], m.hi[k]) {
			at, half := room*vg.Length((t.Value-m.lo[k])/(m.hi[k]-m.lo[k])), sty.Width(t.Label)/2
			if at >= half && at <= room-half {
				inside = append(inside, t)
			}
		}
		if paint.Crowded(inside, m.lo[k], m.hi[k], room, sty.Width) {
			inside = inside[:1]
		}
		if len(inside) > len(marks) && len(marks) < 2 {
			marks = inside
		}
	}
	return marks
}

// Thumbnail implements plot.Thumbnailer: contours.
func (m *Matrix) Thumbnail(c *draw.Canvas) {
	var k paint.Contours
	for i := range k {
		k[i].LineStyle = paint.Stroke(paint.Ink, []float64{1, 0.8, 0.6}[i])
	}
	k.Thumbnail(c)
}
