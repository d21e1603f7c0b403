package shape

import "testing"

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
