// Package corpus holds documents as bags of words. The text models ([gibbslab/sampler/naivebayes],
// [gibbslab/sampler/lda]) read them, and [gibbslab/datasets] makes them from text. The order of
// words within a document is lost; the order of documents is kept.
package corpus

import (
	"errors"
	"fmt"
	"iter"
	"slices"
)

// A Corpus is a collection of documents as bags of words.
type Corpus struct {
	// Vocabulary names the words: word w is Vocabulary[w]. It may be nil if only numbers are known.
	Vocabulary []string
	Docs       []Doc
}

// A Doc is one document: its different words in increasing order, each with its number of
// occurrences. A Doc without words is an empty document, which is allowed.
type Doc []Count

// A Count is a word of a document and its number of occurrences, at least one.
type Count struct{ Word, N int32 }

// Bag counts words, given in any order, into a document. No words make an empty document. (If a
// word occurs more than 2³¹−1 times, its count is 2³¹−1.)
func Bag(words []int32) Doc {
	sorted := slices.Clone(words)
	slices.Sort(sorted)
	var d Doc
	for i, w := range sorted {
		switch {
		case i == 0 || w != sorted[i-1]:
			d = append(d, Count{w, 1})
		case d[len(d)-1].N < 1<<31-1:
			d[len(d)-1].N++
		}
	}
	return d
}

// Tokens is the number of words of the document, repetitions counted.
func (d Doc) Tokens() int {
	n := 0
	for _, c := range d {
		n += int(c.N)
	}
	return n
}

// Tokens is the number of words of all documents, repetitions counted.
func (c *Corpus) Tokens() int {
	n := 0
	for _, d := range c.Docs {
		n += d.Tokens()
	}
	return n
}

// V is the size of the vocabulary: the number of names, or, without names, one more than the
// largest word.
func (c *Corpus) V() int {
	if c.Vocabulary != nil {
		return len(c.Vocabulary)
	}
	v := 0
	for _, d := range c.Docs {
		for _, n := range d {
			v = max(v, int(n.Word)+1)
		}
	}
	return v
}

// Words lists the tokens of the document, word by word in the document's order: the inverse of
// [Bag].
func (d Doc) Words() []int32 {
	words := make([]int32, 0, max(0, d.Tokens()))
	for _, c := range d {
		for range c.N {
			words = append(words, c.Word)
		}
	}
	return words
}

// maxProblems is the number of wrong documents that one error names.
const maxProblems = 10

// Check returns nil if docs are documents over a vocabulary of v words as [Doc] describes them.
// Otherwise it returns an error with a sentence for each wrong document (the first ten): a word
// below 0, or at or above v; words out of order or repeated; a count below 1. Documents are
// numbered from 0. Check never changes them.
func Check(docs []Doc, v int) error { return CheckSeq(slices.Values(docs), v) }

// CheckSeq is Check for documents that come one after the other and are not held in memory. It goes
// through all of them once, or stops after the eleventh wrong one.
func CheckSeq(docs iter.Seq[Doc], v int) error {
	var problems []error
	i := -1
	for d := range docs {
		i++
		err := check(d, v)
		if err == nil {
			continue
		}
		if len(problems) == maxProblems {
			return errors.Join(append(problems,
				errors.New("corpus: more documents are wrong; the first ten are named"))...)
		}
		problems = append(problems, fmt.Errorf("corpus: document %d: %w", i, err))
	}
	return errors.Join(problems...)
}

func check(d Doc, v int) error {
	for i, c := range d {
		switch {
		case c.Word < 0 || int(c.Word) >= v:
			return fmt.Errorf("word %d, expected 0 to %d (a vocabulary of %d); leave out words "+
				"beyond the vocabulary", c.Word, v-1, v)
		case i > 0 && c.Word == d[i-1].Word:
			return fmt.Errorf("word %d twice; give each word once, with its number of occurrences", c.Word)
		case i > 0 && c.Word < d[i-1].Word:
			return fmt.Errorf("word %d after word %d; give the words in increasing order", c.Word,
				d[i-1].Word)
		case c.N < 1:
			return fmt.Errorf("word %d has count %d, expected 1 or more; leave out words that do "+
				"not occur", c.Word, c.N)
		}
	}
	return nil
}
