package source

import (
	"go/format"
	"strings"
	"testing"
)

// A browser's program is the same but for blanks within lines, and gofmt indents it in the same way.
func TestIndent(t *testing.T) {
	const text = "package main\n\n\n\nimport (\n\"fmt\"\n)\n// braces { in a comment\nvar x = []float64{\n1, 2}\n" +
		"func f(a float64) (b float64) {\nfor i := range x {\nif x[i]>a {\nb+=x[i]\n} else {\n" +
		"fmt.Println(a,\nmax(a, b))\n}\n}\nreturn b\n}\n"
	want, err := format.Source([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	got := indent(text)
	again, err := format.Source([]byte(got))
	if err != nil || string(again) != string(want) {
		t.Fatalf("%v: another program: %s", err, again)
	}
	first := func(text string) (all []string) {
		for l := range strings.Lines(text) {
			if strings.TrimSpace(l) != "" {
				all = append(all, l[:len(l)-len(strings.TrimLeft(l, "\t"))])
			}
		}
		return all
	}
	if a, b := strings.Join(first(got), ","), strings.Join(first(string(want)), ","); a != b {
		t.Errorf("the lines begin with %q, gofmt's with %q:\n%s", a, b, got)
	}
}
