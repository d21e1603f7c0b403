package lda

import (
	"encoding/binary"
	"errors"
	"io"
	"iter"
	"slices"

	"gibbslab/sampler/corpus"
)

// tokens is the corpus, laid out for one of two ways of sampling; chains share it and never write
// to it. It holds only the words that occur, so unused words of a vocabulary cost nothing.
//
// By document, the tokens of document d are start[d] to start[d+1], its words in increasing order,
// and other holds their words. By word, the tokens of word words[i] are start[i] to start[i+1],
// their documents in increasing order, and other holds the documents.
type tokens struct {
	docs, v int
	byWord  bool
	words   []int32 // those that occur, in increasing order
	start   []int
	other   []uint32
	length  []int32 // of each document
}

// byDocument lays out the tokens document by document.
func byDocument(docs iter.Seq[corpus.Doc], v int) *tokens {
	t := newTokens(docs, v)
	t.start = make([]int, 1, t.docs+1)
	for d := range docs {
		for _, c := range d {
			for range c.N {
				t.other = append(t.other, uint32(c.Word))
			}
		}
		t.start = append(t.start, len(t.other))
	}
	return t
}

// byWords lays out the tokens word by word.
func byWords(docs iter.Seq[corpus.Doc], v int) *tokens {
	t := newTokens(docs, v)
	t.byWord = true
	t.start = make([]int, len(t.words)+2)
	for d := range docs {
		for _, c := range d {
			i, _ := t.find(int(c.Word))
			t.start[i+2] += int(c.N)
		}
	}
	for i := range t.words {
		t.start[i+2] += t.start[i+1]
	}
	t.other = t.other[:cap(t.other)]
	doc := -1
	for d := range docs {
		doc++
		for _, c := range d {
			i, _ := t.find(int(c.Word))
			at := t.start[i+1] // moves to the start of the next word
			for k := range int(c.N) {
				t.other[at+k] = uint32(doc)
			}
			t.start[i+1] = at + int(c.N)
		}
	}
	t.start = t.start[:len(t.words)+1]
	return t
}

func newTokens(docs iter.Seq[corpus.Doc], v int) *tokens {
	t := &tokens{v: v, words: wordsIn(docs, v)}
	n := 0
	for d := range docs {
		t.length = append(t.length, int32(d.Tokens()))
		n += d.Tokens()
	}
	t.docs = len(t.length)
	t.other = make([]uint32, 0, n)
	return t
}

// wordsIn lists the words that occur.
func wordsIn(docs iter.Seq[corpus.Doc], v int) []int32 {
	different := 0
	for d := range docs {
		different += len(d)
	}
	var words []int32
	if v > 64*different { // few of many: sort; otherwise tick off
		for d := range docs {
			for _, c := range d {
				words = append(words, c.Word)
			}
		}
		slices.Sort(words)
		return slices.Compact(words)
	}
	occurs := make([]bool, v)
	for d := range docs {
		for _, c := range d {
			occurs[c.Word] = true
		}
	}
	for w, is := range occurs {
		if is {
			words = append(words, int32(w))
		}
	}
	return words
}

// find returns the position of a word among those that occur.
func (t *tokens) find(word int) (i int, occurs bool) {
	if len(t.words) == t.v {
		return word, true
	}
	return slices.BinarySearch(t.words, int32(word))
}

// each calls f for each token, in the order of the layout.
func (t *tokens) each(f func(token, doc, word int)) {
	for i := range len(t.start) - 1 {
		for n := t.start[i]; n < t.start[i+1]; n++ {
			if t.byWord {
				f(n, int(t.other[n]), int(t.words[i]))
			} else {
				f(n, i, int(t.other[n]))
			}
		}
	}
}

// frequencies returns the number of tokens of each word.
func (t *tokens) frequencies() []int {
	n := make([]int, len(t.words))
	t.each(func(_, _, word int) {
		i, _ := t.find(word)
		n[i]++
	})
	return n
}

// all yields the documents of a layout by document. Each is valid until the next one.
func (t *tokens) all(yield func(corpus.Doc) bool) {
	var doc corpus.Doc
	for d := range t.docs {
		doc = doc[:0]
		for _, w := range t.other[t.start[d]:t.start[d+1]] {
			if n := len(doc); n > 0 && doc[n-1].Word == int32(w) {
				doc[n-1].N++
			} else {
				doc = append(doc, corpus.Count{Word: int32(w), N: 1})
			}
		}
		if !yield(doc) {
			return
		}
	}
}

// appendDoc packs a document: the number of its different words, and of each the distance from the
// one before and the count less one, as varints. That is about 2 bytes a token.
func appendDoc(dst []byte, d corpus.Doc) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(d)))
	word := int32(0)
	for _, c := range d {
		dst = binary.AppendUvarint(dst, uint64(c.Word-word))
		dst = binary.AppendUvarint(dst, uint64(c.N-1))
		word = c.Word
	}
	return dst
}

var errPacked = errors.New("these are no packed documents")

// readDoc is the reverse, into the space of d. It returns io.EOF if there is no further document.
func readDoc(r io.ByteReader, d corpus.Doc) (corpus.Doc, error) {
	d = d[:0]
	n, err := binary.ReadUvarint(r)
	if err != nil {
		return d, err
	}
	word := uint64(0)
	for range n {
		step, err1 := binary.ReadUvarint(r)
		count, err2 := binary.ReadUvarint(r)
		word += step
		if err1 != nil || err2 != nil || word >= 1<<31 || count >= 1<<31-1 {
			return d, errPacked
		}
		d = append(d, corpus.Count{Word: int32(word), N: int32(count) + 1})
	}
	return d, nil
}

// packed holds documents in little memory, in chunks that need not be moved when more come.
type packed [][]byte

const chunk = 1 << 20

// keep packs the documents as it passes them on.
func (p *packed) keep(docs iter.Seq[corpus.Doc]) iter.Seq[corpus.Doc] {
	return func(yield func(corpus.Doc) bool) {
		var one []byte
		for d := range docs {
			if one = appendDoc(one[:0], d); len(*p) == 0 || len(one) > room(*p) {
				*p = append(*p, make([]byte, 0, max(chunk, len(one))))
			}
			last := &(*p)[len(*p)-1]
			if *last = append(*last, one...); !yield(d) {
				return
			}
		}
	}
}

func room(p packed) int { return cap(p[len(p)-1]) - len(p[len(p)-1]) }

// all yields the documents. Each is valid until the next one.
func (p packed) all(yield func(corpus.Doc) bool) {
	var doc corpus.Doc
	for c := range slices.Values(p) {
		for r := (byteReader{c}); len(r.data) > 0; {
			doc, _ = readDoc(&r, doc) // keep has packed it
			if !yield(doc) {
				return
			}
		}
	}
}

// byteReader is a bytes.Reader without interface.
type byteReader struct{ data []byte }

func (r *byteReader) ReadByte() (byte, error) {
	if len(r.data) == 0 {
		return 0, io.EOF
	}
	b := r.data[0]
	r.data = r.data[1:]
	return b, nil
}
