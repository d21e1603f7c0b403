// Package corpus holds documents as bags of words. The text models ([gibbslab/sampler/naivebayes],
// [gibbslab/sampler/lda]) read them, and [gibbslab/datasets] makes them from text. The order of
// words within a document is lost; the order of documents is kept.
package corpus

import "slices"

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
