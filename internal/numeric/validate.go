package numeric

import "math"

// Finite tells whether x is neither NaN nor infinite.
func Finite(x float64) bool { return x-x == 0 }

// Positive tells whether x is positive and finite.
func Positive(x float64) bool { return x > 0 && x <= math.MaxFloat64 }
