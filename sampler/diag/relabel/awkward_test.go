package relabel

import (
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/diag/internal/diagtest"
	"gibbslab/sampler/diag/internal/series"
)

// tableOf is a trace of a parameter "x" of one chain: draws × elements.
func tableOf(t testing.TB, shape []int, draws ...[]float64) *sampler.Trace {
	t.Helper()
	return madeTrace(t, 1, len(draws),
		madeArray{"x", shape, func(_, d int, x []float64) { copy(x, draws[d]) }})
}

func TestRelabelRefuses(t *testing.T) {
	nan := math.NaN()
	ok := tableOf(t, []int{2}, []float64{0, 1}, []float64{1, 0})
	half := tableOf(t, []int{2, 2}, []float64{0.5, 0.5, 0.5, 0.5}, []float64{0.5, 0.1, 0.5, 0.5})
	bad := tableOf(t, []int{2}, []float64{0, 1}, []float64{1, nan})
	two := madeTrace(t, 1, 4,
		madeArray{"mu", []int{2}, func(_, d int, x []float64) { x[0] = float64(d) }},
		madeArray{"nu", []int{3}, func(int, int, []float64) {}})
	if err := two.Add("one", [][]float64{{1, 2, 3, 4}}); err != nil {
		t.Fatal(err)
	}
	pivot := func(tr *sampler.Trace, names ...string) error {
		_, err := Pivot(tr, names...)
		return err
	}
	apply := func(perms [][][]int, tr *sampler.Trace, name string) error {
		_, err := (&Relabelling{Perms: perms}).Apply(tr, name)
		return err
	}
	allocations := func(perms [][][]int, tr *sampler.Trace) error {
		_, err := (&Relabelling{Perms: perms}).ApplyToAllocations(tr, "x")
		return err
	}
	good := [][][]int{{{0, 1}, {1, 0}}}
	for _, c := range []struct {
		err  error
		says string
	}{
		{pivot(nil, "x"), "the trace is nil"}, {pivot(ok), "name at least one"},
		{pivot(ok, "y"), `no parameter "y"`}, {pivot(ok, "x[0]"), "is one number"},
		{pivot(two, "one"), "is one number"},
		{pivot(bad, "x"), "x[1] is NaN in draw 1 of chain 0"},
		{pivot(two, "mu", "nu"), `"nu" has 3 components`},
		{pivot(new(sampler.Trace), "x"), "the trace is empty"},
		{apply(good, nil, "x"), "nil"}, {apply(nil, ok, "x"), "no permutations"},
		{apply([][][]int{{{0, 1}, {1, 1}}}, ok, "x"), "[1 1], which is no permutation"},
		{apply([][][]int{{{0, 1}, {1, 2}}}, ok, "x"), "no permutation"},
		{apply([][][]int{{{0, 1}, {0}}}, ok, "x"), "no permutation"},
		{apply(good[:1], two, "mu"), "chains of [4]"},
		{apply([][][]int{{{0, 1}}}, ok, "x"), "chains of [1] draws"},
		{apply([][][]int{{{0}, {0}}}, ok, "x"), "has 2 rows, and there are 1 components"},
		{allocations(good, half), "element 0 in draw 0 of chain 0 is 0.5"},
		{allocations([][][]int{{{0, 1}, nil}}, ok), "no permutation"}, {allocations(good, nil), "nil"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.says) {
			t.Errorf("error %v, want %q", c.err, c.says)
		}
	}
}

// FuzzRelabel reads numbers of components, chains and draws, then draws: small whole numbers or any
// bits.
func FuzzRelabel(f *testing.F) {
	f.Add([]byte{2, 2, 3, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
	f.Add([]byte{3, 1, 2, 2, 0, 1, 1, 0, 2, 2})
	f.Add([]byte{4, 2, 6, 1, 9, 7, 0, 1, 1, 0, 2, 2, 4, 6, 8})
	f.Add(binary.BigEndian.AppendUint64([]byte{1, 1, 1, 2}, math.Float64bits(math.MaxFloat64)))
	// labellings with equal cost used to take turns for ever
	f.Add([]byte("0002\xef\xff\xff\xff\xff000\xef\xff\xff\xff\xff010"))
	f.Add([]byte{2, 1, 2, 2, 0x7f, 0xef, 255, 255, 255, 255, 255, 255, 0xff, 0xef, 255, 255, 255,
		255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 1})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 4 || len(data) > 1<<10 {
			return
		}
		k, chains, draws, kind, at := 1+int(data[0]%5), 1+int(data[1]%3), 1+int(data[2]%7), data[3]%3, 4
		next := func() float64 {
			width := 1
			if kind == 2 {
				width = 8
			}
			if at += width; at > len(data) {
				return 0
			}
			if kind == 2 {
				return math.Float64frombits(binary.BigEndian.Uint64(data[at-8:]))
			}
			return float64(data[at-1] % 4)
		}
		tr := madeTrace(t, chains, draws,
			madeArray{"x", []int{k}, func(_, _ int, x []float64) {
				for i := range x {
					x[i] = next()
				}
			}})
		surviveLabels(t, tr)
	})
}

// surviveLabels calls everything.
func surviveLabels(t *testing.T, tr *sampler.Trace) {
	t.Helper()
	var all []*Relabelling
	keep := func(r *Relabelling, err error) {
		t.Helper()
		if (r == nil) == (err == nil) || err != nil && len(err.Error()) < 20 {
			t.Fatalf("%v and %v", r, err)
		}
		if r != nil {
			all = append(all, r)
		}
	}
	keep(Pivot(tr, "x"))
	keep(Pivot(tr, "x", "x"))
	for _, r := range all {
		if len(r.Perms) != tr.NumChains() || len(r.Switches) != len(r.Perms) ||
			!(r.Ambiguous >= 0 && r.Ambiguous <= 1) || r.rounds == maxRounds {
			t.Errorf("%+v", r)
		}
		if _, err := r.Apply(tr, "x"); err != nil {
			t.Error(err)
		}
		if _, err := r.ApplyToAllocations(tr, "x"); err != nil && len(err.Error()) < 20 {
			t.Error(err)
		}
	}
}

// surviveMatching takes the chains for rows of costs, topics, and components of one chain.
func surviveMatching(t *testing.T, chains [][]float64) {
	t.Helper()
	a, err := assign(chains)
	if (err == nil) == (a.To == nil) || err == nil && !(a.Margin >= 0) {
		t.Errorf("assignment of %v: %+v, %v", chains, a, err)
	}
	for reference := -1; reference < 2; reference++ {
		if a, err := Align([][][]float64{chains, chains}, reference); (a == nil) == (err == nil) {
			t.Errorf("alignment of %v: %v, %v", chains, a, err)
		}
	}
	x := series.Rectangle(chains)
	if len(x) > 0 && len(x) < 10 && len(x[0]) < 100 {
		k := len(x)
		surviveLabels(t, madeTrace(t, 1, len(x[0]),
			madeArray{"x", []int{k}, func(_, d int, row []float64) {
				for i := range row {
					row[i] = x[i][d]
				}
			}}))
	}
}

func TestMatchingOfAwkwardChains(t *testing.T) {
	for name, chains := range diagtest.AwkwardChains() {
		t.Run(name, func(t *testing.T) { surviveMatching(t, chains) })
	}
}
