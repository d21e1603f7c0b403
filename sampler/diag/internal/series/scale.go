package series

import "math"

// MaxExponent bounds magnitudes to keep squares and their sums from overflowing or underflowing:
// the square of 2^400 is 2^800, of the last digit of 2^-400 it is 2^-904, and float64 spans
// 2^±1022.
const MaxExponent = 400

// Rescale returns finite draws as x·2^-e, with e such that the largest magnitude of all is within
// 2^±400. Ordinary draws are returned unchanged, with e = 0.
func Rescale(x [][]float64) (y [][]float64, e int) {
	largest := 0.0
	for _, c := range x {
		for _, v := range c {
			largest = max(largest, math.Abs(v))
		}
	}
	switch _, exp := math.Frexp(largest); { // 0 for 0
	case exp > MaxExponent:
		e = exp - MaxExponent
	case exp < -MaxExponent:
		e = exp + MaxExponent
	default:
		return x, 0
	}
	y = Like(x)
	for i, c := range x {
		for k, v := range c {
			y[i][k] = math.Ldexp(v, -e)
		}
	}
	return y, e
}

// Rescale1 is Rescale for draws in one slice.
func Rescale1(x []float64) (y []float64, e int) {
	ys, e := Rescale([][]float64{x})
	return ys[0], e
}
