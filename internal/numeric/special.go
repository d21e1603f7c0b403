// Package numeric holds special functions that several packages need.
package numeric

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// Digamma is ψ(x), the derivative of log Γ, for x > 0. It uses the recurrence ψ(x) = ψ(x+1) − 1/x
// up to 12, then the asymptotic series (Abramowitz & Stegun 6.3.5 and 6.3.18), whose first omitted
// term is below 3e-15. (mathext.Digamma of gonum v0.17.0 is off by 5e-11 at x = 1.)
func Digamma(x float64) float64 {
	sum := 0.0
	for ; x < 12; x++ {
		sum -= 1 / x
	}
	y := 1 / (x * x)
	return sum + math.Log(x) - 0.5/x - y*(1./12-y*(1./120-y*(1./252-y*(1./240-y*(1./132)))))
}

// Trigamma is ψ′(x), for x > 0, in the same way (6.4.6 and 6.4.12).
func Trigamma(x float64) float64 {
	sum := 0.0
	for ; x < 12; x++ {
		sum += 1 / (x * x)
	}
	y := 1 / (x * x)
	return sum + 1/x + y/2 + y/x*(1./6-y*(1./30-y*(1./42-y*(1./30-y*(5./66)))))
}

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

// LogAdd is log(exp(x) + exp(y)).
func LogAdd(x, y float64) float64 {
	if x < y {
		x, y = y, x
	}
	if math.IsInf(x, -1) {
		return x
	}
	return x + math.Log1p(math.Exp(y-x))
}

// Normalise turns the logarithms of weights into shares, given the largest, which is finite. It
// returns the sum of the weights over the largest.
func Normalise(logs []float64, top float64) (sum float64) {
	for i, l := range logs {
		logs[i] = math.Exp(l - top)
		sum += logs[i]
	}
	for i := range logs {
		logs[i] /= sum
	}
	return sum
}
