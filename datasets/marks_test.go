package datasets

import (
	"math/rand/v2"
	"regexp"
	"testing"
)

// How numbers are written, in the words of regular expressions.
func TestMarksAreThoseOfThePatterns(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for name, c := range map[string]struct {
		of      func(string) bool
		pattern string
	}{
		"german":  {german, `^[+-]?(?:\d+|\d{1,3}(?:\.\d{3})+)(?:,\d+)?$`},
		"english": {english, `^[+-]?(?:\d*|\d{1,3}(?:,\d{3})+)(?:\.\d*)?(?:[eE][+-]?\d+)?$`},
		"group":   {group, `^[+-]?[1-9]\d{0,2}[.,]\d{3}$`},
	} {
		pattern, found := regexp.MustCompile(c.pattern), 0
		for range 200_000 {
			field := make([]byte, r.IntN(10))
			for i := range field {
				field[i] = "0011223344.,.,+-eE x"[r.IntN(20)]
			}
			want := pattern.Match(field)
			if got := c.of(string(field)); got != want {
				t.Fatalf("%s(%q) is %v", name, field, got)
			}
			if want {
				found++
			}
		}
		if found < 100 {
			t.Errorf("%s: only %d numbers", name, found)
		}
	}
}
