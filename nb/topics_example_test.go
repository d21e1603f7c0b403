package nb_test

import (
	"os"

	"gonum.org/v1/plot"

	"gibbslab/nb"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/lda/browser"
	"gibbslab/sampler/lda/topics"
)

// Two topics of six words in four documents.
var (
	topicWords = []string{"goal", "match", "team", "law", "senate", "vote"}
	phi        = [][]float64{{0.4, 0.3, 0.25, 0.01, 0.01, 0.03}, {0.01, 0.02, 0.02, 0.25, 0.3, 0.4}}
	theta      = [][]float64{{0.95, 0.05}, {0.9, 0.1}, {0.02, 0.98}, {0.5, 0.5}}
)

// A page that can be opened in any web browser. In a notebook it also appears below the cell.
func ExampleBrowse() {
	defer os.Remove("topics.html")
	docs := []corpus.Doc{corpus.Bag([]int32{0, 0, 1}), corpus.Bag([]int32{2, 1}),
		corpus.Bag([]int32{3, 4, 5}), corpus.Bag([]int32{0, 4})}
	t := &topics.Topics{Phi: phi, Theta: theta, Docs: docs}
	nb.Browse("topics.html", browser.Page{Chains: []*topics.Topics{t}, Vocabulary: topicWords})
	// Output:
	// 2 topics of 4 documents with 10 tokens
	// topic 0, 57.1 %: goal match team vote law senate
	// topic 1, 42.9 %: vote senate law team match goal
	// The page is in topics.html.
}

func ExampleWordBars() {
	p, q := nb.WordBars(topicWords, phi[0], 3), nb.WordBars(topicWords, phi[1], 3)
	nb.Show(nb.Grid{Plots: []*plot.Plot{nb.WithTitle(p, "Sport", "", ""),
		nb.WithTitle(q, "Politics", "", "")}, Columns: 4})
	// Output:
	// Sport
	//   x: probability, 0 to 0.4
	//   y: , -0.6 to 2.6
	// Politics
	//   x: probability, 0 to 0.4
	//   y: , -0.6 to 2.6
}

func ExampleDocTopics() {
	p := nb.DocTopics([]string{"sport", "politics"}, theta)
	nb.Show(nb.WithTitle(p, "Politics comes last", "", ""))
	// Output:
	// Politics comes last
	//   x: document, -0.5 to 3.5
	//   y: , -0.5 to 1.5
	//   drawn: share 0; 0.49; 0.98
}

func ExampleHeatMap() {
	nb.Show(nb.HeatMap([]string{"sport", "politics"}, topicWords, phi))
	// Output:
	// Heat map
	//   x: , -0.5 to 5.5
	//   y: , -0.5 to 1.5
	//   drawn: 0; 0.2; 0.4
}

// Two topics over images of 2 × 2 pixels: a row, and a column.
func ExampleImages() {
	p := nb.Images([]string{"upper row", "left column"}, [][]float64{{0.5, 0.5, 0, 0},
		{0.5, 0, 0.5, 0}}, 2)
	nb.Show(nb.WithTitle(p, "Topics that can be seen", "", ""))
	// Output:
	// Topics that can be seen
	//   x: , 0 to 1
	//   y: , 0 to 1
}

// Two of three topics are alike.
func ExampleTopicMap() {
	similarity := [][]float64{{1, 0.9, 0.1}, {0.9, 1, 0.1}, {0.1, 0.1, 1}}
	p := nb.TopicMap([]string{"taxes", "budget", "peace"}, similarity, []float64{0.3, 0.2, 0.5})
	nb.Show(nb.WithTitle(p, "Two topics about money", "", ""))
	// Output:
	// Two topics about money
	//   x: first direction (both show 100 % of the squared distances), -0.4989 to 0.8107
	//   y: second direction, -0.2055 to 0.2055
}
