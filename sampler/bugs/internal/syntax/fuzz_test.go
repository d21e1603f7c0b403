package syntax_test

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gibbslab/sampler/bugs/internal/syntax"
)

// Hostile texts end soon, with an error and without a deep tree.
func TestLimits(t *testing.T) {
	const n = 100_000
	for name, text := range map[string]string{
		"brackets":    "x <- " + strings.Repeat("(", n),
		"closed":      "x <- " + strings.Repeat("(", n) + "1" + strings.Repeat(")", n),
		"indices":     strings.Repeat("x[", n),
		"calls":       "x <- " + strings.Repeat("f(", n),
		"minus":       "x <- " + strings.Repeat("-", n) + "1",
		"not":         "x <- " + strings.Repeat("!", n) + "1",
		"powers":      "x <- 2" + strings.Repeat("^2", n),
		"sum":         "x <- 1" + strings.Repeat("+1", n),
		"loops":       strings.Repeat("for (i in 1:2) {", 20_000),
		"braces":      strings.Repeat("{", n),
		"closing":     strings.Repeat("}", n),
		"mixed":       "x <- " + strings.Repeat("([", n) + strings.Repeat("}", n),
		"mistakes":    strings.Repeat("x <-\n", 50_000),
		"characters":  strings.Repeat("?", n),
		"unfinished":  strings.Repeat("x[1 <- ", 30_000),
		"if":          strings.Repeat("if (a) ", 30_000),
		"quotes":      strings.Repeat("\"\n", n),
		"comment":     "/*" + strings.Repeat("*", n),
		"a long name": strings.Repeat("x", n),
		"too long":    strings.Repeat(" ", 2_000_000),
	} {
		_, err := syntax.Parse("model {" + text)
		var all syntax.Errors
		if !errors.As(err, &all) || len(all) > 100 || len(all.Error()) > 100_000 {
			t.Errorf("%s: %.200v", name, err)
		}
	}
}

// FuzzParse holds that no text panics, that mistakes come sorted and lie in the text, and that a
// statement printed and parsed again is the same.
func FuzzParse(f *testing.F) {
	for _, m := range mistakes() {
		f.Add(m.text)
	}
	for _, text := range []string{whole, "var x[2]; model { x ~ dnorm(0, 1) }", "data { a", ""} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		program, err := syntax.Parse(text)
		if err != nil {
			all := err.(syntax.Errors)
			lines := strings.Count(text, "\n") + 1
			for i, e := range all {
				if e.Pos.Line < 1 || e.Pos.Line > lines || e.Pos.Col < 1 || e.Message == "" ||
					e.Pos.Col > len([]rune(e.Line))+2 {
					t.Errorf("%+v is not a place of the text", e)
				}
				if i > 0 && !before(all[i-1].Pos, e.Pos) {
					t.Errorf("%v after %v", e.Pos, all[i-1].Pos)
				}
			}
			_ = err.Error()
			return
		}
		for _, r := range slices.Concat(program.Data, program.Model) {
			for _, n := range append([]*syntax.Node{r.Left, r.Lower, r.Upper}, r.Args...) {
				if n != nil {
					roundTrip(t, n)
				}
			}
		}
	})
}

func before(a, b syntax.Pos) bool { return a.Line < b.Line || a.Line == b.Line && a.Col < b.Col }

// roundTrip prints and parses again, and compares the trees without their places.
func roundTrip(t *testing.T, n *syntax.Node) {
	t.Helper()
	text := n.String()
	program, err := syntax.Parse("model { x ~ d(" + text + ") }")
	if err != nil {
		t.Errorf("%v does not parse again: %v", text, err)
		return
	}
	if got := program.Model[0].Args[0]; !reflect.DeepEqual(bare(got), bare(n)) {
		t.Errorf("%s comes back as %s", text, got)
	}
}

func bare(n *syntax.Node) *syntax.Node {
	b := *n
	b.Pos, b.Args = syntax.Pos{}, nil
	for _, arg := range n.Args {
		b.Args = append(b.Args, bare(arg))
	}
	return &b
}

// A deep tree is refused by a message; mistakes inside brackets do not add up to one.
func TestDepth(t *testing.T) {
	const n = 20_000
	for text, want := range map[string]string{
		"x <- " + strings.Repeat("(", n) + "1" + strings.Repeat(")", n):       "more than 500 deep",
		"x <- 1" + strings.Repeat("+1", n):                                    "than 10000 operators",
		strings.Repeat("x <- ((((((((1 2))))))))\n", 90) + "y <- ((((1 3))))": "missing before 3",
		"for (i in 1:2) y[i] <- 1 }\n y <- ":                                  "is missing before }",
	} {
		_, err := syntax.Parse("model {" + text + "}")
		var all syntax.Errors
		if !errors.As(err, &all) || !strings.Contains(all[len(all)-1].Message, want) {
			t.Errorf("%.30s: %.300v, want %s", text, err, want)
		}
	}
}
