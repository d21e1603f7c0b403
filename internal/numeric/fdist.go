package numeric

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// FTail is the probability that the F distribution exceeds f.
func FTail(f, d1, d2 float64) float64 { return mathext.RegIncBeta(d2/2, d1/2, d2/(d2+d1*f)) }

// Solve finds the x ≥ 0 with f(x) = y by bisection, for f that falls to 0 from f(0) > y.
func Solve(y float64, f func(float64) float64) float64 {
	lo, hi := 0.0, 1.0
	for f(hi) > y && !math.IsInf(hi, 1) {
		lo, hi = hi, 2*hi
	}
	for {
		middle := lo + (hi-lo)/2
		switch {
		case middle <= lo || middle >= hi:
			return middle
		case f(middle) > y:
			lo = middle
		default:
			hi = middle
		}
	}
}
