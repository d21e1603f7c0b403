package turns

import (
	"fmt"
	"testing"
)

// After some commits each case has run, and none runs each time.
func TestTurns(t *testing.T) {
	const commits, n = 200, 4
	for name := range 40 {
		runs := 0
		for c := range commits {
			if at(fmt.Sprint(c), fmt.Sprint(name), n) {
				runs++
			}
		}
		if runs < 20 || runs > 90 { // 50, ± 5 standard deviations
			t.Errorf("case %d runs at %d of %d commits", name, runs, commits)
		}
	}
	for _, on := range []string{"commit", "all"} {
		t.Setenv("TURNS", on)
		parts := 0
		for i := range 8 {
			if Part("eight", i, 8) {
				parts++
			}
		}
		if want := map[string]int{"commit": 1, "all": 8}[on]; parts != want {
			t.Errorf("%s: %d parts of 8 run, want %d", on, parts, want)
		}
	}
	if t.Setenv("TURNS", "all"); !Of("always", 1e9) {
		t.Error("not all cases run without turns")
	}
	if t.Setenv("TURNS", "commit"); Of("never", 1e9) || !Of("always", 1) {
		t.Error("the number of turns is ignored")
	}
}

// A part has the turn of its test, and else its own.
func TestPartsHaveTheTurnOfTheirTest(t *testing.T) {
	if testing.Short() {
		return // all are short
	}
	t.Setenv("TURNS", "commit")
	short := func(t *testing.T) (n int) {
		for i := range 100 {
			t.Run(fmt.Sprint(i), func(t *testing.T) {
				t.Run("part", func(t *testing.T) {
					if Short(t) {
						n++
					}
				})
			})
		}
		return n
	}
	if n := short(t); n < 50 {
		t.Errorf("%d of 100 parts are short", n)
	}
	had.Store(t.Name(), true)
	if n := short(t); n > 0 {
		t.Errorf("%d of 100 parts of a test that has its turn are short", n)
	}
}
