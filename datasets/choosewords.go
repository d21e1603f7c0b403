package datasets

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"gibbslab/sampler/corpus"
)

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
