package variate

import "math"

// Large log-gammas cancel in a log density: at shape 1e8 eight digits are lost. So densities are
// built from two small parts, as in Loader, "Fast and accurate computation of binomial
// probabilities" (2000), which R uses too:
//
//	log Γ(a) = a log a − a + ½ log(2π/a) + stirling(a)
//	deviance(a, y) = a log(a/y) + y − a

const logTwoPi = 1.8378770664093454835606594728112353

// stirling is the error of Stirling's formula for log Γ(a).
func stirling(a float64) float64 {
	if a < 16 {
		lg, _ := math.Lgamma(a)
		return lg - (a-0.5)*math.Log(a) + a - logTwoPi/2
	}
	x := 1 / (a * a)
	return (1./12 - x*(1./360-x*(1./1260-x*(1./1680)))) / a // missing: 1/(1188 a⁹), below 1.3e-14
}

// deviance is a log(a/y) + y − a for a > 0 and y ≥ 0, given y and its log: at least 0, and 0 for y
// = a.
func deviance(a, y, logY float64) float64 {
	if e := (y - a) / a; math.Abs(e) < 0.5 {
		return a * (e - math.Log1p(e))
	}
	return a*(math.Log(a)-logY) + (y - a)
}

// gammaKernel is the log of y^a exp(−y)/Γ(a), given y and its log.
func gammaKernel(a, y, logY float64) float64 {
	if a < 16 {
		lg, _ := math.Lgamma(a)
		return a*logY - y - lg
	}
	return (math.Log(a)-logTwoPi)/2 - stirling(a) - deviance(a, y, logY)
}

// betaKernel is the log of x^a (1−x)^b/B(a, b), given x, 1−x and their logs.
func betaKernel(a, b, x, y, logX, logY float64) float64 {
	n := a + b
	sum := (math.Log(a)+math.Log(b)-math.Log(n)-logTwoPi)/2 + stirling(n) - stirling(a) - stirling(b)
	return sum - deviance(a, n*x, math.Log(n)+logX) - deviance(b, n*y, math.Log(n)+logY)
}
