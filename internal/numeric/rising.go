package numeric

import "math"

// LogRising is the logarithm of the rising factorial x (x+1) … (x+n−1) = Γ(x+n)/Γ(x), for x > 0. It
// is 0 for n = 0. It multiplies the first 64 factors and uses Stirling's series for the rest.
// Nothing cancels, and the relative error is below 1e-13.
func LogRising(x float64, n int) float64 {
	const (
		tiny, huge = 1e-150, 1e150 // beyond them a product is turned into a logarithm
		multiplied = 64
	)
	sum, product := 0.0, 1.0
	for range min(n, multiplied) {
		product *= x
		x++
		if product > huge || product < tiny {
			sum += math.Log(product)
			product = 1
		}
	}
	if n > multiplied {
		sum += logRisingStirling(x, float64(n-multiplied))
	}
	return sum + math.Log(product)
}

// logRisingStirling is log Γ(x+n) − log Γ(x) by Stirling's series. For x ≥ 64 its error is below
// 1e-12.
func logRisingStirling(x, n float64) float64 {
	y := x + n
	correction := func(x float64) float64 { return 1/(12*x) - 1/(360*x*x*x) }
	return (x-0.5)*math.Log1p(n/x) + n*math.Log(y) - n + correction(y) - correction(x)
}
