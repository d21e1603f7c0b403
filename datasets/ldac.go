package datasets

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gibbslab/sampler/corpus"
)

// ReadLDAC reads documents in the format of Blei's lda-c, and their words, one per line, from the
// file vocabulary. A document is a line
//
//	3 0:2 7:1 12:4
//
// with the number of its different words and, for each, the word's number (from 0) and its count,
// in any order. If a word appears twice, the counts are added; a count of 0 is ignored. A document
// without words is "0". A vocabulary of "" gives a corpus without names. Both files may be
// compressed with gzip.
//
// Anything else is an error that names the file and line, what was found and what was expected.
func ReadLDAC(path, vocabulary string) (*corpus.Corpus, error) {
	words, err := readVocabulary(vocabulary)
	if err != nil {
		return nil, err
	}
	return withLines(path, func(l *lines) (*corpus.Corpus, error) { return parseLDAC(l, words) })
}

func parseLDAC(l *lines, words []string) (*corpus.Corpus, error) {
	c := &corpus.Corpus{Vocabulary: words}
	blank := 0
	for l.next() {
		fields := strings.Fields(l.text)
		if len(fields) == 0 {
			blank = l.n
			continue
		}
		if blank > 0 {
			l.n = blank
			return nil, l.fail("empty, expected a document; write 0 for one without words")
		}
		n, err := l.number(fields[0], "the number of different words", 0)
		if err != nil {
			return nil, err
		}
		if int(n) != len(fields)-1 {
			return nil, l.fail("%d different words announced and %d given; expected as many "+
				"word:count as the first number says", n, len(fields)-1)
		}
		d := make(corpus.Doc, 0, n)
		for _, field := range fields[1:] {
			word, count, ok := strings.Cut(field, ":")
			if !ok {
				return nil, l.fail("%s, expected word:count, two whole numbers such as 12:4", quoted(field))
			}
			w, err := l.number(word, "the word", 0)
			if err != nil {
				return nil, err
			}
			m, err := l.number(count, "the count of word "+word, 0)
			if err != nil {
				return nil, err
			}
			if words != nil && int(w) >= len(words) {
				return nil, l.fail("word %d, expected 0 to %d, as the vocabulary has %d words and "+
					"they are counted from 0", w, len(words)-1, len(words))
			}
			d = append(d, corpus.Count{Word: w, N: m})
		}
		d, ok := tidy(d)
		if !ok {
			return nil, l.fail("the counts of one word sum to more than 2147483647")
		}
		c.Docs = append(c.Docs, d)
		if err := l.keep(sliceBytes + countBytes*cap(d)); err != nil {
			return nil, err
		}
	}
	if err := l.end(); err != nil {
		return nil, err
	}
	if len(c.Docs) == 0 {
		return nil, fmt.Errorf("datasets: file %s: no data: the file has no document, expected "+
			"one a line", l.path)
	}
	return c, nil
}

// tidy puts counts in the order of words, adds up the counts of each word, and drops zeros. ok is
// false if a sum is too large.
func tidy(d corpus.Doc) (tidied corpus.Doc, ok bool) {
	slices.SortFunc(d, func(a, b corpus.Count) int { return cmp.Compare(a.Word, b.Word) })
	out := d[:0]
	for _, n := range d {
		switch last := len(out) - 1; {
		case n.N == 0:
		case last >= 0 && out[last].Word == n.Word:
			if out[last].N > math.MaxInt32-n.N {
				return nil, false
			}
			out[last].N += n.N
		default:
			out = append(out, n)
		}
	}
	return out, true
}
