package topics_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"gibbslab/datasets"
	"gibbslab/sampler"
	"gibbslab/sampler/lda/topics"
)

// Save topics in one file, and find the topics of a new text with what is loaded from it.
func ExampleLoad() {
	dir, err := os.MkdirTemp("", "topics")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "paper.topics")

	whole := *paper
	whole.Vocabulary = paperWords
	if err := whole.Save(file); err != nil {
		fmt.Println(err)
		return
	}

	loaded, err := topics.Load(file, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	texts := []string{"The senate passed the tax law."}
	docs, unknown, _ := datasets.Encode(texts, loaded.Vocabulary, datasets.VocabularySettings{})
	theta, err := loaded.Infer(sampler.Stream("new", 1, 0), docs, 0, 0)
	fmt.Printf("%.2f, %d unknown words, %v\n", theta[0], unknown[0], err)

	_, err = topics.Load(file, []string{"goal", "team"})
	fmt.Println(err != nil)
	// Output:
	// [0.04 0.96], 3 unknown words, <nil>
	// true
}

// Topics for pyLDAvis, or for anything else that reads JSON.
func ExampleTopics_MarshalJSON() {
	t := topics.Topics{Phi: [][]float64{{0.75, 0.25}}, Alpha: []float64{0.1},
		Vocabulary: []string{"tax", "law"}}
	text, err := json.Marshal(t)
	fmt.Println(string(text), err)
	// Output: {"vocab":["tax","law"],"alpha":[0.1],"topic_term_dists":[[0.75,0.25]]} <nil>
}
