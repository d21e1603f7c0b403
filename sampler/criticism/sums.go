package criticism

import "math"

// sums are the sum and the sum of squares, of four parts each: one addition waits for another.
func sums(x []float64) (sum, squares float64) {
	var a, b, c, d, aa, bb, cc, dd float64
	for ; len(x) >= 4; x = x[4:] {
		x := x[:4:4]
		a, b, c, d = a+x[0], b+x[1], c+x[2], d+x[3]
		aa, bb, cc, dd = aa+x[0]*x[0], bb+x[1]*x[1], cc+x[2]*x[2], dd+x[3]*x[3]
	}
	for _, v := range x {
		a, aa = a+v, aa+v*v
	}
	return a + b + c + d, aa + bb + cc + dd
}

// inverses is the sum of 1/v for v from least to 1. One division serves four of them, unless they
// are so small that their product might underflow.
func inverses(x []float64, least float64) (sum float64) {
	if least > 1e-60 {
		for ; len(x) >= 4; x = x[4:] {
			x := x[:4:4]
			ab, cd := x[0]*x[1], x[2]*x[3]
			sum += ((x[0]+x[1])*cd + (x[2]+x[3])*ab) / (ab * cd)
		}
	}
	for _, v := range x {
		sum += 1 / v
	}
	return sum
}

// linear fills dst with one − x·over, and returns the sum of squares.
func linear(dst, x []float64, one, over float64) float64 {
	var a, b, c, d float64
	for ; len(x) >= 4 && len(dst) >= 4; x, dst = x[4:], dst[4:] {
		x, dst := x[:4:4], dst[:4:4]
		e, f, g, h := one-x[0]*over, one-x[1]*over, one-x[2]*over, one-x[3]*over
		dst[0], dst[1], dst[2], dst[3] = e, f, g, h
		a, b, c, d = a+e*e, b+f*f, c+g*g, d+h*h
	}
	for i, v := range x {
		dst[i] = one - v*over
		a += dst[i] * dst[i]
	}
	return a + b + c + d
}

// ends are the smallest and the largest value; finite is false if one is NaN or infinite.
func ends(x []float64) (least, top float64, finite bool) {
	least, top = x[0], x[0]
	for _, v := range x {
		if v < least {
			least = v
		} else if v > top {
			top = v
		} else if v != v {
			return v, v, false
		}
	}
	return least, top, top-least < math.Inf(1)
}

// Parts of a power of 2 that exps looks up.
const (
	expBits  = 11
	expParts = 1 << expBits
)

// expTable holds 2^(j/expParts).
var expTable = func() (t [expParts]float64) {
	for j := range t {
		t[j] = math.Exp2(float64(j) / expParts)
	}
	return t
}()

// exps fills dst with e^x for each x ≤ 0, three times as fast as [math.Exp], with a relative error
// below 1e-15. With k = x·2048/ln 2, rounded, and r = x − k·ln 2/2048, it is 2^(k/2048)·e^r: the
// power comes from the table and the exponent of the number, and e^r from three terms of its
// series.
func exps(dst, x []float64) {
	const (
		high = 6.93147180369123816490e-01 / expParts // ln 2, so that k·high is exact
		low  = 1.90821492927058770002e-10 / expParts
	)
	const shift = 3 << 51 // added and taken away, it leaves a whole number, which ends the bits
	dst = dst[:len(x)]
	for i, v := range x {
		if !(v > -700) { // the result is subnormal or 0
			dst[i] = math.Exp(v)
			continue
		}
		n := v*(expParts/math.Ln2) + shift
		k := math.Float64bits(n)
		n -= shift
		r := (v - n*high) - n*low
		r += r * r * (1./2 + r*(1./6))
		power := math.Float64bits(expTable[k&(expParts-1)]) + k>>expBits<<52
		p := math.Float64frombits(power)
		dst[i] = p + p*r
	}
}
