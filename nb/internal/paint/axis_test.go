package paint

import "testing"

// What is drawn has room at both ends, but for columns, which stand on 0, and positive numbers,
// which stay positive.
func TestRoom(t *testing.T) {
	for _, tt := range []struct{ lo, hi, from, to float64 }{
		{10, 20, 9, 21}, {-20, -10, -21, -9}, {0, 10, 0, 11}, {0.5, 10.5, 0.5, 11.5},
		{-10, 0, -11, 0}, {-5, 5, -6, 6}, {3, 3, 3, 3}, {-1e308, 1e308, -1e308, 1e308},
	} {
		if from, to := Room(tt.lo, tt.hi, 0.1); from != tt.from || to != tt.to {
			t.Errorf("%v to %v: %v to %v, want %v to %v", tt.lo, tt.hi, from, to, tt.from, tt.to)
		}
	}
}
