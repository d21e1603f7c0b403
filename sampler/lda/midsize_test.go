package lda

import (
	"math"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// TestMidsize: on 1000 tokens and 10 topics all samplers reach the same log joint density. Each is
// started 8 times: the standard error then includes the modes in which chains end.
func TestMidsize(t *testing.T) {
	docs := midsize()[:25]
	const starts, sweeps = 8, 40
	for _, topics := range []int{10} {
		p := Prior{K: topics, Beta: 0.05}
		ends := func(m sampler.Model[State]) []float64 {
			var ends []float64
			for seed := range starts {
				r := sampler.Stream("midsize", uint64(seed), 0)
				s := must(m.Init(r))
				mean := 0.0
				for n := range sweeps {
					m.Blocks[0].Update(r, s)
					if n >= sweeps-20 {
						sampled := s.Beta
						s.Beta = 0.05 // one yardstick, for the control as well
						mean += s.LogJoint() / 20
						s.Beta = sampled
					}
				}
				ends = append(ends, mean)
			}
			return ends
		}
		z := func(a, b []float64) float64 {
			sdA, sdB := diag.SD(a), diag.SD(b)
			return (diag.Mean(a) - diag.Mean(b)) / math.Sqrt((sdA*sdA+sdB*sdB)/starts)
		}
		want := ends(must(p.Model(docs, 300, Settings{Sampler: Dense})))
		for name, set := range map[string]Settings{"blocked": {kernel: &blockedKernel},
			"sparse":           {kernel: &sparseKernel},
			"sparse, 4 blocks": {kernel: &sparseKernel, Blocks: 4, Threads: 1}} {
			got := ends(must(p.Model(docs, 300, set)))
			t.Logf("K = %d, %s: %.1f (SD %.1f), dense %.1f, z %.1f", topics, name, diag.Mean(got),
				diag.SD(got), diag.Mean(want), z(got, want))
			if math.Abs(z(got, want)) > 4 { // 3 comparisons
				t.Errorf("K = %d, %s: log p(w, z) is %.1f and that of dense %.1f: z %.1f", topics,
					name, diag.Mean(got), diag.Mean(want), z(got, want))
			}
		}
		// The control: another β.
		p.Beta = 0.2
		if got := ends(must(p.Model(docs, 300, Settings{kernel: &sparseKernel}))); math.Abs(z(got, want)) < 4 {
			t.Errorf("K = %d: β = 0.2 for 0.05 is not noticed, z %.1f", topics, z(got, want))
		}
	}
}
