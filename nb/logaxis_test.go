package nb

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg/recorder"

	"gibbslab/nb/internal/paint"
)

func TestLogAxis(t *testing.T) {
	p := Scatter("x", []float64{1, 10, 19, 100_000}, []float64{1, 2, 3, 4})
	p.X.Max = 100_000
	LogAxis(&p.X)
	for v, want := range map[float64]float64{1: 0, 10: 0.2, 100_000: 1,
		50_000.5: math.Log10(50_000.5) / 5, -3: 0} {
		if got := p.X.Norm(v); math.Abs(got-want) > 1e-9 {
			t.Errorf("%v is at %v, want %v", v, got, want)
		}
	}
	var labels []string
	for _, a := range recorded(p).Actions {
		if s, ok := a.(*recorder.FillString); ok {
			labels = append(labels, s.String)
		}
	}
	if labels[3] != "1" || labels[8] != "100"+paint.NoBreak+"000" {
		t.Errorf("%q", labels)
	}
	q := Histogram([]float64{0.1, 0.2, 0.4, 0.8}, "x")
	q.Y.Min = 0.1
	LogAxis(&q.Y) // columns stand on 0
	recorded(q)
	panics(t, "goes from 0 to", func() { h := Histogram([]float64{0.1, 0.2}, "x"); LogAxis(&h.Y) })
}

func TestGrouped(t *testing.T) {
	for number, want := range map[string]string{
		"1000": "1000", "10254": "10 254", "-155000": "-155 000", "1234567.5": "1 234 567.5",
		"1e+06": "1e+06", "-9999": "-9999",
	} {
		if got := paint.Grouped(number); strings.ReplaceAll(got, paint.NoBreak, " ") != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
