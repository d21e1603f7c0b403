package lda

import (
	"iter"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
)

// once yields documents one time only, each in the same space: what comes from a file.
func once(docs []corpus.Doc) iter.Seq[corpus.Doc] {
	var space corpus.Doc
	return func(yield func(corpus.Doc) bool) {
		for len(docs) > 0 {
			space = append(space[:0], docs[0]...)
			docs = docs[1:]
			if !yield(space) {
				return
			}
		}
	}
}

// The model of documents from a file is that of the documents in memory, bit for bit.
func TestModelSeq(t *testing.T) {
	docs := append(midsize(), nil, corpus.Doc{{Word: 301, N: 300}})
	for name, set := range variants {
		a := must(Prior{K: 4}.Model(docs, 302, set))
		b := must(Prior{K: 4}.ModelSeq(once(docs), 302, set))
		r, u := sampler.Stream("seq", 1, 0), sampler.Stream("seq", 1, 0)
		s, z := must(a.Init(r)), must(b.Init(u))
		for i := range a.Blocks {
			if err := a.Blocks[i].Update(r, s); err != nil {
				t.Fatal(err)
			}
			if err := b.Blocks[i].Update(u, z); err != nil {
				t.Fatal(err)
			}
		}
		if !slices.EqualFunc(s.Assignments(), z.Assignments(), slices.Equal) {
			t.Errorf("%s: other topics", name)
		}
	}
	_, err := Prior{K: 4}.ModelSeq(once(docs), 301, Settings{})
	if err == nil || !strings.Contains(err.Error(), "lda: corpus: document 151: word 301, expected") {
		t.Errorf("a word beyond the vocabulary: %v", err)
	}
	if _, err := (Prior{K: 4}).ModelSeq(once(nil), 301, Settings{}); err == nil {
		t.Error("no documents: no error")
	}
}

// A model of documents from a file keeps 4 bytes a token, and with its state about 8, where the
// documents themselves would take another 10.
func TestModelSeqMemory(t *testing.T) {
	const docs, length, v = 2000, 200, 20_000
	random := func(yield func(corpus.Doc) bool) {
		r := sampler.Stream("memory", 1, 0)
		words := make([]int32, length)
		for range docs {
			for i := range words {
				words[i] = int32(r.IntN(v))
			}
			if !yield(corpus.Bag(words)) {
				return
			}
		}
	}
	held := func(make func() any) float64 {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		kept := make()
		runtime.GC()
		runtime.ReadMemStats(&after)
		runtime.KeepAlive(kept)
		return (float64(after.HeapAlloc) - float64(before.HeapAlloc)) / (docs * length)
	}
	corpusAlone := held(func() any { return slices.Collect(random) })
	for name, c := range map[string]struct {
		set  Settings
		most float64
	}{"Fast": {Settings{}, 9}, "PartiallyCollapsed": {Settings{Sampler: PartiallyCollapsed}, 15.5}} {
		bytes := held(func() any {
			m := must(Prior{K: 10}.ModelSeq(random, v, c.set))
			return []any{m, must(m.Init(sampler.Stream("chain", 1, 0)))}
		})
		t.Logf("%s: %.1f bytes a token; the documents alone would take %.1f", name, bytes, corpusAlone)
		if bytes > c.most {
			t.Errorf("%s: %.1f bytes a token", name, bytes)
		}
	}
}
