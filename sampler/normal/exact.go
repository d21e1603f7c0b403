package normal

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat"
)

// Exact is the posterior of the semi-conjugate normal model
//
//	y_i | μ, σ² ~ N(μ, σ²),   μ ~ N(ν, τ²),   σ² ~ InvGamma(α, β),
//
// without Monte Carlo error. A Gibbs sampler can be checked against it. [Prior.Exact] makes it.
// Given σ² = v the mean is normal,
//
//	μ | v, y ~ N(ȳ + (ν−ȳ) r, τ² r),   r = v / (v + nτ²),
//
// so μ integrates out in closed form. Let a = α + n/2, c = β + ½ Σ(y_i−ȳ)² and d = n(ȳ−ν)²/2. One
// dimension is left:
//
//	p(log v | y) ∝ v^(−a) exp(−c/v − d/(nτ²+v)) √r.
//
// Gauss–Legendre quadrature on panels of log v gives everything else. The laws of μ and of a new
// observation are mixtures of normals over its nodes. So are all moments, because given μ, σ² is
// InvGamma(a, b) with b = c + n(μ−ȳ)²/2.
//
// Formulas: Gelman et al., Bayesian Data Analysis, 3rd edition, sections 2.5 and 2.6, for the
// conditionals; the marginal is the product of the two, with the square completed.
type Exact struct {
	MuMean, MuSD         float64 // E μ and sd μ given y, in the unit of y
	Sigma2Mean, Sigma2SD float64 // of σ²; +Inf where the moment does not exist, a ≤ 1 or a ≤ 2
	SigmaMean            float64 // E σ
	PredictiveMean       float64 // of one new observation; equals MuMean
	PredictiveSD         float64 // √(E σ² + var μ); +Inf with E σ²
	LogMarginal          float64 // log p(y), natural log, all constants included

	origin     float64                 // ȳ or ν, from which the nodes' means are counted
	v0         float64                 // c/a, the unit of v: x = log(v/v0)
	logDensity func(x float64) float64 // of x, normalised
	edges, cum []float64               // panels of x, and P(X ≤ edge)
	nodes      []node
}

// A node is one component of the posterior, of weight w: σ² = v, and μ ~ N(origin + shift, sd²).
type node struct{ w, v, shift, sd float64 }

const (
	// negligible is minus the log of a density, relative to its maximum, that is lost in a sum of
	// float64: e⁻⁶⁰ = 9e-27.
	negligible = 60

	// A panel is half as wide as the peak's standard deviation, which is at least 1/√(a+1). With 16
	// points the error is so small that halving the panels changes nothing.
	panelPoints = 16
	panelWidth  = 0.5

	// maxShape bounds α + n/2 and with it the number of panels.
	maxShape = 1e7
)

// Exact returns the posterior given the data y by quadrature, to about 12 digits. The data must
// hold at least one number, all finite; the prior must be proper. One observation is enough, and
// equal observations are allowed: the prior keeps σ² away from zero.
//
// It takes 0.1 ms for 29 data, and time and memory in proportion to √n.
func (p Prior) Exact(y []float64) (*Exact, error) {
	if err := errors.Join(p.validate(), checkData(y)); err != nil {
		return nil, err
	}
	n, mean := float64(len(y)), stat.Mean(y, nil)
	a := p.Alpha + n/2
	c := p.Beta + squares(y, mean)/2
	d := n * (mean - p.Nu) * (mean - p.Nu) / 2
	nt := n * p.Tau2
	if a > maxShape {
		return nil, fmt.Errorf("normal: Prior.Alpha + n/2 is %g, expected at most %g, where the "+
			"posterior of σ² is a point for all purposes; use a smaller Alpha or part of the data",
			a, maxShape)
	}

	// A step x to the left of 0 lowers log f by at least a(eˣ−1−x) ≥ ax²/2. All modes are below
	// log((c+d+nt)/c); a step x to the right of it lowers log f by at least a(x−1+e⁻ˣ).
	e := &Exact{v0: c / a}
	lo := -math.Sqrt(2 * negligible / a)
	hi := math.Log(c+d+nt) - math.Log(c) + math.Sqrt(3*negligible/a) + (negligible+1)/a
	if log := math.Log(e.v0); !(log+lo > -700 && log+hi < 700) { // eˣ overflows at 709
		return nil, fmt.Errorf("normal: the data (mean %g) and the prior put σ² between e^%.3g "+
			"and e^%.3g, outside the range of float64; give them in another unit", mean, log+lo, log+hi)
	}
	logF := func(x float64) float64 {
		v := e.v0 * math.Exp(x)
		return -a*(x+math.Expm1(-x)) - d/(nt+v) - 0.5*math.Log1p(nt/v)
	}
	logZ := e.integrate(logF, lo, hi, panelWidth/math.Sqrt(a+1))
	e.logDensity = func(x float64) float64 { return logF(x) - logZ }
	e.means(mean, p.Nu, p.Tau2, nt)

	lgAlpha, _ := math.Lgamma(p.Alpha)
	e.LogMarginal = logZ - a*math.Log(e.v0) - a +
		p.Alpha*math.Log(p.Beta) - lgAlpha - n/2*math.Log(2*math.Pi)
	e.moments(mean, n, a, c)
	// Beyond the last panel the density of x falls as e^(−ax). Multiplied by √v it falls only as
	// e^(−αx) when n = 1.
	end := e.edges[len(e.edges)-1]
	e.SigmaMean += math.Exp(e.logDensity(end)+(math.Log(e.v0)+end)/2) / (p.Alpha + (n-1)/2)
	return e, nil
}

