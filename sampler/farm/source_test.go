package farm

import (
	"slices"
	"strings"
	"testing"
)

const program = `package main

import (
	"fmt"
	m "math"
)

const a, b = 1, 2

type point struct{ x, y float64 }

func (p point) norm() float64 { return m.Hypot(p.x, p.y) }

func piece(i int) (float64, error) {
	return point{a, float64(i)}.norm(), nil
}

func plot() { fmt.Println(piece(1)) }

func main() {
	plot()
	_ = func() float64 { return extra }
}

var extra = 3.0
`

// The code of a function changes with what it mentions, and with nothing else.
func TestReached(t *testing.T) {
	line := func(program, word string) int {
		before, _, _ := strings.Cut(program, word)
		return 1 + strings.Count(before, "\n")
	}
	for _, c := range []struct {
		at, old, new string
		same         bool
	}{
		{"return point", "func plot()", "// a word\n\nfunc draw()", true},
		{"return point", "extra = 3.0", "extra = 4.0", true},
		{"return point", `"fmt"`, `"os"`, true},
		{"return point", "a, b = 1, 2", "a, b = 5, 2", false},
		{"return point", "m.Hypot(p.x, p.y)", "m.Hypot(p.x, 1)", false},
		{"return point", `m "math"`, `m "cmplx"`, false},
		{"return point", "float64(i)}", "float64(i + 1)}", false},
		{"return point", "var extra", "func init() { fmt.Print() }\n\nvar extra", false},
		{"_ = func()", "extra = 3.0", "extra = 4.0", false},
		{"_ = func()", "m.Hypot(p.x, p.y)", "m.Hypot(p.x, 1)", false},
	} {
		changed := strings.Replace(program, c.old, c.new, 1)
		before := reached([]byte(program), line(program, c.at))
		after := reached([]byte(changed), line(changed, c.at))
		if len(before) == 0 || slices.Equal(before, after) != c.same {
			t.Errorf("%+v:\n%q\n%q", c, before, after)
		}
	}
	if code := reached([]byte(program), 2); code != nil {
		t.Errorf("at an empty line: %q", code)
	}
	if code := reached([]byte("no program"), 1); code != nil {
		t.Errorf("no Go: %q", code)
	}
}
