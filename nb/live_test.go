package nb

import (
	"fmt"
	"strings"
	"testing"

	"gibbslab/sampler"
)

// normalTrace has chains of normal draws.
func normalTrace(t testing.TB, chains, draws int) *sampler.Trace {
	t.Helper()
	var tr sampler.Trace
	for _, name := range []string{"mu", "sigma2", "theta", "more"} {
		var all [][]float64
		for c := range chains {
			r := sampler.Stream("live "+name, 1, c)
			x := make([]float64, draws)
			for i := range x {
				x[i] = r.NormFloat64()
			}
			all = append(all, x)
		}
		if err := tr.Add(name, all); err != nil {
			t.Fatal(err)
		}
	}
	return &tr
}

func TestGlance(t *testing.T) {
	g := glanceAt(normalTrace(t, 2, 1000))
	if len(g.lines) != watched || !strings.HasPrefix(g.lines[0], "mu      R-hat 1.00") ||
		strings.Contains(g.lines[0], "more") {
		t.Errorf("%q", g.lines)
	}
	if n := strings.Count(g.svg, "<polyline"); n != 2 || strings.Contains(g.svg, "NaN") ||
		len(g.svg) > 12<<10 {
		t.Errorf("%d lines in %d bytes", n, len(g.svg))
	}
	if g := glanceAt(normalTrace(t, 2, 3*manyDraws+1)); !strings.HasSuffix(g.lines[0],
		" or more") || len(g.svg) > 12<<10 {
		t.Errorf("a long run: %q, %d bytes", g.lines, len(g.svg))
	}
	if g := glanceAt(normalTrace(t, 2, fewDraws-1)); g.lines != nil || g.svg != "" {
		t.Errorf("too few draws: %q", g)
	}
	if g := glanceAt(&sampler.Trace{}); g.lines != nil {
		t.Errorf("an empty trace: %q", g)
	}
	var constant sampler.Trace
	if err := constant.Add("x", [][]float64{make([]float64, 50), make([]float64, 70)}); err != nil {
		t.Fatal(err)
	}
	if g := glanceAt(&constant); strings.Contains(g.svg, "NaN") ||
		fmt.Sprint(g.lines) != "[x  R-hat –  ESS –]" {
		t.Errorf("a constant: %q", g)
	}
}

// BenchmarkGlance is a look at four chains of a million draws each: at most four a second, and a
// part in 150 of the time.
func BenchmarkGlance(b *testing.B) {
	tr := normalTrace(b, 4, 1_000_000)
	for b.Loop() {
		glanceAt(tr)
	}
}
