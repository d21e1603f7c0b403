// Package pack packs word counts into as few bytes as possible, for embedding: about two bytes for
// a word of a document.
//
// The format is unsigned varints: the number of words, then each word after its length; the number
// of documents; for each document its label, its number of different words, and for each of these
// twice the distance from the previous word, plus 1 if it occurs more than once, and then its
// count. The same corpus gives the same bytes, whatever the version of Go.
package pack

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"gibbslab/sampler/corpus"
)

// Encode packs a corpus and one label per document, from 0; without labels they are all 0.
func Encode(c *corpus.Corpus, labels []int) ([]byte, error) {
	if err := corpus.Check(c.Docs, len(c.Vocabulary)); err != nil {
		return nil, err
	}
	if labels != nil && len(labels) != len(c.Docs) {
		return nil, fmt.Errorf("pack: %d labels for %d documents, expected one each", len(labels),
			len(c.Docs))
	}
	data := binary.AppendUvarint(nil, uint64(len(c.Vocabulary)))
	for _, word := range c.Vocabulary {
		data = binary.AppendUvarint(data, uint64(len(word)))
		data = append(data, word...)
	}
	data = binary.AppendUvarint(data, uint64(len(c.Docs)))
	for i, d := range c.Docs {
		label := 0
		if labels != nil {
			label = labels[i]
		}
		if label < 0 {
			return nil, fmt.Errorf("pack: document %d has label %d, expected 0 or more", i, label)
		}
		data = binary.AppendUvarint(data, uint64(label))
		data = binary.AppendUvarint(data, uint64(len(d)))
		last := int32(0)
		for _, n := range d {
			code := uint64(n.Word-last) << 1
			last = n.Word
			if n.N == 1 {
				data = binary.AppendUvarint(data, code)
				continue
			}
			data = binary.AppendUvarint(data, code|1)
			data = binary.AppendUvarint(data, uint64(n.N))
		}
	}
	return data, nil
}

// Decode unpacks what Encode packed. Whatever the bytes claim, memory grows only with their number.
func Decode(data []byte) (c *corpus.Corpus, labels []int, err error) {
	r := &reader{data: data}
	c = &corpus.Corpus{}
	for range r.length() {
		n := r.length()
		if r.err != nil {
			return nil, nil, r.err
		}
		c.Vocabulary = append(c.Vocabulary, string(r.data[:n]))
		r.data = r.data[n:]
	}
	for range r.length() {
		labels = append(labels, int(r.number(math.MaxInt32)))
		words := r.length()
		if r.err != nil {
			return nil, nil, r.err
		}
		d, word := make(corpus.Doc, words), int64(0)
		for j := range d {
			code := r.number(math.MaxUint32)
			word += int64(code >> 1)
			n := uint64(1)
			if code&1 == 1 {
				n = r.number(math.MaxInt32)
			}
			if word > math.MaxInt32 {
				return nil, nil, errors.New("pack: a word beyond the vocabulary: the data is damaged")
			}
			d[j] = corpus.Count{Word: int32(word), N: int32(n)}
		}
		c.Docs = append(c.Docs, d)
	}
	if r.err == nil && len(r.data) > 0 {
		r.err = fmt.Errorf("pack: %d bytes after the last document: the data is damaged", len(r.data))
	}
	if r.err == nil {
		r.err = corpus.Check(c.Docs, len(c.Vocabulary))
	}
	if r.err != nil {
		return nil, nil, r.err
	}
	return c, labels, nil
}

// A reader takes varints from the front of data; after an error it gives zeros.
type reader struct {
	data []byte
	err  error
}

func (r *reader) number(most uint64) uint64 {
	if r.err != nil {
		return 0
	}
	v, n := binary.Uvarint(r.data)
	if n <= 0 || v > most {
		r.err = errors.New("pack: a number is cut off or too large: the data is damaged")
		return 0
	}
	r.data = r.data[n:]
	return v
}

// length is a number of things of at least one byte each. It is at most the number of remaining
// bytes.
func (r *reader) length() int {
	n := r.number(math.MaxInt32)
	if n > uint64(len(r.data)) {
		r.err = fmt.Errorf("pack: %d things announced and %d bytes left: the data is damaged", n,
			len(r.data))
		return 0
	}
	return int(n)
}
