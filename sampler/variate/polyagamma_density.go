package variate

import (
	"math"
	"math/cmplx"
)

// PolyaGammaLogProb is the log density at x of the Pólya-Gamma distribution PG(b, z), which
// [PolyaGamma] draws from. It is −Inf for x ≤ 0.
//
//	p(x) = cosh^b(z/2) exp(−z²x/2) · 2^(b−1)/Γ(b)
//	  · Σ_{n≥0} (−1)ⁿ Γ(n+b)/n! (2n+b)/√(2πx³) exp(−(2n+b)²/(8x)).
//
// If the terms of the series cancel, it inverts the Laplace transform cosh^(−b) instead, by the
// trapezoidal rule along a parabola through the saddle point. The error is about 1e-12, relative or
// absolute, and for large b 1e-15 b.
func PolyaGammaLogProb(x, b, z float64) float64 {
	checkPositive("PolyaGammaLogProb", "b", b)
	checkFinite("PolyaGammaLogProb", "z", z)
	switch {
	case math.IsNaN(x):
		return x
	case x <= 0 || math.IsInf(x, 1):
		return math.Inf(-1)
	}
	z = math.Abs(z)
	// ratio is the second term of the series divided by the first.
	if ratio := (b + 2) * math.Exp(-(b+1)/(2*x)); ratio < 0.3 {
		d := b - 2*z*x
		return math.Log(b) - math.Ln2 + b*math.Log1p(math.Exp(-z)) - (logTwoPi+3*math.Log(x))/2 -
			d*d/(8*x) + math.Log(polyaGammaSeries(x, b))
	}
	logCosh := z/2 + math.Log1p(math.Exp(-z)) - math.Ln2
	return b*logCosh - z*z*x/2 + invertCosh(x, b)
}

// polyaGammaSeries is the sum of the series divided by its first term, to an absolute error of
// about 1e-16 for b < 1.
func polyaGammaSeries(x, b float64) float64 {
	sum, term := 1.0, 1.0
	for n := 1.0; math.Abs(term) > 1e-17 && n < 200; n++ {
		term *= -(n + b - 1) / n * (2*n + b) / (2*n + b - 2) * math.Exp(-(2*n+b-1)/(2*x))
		sum += term
	}
	return sum
}

// invertCosh is the log density of PG(b, 0) at x,
//
//	(1/πi) ∫ cosh(√w)^(−b) exp(2wx) dw
//
// over a path that has the singularities, at −(π/2)², −(3π/2)², …, on its left.
func invertCosh(x, b float64) float64 {
	w0 := coshSaddle(4 * x / b)
	logF := func(w complex128) complex128 {
		root := cmplx.Sqrt(w)
		return complex(-b, 0)*(root+cmplx.Log(1+cmplx.Exp(-2*root))-complex(math.Ln2, 0)) +
			2*w*complex(x, 0)
	}
	top := real(logF(complex(w0, 0)))
	// w(q) = w0 + iq − aq²; the curvature of the log at the saddle gives the width of the peak.
	distance := w0 + math.Pi*math.Pi/4
	a := 1 / (8 * distance)
	d := 1e-3 * distance
	bend := (real(logF(complex(w0+d, 0))) + real(logF(complex(w0-d, 0))) - 2*top) / (d * d)
	step := min(0.5/math.Sqrt(bend+4*x*a), 0.1*distance)
	sum := 0.5
	for n, small := 1, 0; small < 3 && n < 1_000_000; n++ {
		q := step * float64(n)
		v := cmplx.Exp(logF(complex(w0-a*q*q, q))-complex(top, 0)) * complex(1, 2*a*q)
		sum += real(v)
		if small++; cmplx.Abs(v) > 1e-17*math.Abs(sum) {
			small = 0
		}
	}
	return math.Log(2/math.Pi) + top + math.Log(step*sum)
}

// coshSaddle is the w at which tanh(√w)/√w is y, by bisection; for y > 1, w is negative and the
// function tan(v)/v with v² = −w.
func coshSaddle(y float64) float64 {
	slope := func(u float64) float64 { return math.Tanh(u) / u }
	lo, hi := 1e-9, 1/y
	if y > 1 {
		slope = func(v float64) float64 { return -math.Tan(v) / v }
		hi, y = math.Pi/2, -y
	}
	for range 60 { // slope falls from lo to hi
		if mid := lo + (hi-lo)/2; slope(mid) > y {
			lo = mid
		} else {
			hi = mid
		}
	}
	if y < 0 {
		return -lo * lo
	}
	return lo * lo
}
