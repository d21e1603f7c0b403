package main

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"gibbslab/sampler"
	"gibbslab/sampler/bugs"
	"gibbslab/sampler/variate"
	"gibbslab/sampler/verify"
)

var settings = sampler.Settings{Seed: 1}

// Each block must leave the joint distribution of unknowns and data alone. (The test draws its own
// data, so twelve zeros will do.)
func TestBlocks(t *testing.T) {
	m, err := model(make([]float64, 12))
	if err != nil {
		t.Fatal(err)
	}
	if wrong(t, m) {
		t.Error("a block is wrong")
	}
	// A test is worth something if it can fail. The first update here forgets the weeks, and the
	// second does nothing.
	for i, update := range []func(r *rand.Rand, m *bugs.Model, s *bugs.State){
		func(r *rand.Rand, m *bugs.Model, s *bugs.State) {
			m.Values(s, "before")[0] = variate.Gamma(r, 2, 2)
		},
		func(*rand.Rand, *bugs.Model, *bugs.State) {},
	} {
		broken, err := m.Replace(update, "before")
		if err != nil {
			t.Fatal(err)
		}
		if !wrong(t, broken) {
			t.Errorf("broken block %d passes", i)
		}
	}
}

func wrong(t *testing.T, m *bugs.Model) bool {
	report, err := verify.Blocks(m.Joint(), verify.Settings{Replications: 2000, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return report.Wrong || len(report.Warnings) > 0 // such as: an update that does nothing
}

// What you know must come out: a change from 1 to 4 a week, and none at all.
func TestKnownTruth(t *testing.T) {
	r := sampler.Stream("truth", 1, 0)
	changed, same := make([]float64, 60), make([]float64, 60)
	for week := range changed {
		rate := 1.0
		if week >= 40 {
			rate = 4
		}
		changed[week], same[week] = float64(variate.Poisson(r, rate)), float64(variate.Poisson(r, 1))
	}
	a, err := since(context.Background(), changed, settings)
	if err != nil || a.Changed < 0.95 || a.Week < 37 || a.Week > 43 || a.Extra < 2 || a.Extra > 5 {
		t.Errorf("a change after week 40: %+v (%v)", a, err)
	}
	if a, err = since(context.Background(), same, settings); err != nil || a.Changed > 0.5 {
		t.Errorf("no change: %+v (%v)", a, err)
	}
}

// The file of the notebook, and what is no file of dates.
func TestFile(t *testing.T) {
	y, err := weekly("incidents.csv", "2024-07-01", "2025-12-28")
	if err != nil || len(y) != 78 {
		t.Fatal(len(y), err)
	}
	a, err := since(context.Background(), y, settings)
	if err != nil || a.Changed < 0.9 || a.Extra < 0.5 {
		t.Errorf("%+v (%v)", a, err)
	}
	for _, bad := range [][3]string{{"ab.csv", "2024-07-01", "2025-12-28"},
		{"incidents.csv", "2024-07-01", ""}, {"incidents.csv", "2025-12-15", "2025-12-27"}} {
		if _, err := weekly(bad[0], bad[1], bad[2]); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}

// The file ends with its last incident, and nobody writes down that nothing happened: a year with
// two incidents a week, and then ten quiet weeks.
func TestQuietWeeks(t *testing.T) {
	r, text := sampler.Stream("quiet", 1, 0), "date\n"
	day := time.Date(2025, 1, 6, 0, 0, 0, 0, time.UTC)
	for i := range 364 {
		for range variate.Poisson(r, 2./7) {
			text += day.AddDate(0, 0, i).Format(time.DateOnly) + "\n"
		}
	}
	file := filepath.Join(t.TempDir(), "quiet.csv")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	y, err := weekly(file, "2025-01-06", "2026-03-20") // a Friday: its week does not count yet
	if err != nil || len(y) != 62 {
		t.Fatal(len(y), err)
	}
	a, err := since(context.Background(), y, settings)
	if err != nil || a.Changed < 0.95 || a.Extra > -1 {
		t.Errorf("%+v (%v)", a, err)
	}
}

// A dashboard has nobody who looks at a trace plot, and JSON has no NaN.
func TestNoAnswer(t *testing.T) {
	few := sampler.Settings{Seed: 1, Draws: 5}
	if a, err := since(context.Background(), make([]float64, 12), few); err == nil {
		t.Errorf("five draws are enough for %+v", a)
	}
	for _, y := range [][]float64{{1, 0}, {0, 0, 0}, {200, 200}} {
		a, err := since(context.Background(), y, settings)
		if _, err2 := json.Marshal(a); err != nil || err2 != nil {
			t.Errorf("%v: %+v (%v, %v)", y, a, err, err2)
		}
	}
}
