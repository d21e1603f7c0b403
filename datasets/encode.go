package datasets

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gibbslab/sampler/corpus"
)

// Encode counts the words of new texts in a fixed vocabulary, usually the vocabulary of an earlier
// model. Each text becomes one document. For each text, unseen is the number of its words that are
// not in the vocabulary and are left out. Give the same w that made the vocabulary, to cut the
// texts in the same way. Its MinDocs and MaxDocs are ignored.
//
// Errors: an empty vocabulary, one with a repeated word or with n-grams that w does not count, or a
// setting out of its range. An empty list of texts is not an error.
func Encode(
	texts, vocabulary []string, w VocabularySettings,
) (docs []corpus.Doc, unseen []int, err error) {
	number, err := numbersOf(vocabulary)
	if err := errors.Join(err, w.check()); err != nil {
		return nil, nil, err
	}
	joined := func(word string) bool { return strings.Contains(word, "_") }
	if i := slices.IndexFunc(vocabulary, joined); w.Tokens == nil && w.NGrams < 2 && i >= 0 {
		return nil, nil, fmt.Errorf("datasets: %q of the vocabulary is joined by underscores, and "+
			"VocabularySettings.NGrams is %d; give the settings that made the vocabulary",
			vocabulary[i], w.NGrams)
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

// numbersOf is the number of each word of a vocabulary.
func numbersOf(vocabulary []string) (map[string]int32, error) {
	if len(vocabulary) == 0 {
		return nil, errors.New("datasets: the vocabulary is empty, expected the one of a corpus")
	}
	number := make(map[string]int32, len(vocabulary))
	for i, word := range vocabulary {
		if first, twice := number[word]; twice {
			return nil, fmt.Errorf("datasets: %q is in the vocabulary twice, as word %d and "+
				"word %d; give each word once", word, first, i)
		}
		number[word] = int32(i)
	}
	return number, nil
}
