package nb

import (
	"math"
	"strings"
	"testing"

	"gibbslab/nb/internal/picture"
	"gibbslab/sampler"
)

func TestPairsData(t *testing.T) {
	tr := testTrace()
	d := pairsData(tr)
	if len(d.Draws[0]) != 500 || len(d.All[0]) != 1000 || d.Draws[1][499] != drawsOf(tr,
		"sigma2")[998] {
		t.Errorf("%d of %d draws", len(d.Draws[0]), len(d.All[0]))
	}
	// by hand: of (1, 2, 3) and (1, 3, 2) the correlation is ½
	small := &sampler.Trace{}
	for name, x := range map[string][]float64{"a": {1, 2, 3}, "b": {1, 3, 2}, "c": {7, 7, 7}} {
		if err := small.Add(name, [][]float64{x}); err != nil {
			t.Fatal(err)
		}
	}
	e := pairsData(small, "a", "b", "c")
	if math.Abs(e.Correlation[0][1]-0.5) > 1e-12 || e.Correlation[1][0] != e.Correlation[0][1] ||
		!math.IsNaN(e.Correlation[2][0]) || math.Abs(e.Correlation[0][0]-1) > 1e-12 {
		t.Errorf("correlations %v", e.Correlation)
	}
	recorded(Pairs(small))
	if s := picture.Describe(Pairs(small, "c", "a")); !strings.Contains(s, "No two of these change") {
		t.Error(s)
	}
	many := Pairs(manyScalars(t, 17, 30))
	if !strings.Contains(many.Title.Text, "(the first 8 of 17 scalars; not drawn: x8, x9, x10, "+
		"x11, x12, x13 and 3 more)") {
		t.Error(many.Title.Text)
	}
	panics(t, "name two or more", func() { Pairs(tr, "mu") })
	if err := small.Add("short", [][]float64{{1, 2}}); err == nil {
		panics(t, "recorded at the same sweeps", func() { Pairs(small) })
	}
}
