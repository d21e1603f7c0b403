package bugs_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"gibbslab/internal/turns"
	"gibbslab/sampler/bugs"
	"gibbslab/sampler/coupling"
)

// apart are the models whose chains do not meet soon: most of them have a block of NUTS.
var apart = []string{"air", "cervix", "choices", "epil2", "mice", "salm", "stagnant-1", "surgical", "toolbox",
	"truncated", "zoo"}

// Two copies of the other models meet, and their estimates agree with other programs'.
func TestSuiteMeets(t *testing.T) {
	turns.Long(t)
	compared := 0
	for _, s := range suite(t) {
		if slices.Contains(apart, s.name) {
			continue
		}
		m, err := bugs.Compile(s.text, s.data)
		if err != nil {
			t.Fatal(err)
		}
		r, err := coupling.Run(context.Background(), m.Sampler(),
			coupling.Settings{Pairs: 30, Lag: 10, From: 20, To: 100, Seed: 8})
		if err != nil || slices.Contains(r.Times, 0) {
			t.Errorf("%s: %v %v", s.name, err, r)
			continue
		}
		for _, e := range r.Estimates {
			ref, ok := s.Reference[e.Label]
			if !ok || e.SE == 0 {
				continue
			}
			compared++
			if z := (e.Mean - ref[0]) / math.Hypot(e.SE, ref[2]); math.Abs(z) > 4.5 {
				t.Errorf("%s: %s is %.4f ± %.4f, want %.4f ± %.4f", s.name, e.Label, e.Mean, e.SE, ref[0], ref[2])
			}
		}
		t.Logf("%s: %d sweeps of warm-up", s.name, r.Warmup())
	}
	if compared < 60 {
		t.Errorf("%d means compared", compared)
	}
}
