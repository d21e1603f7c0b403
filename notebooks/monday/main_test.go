package main

import (
	"context"
	"math/rand/v2"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/bugs"
	"gibbslab/sampler/variate"
	"gibbslab/sampler/verify"
)

// Each block must leave the joint distribution of unknowns and data alone. (The test draws its own
// data, so twelve zeros will do.)
func TestBlocks(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	m, err := model(make([]float64, 12))
	if err != nil {
		t.Fatal(err)
	}
	if wrong(t, m) {
		t.Error("a block is wrong")
	}
	// A test is worth something if it can fail: this update forgets the weeks.
	broken, err := m.Replace(func(r *rand.Rand, m *bugs.Model, s *bugs.State) {
		m.Values(s, "before")[0] = variate.Gamma(r, 2, 2)
	}, "before")
	if err != nil {
		t.Fatal(err)
	}
	if !wrong(t, broken) {
		t.Error("the broken block passes")
	}
}

func wrong(t *testing.T, m *bugs.Model) bool {
	report, err := verify.Blocks(m.Joint(), verify.Settings{Replications: 2000, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return report.Wrong
}

// What you know must come out: a change from 1 to 4 a week, and none at all.
func TestKnownTruth(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	r := sampler.Stream("truth", 1, 0)
	changed, same := make([]float64, 60), make([]float64, 60)
	for week := range changed {
		rate := 1.0
		if week >= 40 {
			rate = 4
		}
		changed[week], same[week] = float64(variate.Poisson(r, rate)), float64(variate.Poisson(r, 1))
	}
	a, err := since(context.Background(), changed)
	if err != nil || a.Changed < 0.95 || a.Week < 37 || a.Week > 43 || a.Extra < 2 || a.Extra > 5 {
		t.Errorf("a change after week 40: %+v (%v)", a, err)
	}
	if a, err = since(context.Background(), same); err != nil || a.Changed > 0.5 {
		t.Errorf("no change: %+v (%v)", a, err)
	}
}

// The file of the notebook.
func TestFile(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	y, err := weekly("incidents.csv")
	if err != nil {
		t.Fatal(err)
	}
	a, err := since(context.Background(), y)
	if err != nil || a.Changed < 0.9 {
		t.Errorf("%+v (%v)", a, err)
	}
	if _, err := weekly("ab.csv"); err == nil {
		t.Error("a file without dates is read")
	}
}
