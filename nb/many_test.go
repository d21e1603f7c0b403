package nb

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgsvg"

	"gibbslab/nb/internal/paint"
)

// A picture of very many numbers has a bounded number of parts, or is refused: ten million points
// took 6 GB.
func TestManyNumbers(t *testing.T) {
	x := slices.Concat(autoregression(4, 25_000, 0.3, 0, 1)...)
	n := numbersOf(t, x)
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		what := fmt.Sprintf("%s of %d numbers", kind, len(x))
		watch(what, func() {
			if r := drawnWithin(t, 120_000, what, func() any { return kinds[kind](n) }); r != "" && kind != "PredictiveIntervals" {
				t.Errorf("%s: %s", what, r)
			}
		})
	}
}

func TestTooManyParts(t *testing.T) {
	table := make([][]float64, 1000)
	for i := range table {
		table[i] = slices.Repeat([]float64{1, 2}, 500)
	}
	refusal := drawn(t, "a million cells", func() any { return HeatMap(nil, nil, table) })
	if !strings.Contains(refusal, "more than 150000 parts") {
		t.Errorf("a heat map of a million cells: %q", refusal)
	}
	p := Histogram([]float64{1, 2, 3}, "x")
	panics(t, "show fewer plots at a time", func() { Grid{Plots: slices.Repeat([]*plot.Plot{p}, 1000)}.layout() })
}

// A drawing that is too large for a notebook is not made only to be thrown away.
func TestSVGStopsAtItsLimit(t *testing.T) {
	c := &paint.SvgCanvas{Canvas: vgsvg.New(100, 100), Limit: 1000}
	line := vg.Path{{Type: vg.MoveComp}, {Type: vg.LineComp, Pos: vg.Point{X: 10, Y: 10}}}
	for range 100_000 {
		c.Stroke(line)
		c.Fill(line)
	}
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil || b.Len() > 50_000 || !c.Full(0) {
		t.Errorf("%d bytes of an SVG that may have 1000, %v", b.Len(), err)
	}
}

// Characters that XML does not know would make the browser show an error in place of the picture.
func TestSVGIsXML(t *testing.T) {
	odd := "a\x00\x1b[31m\r\n\ufffe\xff <b>&amp;"
	p := WithTitle(Bars([]string{odd, "b"}, []float64{1, 2}, nil), odd, odd, odd)
	d := xml.NewDecoder(strings.NewReader(Grid{Plots: []*plot.Plot{p}}.svg(largestSVG)))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}
