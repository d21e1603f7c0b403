package law

import (
	"math"

	"gibbslab/sampler/variate"

	"gonum.org/v1/gonum/mathext"
)

// Tail probabilities are logs, so that they neither underflow nor lose digits in either tail. The
// incomplete gamma and beta functions are a density, whose log is exact to the last digits, times a
// series or a continued fraction.

const (
	logHalf = -math.Ln2
	epsilon = 0x1p-53
)

// log1mExp is log(1 − exp(x)) for x ≤ 0.
func log1mExp(x float64) float64 {
	if x > logHalf {
		return math.Log(-math.Expm1(x))
	}
	return math.Log1p(-math.Exp(x))
}

// normalTails are for a standard normal variate.
func normalTails(z float64) (lower, upper float64) {
	tail := logNormalTail(math.Abs(z))
	if z < 0 {
		return tail, log1mExp(tail)
	}
	return log1mExp(tail), tail
}

// logNormalTail is log P(Z > z) for z ≥ 0.
func logNormalTail(z float64) float64 {
	if z < 30 {
		return math.Log(math.Erfc(z/math.Sqrt2) / 2)
	}
	s := 1 / (z * z)
	series := -s * (1 - 3*s*(1-5*s*(1-7*s*(1-9*s))))
	return -z*z/2 - math.Log(z*math.Sqrt(2*math.Pi)) + math.Log1p(series)
}

// gammaTails are for a Gamma(a, 1) variate.
func gammaTails(a, x float64) (lower, upper float64) {
	switch {
	case x <= 0:
		return math.Inf(-1), 0
	case x > 1e280: // −x is the log tail to the last digit
		return 0, -x
	case a > 20 && math.Abs(x-a) < 4*math.Sqrt(a):
		return math.Log(mathext.GammaIncReg(a, x)), math.Log(mathext.GammaIncRegComp(a, x))
	}
	kernel := variate.GammaLogProb(x, a, 1) + math.Log(x) // x^a exp(−x)/Γ(a)
	if x <= max(a, 1) {
		sum, term := 1.0, 1.0
		for n := a + 1; term > epsilon*sum; n++ {
			term *= x / n
			sum += term
		}
		lower = min(kernel+math.Log(sum/a), 0)
		if lower > -0.1 {
			return lower, math.Log(mathext.GammaIncRegComp(a, x))
		}
		return lower, log1mExp(lower)
	}
	upper = min(kernel-math.Log(fraction(x+1-a, func(n float64) (float64, float64) {
		return -n * (n - a), x + 2*n + 1 - a
	})), 0)
	return log1mExp(upper), upper
}

// betaTails are for a Beta(a, b) variate at x = 1−y. Both are given, because either may be tiny.
func betaTails(a, b, x, y float64) (lower, upper float64) {
	switch {
	case x <= 0:
		return math.Inf(-1), 0
	case y <= 0:
		return 0, math.Inf(-1)
	case x > (a+1)/(a+b+2):
		upper, lower = betaBelow(b, a, y, x)
		return lower, upper
	}
	return betaBelow(a, b, x, y)
}

func betaBelow(a, b, x, y float64) (lower, upper float64) {
	lower = min(betaKernel(a, b, x, y)-math.Log(a)-
		math.Log(fraction(1, func(n float64) (float64, float64) {
			m := math.Floor(n / 2)
			if n != 2*m {
				return -(a + m) * (a + b + m) * x / ((a + 2*m) * (a + 2*m + 1)), 1
			}
			return m * (b - m) * x / ((a + 2*m - 1) * (a + 2*m)), 1
		})), 0)
	return lower, log1mExp(lower)
}

// betaKernel is the log of x^a y^b / B(a, b).
func betaKernel(a, b, x, y float64) float64 {
	if x > y {
		a, b, x = b, a, y
	}
	return variate.BetaLogProb(x, a, b) + math.Log(x) + math.Log1p(-x)
}

// fraction is the continued fraction b0 + a1/(b1 + a2/(b2 + …)) by Lentz's method, for term(n) =
// a_n, b_n.
func fraction(b0 float64, term func(n float64) (a, b float64)) float64 {
	const tiny = 1e-290
	away := func(v float64) float64 {
		if math.Abs(v) < tiny {
			return tiny
		}
		return v
	}
	f := away(b0)
	c, d := f, 0.0
	for n := 1.0; n < 1e7; n++ {
		a, b := term(n)
		d = 1 / away(b+a*d)
		c = away(b + a/c)
		f *= c * d
		if math.Abs(c*d-1) < 2*epsilon {
			break
		}
	}
	return f
}

// logSum is the log of the sum of exp(term(k)) for k from lo to hi, for terms that rise to one peak
// and fall from there.
func logSum(lo, hi float64, term func(k float64) float64) float64 {
	if lo > hi {
		return math.Inf(-1)
	}
	peak, end := lo, hi
	for width := 1.0; peak+width < end; width *= 2 { // the peak is below the first fall
		if !(term(peak+width+1) > term(peak+width)) {
			end = peak + width
		}
	}
	for peak < end {
		m := math.Floor((peak + end) / 2)
		if term(m+1) > term(m) {
			peak = m + 1
		} else {
			end = m
		}
	}
	top, sum := term(peak), 1.0
	if math.IsInf(top, -1) {
		return top
	}
	for k, t := peak+1, 1.0; k <= hi && t > epsilon/16; k++ {
		t = math.Exp(term(k) - top)
		sum += t
	}
	for k, t := peak-1, 1.0; k >= lo && t > epsilon/16; k-- {
		t = math.Exp(term(k) - top)
		sum += t
	}
	return top + math.Log(sum)
}
