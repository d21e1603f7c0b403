package sampler

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// An error names the likely cause: what Init did not make, a dst that is too short, or the block
// with a value that is not finite.
func TestLikelyCause(t *testing.T) {
	var none []float64
	var table map[string]int
	var nothing *toy
	block := func(do func()) func(m *Model[toy]) {
		return func(m *Model[toy]) {
			m.Blocks = []Block[toy]{{"bad", func(*rand.Rand, *toy) error { do(); return nil }}}
		}
	}
	value := func(name string, x float64) func(m *Model[toy]) {
		return func(m *Model[toy]) {
			m.Params = []Param[toy]{Scalar(name, func(*toy) float64 { return x })}
		}
	}
	for name, c := range map[string]struct {
		spoil func(m *Model[toy])
		want  string
	}{
		"slice":   {block(func() { none[0] = 1 }), ": the slice is empty; did Init make it?"},
		"map":     {block(func() { table["a"] = 1 }), ": did Init make the map?"},
		"pointer": {block(func() { nothing.Theta = nil }), ": a pointer is nil; did Init set it?"},
		"dst": {func(m *Model[toy]) {
			m.Params = []Param[toy]{{Name: "v", Read: func(_ *toy, dst []float64) {
				copy(dst, []float64{1})
				dst[len(dst)] = 2
			}}}
		}, `: dst has 1 element, because "v" has no Shape; for n values give Shape: []int{n}`},
		"dst of Shape": {func(m *Model[toy]) {
			m.Params = []Param[toy]{{Name: "v", Shape: []int{2}, Read: func(_ *toy, dst []float64) {
				dst[len(dst)] = 2
			}}}
		}, `: dst has 2 elements, because the Shape of "v" is [2]`},
		"NaN":          {value("other", math.NaN()), "other is NaN: look in the block that draws it"},
		"NaN of label": {value("label", math.NaN()), `label is NaN: look in block "label"`},
		"Inf":          {value("other", math.Inf(1)), "other is +Inf: look in the block that draws it"},
	} {
		m := toyModel()
		c.spoil(&m)
		_, err := Run(context.Background(), m, Settings{Chains: 1, Draws: 5})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v\nwant %q", name, err, c.want)
		}
	}
	m := toyModel()
	m.Init = func(*rand.Rand) (*toy, error) { none[0] = 1; return nil, nil }
	_, err := Run(context.Background(), m, Settings{Chains: 1, Draws: 5})
	if err == nil || strings.Contains(err.Error(), "did Init") {
		t.Errorf("Init: %v", err)
	}
}
