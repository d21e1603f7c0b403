package lda

import (
	"slices"
	"testing"

	"gibbslab/sampler"
)

// TestOptimiseAfter: α and β are learnt at the first multiple of Every beyond After, in a resumed
// chain too.
func TestOptimiseAfter(t *testing.T) {
	docs := toys[0].docs()
	m := must(toys[0].prior().Model(docs, 3, Settings{Learn: Optimise{Every: 2, After: 4}}))
	r := sampler.Stream("after", 1, 0)
	s := must(m.Init(r))
	for n := range 6 {
		var back State
		if err := back.GobDecode(must(s.GobEncode())); err != nil {
			t.Fatal(err)
		}
		s = &back
		for _, b := range m.Blocks {
			if err := b.Update(r, s); err != nil {
				t.Fatal(err)
			}
		}
		learnt := !slices.Equal(s.Alpha, toys[0].alpha) && s.Beta != toys[0].beta
		if learnt != (n == 5) {
			t.Errorf("after %d sweeps: α %v, β %v", n+1, s.Alpha, s.Beta)
		}
	}
}
