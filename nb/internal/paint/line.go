package paint

import (
	"image/color"
	"math"
	"sort"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Line draws a polyline, and draws long noisy ones fast and right.
//
// gonum/plot strokes a line as one path. For a noisy line of 10 000 points that takes the PNG
// rasteriser seconds, and the picture can be wrong (gonum/plot issues #559, #645, #687). Here a
// line is stroked in short runs, and of a line with more points than the picture has columns of
// pixels only the least and the greatest value in each column are kept, which covers the same
// pixels.
type Line struct {
	plotter.XYs
	draw.LineStyle
}

const (
	runLength      = 50           // Points stroked at once
	columnsPerUnit = PngDPI / 72. // columns of pixels in a point (1/72 inch)
)

func (l Line) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	column := func(v float64) int { return int(math.Floor(float64(x(v)) * columnsPerUnit)) }
	for _, piece := range l.Pieces() {
		piece = Envelope(piece, column)
		pts := make([]vg.Point, len(piece))
		for i, xy := range piece {
			pts[i] = vg.Point{X: x(xy.X), Y: y(xy.Y)}
		}
		for _, clipped := range c.ClipLinesXY(Simplify(pts)) {
			l.StrokeRuns(c, clipped)
		}
	}
}

// StrokeRuns strokes a line piece by piece. A dashed line stays whole, because its dashes run on
// over the whole line.
func (l Line) StrokeRuns(c draw.Canvas, pts []vg.Point) {
	for len(pts) > runLength && len(l.Dashes) == 0 {
		c.StrokeLines(l.LineStyle, pts[:runLength])
		pts = pts[runLength-1:]
	}
	c.StrokeLines(l.LineStyle, pts)
}

// Pieces splits the line where a value is NaN or infinite.
func (l Line) Pieces() []plotter.XYs {
	var pieces []plotter.XYs
	start := 0
	for i := 0; i <= len(l.XYs); i++ {
		if i < len(l.XYs) && IsFinite(l.XYs[i].X) && IsFinite(l.XYs[i].Y) {
			continue
		}
		if i > start {
			pieces = append(pieces, l.XYs[start:i])
		}
		start = i + 1
	}
	return pieces
}

// Envelope thins a line whose x never falls: of each column of pixels it keeps the lowest and the
// highest point, in the order in which the line visits them. column tells in which one an x lies.
// Where a column ends is found by bisection, so of a million points a few ten thousand are looked
// at for their place, and the others for their value alone. A line that has no more than two points
// a column, or goes back, is returned as it is.
func Envelope(xys plotter.XYs, column func(x float64) int) plotter.XYs {
	n := len(xys)
	if n == 0 || n <= 2*(column(xys[n-1].X)-column(xys[0].X)+1) {
		return xys
	}
	for i := 1; i < n; i++ {
		if xys[i].X < xys[i-1].X {
			return xys
		}
	}
	var kept plotter.XYs
	for start := 0; start < n; {
		here := column(xys[start].X)
		end := start + sort.Search(n-start, func(i int) bool { return column(xys[start+i].X) > here })
		end = max(end, start+1)
		low, high := start, start
		for i := start; i < end; i++ {
			if xys[i].Y < xys[low].Y {
				low = i
			}
			if xys[i].Y > xys[high].Y {
				high = i
			}
		}
		kept = append(kept, xys[min(low, high)])
		if low != high {
			kept = append(kept, xys[max(low, high)])
		}
		start = end
	}
	return kept
}

// Simplify drops points that lie on the way between others, so that a smooth curve of 512 points is
// stored as about a hundred. None is further from what is drawn than a tenth of a pixel.
func Simplify(pts []vg.Point) []vg.Point {
	const tolerance, reach = 0.1 * 72 / PngDPI, 64
	if len(pts) < 3 {
		return pts
	}
	kept := []vg.Point{pts[0]}
	for from := 0; from < len(pts)-1; {
		to := from + 1
		for to+1 < len(pts) && to-from < reach && straight(pts[from:to+2], tolerance) {
			to++
		}
		kept = append(kept, pts[to])
		from = to
	}
	return kept
}

// straight tells whether all points lie between the first and the last, and so close to the line
// that joins them.
func straight(pts []vg.Point, tolerance float64) bool {
	a, b := pts[0], pts[len(pts)-1]
	dx, dy := float64(b.X-a.X), float64(b.Y-a.Y)
	length := math.Hypot(dx, dy)
	for _, p := range pts[1 : len(pts)-1] {
		px, py := float64(p.X-a.X), float64(p.Y-a.Y)
		along := px*dx + py*dy
		if along < 0 || along > length*length || math.Abs(px*dy-py*dx) > tolerance*length {
			return false
		}
	}
	return true
}

// DataRange implements plot.DataRanger. There is room above and below the line.
func (l Line) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax, ymin, ymax = math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, piece := range l.Pieces() {
		x0, x1, y0, y1 := plotter.XYRange(piece)
		xmin, xmax, ymin, ymax = min(xmin, x0), max(xmax, x1), min(ymin, y0), max(ymax, y1)
	}
	ymin, ymax = Room(ymin, ymax, 0.03)
	return xmin, xmax, ymin, ymax
}

func (l Line) Thumbnail(c *draw.Canvas) {
	sty := l.LineStyle
	sty.Width = max(sty.Width, 1.5) // a hairline in the key cannot be told from its neighbours
	y := c.Center().Y
	c.StrokeLine2(sty, c.Min.X, y, c.Max.X, y)
}

// IsFinite tells whether x is neither infinite nor NaN: ∞−∞ is NaN.
func IsFinite(x float64) bool { return x-x == 0 }

// Way is a line with a ring around its start.
type Way struct{ Line }

func (w Way) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	pts := make([]vg.Point, len(w.XYs))
	for i, xy := range w.XYs {
		pts[i] = vg.Point{X: x(xy.X), Y: y(xy.Y)}
	}
	for _, piece := range c.ClipLinesXY(pts) {
		w.StrokeRuns(c, piece)
	}
	if c.Contains(pts[0]) {
		w.ring(&c, pts[0])
	}
}

// ring draws a ring with a white middle, so it cannot be taken for a part of what lies below.
func (w Way) ring(c *draw.Canvas, at vg.Point) {
	c.DrawGlyphNoClip(draw.GlyphStyle{Color: color.White, Radius: 3.2, Shape: draw.CircleGlyph{}}, at)
	c.SetColor(w.Color)
	c.SetLineWidth(1.3)
	c.SetLineDash(nil, 0)
	var circle vg.Path
	circle.Move(vg.Point{X: at.X + 3.2, Y: at.Y})
	circle.Arc(at, 3.2, 0, 2*math.Pi)
	circle.Close()
	c.Stroke(circle)
}

func (w Way) DataRange() (xmin, xmax, ymin, ymax float64) { return plotter.XYRange(w.XYs) }

func (w Way) Thumbnail(c *draw.Canvas) {
	w.Line.Thumbnail(c)
	w.ring(c, vg.Point{X: c.Min.X + 4, Y: c.Center().Y})
}

// XysOf are the points (x[i], y[i]).
func XysOf(x, y []float64) plotter.XYs {
	xys := make(plotter.XYs, len(x))
	for i := range xys {
		xys[i] = plotter.XY{X: x[i], Y: y[i]}
	}
	return xys
}

// Corners returns the corners of a rectangle, and the first corner again at the end.
func Corners(x0, y0, x1, y1 vg.Length) []vg.Point {
	return []vg.Point{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}, {X: x0, Y: y0}}
}
