package nb

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/plot"

	"gibbslab/nb/internal/paint"
	"gibbslab/sampler"
)

func init() {
	golden["heatmap"] = func(*sampler.Trace) *plot.Plot {
		return HeatMap([]string{"peace", "taxes"}, []string{"a", "b", "c"},
			[][]float64{{0, 0.5, 1}, {2, 0.25, 0}})
	}
	golden["doctopics"] = func(*sampler.Trace) *plot.Plot {
		return DocTopics([]string{"peace", "taxes"}, [][]float64{{1, 0}, {0.75, 0.25}, {0, 1},
			{0.5, 0.5}})
	}
	golden["images"] = func(*sampler.Trace) *plot.Plot {
		return Images([]string{"row", "column", "all"}, [][]float64{{0.5, 0.5, 0, 0}, {1, 0, 1, 0},
			{2, 1, 3, 4}}, 2)
	}
	golden["wordbars"] = func(*sampler.Trace) *plot.Plot {
		return WordBars([]string{"tax", "peace", "school"}, []float64{0.2, 0.5, 0.3}, 2)
	}
	golden["topicmap"] = func(*sampler.Trace) *plot.Plot {
		return TopicMap(nil, [][]float64{{1, 0.9, 0.1}, {0.9, 1, 0.1}, {0.1, 0.1, 1}},
			[]float64{0.2, 0.3, 0.5})
	}
}

// 401 documents need columns of three; documents 0, 1 and 2 make the first, 399 and 400 the last.
func TestDocTopicsData(t *testing.T) {
	theta := make([][]float64, 401)
	for d := range theta {
		theta[d] = []float64{0.5, 0.5}
	}
	theta[0], theta[1], theta[399], theta[400] = []float64{1, 0}, []float64{0.75,
		0.25}, []float64{0, 1}, []float64{0, 1}
	shares, each := docTopicsData(theta)
	if each != 3 || len(shares) != 2 || len(shares[0]) != 134 {
		t.Fatalf("%d documents a column, %d × %d; want 3, 2 × 134", each, len(shares),
			len(shares[0]))
	}
	for k, want := range [][]float64{{0.75, 0.5, 0}, {0.25, 0.5, 1}} {
		if got := []float64{shares[k][0], shares[k][1], shares[k][133]}; !slices.Equal(got, want) {
			t.Errorf("topic %d: %v, want %v", k, got, want)
		}
	}
	if _, each = docTopicsData(theta[:200]); each != 1 {
		t.Errorf("200 documents: %d in a column, want 1", each)
	}
}

// The ticks of a picture with three documents a column stand at the middle of the documents they
// name.
func TestScaledTicks(t *testing.T) {
	for _, mark := range (scaled{paint.Ticks{About: 8}, 3, -1}).Ticks(-0.5, 200.5) {
		if mark.Label == "300" && math.Abs(mark.Value-(300-1)/3.) > 1e-12 {
			t.Errorf("document 300 is at %v; the column 99 ⅔ has the documents 299 to 301",
				mark.Value)
		}
	}
}

func TestMostProbable(t *testing.T) {
	vocabulary, phi := []string{"a", "b", "c", "d"}, []float64{0.2, 0.3, 0.2, 0.3}
	words, prob := mostProbable(vocabulary, phi, 3)
	if !slices.Equal(words, []string{"b", "d", "a"}) ||
		!slices.Equal(prob, []float64{0.3, 0.3, 0.2}) {
		t.Errorf("%v %v", words, prob)
	}
	if words, _ = mostProbable(vocabulary, phi, 0); len(words) != 4 {
		t.Errorf("of four words, the first eight are %v", words)
	}
}

