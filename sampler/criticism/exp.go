package criticism

import "math"

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
