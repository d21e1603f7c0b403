package lda

import (
	"fmt"
	"slices"
	"testing"

	"gibbslab/sampler"
)

// TestVectors: on all kinds of processors, blocked draws the same topics and leaves the same counts,
// in corpora of many shapes.
func TestVectors(t *testing.T) {
	if !vectors {
		t.Skip("this processor has no vectors")
	}
	defer func() { vectors = true }()
	r := sampler.Stream("vectors", 1, 0)
	for _, topics := range []int{1, 2, 3, 15, 16, 17, 31, 33, 50, 64, 70, 90, 100, 127, 128,
		145, 161, 177, 193, 209, 225, 240, 256, 257, 300, 511, 512, 513} {
		docs := synthetic(r, 1+r.IntN(80), 1+r.IntN(60), 1+r.IntN(200), 3)
		for _, blocks := range []int{1, 3} {
			name := fmt.Sprintf("K = %d, %d blocks", topics, blocks)
			p := Prior{K: topics, Alpha: []float64{3 * r.Float64()}, Beta: r.Float64()}
			switch r.IntN(3) {
			case 0:
				p.Guide = map[int32][]float64{1: slices.Repeat([]float64{2}, topics)}
			case 1:
				kinds := make([]string, len(docs))
				for d := range kinds {
					kinds[d] = []string{"a", "b", "c"}[r.IntN(3)]
				}
				p.Alpha, p.By = nil, Covariates{}.Factor("kind", kinds)
			}
			run := func(with bool, near float32) *State {
				vectors = with
				m := must(p.Model(docs, 200, Settings{kernel: &blockedKernel, Blocks: blocks}))
				r := sampler.Stream(name, 1, 0)
				s := must(m.Init(r))
				for _, c := range s.kernel.(*blocked).wordStates {
					if c.vector != nil {
						c.vector.close = near
					}
				}
				for range 20 {
					if err := m.Blocks[0].Update(r, s); err != nil {
						t.Fatal(err)
					}
				}
				return s
			}
			want := run(false, 0)
			for _, near := range []float32{tooClose, 0.1} {
				got := run(true, near)
				if !slices.Equal(got.z, want.z) {
					t.Errorf("%s, near %g: other topics", name, near)
				}
				if !slices.Equal(got.nk, want.nk) || !slices.Equal(docCounts(got), docCounts(want)) {
					t.Errorf("%s, near %g: other counts", name, near)
				}
			}
		}
	}
}

func docCounts(s *State) []int32 {
	k := len(s.Alpha)
	n := make([]int32, s.tokens.docs*k)
	for d := range s.tokens.docs {
		s.kernel.addDoc(s, d, n[d*k:][:k], nil)
	}
	return n
}
