package law

import (
	"fmt"
	"math"
)

// Interval is the value of dinterval(t, cuts): how many of the ascending cut points are below t. So
// it is 0 if t ≤ cuts[0].
func Interval(t float64, cuts []float64) (y float64) {
	for _, c := range cuts {
		if c < t {
			y++
		}
	}
	return y
}

// CheckInterval says what is impossible about the cut points, or about a value y that is not NaN,
// as a clause, or "".
func CheckInterval(y float64, cuts []float64) string {
	for i := range cuts {
		if math.IsNaN(cuts[i]) {
			return fmt.Sprintf("cut point %d is NaN, and must be a number", i+1)
		}
		if i > 0 && cuts[i] < cuts[i-1] {
			return fmt.Sprintf("cut point %d is %g, and must not be below cut point %d, %g", i+1, cuts[i], i,
				cuts[i-1])
		}
	}
	if !math.IsNaN(y) && (y < 0 || y > float64(len(cuts)) || y != math.Floor(y)) {
		return fmt.Sprintf("the value is %g, and must be a whole number from 0 to %d", y, len(cuts))
	}
	return ""
}
