package regress

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/verify"
)

// Groups in groups of another grouping, with one that has no rows, are drawn right.
func TestNested(t *testing.T) {
	vary := []string{"x", "one"}
	g := Regression{X: sixRows, Names: sixNames, Prior: sixPrior, Family: Normal{Scale: 1, DF: 3},
		Groups: &Groups{Of: []int{1, 1, 1, 0, 0, 0}, Vary: vary, Scale: []float64{1}, DF: 3},
		Crossed: []Groups{{Name: "inner", Of: []int{0, 0, 3, 1, 4, 1}, Vary: vary, DF: 3,
			Names: []string{"a", "b", "empty", "c", "d"}, Scale: []float64{0.7}},
			{Name: "other", Of: []int{0, 1, 0, 1, 0, 1}, Vary: vary, Scale: []float64{0.5}, DF: 3}}}
	right := jointOf(g, halfT3)
	broken := right
	broken.Model = wrong("the inner effects stay", "beta", func(f *fit, r *rand.Rand, s *State) {
		if err := f.drawBeta(r, s, true); err != nil {
			panic(err)
		}
		inner := slices.Clone(f.groupings[1].effectsOf(s))
		if err := f.drawOuter(r, s, f.groupings[1]); err != nil {
			panic(err)
		}
		copy(f.groupings[1].effectsOf(s), inner)
	}).Model
	for i, joint := range []verify.Joint[State, Regression]{right, broken} {
		report, err := verify.Blocks(joint, quick)
		if err != nil {
			t.Fatal(err)
		}
		if want := [][]string{nil, {"beta"}}[i]; !slices.Equal(report.WrongBlocks(), want) {
			t.Errorf("wrong blocks %q, expected %q:\n%s", report.WrongBlocks(), want, report)
		}
	}
	g.Y = anyResponse(6)
	f, err := g.fit()
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{0, 1, 0} {
		if n := f.groupings[i].nests; len(n) != want || want > 0 &&
			(n[0].outer != f.groupings[0] || !slices.Equal(n[0].at, []int32{1, 0, -1, 1, 0})) {
			t.Errorf("%s is nested in %v", f.groupings[i].what, n)
		}
	}
}

// TestNestedMixes: the deviation of 14 outer groups, of a tenth of the inner ones', mixes.
func TestNestedMixes(t *testing.T) {
	turns.Long(t)
	r := sampler.Stream("nested", 1, 0)
	effects := make([]float64, 14+280)
	for i := range effects {
		effects[i] = []float64{0.15, 0.5}[min(i/14, 1)] * r.NormFloat64()
	}
	groups := func(name string) Groups {
		return Groups{Name: name, Vary: []string{"one"}, Scale: []float64{1}}
	}
	g := Regression{Names: []string{"one"}, Family: Normal{Scale: 1},
		Crossed: []Groups{groups("outer"), groups("inner")}}
	for i := range 280 * 20 {
		inner := i / 20
		g.X = append(g.X, []float64{1})
		g.Y = append(g.Y, effects[inner%14]+effects[14+inner]+r.NormFloat64())
		g.Crossed[0].Of = append(g.Crossed[0].Of, inner%14)
		g.Crossed[1].Of = append(g.Crossed[1].Of, inner)
	}
	m, err := g.Model()
	if err != nil {
		t.Fatal(err)
	}
	f, err := g.fit()
	if err != nil {
		t.Fatal(err)
	}
	f.groupings[1].nests = nil
	slow, err := verify.Replace(m, "beta", func(r *rand.Rand, s *State) error {
		return f.drawBeta(r, s, true)
	})
	if err != nil {
		t.Fatal(err)
	}
	var ess [2]float64
	for i, m := range []sampler.Model[State]{m, slow} {
		tr, err := sampler.Run(context.Background(), m,
			sampler.Settings{Seed: 1, Warmup: 300, Draws: 1000})
		if err != nil {
			t.Fatal(err)
		}
		chains, err := tr.Chains("outer_sd[one]")
		if err != nil {
			t.Fatal(err)
		}
		ess[i] = diag.ESSBulk(chains) / 4000
		t.Logf("outer_sd: %.3f effective draws a draw, mean %.4f", ess[i], diag.Mean(chains[0]))
	}
	if ess[0] < 0.2 || ess[0] < 3*ess[1] {
		t.Errorf("outer_sd has %.3f effective draws a draw, and %.3f without the move", ess[0], ess[1])
	}
}
