package live

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
	g := GlanceAt(normalTrace(t, 2, 1000))
	if len(g.Lines) != watched || !strings.HasPrefix(g.Lines[0], "mu      R-hat 1.00") ||
		strings.Contains(g.Lines[0], "more") {
		t.Errorf("%q", g.Lines)
	}
	if n := strings.Count(g.SVG, "<polyline"); n != 2 || strings.Contains(g.SVG, "NaN") ||
		len(g.SVG) > 12<<10 {
		t.Errorf("%d lines in %d bytes", n, len(g.SVG))
	}
	if g := GlanceAt(normalTrace(t, 2, 3*manyDraws+1)); !strings.HasSuffix(g.Lines[0],
		" or more") || len(g.SVG) > 12<<10 {
		t.Errorf("a long run: %q, %d bytes", g.Lines, len(g.SVG))
	}
	if g := GlanceAt(normalTrace(t, 2, fewDraws-1)); g.Lines != nil || g.SVG != "" {
		t.Errorf("too few draws: %q", g)
	}
	if g := GlanceAt(&sampler.Trace{}); g.Lines != nil {
		t.Errorf("an empty trace: %q", g)
	}
	var constant sampler.Trace
	if err := constant.Add("x", [][]float64{make([]float64, 50), make([]float64, 70)}); err != nil {
		t.Fatal(err)
	}
	if g := GlanceAt(&constant); strings.Contains(g.SVG, "NaN") ||
		fmt.Sprint(g.Lines) != "[x  R-hat –  ESS –]" {
		t.Errorf("a constant: %q", g)
	}
}

// BenchmarkGlance is a look at four chains of a million draws each: at most four a second, and a
// part in 150 of the time.
func BenchmarkGlance(b *testing.B) {
	tr := normalTrace(b, 4, 1_000_000)
	for b.Loop() {
		GlanceAt(tr)
	}
}
