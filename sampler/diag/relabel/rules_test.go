package relabel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gibbslab/internal/numeric"
)

// Labels that never switch must stay unchanged, without any warning. Then one switch is planted in
// chain 1, and another numbering in chain 2.
func TestSwitchingFound(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 11))
	m := makeMixture(t, r, 3, 30, 4, 250, 6)
	undo := make([][][]int, 4) // the component recorded as perms[k] becomes k again
	for c := range undo {
		undo[c] = numeric.Matrix[int](250, 3)
		for d, p := range m.perms[c] {
			for k, j := range p {
				undo[c][d][j] = k
			}
		}
	}
	still := m.renamed(t, undo)
	got := still.relabelled(t)
	if got.Warnings != nil || !slices.Equal(got.Switches, []int{0, 0, 0, 0}) || got.Ambiguous != 0 {
		t.Errorf("labels that never switch: %+v", got.Warnings)
	}
	if fmt.Sprint(got.Perms) != fmt.Sprint(identities(3, 4, 250)) {
		t.Error("labels that never switch are permuted")
	}
	// In one draw components 0 and 1 are almost equal, in the other order: that is not a switch.
	tied, err := still.tr.Map(func(c, d int, mu []float64) {
		if c == 0 && d == 100 {
			mu[0], mu[1] = 3.001, 3
		}
	}, "mu")
	if err != nil {
		t.Fatal(err)
	}
	got, err = Pivot(tied, "mu")
	if err != nil || !slices.Equal(got.Perms[0][100], []int{1, 0, 2}) || got.Warnings != nil ||
		got.Ambiguous != 0.001 || got.Switches[0] != 0 {
		t.Errorf("%v, %v, %v, %v: %v", got.Perms[0][100], got.Ambiguous, got.Switches, got.Warnings, err)
	}
	plant := identities(3, 4, 250)
	for d := range 250 {
		if d >= 20 {
			plant[1][d] = []int{1, 0, 2}
		}
		plant[2][d] = []int{1, 2, 0}
	}
	got, err = Pivot(still.renamed(t, plant).tr, "mu")
	if err != nil || !slices.Equal(got.Switches, []int{0, 1, 0, 0}) {
		t.Errorf("%v, %v", got.Switches, err)
	}
	for _, words := range []string{"once in the 250 draws of chain 1, first at draw 20",
		"is recorded as 1 0 2 in chain 1; 1 2 0 in chain 2;"} {
		if !containsWarning(got.Warnings, words) {
			t.Errorf("no %q in %v", words, got.Warnings)
		}
	}
	if len(got.Warnings) != 2 {
		t.Errorf("warnings: %v", got.Warnings)
	}
}

// Units must not matter, nor may an uninformative quantity or wild values in some draws.
func TestPivotUnits(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 12))
	m := makeMixture(t, r, 4, 8, 2, 100, 3)
	want, err := Pivot(m.tr, "mu", "logsd")
	if err != nil {
		t.Fatal(err)
	}
	for about, f := range map[string]func(float64) float64{
		"times 1e200":   func(v float64) float64 { return 1e200 * v },
		"times -1e-200": func(v float64) float64 { return -1e-200 * v },
		"constant":      func(float64) float64 { return 3 },
	} {
		name := "mu"
		if about == "constant" {
			name = "logsd"
		}
		tr, err := m.tr.Map(func(_, _ int, x []float64) {
			for i := range x {
				x[i] = f(x[i])
			}
		}, name)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := Pivot(tr, "mu", "logsd"); err != nil ||
			fmt.Sprint(got.Perms) != fmt.Sprint(want.Perms) {
			t.Errorf("%s: other permutations, %v", about, err)
		}
	}
	wild, err := m.tr.Map(func(_, d int, x []float64) {
		if d%50 == 0 {
			x[d%4] = math.MaxFloat64
		}
	}, "logsd")
	if err != nil {
		t.Fatal(err)
	}
	got, err := Pivot(wild, "mu", "logsd")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []*Relabelling{want, got} {
		if n, total := recovered(r.Perms, m.perms); n < total-4 { // 4 wild draws
			t.Errorf("%d of %d", n, total)
		}
	}
}

// A permutation of components is undone in all their parameters, of whatever shape, and in
// allocations. The original trace is not changed, and neither are its other parameters.
func TestApply(t *testing.T) {
	perms := [][][]int{{{0, 1, 2}, {2, 0, 1}}, {{1, 0, 2}, {0, 2, 1}}}
	tr := madeTrace(t, 2, 2,
		madeArray{"beta", []int{3, 2}, func(c, d int, x []float64) {
			for k, j := range perms[c][d] {
				x[2*j], x[2*j+1] = float64(k), float64(10+k)
			}
		}},
		madeArray{"z", []int{3}, func(c, d int, x []float64) {
			for k, j := range perms[c][d] {
				x[k] = float64(j)
			}
		}})
	before := fmt.Sprint(valuesOf(t, tr, "beta"), valuesOf(t, tr, "z"))
	r := &Relabelling{Perms: perms}
	beta, err := r.Apply(tr, "beta")
	if err != nil {
		t.Fatal(err)
	}
	z, err := r.ApplyToAllocations(tr, "z")
	if err != nil {
		t.Fatal(err)
	}
	for c := range perms {
		for d := range perms[c] {
			if got := valuesOf(t, beta, "beta")[c][d]; !slices.Equal(got, []float64{0, 10, 1, 11, 2, 12}) {
				t.Errorf("beta is %v", got)
			}
			if got := valuesOf(t, z, "z")[c][d]; !slices.Equal(got, []float64{0, 1, 2}) {
				t.Errorf("z is %v", got)
			}
		}
	}
	if fmt.Sprint(valuesOf(t, tr, "beta"), valuesOf(t, tr, "z")) != before {
		t.Error("the trace was changed")
	}
}
