package lda_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"gibbslab/datasets"
	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/lda"
)

// Save topics in one file, and find the topics of a new text with what is loaded from it.
func ExampleLoadTopics() {
	dir, err := os.MkdirTemp("", "topics")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "paper.topics")

	topics := *paper
	topics.Vocabulary = paperWords
	if err := topics.Save(file); err != nil {
		fmt.Println(err)
		return
	}

	loaded, err := lda.LoadTopics(file, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	texts := []string{"The senate passed the tax law."}
	docs, unknown, _ := datasets.Encode(texts, loaded.Vocabulary, datasets.VocabularySettings{})
	theta, err := loaded.Infer(sampler.Stream("new", 1, 0), docs, 0, 0)
	fmt.Printf("%.2f, %d unknown words, %v\n", theta[0], unknown[0], err)

	_, err = lda.LoadTopics(file, []string{"goal", "team"})
	fmt.Println(err != nil)
	// Output:
	// [0.04 0.96], 3 unknown words, <nil>
	// true
}

// Topics for pyLDAvis, or for anything else that reads JSON.
func ExampleTopics_MarshalJSON() {
	topics := lda.Topics{Phi: [][]float64{{0.75, 0.25}}, Alpha: []float64{0.1},
		Vocabulary: []string{"tax", "law"}}
	text, err := json.Marshal(topics)
	fmt.Println(string(text), err)
	// Output: {"vocab":["tax","law"],"alpha":[0.1],"topic_term_dists":[[0.75,0.25]]} <nil>
}

// A state for MALLET, with the topic of each token.
func ExampleTopics_Assign() {
	z, err := paper.Assign(sampler.Stream("state", 1, 0))
	if err != nil {
		fmt.Println(err)
		return
	}
	state := &datasets.MalletState{Vocabulary: paperWords, Topics: z,
		Alpha: slices.Repeat(paper.Alpha, 2), Beta: 0.1}
	for _, doc := range paper.Docs {
		state.Words = append(state.Words, doc.Words())
	}
	file := filepath.Join(os.TempDir(), "paper-state.gz")
	defer os.Remove(file)
	if err := datasets.WriteMallet(file, state); err != nil {
		fmt.Println(err)
		return
	}
	again, err := datasets.ReadMallet(file)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(again.Topics[:2], corpus.Bag(again.Words[0]).Tokens())
	// Output: [[0 0 0 0] [1 1 1 1 1]] 4
}
