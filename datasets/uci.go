package datasets

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gibbslab/sampler/corpus"
)

// ReadUCI reads documents in the bag-of-words format of the UCI Machine Learning Repository, and
// their words, one per line, from the file vocabulary (UCI's vocab.NAME.txt; "" gives a corpus
// without names). The file of documents (docword.NAME.txt) begins with three lines: the number of
// documents, of words, and of lines that follow. Those lines are
//
//	12 345 6
//
// for document 12 with 6 of word 345, both counted from 1, in any order; if a pair appears twice,
// the counts are added. Documents without a line are empty. Both files may be compressed with gzip,
// as UCI distributes them.
//
// Anything else is an error that names the file and line, what was found and what was expected: for
// example, numbers beyond those announced, and a file that is cut off.
func ReadUCI(path, vocabulary string) (*corpus.Corpus, error) {
	return readCounts(path, vocabulary, parseUCI)
}

func readCounts(path, vocabulary string,
	parse func(l *lines, words []string) (*corpus.Corpus, error)) (*corpus.Corpus, error) {
	words, err := readVocabulary(vocabulary)
	if err != nil {
		return nil, err
	}
	return withLines(path, func(l *lines) (*corpus.Corpus, error) { return parse(l, words) })
}

// manyEmpty bounds how many empty documents a few bytes can announce: a million, and ten for each
// line.
func manyEmpty(docs, lines int) bool { return docs > 1_000_000+10*lines }

func parseUCI(l *lines, words []string) (*corpus.Corpus, error) {
	var head [3]int32 // documents, words, lines that follow
	for i, what := range []string{"the number of documents",
		"the number of words in the vocabulary", "the number of lines that follow"} {
		if !l.next() {
			if err := l.end(); err != nil {
				return nil, err
			}
			return nil, l.fail("the file ends, expected %s", what)
		}
		var err error
		if head[i], err = l.number(strings.TrimSpace(l.text), what, 0); err != nil {
			return nil, err
		}
		if i == 1 && words != nil && int(head[1]) != len(words) {
			return nil, l.fail("%d words announced and %d in the vocabulary's file; give the "+
				"files that belong together", head[1], len(words))
		}
	}
	var docs []corpus.Doc
	n := 0
	for l.next() {
		if strings.TrimSpace(l.text) == "" {
			continue
		}
		fields := strings.Fields(l.text)
		if len(fields) != 3 {
			return nil, l.fail("%d numbers, expected 3: document, word, count", len(fields))
		}
		var v [3]int32
		for i, what := range []string{"the document", "the word", "the count"} {
			var err error
			if v[i], err = l.number(fields[i], what, 1); err != nil {
				return nil, err
			}
			if i < 2 && v[i] > head[i] {
				return nil, l.fail("%s is %d, expected 1 to %d as announced", what, v[i], head[i])
			}
		}
		n++
		if manyEmpty(int(v[0]), n) {
			return nil, l.fail("document %d, but only %d lines so far; expected documents with "+
				"words", v[0], n)
		}
		if err := l.keep(sliceBytes*max(int(v[0])-len(docs), 0) + 2*countBytes); err != nil {
			return nil, err
		}
		for len(docs) < int(v[0]) {
			docs = append(docs, nil)
		}
		docs[v[0]-1] = append(docs[v[0]-1], corpus.Count{Word: v[1] - 1, N: v[2]})
	}
	if err := l.end(); err != nil {
		return nil, err
	}
	if n != int(head[2]) {
		return nil, l.fail("the file ends after %d lines of counts, %d are announced; it is cut "+
			"off or not all one file: copy it again", n, head[2])
	}
	if head[0] == 0 {
		return nil, l.fail("no data: 0 documents announced, expected at least one")
	}
	if manyEmpty(int(head[0]), n) {
		return nil, l.fail("%d documents announced, but only %d lines of counts; expected "+
			"documents with words", head[0], n)
	}
	for len(docs) < int(head[0]) {
		docs = append(docs, nil)
	}
	for d := range docs {
		tidied, ok := tidy(docs[d])
		if !ok {
			return nil, l.fail("the counts of one word in document %d sum to more than 2147483647", d+1)
		}
		docs[d] = tidied
	}
	return &corpus.Corpus{Vocabulary: words, Docs: docs}, nil
}

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
	return readCounts(path, vocabulary, parseLDAC)
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

// readVocabulary reads one word per line; a path of "" gives nil.
func readVocabulary(path string) ([]string, error) {
	if path == "" {
		return nil, nil
	}
	return withLines(path, func(l *lines) ([]string, error) {
		words := []string{}
		seen := map[string]int{}
		for l.next() {
			word := strings.TrimSpace(l.text)
			if word == "" {
				return nil, l.fail("empty, expected one word per line")
			}
			if first, twice := seen[word]; twice {
				return nil, l.fail("%s again, as in line %d; give each word once", quoted(word), first)
			}
			seen[word] = l.n
			words = append(words, word)
			if err := l.keep(sliceBytes + mapBytes + len(word)); err != nil {
				return nil, err
			}
		}
		return words, l.end()
	})
}
