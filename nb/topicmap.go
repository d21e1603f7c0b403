package nb

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
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
		panic(fmt.Sprintf("topic map: %d shares and %d topics: give as many of each", len(shares), len(x)))
	}
	checkTable("topic map: shares", [][]float64{shares})
	p := paint.NewPlot("Topic map", "first direction", "second direction")
	d := discs{x, y, shares, names}
	p.Add(d)
	paint.SetWish(p, paint.Wish{Height: 500})
	_, _, ymin, ymax := d.DataRange()
	xmin, xmax := d.x[0], d.x[0]
	for _, v := range x {
		xmin, xmax = min(xmin, v), max(xmax, v)
	}
	wide, high := max(xmax-xmin, 1e-9), max(ymax-ymin, 1e-9)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = xmin-0.2*wide, xmax+0.2*wide, ymin-0.15*high, ymax+0.15*high
	p.X.Label.Text = fmt.Sprintf("first direction (both show %.0f %% of the squared distances)", 100*seen)
	return p
}

// topicMapData returns the numbers that [TopicMap] draws: where each topic lies, and how much of
// the squared distances the plane shows, from 0 to 1. Distances are Hellinger's, √(1 − similarity);
// the plane is that of classical scaling (Torgerson 1952). Each axis is turned so that its largest
// coordinate is positive.
func topicMapData(similarity [][]float64) (x, y []float64, seen float64) {
	k := len(similarity)
	checkTable("topic map", similarity)
	inner := mat.NewSymDense(k, nil) // −½ of the squared distances, centred: the inner products of what is looked for
	for i, row := range similarity {
		if len(row) != k {
			panic(fmt.Sprintf("topic map: similarity is %d × %d: give topics × topics", k, len(row)))
		}
		for j := range i {
			if math.Abs(row[j]-similarity[j][i]) > 1e-9 || row[j] > 1+1e-9 {
				panic(fmt.Sprintf("topic map: similarity is %v of topics %d and %d, %v the other way round: it must be the same, and at most 1", row[j], i, j, similarity[j][i]))
			}
			inner.SetSym(i, j, -0.5*max(0, 1-row[j]))
		}
	}
	centre(inner)
	var eigen mat.EigenSym
	if !eigen.Factorize(inner, true) {
		panic("topic map: the similarities have no eigenvalues: are they those of lda's Similarity?")
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

// discs are circles with their names.
type discs struct {
	x, y, shares []float64
	names        []string
}

// Plot implements plot.Plotter. The largest disc has a twelfth of the height for its radius. Names
// stand beside their discs where no other name and no disc is, or as near to that as can be had,
// see labelling.
func (d discs) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	largest := checkTable("topic map", [][]float64{d.shares})
	radius := func(i int) vg.Length {
		return c.Size().Y / 12 * vg.Length(math.Sqrt(d.shares[i]/max(largest, 1e-300)))
	}
	for i := range d.names {
		at := vg.Point{X: x(d.x[i]), Y: y(d.y[i])}
		c.DrawGlyphNoClip(draw.GlyphStyle{Color: paint.Pale(paint.Posterior, 0.3), Radius: radius(i), Shape: draw.CircleGlyph{}}, at)
		c.DrawGlyphNoClip(draw.GlyphStyle{Color: paint.Posterior, Radius: radius(i), Shape: draw.RingGlyph{}}, at)
	}
	sty := p.X.Tick.Label
	sty.Rotation, sty.XAlign, sty.YAlign = 0, draw.XLeft, draw.YBottom
	l := paint.Labelling{Frame: c.Rectangle}
	for i, name := range d.names {
		l.Discs = append(l.Discs, paint.Disc{At: vg.Point{X: x(d.x[i]), Y: y(d.y[i])}, Radius: radius(i)})
		l.Sizes = append(l.Sizes, vg.Point{X: sty.Width(name), Y: sty.FontExtents().Height})
	}
	for i, box := range l.Boxes() {
		if from, to, ok := l.Leader(i, box); ok {
			c.StrokeLine2(paint.Stroke(paint.Ink, 0.5), from.X, from.Y, to.X, to.Y)
			c.DrawGlyphNoClip(draw.GlyphStyle{Color: paint.Ink, Radius: 1.3, Shape: draw.CircleGlyph{}}, from)
		}
		c.FillText(sty, box.Min, d.names[i])
	}
}

// DataRange implements plot.DataRanger.
func (d discs) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax, ymin, ymax = math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for i := range d.x {
		xmin, xmax, ymin, ymax = min(xmin, d.x[i]), max(xmax, d.x[i]), min(ymin, d.y[i]), max(ymax, d.y[i])
	}
	return xmin, xmax, ymin, ymax
}
