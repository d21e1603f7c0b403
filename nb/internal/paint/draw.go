package paint

import (
	"fmt"
	"image/color"
	"strings"

	"golang.org/x/image/font/sfnt"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
)

// DrawPlot draws a plot as a card: the title at the left, broken into lines if it is long; below it
// the legend in rows, where it cannot cover data; then the axes. The plot itself is not changed.
func DrawPlot(p *plot.Plot, c draw.Canvas) {
	q, whole := *p, c
	Limit(&c)
	c.Canvas.(*limited).title = p.Title.Text
	Steady(&q.X)
	Steady(&q.Y)
	if q.BackgroundColor != nil {
		c.SetColor(q.BackgroundColor)
		c.Fill(c.Path())
	}
	c = draw.Crop(c, 8, -14, 7, -8)
	for _, row := range wrap(q.Title.Text, q.Title.TextStyle, c.Size().X) {
		sty := q.Title.TextStyle
		sty.XAlign, sty.YAlign = draw.XLeft, draw.YTop
		c.FillText(sty, vg.Point{X: c.Min.X, Y: c.Max.Y}, row)
		c.Max.Y -= sty.FontExtents().Height * 1.15
	}
	c.Max.Y -= drawKey(&q.Legend, c)
	c.Max.Y -= 9
	q.Title.Text, q.Legend, q.BackgroundColor = "", plot.NewLegend(), nil
	fitLabels(&q, c)
	if f := WishOf(p).Frame; f != nil {
		if c = f.keep(&q, whole, c); !f.Measured {
			return
		}
	}
	if WishOf(p).Equal {
		c = Equalised(&q, c)
	}
	fitTicks(&q, c)
	q.Draw(c)
}

// wrap breaks text into lines no wider than width, at spaces, but not before "%", and not
// at those that do not break. A word that is wider is broken where the line ends.
func wrap(s string, sty text.Style, width vg.Length) []string {
	var rows []string
	for _, paragraph := range strings.Split(s, "\n") {
		row := ""
		for _, word := range strings.FieldsFunc(strings.ReplaceAll(paragraph, " %", "\x00%"),
			func(r rune) bool { return r == ' ' }) {
			word = strings.ReplaceAll(word, "\x00", " ")
			longer := strings.TrimSpace(row + " " + word)
			if row != "" && sty.Width(longer) > width {
				rows, longer = append(rows, row), word
			}
			for row = longer; sty.Width(row) > width; {
				fits := []rune(row)
				for len(fits) > 1 && sty.Width(string(fits)) > width {
					fits = fits[:len(fits)-1]
				}
				if len(fits) == len([]rune(row)) {
					break // one letter
				}
				rows, row = append(rows, string(fits)), row[len(string(fits)):]
			}
		}
		if row != "" {
			rows = append(rows, row)
		}
	}
	return rows
}

// AddNamed draws something over a plot, and adds it to the key.
func AddNamed(p *plot.Plot, name string, drawn interface {
	plot.Plotter
	plot.Thumbnailer
}) {
	p.Add(drawn)
	p.Legend.Add(name, drawn)
}

// KeyEntry is an entry of a legend: the drawing of its thumbnail, and its text.
type KeyEntry struct {
	Thumb []recorder.Action
	At    vg.Point // where the text was put when the thumbnail was recorded
	Text  string
}

func (e KeyEntry) colours() (all []color.Color) {
	for _, action := range e.Thumb {
		if set, ok := action.(*recorder.SetColor); ok {
			all = append(all, set.Color)
		}
	}
	return all
}

// KeyEntries takes a legend apart. The entries of a plot.Legend cannot be read, but they can be
// drawn: into a recorder, whose log is cut at the texts.
func KeyEntries(l *plot.Legend) []KeyEntry {
	left := *l
	left.Left, left.Top, left.XOffs, left.YOffs = true, true, 0, 0
	var rec recorder.Canvas
	left.Draw(draw.NewCanvas(&rec, 100, 100))
	var entries []KeyEntry
	start := 0
	for i, action := range rec.Actions {
		if s, ok := action.(*recorder.FillString); ok {
			entries = append(entries, KeyEntry{rec.Actions[start:i], s.Point, s.String})
			start = i + 1
		}
	}
	return entries
}