// Distances in the plane are those of Hellinger when three topics, or fewer, are all there is.
func TestTopicMapData(t *testing.T) {
	like := [][]float64{{1, 0.9, 0.2}, {0.9, 1, 0.1}, {0.2, 0.1, 1}}
	x, y, seen := topicMapData(like)
	for i := range x {
		for j := range i {
			got, want := math.Hypot(x[i]-x[j], y[i]-y[j]), math.Sqrt(1-like[i][j])
			if math.Abs(got-want) > 1e-12 {
				t.Errorf("topics %d and %d are %v apart, want %v", i, j, got, want)
			}
		}
	}
	if math.Abs(seen-1) > 1e-12 || slices.Max(x) < -slices.Min(x) {
		t.Errorf("%v is seen of three topics, x %v", seen, x)
	}
	// Four topics without a common word are the corners of a tetrahedron: a plane shows two of
	// three equal directions.
	apart := [][]float64{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}
	if _, _, seen = topicMapData(apart); math.Abs(seen-2./3) > 1e-12 {
		t.Errorf("%v is seen of a tetrahedron, want 2/3", seen)
	}
	for _, same := range [][][]float64{{{1}}, {{1, 1}, {1, 1}}} {
		if x, y, _ = topicMapData(same); slices.Max(x)+slices.Max(y) > 1e-7 {
			t.Errorf("%d equal topics lie at %v, %v", len(same), x, y)
		}
	}
}

func TestTopicMistakes(t *testing.T) {
	table := [][]float64{{1, 0.5}, {0.5, 1}}
	panics(t, "there is no number", func() { HeatMap(nil, nil, nil) })
	panics(t, "there is no number", func() { Images(nil, [][]float64{{}}, 1) })
	panics(t, "row 1 has 1 numbers and row 0 has 2",
		func() { HeatMap(nil, nil, [][]float64{{1, 2}, {1}}) })
	panics(t, "number 1 of row 0 is NaN", func() { DocTopics(nil, [][]float64{{1, math.NaN()}}) })
	panics(t, "number 0 of row 1 is -1", func() { HeatMap(nil, nil, [][]float64{{1}, {-1}}) })
	panics(t, "rows: 1 names for 2", func() { HeatMap([]string{"a"}, nil, table) })
	panics(t, "topics: 3 names for 2", func() { DocTopics([]string{"a", "b", "c"}, table) })
	panics(t, "4 pixels do not make rows of 3",
		func() { Images(nil, [][]float64{{1, 0, 0, 1}}, 3) })
	panics(t, "4 pixels do not make rows of 0",
		func() { Images(nil, [][]float64{{1, 0, 0, 1}}, 0) })
	panics(t, "1 words and 2 probabilities",
		func() { WordBars([]string{"a"}, []float64{0.5, 0.5}, 1) })
	panics(t, "-1 words", func() { WordBars([]string{"a"}, []float64{1}, -1) })
	panics(t, "similarity is 2 × 3", func() { topicMapData([][]float64{{1, 0, 0}, {0, 1, 0}}) })
	panics(t, "0.3 the other way round", func() { topicMapData([][]float64{{1, 0.3}, {0.2, 1}}) })
	panics(t, "1 shares and 2 topics", func() { TopicMap(nil, table, []float64{1}) })
	for _, p := range []*plot.Plot{HeatMap(nil, nil, [][]float64{{0}}),
		Images(nil, [][]float64{{0}}, 1), WordBars([]string{"a"}, []float64{0}, 1),
		TopicMap(nil, [][]float64{{1}}, []float64{0}), DocTopics(nil, [][]float64{{0}})} {
		if len(Grid{Plots: []*plot.Plot{p}}.PNG()) == 0 {
			t.Errorf("%q of nothing but zero: no picture", p.Title.Text)
		}
	}
}

// The ends of both axes of a square heat map are counted alike, from the upper left corner.
func TestNumberedCells(t *testing.T) {
	across, down := numbered{82, false}.Ticks(0, 1), numbered{82, true}.Ticks(0, 1)
	if len(across) != 9 || len(down) != 9 {
		t.Fatalf("%v and %v", across, down)
	}
	for i, m := range across {
		if m.Label != down[i].Label || m.Value+down[i].Value != 81 {
			t.Errorf("%v and %v", m, down[i])
		}
	}
	if n := len(numbered{3, true}.Ticks(0, 1)); n != 3 {
		t.Errorf("%d of 3", n)
	}
}

// Of many topics the largest have names, and the title says so.
func TestTopicMapOfMany(t *testing.T) {
	for n, want := range map[int]string{24: "Topic map", 25: "Topic map: the 24 largest of 25 have their names"} {
		alike, shares := make([][]float64, n), make([]float64, n)
		for i := range alike {
			alike[i], shares[i] = slices.Repeat([]float64{0.1}, n), float64(i+1)
			alike[i][i] = 1
		}
		if got := TopicMap(nil, alike, shares).Title.Text; got != want {
			t.Errorf("%d topics: the title is %q, want %q", n, got, want)
		}
	}
}
