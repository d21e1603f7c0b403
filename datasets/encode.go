package datasets

import (
	"errors"
	"fmt"

	"gibbslab/sampler/corpus"
)

// Encode counts the words of new texts in a vocabulary that is fixed: that of a model made before. Each text becomes
// one document; unseen is, for each text, how many of its words are not in the vocabulary and so are left out. Give
// the w that the vocabulary was made with, so that texts are cut in the same way; its MinDocs and MaxDocs, which
// made their choice then, play no part.
//
// It is an error to give no vocabulary, one with a word twice, or a setting out of its range. No text is no error.
func Encode(texts, vocabulary []string, w VocabularySettings) (docs []corpus.Doc, unseen []int, err error) {
	if len(vocabulary) == 0 {
		return nil, nil, errors.New("datasets: the vocabulary is empty, expected that of a corpus")
	}
	if err := w.check(); err != nil {
		return nil, nil, err
	}
	number := make(map[string]int32, len(vocabulary))
	for i, word := range vocabulary {
		if first, twice := number[word]; twice {
			return nil, nil, fmt.Errorf("datasets: %q is in the vocabulary twice, as word %d and word %d; give each word once", word, first, i)
		}
		number[word] = int32(i)
	}
	terms := w.reader()
	docs, unseen = make([]corpus.Doc, len(texts)), make([]int, len(texts))
	var doc []int32
	for i, text := range texts {
		doc = doc[:0]
		for term := range terms(text) {
			if n, ok := number[term]; ok {
				doc = append(doc, n)
			} else {
				unseen[i]++
			}
		}
		docs[i] = corpus.Bag(doc)
	}
	return docs, unseen, nil
}
