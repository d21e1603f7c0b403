package paint

import (
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
)

const longName = "the_standard_deviation_of_the_measurement_error_in_the_second_half_of_it_all"

// A name longer than the picture is broken or loses its middle, and leaves the plot its room.
func TestLongNames(t *testing.T) {
	p := NewPlot(longName+longName, longName, longName)
	for _, name := range []string{longName, strings.ReplaceAll(longName, "_", " "), "x"} {
		for _, row := range wrap(name, p.Title.TextStyle, 100) {
			if w := p.Title.TextStyle.Width(row); w > 100 {
				t.Errorf("%q is %.0f wide", row, w)
			}
		}
	}
	if got := strings.Join(wrap(longName, p.Title.TextStyle, 100), ""); got != longName {
		t.Errorf("broken into %q", got)
	}
	for _, rows := range [][]string{nil, {longName, "x"}} {
		if rows != nil {
			p.Y.Label.Text = ""
			NameRows(p, rows)
		}
		c := draw.NewCanvas(new(recorder.Canvas), 400, 200)
		q := *p
		fitLabels(&q, c)
		if in := q.DataCanvas(c).Size(); in.X < 150 || in.Y < 100 {
			t.Errorf("the plot has %.0f × %.0f points of 400 × 200", in.X, in.Y)
		}
	}
}

// A letter that the font lacks is a box in a PNG or PDF, with the width of a box. SVG has the letter.
func TestMissingLetters(t *testing.T) {
	sty := NewPlot("", "", "").Title.TextStyle
	if sty.Width("北京") != sty.Width("□□") || sty.Width("αβ") == sty.Width("□□") {
		t.Errorf("widths: %v, of boxes %v", sty.Width("北京"), sty.Width("□□"))
	}
	write := func(boxing bool) (texts []string) {
		var rec recorder.Canvas
		var c vg.Canvas = &rec
		if boxing {
			c = Boxing{&rec}
		}
		p := NewPlot("", "α 北", "")
		p.Y.Tick.Marker = plot.ConstantTicks{}
		p.X.Tick.Marker = plot.ConstantTicks{}
		DrawPlot(p, draw.NewCanvas(c, 400, 200))
		for _, a := range rec.Actions {
			if s, ok := a.(*recorder.FillString); ok {
				texts = append(texts, s.String)
			}
		}
		return texts
	}
	if got := strings.Join(write(false), ";"); got != "α 北" {
		t.Errorf("texts: %q", got)
	}
	if got := strings.Join(write(true), ";"); got != "α □" {
		t.Errorf("texts with boxes: %q", got)
	}
}
