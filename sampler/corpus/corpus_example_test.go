package corpus_test

import (
	"fmt"

	"gibbslab/sampler/corpus"
)

// Two documents, from the numbers of their words.
func ExampleBag() {
	c := corpus.Corpus{
		Vocabulary: []string{"ball", "game", "vote"},
		Docs:       []corpus.Doc{corpus.Bag([]int32{1, 0, 1}), corpus.Bag([]int32{2, 2, 2})},
	}
	for _, d := range c.Docs {
		fmt.Print(d.Tokens(), " words:")
		for _, w := range d {
			fmt.Printf(" %s×%d", c.Vocabulary[w.Word], w.N)
		}
		fmt.Println()
	}
	fmt.Println(c.Tokens(), "words in all, of", c.V())
	// Output:
	// 3 words: ball×1 game×2
	// 3 words: vote×3
	// 6 words in all, of 3
}

// The text models require this of documents.
func ExampleCheck() {
	fmt.Println(corpus.Check([]corpus.Doc{{{Word: 0, N: 2}}, {{Word: 7, N: 1}}}, 3))
	// Output:
	// corpus: document 1: word 7, expected 0 to 2 (a vocabulary of 3); leave out words beyond the vocabulary
}

// The tokens of a document, and back.
func ExampleDoc_Words() {
	d := corpus.Doc{{Word: 1, N: 2}, {Word: 4, N: 1}}
	fmt.Println(d.Words(), corpus.Bag(d.Words()))
	// Output: [1 1 4] [{1 2} {4 1}]
}

// Documents that come from a file are checked without holding them.
func ExampleCheckSeq() {
	docs := func(yield func(corpus.Doc) bool) {
		for w := range int32(4) {
			if !yield(corpus.Bag([]int32{w})) {
				return
			}
		}
	}
	fmt.Println(corpus.CheckSeq(docs, 3))
	// Output:
	// corpus: document 3: word 3, expected 0 to 2 (a vocabulary of 3); leave out words beyond the vocabulary
}
