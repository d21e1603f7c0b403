package shape

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Bins of whole numbers have the width that fills the range best.
func TestBestWidth(t *testing.T) {
	for _, tt := range []struct{ span, width, want float64 }{{34, 7.3, 7}, {34, 8, 7}, {10, 1, 1},
		{60, 6.2, 6}} {
		if got := bestWidth(tt.span, tt.width); got != tt.want {
			t.Errorf("a range of %v in bins of about %v: %v, want %v", tt.span, tt.width, got,
				tt.want)
		}
	}
}

func TestRaised(t *testing.T) {
	s := Distribution{X: []float64{0, 1, 2, 3, 4}, Y: []float64{0, 0, 4, 2, 0}}
	got := s.Raised(10, 2)
	if len(got) != 2 || got[0].X != 2 || got[0].Y != 12 || got[1].Y != 11 {
		t.Errorf("raised: %v", got)
	}
	if s := Of("", []float64{3, 3}); s.X[0] != 3 || s.X[1] != 3 || s.Y[0] != 1 {
		t.Errorf("of one value: %+v", s)
	}
}

// A single value far out does not make the others one: the curve and the bins keep their form.
// Of 1000 values whose middle 95 % are 950 wide, one at 9500 is drawn, and one at 10 000 is not.
func TestCentral(t *testing.T) {
	values := make([]float64, 1000)
	for i := range values {
		values[i] = float64(i) + 0.5
	}
	for _, tt := range []struct {
		far     float64
		outside int
	}{{9000, 0}, {10_000, 1}, {1e9, 1}} {
		s := Of("", append(values, tt.far))
		if s.Outside != tt.outside || s.N != 1001 {
			t.Errorf("%v: %d of %d outside", tt.far, s.Outside, s.N)
		}
		edges, heights := Binned(append(values, tt.far), nil)
		if last := edges[len(edges)-1]; (last < tt.far) != (tt.outside > 0) {
			t.Errorf("%v: the last bin ends at %v", tt.far, last)
		}
		area := 0.0
		for i, h := range heights {
			area += h * (edges[i+1] - edges[i])
		}
		if want := 1 - float64(tt.outside)/1001; area < want-1e-9 || area > want+1e-9 {
			t.Errorf("%v: the area is %v, want %v", tt.far, area, want)
		}
	}
	counts := append(make([]float64, 500), 50)
	for i := range 500 {
		counts[i] = float64(i % 3)
	}
	if s := Of("", counts); s.Outside != 1 || s.X[len(s.X)-1] != 2.5 {
		t.Errorf("counts: %d outside, up to %v", s.Outside, s.X[len(s.X)-1])
	}
	if Note(0, 3) != "" || Note(1, 3) != " (1 of 3 values lie outside)" {
		t.Error(Note(0, 3), Note(1, 3))
	}
}

// A curve ends where values end abruptly, and there has its full height: half-normal values at 0,
// and uniform ones at both ends. Normal values have no end.
func TestBoundsAreGuessed(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 1))
		var half, uniform, normal []float64
		for range 1000 {
			normal = append(normal, r.NormFloat64())
			half = append(half, math.Abs(normal[len(normal)-1]))
			uniform = append(uniform, r.Float64())
		}
		h, u, n := Of("", half), Of("", uniform), Of("", normal)
		if h.X[0] < 0 || h.Y[0] < 0.55 || h.Y[0] > 1.2 { // exact: 0.80
			t.Errorf("seed %d, half-normal: %.3f at %.3f", seed, h.Y[0], h.X[0])
		}
		if last := len(u.X) - 1; u.X[0] < 0 || u.X[last] > 1 || u.Y[0] < 0.6 || u.Y[last] < 0.6 {
			t.Errorf("seed %d, uniform: %.3f at %.3f, %.3f at %.3f", seed, u.Y[0], u.X[0], u.Y[last],
				u.X[last])
		}
		if n.X[0] >= slices.Min(normal) || h.X[len(h.X)-1] <= slices.Max(half) {
			t.Errorf("seed %d: normal values are cut off at %.3f", seed, n.X[0])
		}
	}
}
