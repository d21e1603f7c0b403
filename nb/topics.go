package nb

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/nb/internal/paint"
)

// TopicMap draws topics as discs in the plane. Topics with similar words are near to one another,
// and the area of a disc is proportional to the topic's share of all words. similarity is K × K,
// Σ_w √(φ_kw φ_jw), as lda's Similarity returns it. names nil numbers the topics.
//
// The plane shows two of up to K−1 dimensions. Discs that are far apart are different topics. Discs
// that are near one another may still differ in a direction that is not shown.
func TopicMap(names []string, similarity [][]float64, shares []float64) *plot.Plot {
	x, y, seen := topicMapData(similarity)
	names = namesOr(names, "topic map: names", len(x))
	if len(shares) != len(x) {
		panic(fmt.Sprintf("topic map: %d shares and %d topics: give as many of each", len(shares),
			len(x)))
	}
	checkTable("topic map: shares", [][]float64{shares})
	p := topicDiscs(names, x, y, shares)
	p.X.Label.Text = fmt.Sprintf("first direction (both show %.0f %% of the squared distances)",
		100*seen)
	return p
}

// topicDiscs draws a map of topics whose places are known.
func topicDiscs(names []string, x, y, shares []float64) *plot.Plot {
	p := paint.NewPlot("Topic map", "first direction", "second direction")
	d := paint.Discs{X: x, Y: y, Shares: shares, Names: names}
	p.Add(d)
	paint.SetWish(p, paint.Wish{Height: 500})
	xmin, xmax, ymin, ymax := d.DataRange()
	wide, high := max(xmax-xmin, 1e-9), max(ymax-ymin, 1e-9)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = xmin-0.2*wide, xmax+0.2*wide, ymin-0.15*high, ymax+0.15*high
	return p
}

// topicMapData returns the numbers that [TopicMap] draws: where each topic lies, and how much of
// the squared distances the plane shows, from 0 to 1. The distances are Hellinger distances, √(1 −
// similarity), and the plane comes from classical scaling (Torgerson 1952). Each axis is turned so
// that its largest coordinate is positive.
func topicMapData(similarity [][]float64) (x, y []float64, seen float64) {
	k := len(similarity)
	checkTable("topic map", similarity)
	// −½ of the squared distances, centred: the inner products of what is looked for
	inner := mat.NewSymDense(k, nil)
	for i, row := range similarity {
		if len(row) != k {
			panic(fmt.Sprintf("topic map: similarity is %d × %d: give topics × topics", k,
				len(row)))
		}
		for j := range i {
			if math.Abs(row[j]-similarity[j][i]) > 1e-9 || row[j] > 1+1e-9 {
				panic(fmt.Sprintf("topic map: similarity is %v of topics %d and %d, %v the other "+
					"way round: it must be the same, and at most 1", row[j], i, j, similarity[j][i]))
			}
			inner.SetSym(i, j, -0.5*max(0, 1-row[j]))
		}
	}
	centre(inner)
	var eigen mat.EigenSym
	if !eigen.Factorize(inner, true) {
		panic("topic map: the similarities have no eigenvalues: are they those of lda's " +
			"Similarity?")
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	x, y = make([]float64, k), make([]float64, k)
	total := 1e-300
	for i, value := range eigen.Values(nil) { // in increasing order
		total += max(0, value)
		for axis, to := range [][]float64{x, y} {
			if i == k-1-axis && value > 0 {
				seen += value
				mat.Col(to, i, &vectors)
				floats.Scale(math.Sqrt(value), to)
				upright(to)
			}
		}
	}
	return x, y, seen / total
}

// centre subtracts the means of rows and columns.
func centre(m *mat.SymDense) {
	k := m.SymmetricDim()
	means, mean := make([]float64, k), 0.0
	for i := range means {
		for j := range k {
			means[i] += m.At(i, j) / float64(k)
		}
		mean += means[i] / float64(k)
	}
	for i := range k {
		for j := i; j < k; j++ {
			m.SetSym(i, j, m.At(i, j)-means[i]-means[j]+mean)
		}
	}
}

// upright turns an axis to make its largest coordinate positive.
func upright(x []float64) {
	largest := 0.0
	for _, v := range x {
		if math.Abs(v) > math.Abs(largest)+1e-9 {
			largest = v
		}
	}
	for i := range x {
		if largest < 0 {
			x[i] = -x[i]
		}
	}
}

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

// WordBarsData returns the numbers that [WordBars] draws: the n most probable words in decreasing
// order, and their probabilities. If words are equally probable, the order is that of the
// vocabulary.
func WordBarsData(vocabulary []string, phi []float64, n int) (words []string, prob []float64) {
	if n == 0 {
		n = 8
	}
	switch {
	case n < 0:
		panic(fmt.Sprintf("word bars: %d words: give 1 or more, or 0 for 8", n))
	case len(vocabulary) != len(phi):
		panic(fmt.Sprintf("word bars: %d words and %d probabilities: give as many of each",
			len(vocabulary), len(phi)))
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

// DocTopics draws which documents are about which topic. It has a row for each topic. The documents
// go from left to right in the given order, which may be their order in time. theta is documents ×
// topics, the share of each topic in each document. topics are the names of the topics; nil numbers
// them. If there are more than 200 documents, each column shows the mean of several neighbours.
func DocTopics(topics []string, theta [][]float64) *plot.Plot {
	shares, each := docTopicsData(theta)
	topics = namesOr(topics, "document topics: topics", len(shares))
	p := paint.NewPlot("Which documents are about which topic", "document", "")
	p.Add(shades{shares, checkTable("document topics", shares)})
	reversed := slices.Clone(topics)
	slices.Reverse(reversed)
	p.Y.Tick.Marker, p.Y.Tick.Length, p.Y.LineStyle.Width = paint.EveryName(reversed), 0, 0
	paint.SetWish(p, paint.Wish{Height: paint.NamesHeight(len(topics))})
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

// Ticks implements plot.Ticker.
func (s scaled) Ticks(lo, hi float64) []plot.Tick {
	marks := s.Ticker.Ticks(lo*s.by-s.offset, hi*s.by-s.offset)
	for i := range marks {
		marks[i].Value = (marks[i].Value + s.offset) / s.by
	}
	return marks
}
