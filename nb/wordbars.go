package nb

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/nb/internal/paint"
)

// WordBars draws the n most probable words of a topic as bars: what is it about? phi has a
// probability for each word of the vocabulary. A [Grid] of them, four in a row say, shows several
// topics. 0 words means 8.
func WordBars(vocabulary []string, phi []float64, n int) *plot.Plot {
	words, prob := WordBarsData(vocabulary, phi, n)
	p := paint.NewPlot("Most probable words", "probability", "")
	p.Add(sideways(prob))
	reversed := slices.Clone(words)
	slices.Reverse(reversed)
	p.Y.Tick.Marker, p.Y.Tick.Length = paint.EveryName(reversed), 0
	paint.SetWish(p, paint.Wish{Height: paint.NamesHeight(len(words))})
	p.Y.LineStyle.Width = 0
	p.Y.Min, p.Y.Max = -0.6, float64(len(words))-0.4
	p.X.Min = 0
	p.X.Tick.Marker = paint.Ticks{About: 2}
	return p
}

// WordBarsData returns the numbers that [WordBars] draws: the n most probable words, in decreasing
// order, and their probabilities. Of equally probable words the first in the vocabulary comes
// first.
func WordBarsData(vocabulary []string, phi []float64, n int) (words []string, prob []float64) {
	if n == 0 {
		n = 8
	}
	switch {
	case n < 0:
		panic(fmt.Sprintf("word bars: %d words: give 1 or more, or 0 for 8", n))
	case len(vocabulary) != len(phi):
		panic(fmt.Sprintf("word bars: %d words and %d probabilities: give as many of each", len(vocabulary), len(phi)))
	}
	checkTable("word bars", [][]float64{phi})
	order := make([]int, len(phi))
	for w := range order {
		order[w] = w
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case phi[a] > phi[b]:
			return -1
		case phi[a] < phi[b]:
			return 1
		}
		return 0
	})
	for _, w := range order[:min(n, len(order))] {
		words, prob = append(words, vocabulary[w]), append(prob, phi[w])
	}
	return words, prob
}

// sideways are bars from left to right, the first at the top.
type sideways []float64

// Plot implements plot.Plotter.
func (s sideways) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for i, v := range s {
		at := float64(len(s) - 1 - i)
		x0, x1, y0, y1 := x(0), x(min(v, p.X.Max)), y(at-barHalf), y(at+barHalf)
		c.FillPolygon(paint.Pale(paint.Posterior, 0.6), paint.Corners(x0, y0, x1, y1)[:4])
	}
}

// DataRange implements plot.DataRanger.
func (s sideways) DataRange() (xmin, xmax, ymin, ymax float64) {
	return 0, max(slices.Max(s), 1e-300), -barHalf, float64(len(s)-1) + barHalf
}
