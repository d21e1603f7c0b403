package topics_test

import (
	"fmt"
	"strings"

	"gibbslab/sampler/lda/topics"
)

// Coherence, from the documents: the words of a topic that makes sense occur together.
func ExampleCountDocs() {
	top := [][]int{{0, 1, 2}, {3, 4, 5}, {1, 4, 2}}
	c, err := topics.CountDocs(paper.Docs, top)
	if err != nil {
		fmt.Println(err)
		return
	}
	umass, npmi := c.UMass(), c.NPMI()
	for k, words := range topics.Words(paperWords, top) {
		fmt.Printf("%-17s  UMass %5.2f  NPMI %5.2f\n", strings.Join(words, " "), umass[k], npmi[k])
	}
	// Output:
	// goal match team    UMass -0.81  NPMI -0.12
	// law senate tax     UMass  0.41  NPMI  0.71
	// match senate team  UMass -0.69  NPMI -1.00
}

// Coherence C_V, from texts with their words in order: here windows of three words; 110 are usual.
func ExampleCountWindows() {
	texts := [][]int32{{0, 1, -1, 2, 6, 1, 0}, {3, 4, -1, 5, 3, 4}, {0, 2, 1, 0, -1, 4, 5, 3}}
	top := [][]int{{0, 1, 2}, {3, 4, 5}, {1, 4, 2}}
	c, err := topics.CountWindows(texts, 3, top)
	if err != nil {
		fmt.Println(err)
		return
	}
	cv := c.CV()
	for k, words := range topics.Words(paperWords, top) {
		fmt.Printf("%-17s  C_V %.2f\n", strings.Join(words, " "), cv[k])
	}
	// Output:
	// goal match team    C_V 0.83
	// law senate tax     C_V 0.93
	// match senate team  C_V 0.31
}