// integrate lays panels of the given width over [lo, hi]. It fills edges and cum, and the
// normalised weights and the variances of nodes. It returns the log of the integral of exp(logF).
// Negligible panels get no nodes; at the ends they are cut off.
func (e *Exact) integrate(logF func(float64) float64, lo, hi, width float64) float64 {
	panels := int(math.Ceil((hi - lo) / width))
	e.edges, e.cum = make([]float64, panels+1), make([]float64, panels+1)
	top := math.Inf(-1)
	for i := range e.edges {
		e.edges[i] = lo + (hi-lo)*float64(i)/float64(panels)
		top = max(top, logF(e.edges[i]))
	}
	at, weight := make([]float64, panelPoints), make([]float64, panelPoints)
	sum := 0.0
	first, last := panels, 0
	for i := range panels {
		a, b := e.edges[i], e.edges[i+1]
		if max(logF(a), logF(b)) > top-negligible {
			first, last = min(first, i), i
			quad.Legendre{}.FixedLocations(at, weight, a, b)
			for k, x := range at {
				w := weight[k] * math.Exp(logF(x)-top)
				e.nodes = append(e.nodes, node{w: w, v: e.v0 * math.Exp(x)})
				sum += w
			}
		}
		e.cum[i+1] = sum
	}
	e.edges, e.cum = e.edges[first:last+2], e.cum[first:last+2]
	for i := range e.cum {
		e.cum[i] /= sum
	}
	for k := range e.nodes {
		e.nodes[k].w /= sum
	}
	return top + math.Log(sum)
}

// means fills in the laws of μ at the nodes. They are measured from ȳ or ν, whichever is closer to
// the posterior: if ȳ−ν is far larger than sd μ, the difference would lose its digits.
func (e *Exact) means(mean, nu, tau2, nt float64) {
	share := e.mix(func(nd node) float64 { return 1 / (1 + nt/nd.v) }) // E r
	e.origin = mean
	if share > 0.5 {
		e.origin = nu
	}
	for k, nd := range e.nodes {
		r := 1 / (1 + nt/nd.v)
		e.nodes[k].sd = math.Sqrt(tau2 * r)
		e.nodes[k].shift = (nu - mean) * r
		if share > 0.5 {
			e.nodes[k].shift = (mean - nu) / (1 + nd.v/nt) // 1 − r
		}
	}
}

// moments fills in the means and standard deviations. Those of σ² come from its law given μ,
// because an integral over v itself would converge slowly for a near 1 or 2.
func (e *Exact) moments(mean, n, a, c float64) {
	shift := e.mix(func(nd node) float64 { return nd.shift })
	variance := e.mix(func(nd node) float64 { return nd.sd*nd.sd + (nd.shift-shift)*(nd.shift-shift) })
	e.MuMean, e.MuSD = e.origin+shift, math.Sqrt(variance)
	e.SigmaMean = e.mix(func(nd node) float64 { return math.Sqrt(nd.v) })

	var m2, m4 float64 // of μ − ȳ, about zero
	for _, nd := range e.nodes {
		m, s2 := nd.shift+(e.origin-mean), nd.sd*nd.sd
		m2 += nd.w * (m*m + s2)
		m4 += nd.w * (m*m*m*m + 6*m*m*s2 + 3*s2*s2)
	}
	e.Sigma2Mean, e.Sigma2SD = math.Inf(1), math.Inf(1)
	b, varB := c+n/2*m2, n*n/4*(m4-m2*m2) // of b = c + n(μ−ȳ)²/2
	if a > 1 {
		e.Sigma2Mean = b / (a - 1)
	}
	if a > 2 { // E var(σ²|μ) + var E(σ²|μ)
		e.Sigma2SD = math.Sqrt((b*b+varB)/(a-2)+varB) / (a - 1)
	}
	e.PredictiveMean = e.MuMean
	e.PredictiveSD = math.Sqrt(e.Sigma2Mean + variance)
}
