package lda

import (
	"encoding/binary"
	"errors"
	"io"
	"iter"
	"slices"

	"gibbslab/sampler/corpus"
)

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
