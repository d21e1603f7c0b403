package slips

import (
	"strings"
	"testing"
)

// TestUnclosed looks for the { without a }.
func TestUnclosed(t *testing.T) {
	for source, want := range map[string]int{
		"package a\nfunc f() {\n\tif x {\n\t}\n":         2, // by counting
		"package a\nfunc f() {\n\tif x {\n\treturn\n}\n": 3, // by indentation
		"package a\nfunc f() { g(\"{\") }\n":             0,
		"package a\n}\nfunc f() {\n":                     0,
		"func main() {\nfor i := range 3 {\ng()\n}\n":    2, // the last } is main's own
		"func main() {\nif x {\n}\nif y {\ng()\n}\n":     4,
		"func f() {\nfor i := range 3 {\ng()\n}\n":       1, // and here it may be f's
	} {
		if got := unclosed(source); got != want {
			t.Errorf("%q: line %d, want %d", source, got, want)
		}
	}
	p := cells()
	p.Source = strings.Replace(p.Source, "func f() {\n\tg()", "func f() {\n\tif x {", 1)
	want := "Cell[4]: Line 1: the { of line 2 above %% is not closed"
	if got := p.Compile("/tmp/gonb_1/main.go:9:6: expected '(', found main", "").Error(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	p = cells()
	p.Source = strings.Replace(p.Source, "\tf()", "\tfunc k() int {", 1)
	want = "Cell[4]: Line 2: move func k above %%, or write k := func(...) {...} below it"
	if got := p.Compile("./main.go:11:7: expected '(', found k", "").Error(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
