package lda

import (
	"encoding/xml"
	"math"
	"os"
	"reflect"
	"slices"
	"testing"

	"gibbslab/datasets"
	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
)

// stateOf is the state in which the tokens of documents have these topics, with words and topics in
// any order.
func stateOf(p Prior, v int, words, topics [][]int32, byWord bool) *State {
	docs, z := make([]corpus.Doc, len(words)), make([][]uint16, len(words))
	for d := range words {
		docs[d] = corpus.Bag(words[d])
		order := make([]int, len(words[d]))
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(i, j int) int { return int(words[d][i]) - int(words[d][j]) })
		for _, i := range order {
			z[d] = append(z[d], uint16(topics[d][i]))
		}
	}
	kind := Dense
	if byWord {
		kind = fastSparse
	}
	m := modelOf(p, docs, v, Settings{Sampler: kind})
	s := must(m.Init(sampler.Stream("state", 1, 0)))
	s.assign(z)
	s.kernel.recount(s, nil)
	return s
}

// TestDiagnosticsAgainstMallet: the twelve numbers agree with those that MALLET printed, to four
// decimals.
func TestDiagnosticsAgainstMallet(t *testing.T) {
	data, err := os.ReadFile("testdata/mallet_diagnostics.xml")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Topics []struct {
			Tokens          float64 `xml:"tokens,attr"`
			DocumentEntropy float64 `xml:"document_entropy,attr"`
			WordLength      float64 `xml:"word-length,attr"`
			Coherence       float64 `xml:"coherence,attr"`
			UniformDist     float64 `xml:"uniform_dist,attr"`
			CorpusDist      float64 `xml:"corpus_dist,attr"`
			EffWords        float64 `xml:"eff_num_words,attr"`
			TokenDocDiff    float64 `xml:"token-doc-diff,attr"`
			Rank1Docs       float64 `xml:"rank_1_docs,attr"`
			AllocationRatio float64 `xml:"allocation_ratio,attr"`
			AllocationCount float64 `xml:"allocation_count,attr"`
			Exclusivity     float64 `xml:"exclusivity,attr"`
		} `xml:"topic"`
	}
	if err := xml.Unmarshal(data, &file); err != nil || len(file.Topics) != 3 {
		t.Fatal(err, len(file.Topics))
	}
	m := must(datasets.ReadMallet("testdata/mallet_state.gz"))
	for _, byWord := range []bool{false, true} {
		s := stateOf(Prior{K: 3, Alpha: m.Alpha, Beta: m.Beta}, len(m.Vocabulary), m.Words,
			m.Topics, byWord)
		got := must(s.Diagnose(m.Vocabulary, 4))
		wrong := func() (names []string) {
			for k, topic := range file.Topics {
				a, b := reflect.ValueOf(got[k]), reflect.ValueOf(topic)
				for i := range a.NumField() {
					x, y := a.Field(i).Float(), b.FieldByName(a.Type().Field(i).Name).Float()
					if !(math.Abs(x-y) <= 0.5001e-4) {
						names = append(names, a.Type().Field(i).Name)
					}
				}
			}
			return names
		}
		if w := wrong(); w != nil {
			t.Errorf("by word %v: not MALLET's: %v; %+v, want %+v", byWord, w, got, file.Topics)
		}
		// The control: other topics in one document change most of the twelve.
		topics := slices.Clone(m.Topics)
		topics[2] = slices.Repeat([]int32{0}, len(topics[2]))
		s = stateOf(Prior{K: 3, Alpha: m.Alpha, Beta: m.Beta}, len(m.Vocabulary), m.Words, topics, byWord)
		got = must(s.Diagnose(m.Vocabulary, 4))
		w := wrong()
		slices.Sort(w)
		if w = slices.Compact(w); len(w) < 8 {
			t.Errorf("other topics in document 2 change only %v", w)
		}
	}
}

// TestRank1Docs: if topics are equally frequent in a document, the first counts as its first topic,
// whatever other documents say.
func TestRank1Docs(t *testing.T) {
	s := stateOf(Prior{K: 3}, 2, [][]int32{{0, 1}, {0, 1, 1}, {}}, [][]int32{{2, 1}, {2, 2, 1}, {}},
		false)
	d := must(s.Diagnose(nil, 2))
	if d[1].Rank1Docs != 0.5 || d[2].Rank1Docs != 0.5 || !math.IsNaN(d[0].Rank1Docs) {
		t.Errorf("rank 1: %v %v %v, want NaN, 0.5, 0.5", d[0].Rank1Docs, d[1].Rank1Docs, d[2].Rank1Docs)
	}
}
