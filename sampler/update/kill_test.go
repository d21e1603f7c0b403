package update_test

import (
	"math"
	"math/rand/v2"
	"slices"
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

// kills checks that a sampler leaves its joint distribution unchanged, and that the same test finds
// each bug and names its block. Most bugs need only a quarter of the draws.
func kills[S, D any](t *testing.T, j verify.Joint[S, D], bugs ...bug[S, D]) {
	t.Helper()
	wrong := func(j verify.Joint[S, D], n int) []string {
		t.Helper()
		report, err := verify.Blocks(j, verify.Settings{Seed: 1, Replications: n})
		if err != nil {
			t.Fatal(err)
		}
		return report.WrongBlocks()
	}
	if named := wrong(j, 4000); len(named) > 0 {
		t.Errorf("the sampler is called wrong: %q", named)
	}
	for _, b := range bugs {
		broken := j
		broken.Model = func(data D) (sampler.Model[S], error) {
			m, err := j.Model(data)
			if err != nil {
				return m, err
			}
			m, err = verify.Replace(m, b.block, b.update(data))
			right := func(x sampler.Block[S]) bool { return x.Name != b.block }
			m.Blocks = slices.DeleteFunc(m.Blocks, right) // they would be drawn as above
			return m, err
		}
		named := wrong(broken, 1000)
		if len(named) == 0 {
			named = wrong(broken, 4000)
		}
		if len(named) != 1 || named[0] != b.block {
			t.Errorf("the bug %q in block %q: the test names %q", b.name, b.block, named)
		}
	}
}

// noAllocations checks that sweeps allocate nothing, once scratch space is there.
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
