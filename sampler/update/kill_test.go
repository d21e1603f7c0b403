package update_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/verify"
)

var nan, inf = math.NaN(), math.Inf(1)

// A bug is a wrong version of one block.
type bug[S, D any] struct {
	name, block string
	update      func(data D) func(r *rand.Rand, s *S) error
}

// kills holds that a sampler leaves its joint law as it is, and that the same test finds each bug.
func kills[S, D any](t *testing.T, j verify.Joint[S, D], bugs ...bug[S, D]) {
	t.Helper()
	var mutants []verify.Mutant[S, D]
	for _, b := range bugs {
		mutants = append(mutants, verify.Mutant[S, D]{Name: b.name, Block: b.block,
			Model: func(data D) (sampler.Model[S], error) {
				m, err := j.Model(data)
				if err != nil {
					return m, err
				}
				return verify.Replace(m, b.block, b.update(data))
			}})
	}
	if len(mutants) == 0 {
		report, err := verify.Blocks(j, verify.Settings{Seed: 1, Replications: 4000})
		if err != nil || report.Wrong {
			t.Errorf("%v %v", err, report)
		}
		return
	}
	report, err := verify.Mutants(j, verify.Settings{Seed: 1, Replications: 4000}, mutants...)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range report.Mutants {
		if m.Killed == "" {
			t.Errorf("the bug %q in block %q survives", m.Name, m.Block)
		} else if len(m.Named) > 0 && m.Named[0] != m.Block {
			t.Logf("the bug %q is in block %q; the test names %q", m.Name, m.Block, m.Named)
		}
	}
}

// noAllocations holds that sweeps allocate nothing, once scratch space is there.
func noAllocations[S any](t *testing.T, m sampler.Model[S], s *S) {
	t.Helper()
	r := sampler.Stream("allocations", 1, 0)
	sweep := func() {
		for _, b := range m.Blocks {
			if err := b.Update(r, s); err != nil {
				t.Fatal(err)
			}
		}
	}
	sweep()
	if n := testing.AllocsPerRun(100, sweep); n != 0 {
		t.Errorf("%g allocations a sweep", n)
	}
}

func wantPanic(t *testing.T, want string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if got, _ := recover().(string); len(got) < len(want) || !contains(got, want) {
			t.Errorf("panic %q, want one with %q", got, want)
		}
	}()
	f()
}

func normalLog(x, mean, variance float64) float64 {
	return -(x-mean)*(x-mean)/(2*variance) - math.Log(variance)/2
}
