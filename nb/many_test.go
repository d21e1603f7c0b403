package nb

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"gibbslab/internal/turns"
	"gibbslab/nb/internal/picture"

	"gonum.org/v1/plot"
)

// A picture of very many numbers has a bounded number of parts, or is refused: ten million points
// took 6 GB.
func TestManyNumbers(t *testing.T) {
	turns.Long(t)
	// A line for each number.
	refused := []string{"PredictiveIntervals", "Along", "ByGroup", "AddErrorBars"}
	x := slices.Concat(autoregression(4, 25_000, 0.3, 0, 1)...)
	n := numbersOf(t, x)
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		what := fmt.Sprintf("%s of %d numbers", kind, len(x))
		watch(what, func() {
			if r := drawnWithin(t, 120_000, what, func() any { return kinds[kind](n) }); r != "" &&
				!slices.Contains(refused, kind) {
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
	panics(t, "show fewer plots at a time",
		func() { Grid{Plots: slices.Repeat([]*plot.Plot{p}, 1000)}.Layout() })
}

// Characters that XML does not know would make the browser show an error in place of the picture.
func TestSVGIsXML(t *testing.T) {
	odd := "a\x00\x1b[31m\r\n\ufffe\xff <b>&amp;"
	p := WithTitle(Bars([]string{odd, "b"}, []float64{1, 2}, nil), odd, odd, odd)
	d := xml.NewDecoder(strings.NewReader(Grid{Plots: []*plot.Plot{p}}.SVG(picture.LargestSVG)))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}
