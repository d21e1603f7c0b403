package verify_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/verify"
)

// Chains would share the low end that both blocks use. Each block alone is right.
func TestSharedMemory(t *testing.T) {
	j := pairJoint()
	right := j.Model
	j.Model = func(d noData) (sampler.Model[pair], error) {
		m, err := right(d)
		var lo float64
		m.Blocks = []sampler.Block[pair]{
			sampler.Update("low", func(_ *rand.Rand, s *pair) { lo = max(0.1, s.y) }),
			sampler.Update("x", func(r *rand.Rand, s *pair) { s.x = drawX(r, lo) }),
		}
		return m, err
	}
	if _, err := verify.Blocks(j, verify.Settings{}); !errors.Is(err, sampler.ErrReplay) {
		t.Errorf("verify.Blocks: %v", err)
	}
}
