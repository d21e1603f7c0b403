package datasets

import (
	"cmp"
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

// ChooseWords returns a corpus with only the words that w keeps: no stop words, and none that are
// too short, too rare or too frequent. The documents stay, in their order; a document that loses
// all its words is empty. The vocabulary is put in the order of [FromTexts], by frequency. The
// given corpus is not changed.
//
// Use it for counts whose texts are gone. Tokens and NGrams need the texts, so setting them is an
// error here. A corpus without names for its words, or one that [corpus.Check] refuses, is also an
// error, and so are settings that leave no word.
func ChooseWords(c *corpus.Corpus, w VocabularySettings) (*corpus.Corpus, error) {
	if c == nil || c.Vocabulary == nil {
		return nil, errors.New("datasets: the corpus is nil or has no Vocabulary, expected names " +
			"for its words")
	}
	err := errors.Join(w.check(), corpus.Check(c.Docs, len(c.Vocabulary)))
	if w.Tokens != nil || w.NGrams > 1 {
		err = errors.Join(err, errors.New("datasets: Tokens and NGrams of VocabularySettings "+
			"need the texts, and a corpus has only counts; use FromTexts"))
	}
	if err != nil {
		return nil, err
	}
	return choose(c, w)
}

func choose(c *corpus.Corpus, w VocabularySettings) (*corpus.Corpus, error) {
	tokens := make([]int, len(c.Vocabulary))
	docs := make([]int, len(c.Vocabulary))
	for _, d := range c.Docs {
		for _, n := range d {
			tokens[n.Word] += int(n.N)
			docs[n.Word]++
		}
	}
	keep := w.keeper()
	var order []int32 // the words that remain
	for v, word := range c.Vocabulary {
		if keep(word) && docs[v] >= max(w.MinDocs, 1) && (w.MaxDocs == 0 || docs[v] <= w.MaxDocs) {
			order = append(order, int32(v))
		}
	}
	if len(order) == 0 {
		return nil, fmt.Errorf("datasets: no word is left of %d in %d documents; loosen Stop, "+
			"MinLength, MinDocs or MaxDocs of VocabularySettings", len(c.Vocabulary), len(c.Docs))
	}
	slices.SortFunc(order, func(a, b int32) int {
		return cmp.Or(cmp.Compare(tokens[b], tokens[a]), cmp.Compare(c.Vocabulary[a], c.Vocabulary[b]))
	})
	out := &corpus.Corpus{Docs: make([]corpus.Doc, len(c.Docs))}
	number := make([]int32, len(c.Vocabulary)) // the new number of a word, from 1
	for i, v := range order {
		out.Vocabulary = append(out.Vocabulary, c.Vocabulary[v])
		number[v] = int32(i + 1)
	}
	for i, d := range c.Docs {
		for _, n := range d {
			if m := number[n.Word]; m > 0 {
				out.Docs[i] = append(out.Docs[i], corpus.Count{Word: m - 1, N: n.N})
			}
		}
		slices.SortFunc(out.Docs[i], func(a, b corpus.Count) int { return cmp.Compare(a.Word, b.Word) })
	}
	return out, nil
}

// EncodeInOrder is like [Encode], but keeps the order of the words. Each text becomes the numbers
// of its words, with −1 for a word that is not in the vocabulary: the texts that lda.CountWindows
// needs to measure how close to each other words stand.
//
// The errors are those of Encode, and NGrams above 1, because the pair social_security and its two
// words would take up three places.
func EncodeInOrder(texts, vocabulary []string, w VocabularySettings) ([][]int32, error) {
	number, err := numbersOf(vocabulary)
	if err := errors.Join(err, w.check()); err != nil {
		return nil, err
	}
	if w.NGrams > 1 {
		return nil, errors.New("datasets: EncodeInOrder knows no NGrams, because they overlap; " +
			"leave NGrams out, and use a vocabulary of single words")
	}
	inOrder := make([][]int32, len(texts))
	for i, text := range texts {
		words := w.tokens(text)
		inOrder[i] = make([]int32, len(words))
		for j, word := range words {
			n, ok := number[word]
			if !ok {
				n = -1
			}
			inOrder[i][j] = n
		}
	}
	return inOrder, nil
}
