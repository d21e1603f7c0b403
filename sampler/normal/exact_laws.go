package normal

import (
	"math"
	"sort"

	"gonum.org/v1/gonum/integrate/quad"
)

// MuPDF returns the posterior density of μ at x.
func (e *Exact) MuPDF(x float64) float64 {
	return e.mix(func(nd node) float64 { return normalPDF(x-e.origin-nd.shift, nd.sd) })
}

// MuCDF returns P(μ ≤ x | y).
func (e *Exact) MuCDF(x float64) float64 {
	return e.mix(func(nd node) float64 { return normalCDF(x-e.origin-nd.shift, nd.sd) })
}

// MuQuantile returns the x with P(μ ≤ x | y) = p: −Inf at p = 0, +Inf at 1, NaN outside [0, 1].
func (e *Exact) MuQuantile(p float64) float64 {
	if !(p > 0 && p < 1) {
		return endQuantile(p, math.Inf(-1))
	}
	lo, hi := e.MuMean-e.MuSD, e.MuMean+e.MuSD
	for step := e.MuSD; e.MuCDF(lo) > p; step *= 2 {
		lo -= step
	}
	for step := e.MuSD; e.MuCDF(hi) < p; step *= 2 {
		hi += step
	}
	return bisect(e.MuCDF, p, lo, hi)
}

// PredictivePDF returns the density of one new observation at x given y.
func (e *Exact) PredictivePDF(x float64) float64 {
	return e.mix(func(nd node) float64 {
		return normalPDF(x-e.origin-nd.shift, math.Sqrt(nd.sd*nd.sd+nd.v))
	})
}

// PredictiveCDF returns the probability that one new observation is at most x.
func (e *Exact) PredictiveCDF(x float64) float64 {
	return e.mix(func(nd node) float64 {
		return normalCDF(x-e.origin-nd.shift, math.Sqrt(nd.sd*nd.sd+nd.v))
	})
}

// Sigma2PDF returns the posterior density of σ² at v; 0 for v ≤ 0.
func (e *Exact) Sigma2PDF(v float64) float64 {
	if v <= 0 {
		return 0
	}
	logV := math.Log(v)
	return math.Exp(e.logDensity(logV-math.Log(e.v0)) - logV)
}

// Sigma2CDF returns P(σ² ≤ v | y).
func (e *Exact) Sigma2CDF(v float64) float64 {
	if v <= 0 {
		return 0
	}
	return e.cdf(math.Log(v) - math.Log(e.v0))
}

// Sigma2Quantile returns the v with P(σ² ≤ v | y) = p: 0 at p = 0, +Inf at 1, NaN outside [0, 1].
func (e *Exact) Sigma2Quantile(p float64) float64 {
	if !(p > 0 && p < 1) {
		return endQuantile(p, 0)
	}
	i := max(sort.SearchFloat64s(e.cum, p), 1)
	return e.v0 * math.Exp(bisect(e.cdf, p, e.edges[i-1], e.edges[i]))
}

// cdf is the distribution function of x = log(σ²/v0).
func (e *Exact) cdf(x float64) float64 {
	i := sort.SearchFloat64s(e.edges, x) // edges[i−1] < x ≤ edges[i]
	switch {
	case math.IsNaN(x):
		return x
	case i == 0:
		return 0
	case i == len(e.edges):
		return 1
	}
	density := func(x float64) float64 { return math.Exp(e.logDensity(x)) }
	return e.cum[i-1] + quad.Fixed(density, e.edges[i-1], x, panelPoints, quad.Legendre{}, 0)
}

// mix averages f over the posterior's normal components.
func (e *Exact) mix(f func(nd node) float64) float64 {
	sum := 0.0
	for _, nd := range e.nodes {
		sum += nd.w * f(nd)
	}
	return sum
}

func normalPDF(d, sd float64) float64 {
	z := d / sd
	return math.Exp(-0.5*z*z) / (sd * math.Sqrt(2*math.Pi))
}

func normalCDF(d, sd float64) float64 {
	return 0.5 * math.Erfc(-d/(sd*math.Sqrt2))
}

// endQuantile is the quantile where p is not inside (0, 1).
func endQuantile(p, lowest float64) float64 {
	switch p {
	case 0:
		return lowest
	case 1:
		return math.Inf(1)
	}
	return math.NaN()
}

// bisect returns the point between lo and hi where the increasing function f passes p.
func bisect(f func(float64) float64, p, lo, hi float64) float64 {
	for tolerance := 1e-15 * (hi - lo); hi-lo > tolerance; {
		mid := lo + (hi-lo)/2
		if mid <= lo || mid >= hi {
			break
		}
		if f(mid) < p {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi
}
