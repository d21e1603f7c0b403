// Package numeric holds special functions that several packages need.
package numeric

import "math"

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
