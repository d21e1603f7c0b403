package nb

import (
	"cmp"
	"fmt"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/internal/numeric"
	"gibbslab/nb/internal/paint"
)

// WordBars draws the n most probable words of a topic as bars: what is it about? phi has a
// probability for each word of the vocabulary. A [Grid] of them, four in a row say, shows several
// topics. 0 words means 8.
func WordBars(vocabulary []string, phi []float64, n int) *plot.Plot {
	words, prob := mostProbable(vocabulary, phi, n)
	p := paint.NewPlot("Most probable words", "probability", "")
	p.Add(sideways(prob))
	nameLines(p, words)
	p.Y.Min, p.Y.Max = -0.6, float64(len(words))-0.4
	p.X.Min = 0
	p.X.Tick.Marker = paint.Ticks{About: 2}
	return p
}

// mostProbable returns the numbers that [WordBars] draws: the n most probable words in decreasing
// order, and their probabilities. If words are equally probable, the order is that of the
// vocabulary.
func mostProbable(vocabulary []string, phi []float64, n int) (words []string, prob []float64) {
	n = cmp.Or(n, 8)
	switch {
	case n < 0:
		panic(fmt.Sprintf("word bars: %d words: give 1 or more, or 0 for 8", n))
	case len(vocabulary) != len(phi):
		panic(fmt.Sprintf("word bars: %d words and %d probabilities: give as many of each",
			len(vocabulary), len(phi)))
	}
	checkTable("word bars", [][]float64{phi})
	order := numeric.Order(len(phi), func(v, w int) int { return cmp.Compare(phi[w], phi[v]) })
	for _, w := range order[:min(n, len(order))] {
		words, prob = append(words, vocabulary[w]), append(prob, phi[w])
	}
	return words, prob
}

// sideways are bars from left to right, the first at the top.
type sideways []float64

func (s sideways) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for i, v := range s {
		at := float64(len(s) - 1 - i)
		x0, x1, y0, y1 := x(0), x(min(v, p.X.Max)), y(at-barHalf), y(at+barHalf)
		c.FillPolygon(paint.Pale(paint.Posterior, 0.6), paint.Corners(x0, y0, x1, y1)[:4])
	}
}

func (s sideways) DataRange() (xmin, xmax, ymin, ymax float64) {
	return 0, max(slices.Max(s), 1e-300), -barHalf, float64(len(s)-1) + barHalf
}

// DocTopics draws which documents are about which topic. It has a row for each topic. The documents
// go from left to right in the given order, which may be their order in time. theta is documents ×
// topics, the share of each topic in each document. topics are the names of the topics; nil numbers
// them. If there are more than 200 documents, each column shows the mean of several neighbours.
func DocTopics(topics []string, theta [][]float64) *plot.Plot {
	shares, each := docTopicsData(theta)
	topics = namesOr(topics, "document topics: topics", len(shares))
	p := paint.NewPlot("Which documents are about which topic", "document", "")
	p.Add(shades{shares, checkTable("document topics", shares)})
	nameLines(p, topics)
	p.X.Tick.Marker = scaled{paint.Ticks{About: 8}, float64(each), (1 - float64(each)) / 2}
	p.X.Min, p.X.Max = -0.5, float64(len(shares[0]))-0.5
	p.Y.Min, p.Y.Max = -0.5, float64(len(shares))-0.5
	if each == 1 && len(theta) < 20 {
		p.X.Tick.Marker = numbered{len(theta), false}
	}
	addShades(p, "share ", slices.Max(slices.Concat(shares...)))
	return p
}

// mostColumns is how many columns of a picture can still be told apart.
const mostColumns = 200

// docTopicsData returns the numbers that [DocTopics] draws: topics × columns, the mean share of a
// topic in each column, and how many documents make a column. That is the smallest number for which
// at most 200 columns are needed. The last column has what is left.
func docTopicsData(theta [][]float64) (shares [][]float64, each int) {
	checkTable("document topics", theta)
	each = (len(theta) + mostColumns - 1) / mostColumns
	shares = make([][]float64, len(theta[0]))
	for block := range slices.Chunk(theta, each) {
		for k := range shares {
			sum := 0.0
			for _, row := range block {
				sum += row[k]
			}
			shares[k] = append(shares[k], sum/float64(len(block)))
		}
	}
	return shares, each
}

// scaled writes x·by − offset at the place x.
type scaled struct {
	plot.Ticker
	by, offset float64
}

func (s scaled) Ticks(lo, hi float64) []plot.Tick {
	marks := s.Ticker.Ticks(lo*s.by-s.offset, hi*s.by-s.offset)
	for i := range marks {
		marks[i].Value = (marks[i].Value + s.offset) / s.by
	}
	return marks
}