// drawKey draws the entries of a legend side by side, in as many rows as they need, and returns the
// height it took. An entry that is wider than the canvas has rows of its own.
func drawKey(l *plot.Legend, c draw.Canvas) vg.Length {
	sty := l.TextStyle
	sty.XAlign, sty.YAlign = draw.XLeft, draw.YBottom
	rowHeight := sty.FontExtents().Height * 1.3
	const gap = 14
	x, y := c.Min.X, c.Max.Y
	entries := KeyEntries(l)
	for i, e := range entries {
		rows := wrap(e.Text, sty, c.Max.X-c.Min.X-e.At.X)
		width := e.At.X
		for _, row := range rows {
			width = max(width, e.At.X+sty.Width(row))
		}
		if x+width > c.Max.X && x > c.Min.X {
			x, y = c.Min.X, y-rowHeight
		}
		if i == 0 {
			y -= rowHeight
		}
		c.Push()
		c.Translate(vg.Point{X: x, Y: y - e.At.Y + 1})
		for _, action := range e.Thumb {
			action.ApplyTo(c.Canvas)
		}
		c.Pop()
		c.SetColor(sty.Color)
		for k, row := range rows {
			if k > 0 {
				y -= rowHeight
			}
			c.FillString(sty.Handler.Cache().Lookup(sty.Font, sty.Font.Size),
				vg.Point{X: x + e.At.X, Y: y}, row)
		}
		x += width + gap
	}
	if len(entries) == 0 {
		return 0
	}
	return c.Max.Y - y + 2
}

// limited is a canvas that refuses a picture of too many parts, before it takes minutes and all
// memory.
type limited struct {
	vg.Canvas
	title string
	left  int
}

// mostParts is how many lines, areas and texts a picture may have. It has room for a table of 380 ×
// 380 cells.
const mostParts = 150_000

// Limit refuses more than mostParts parts on a canvas, however many plots they are of.
func Limit(c *draw.Canvas) {
	if _, ok := c.Canvas.(*limited); !ok {
		c.Canvas = &limited{c.Canvas, "", mostParts}
	}
}

func (l *limited) spend(parts int) {
	if l.left -= parts; l.left < 0 {
		panic(fmt.Sprintf("plot %q: it has more than %d parts, more than anyone can see: draw "+
			"some of the data, or means", l.title, mostParts))
	}
}

func (l *limited) Stroke(p vg.Path) {
	l.spend(1 + len(p)/8)
	l.Canvas.Stroke(p)
}

func (l *limited) Fill(p vg.Path) {
	l.spend(1 + len(p)/8)
	l.Canvas.Fill(p)
}

func (l *limited) FillString(f font.Face, at vg.Point, text string) {
	l.spend(1)
	l.Canvas.FillString(f, at, text)
}

// The font of a picture has the letters of Europe. A browser has others for those that it lacks,
// such as Chinese ones, and a PNG or PDF shows boxes for them. Without boxes they would be blank,
// and have no width anywhere.

// Boxed puts boxes in place of the letters that a font lacks.
func Boxed(f font.Face, s string) string {
	var b sfnt.Buffer
	return strings.Map(func(r rune) rune {
		if r > 0x24f {
			if i, err := f.Face.GlyphIndex(&b, r); err != nil || i == 0 {
				return '□'
			}
		}
		return r
	}, s)
}

// letters is gonum's handler of texts, which gives missing letters the width of boxes.
type letters struct{ text.Handler }

var _ = func() bool {
	plot.DefaultTextHandler = letters{plot.DefaultTextHandler}
	return true
}()

func (l letters) Box(txt string, fnt font.Font) (width, height, depth vg.Length) {
	return l.Handler.Box(Boxed(l.Cache().Lookup(fnt, fnt.Size), txt), fnt)
}

func (l letters) Draw(c vg.Canvas, txt string, sty text.Style, at vg.Point) {
	boxed := Boxed(l.Cache().Lookup(sty.Font, sty.Font.Size), txt)
	l.Handler.Draw(&unboxed{c, l.Lines(txt)}, boxed, sty, at)
}

// unboxed writes the next of these lines in place of each text.
type unboxed struct {
	vg.Canvas
	lines []string
}

func (u *unboxed) FillString(f font.Face, at vg.Point, _ string) {
	u.Canvas.FillString(f, at, u.lines[0])
	u.lines = u.lines[1:]
}

// Boxing is a canvas that draws boxes for the letters that a font lacks.
type Boxing struct{ vg.Canvas }

func (b Boxing) FillString(f font.Face, at vg.Point, s string) {
	b.Canvas.FillString(f, at, Boxed(f, s))
}
