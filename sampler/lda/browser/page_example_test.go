package browser_test

import (
	"fmt"
	"os"
	"path/filepath"

	"gibbslab/sampler/corpus"
	"gibbslab/sampler/lda/browser"
	"gibbslab/sampler/lda/topics"
)

// Two chains found the topics of a small newspaper, in another order. The last of its three
// articles has no text.
func paper() browser.Page {
	docs := []corpus.Doc{
		corpus.Bag([]int32{0, 1, 4}), corpus.Bag([]int32{2, 3, 3, 4}), corpus.Bag([]int32{0, 0, 1}),
	}
	sport, politics := []float64{0.5, 0.3, 0.01, 0.01, 0.18}, []float64{0.01, 0.01, 0.35, 0.45, 0.18}
	return browser.Page{
		Chains: []*topics.Topics{
			{Phi: [][]float64{sport, politics}, Alpha: []float64{0.1}, Docs: docs,
				Theta: [][]float64{{0.9, 0.1}, {0.05, 0.95}, {0.97, 0.03}}},
			{Phi: [][]float64{politics, sport}, Alpha: []float64{0.1}, Docs: docs,
				Theta: [][]float64{{0.1, 0.9}, {0.9, 0.1}, {0.05, 0.95}}},
		},
		Vocabulary: []string{"goal", "match", "law", "tax", "day"},
		Title:      "A small newspaper",
		Texts:      []string{"The goal of the day won the match.", "Tax day: a tax law is changed.", ""},
	}
}

func ExamplePage() {
	fmt.Println(paper())
	// Output:
	// 2 topics of 3 documents with 10 tokens
	// topic 0, 58.1 %, in 1 of 1 other chains: goal match day law tax
	// topic 1, 41.9 %, in 1 of 1 other chains: tax law day match goal
}

// A program writes the page into a file. In a notebook, nb.Browse does.
func ExamplePage_HTML() {
	html, err := paper().HTML()
	if err != nil {
		fmt.Println(err)
		return
	}
	dir, err := os.MkdirTemp("", "page")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	err = os.WriteFile(filepath.Join(dir, "newspaper.html"), html, 0o666)
	fmt.Println(len(html) < 100_000, err)
	// Output: true <nil>
}

func ExamplePage_Map() {
	x, _, shares, names, err := paper().Map()
	if err != nil {
		fmt.Println(err)
		return
	}
	for k, name := range names {
		fmt.Printf("%s: %.2f, at %.2f\n", name, shares[k], x[k])
	}
	// Output:
	// goal match day: 0.58, at 0.24
	// tax law day: 0.42, at -0.24
}
