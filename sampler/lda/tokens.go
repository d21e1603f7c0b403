package lda

import "gibbslab/sampler/corpus"

// tokens is the corpus, laid out for one of two ways of sampling; chains share it and never write it.
//
// By document, the tokens of document d are start[d] to start[d+1], its words in increasing order, and other
// names their words. By word, those of word w are start[w] to start[w+1], their documents in increasing order,
// and other names the documents.
type tokens struct {
	docs, v int
	byWord  bool
	start   []int
	other   []uint32
	length  []int32 // of each document
}

// byDocument lays out the tokens document by document.
func byDocument(docs []corpus.Doc, v int) *tokens {
	t := newTokens(docs, v)
	t.start = make([]int, 1, len(docs)+1)
	for _, d := range docs {
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
func byWords(docs []corpus.Doc, v int) *tokens {
	t := newTokens(docs, v)
	t.byWord = true
	t.start = make([]int, v+2)
	for _, d := range docs {
		for _, c := range d {
			t.start[c.Word+2] += int(c.N)
		}
	}
	for w := range v {
		t.start[w+2] += t.start[w+1]
	}
	t.other = t.other[:cap(t.other)]
	for i, d := range docs {
		for _, c := range d {
			at := t.start[c.Word+1] // moves on to the start of the next word
			for k := range int(c.N) {
				t.other[at+k] = uint32(i)
			}
			t.start[c.Word+1] = at + int(c.N)
		}
	}
	t.start = t.start[:v+1]
	return t
}

func newTokens(docs []corpus.Doc, v int) *tokens {
	t := &tokens{docs: len(docs), v: v, length: make([]int32, len(docs))}
	n := 0
	for i, d := range docs {
		t.length[i] = int32(d.Tokens())
		n += d.Tokens()
	}
	t.other = make([]uint32, 0, n)
	return t
}

// each calls f for each token, in the order of the layout.
func (t *tokens) each(f func(token, doc, word int)) {
	for i := range len(t.start) - 1 {
		for n := t.start[i]; n < t.start[i+1]; n++ {
			if t.byWord {
				f(n, int(t.other[n]), i)
			} else {
				f(n, i, int(t.other[n]))
			}
		}
	}
}
