package update

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gibbslab/sampler/variate"
)

// HalfT draws the variance σ² of n numbers with mean 0, given their sum of squares. The standard
// deviation has a half-t prior with df degrees of freedom and a scale: density proportional to
//
//	(1 + σ²/(df scale²))^(−(df+1)/2),   σ > 0.
//
// df = 1 is the half-Cauchy prior. sigma2 is the present value of σ². The prior is a mixture,
//
//	σ² | a ~ InvGamma(df/2, df/a),   a ~ InvGamma(1/2, 1/scale²),
//
// and HalfT first draws a | σ² ~ InvGamma((df+1)/2, df/σ² + 1/scale²), which is not kept, and then
// σ² | a ~ InvGamma((df+n)/2, df/a + squares/2). This takes about df/n sweeps to move, so if df is
// above n and above 10, HalfT makes a step of slice sampling of log σ instead.
//
// The log density of σ itself is log 2 + variate.StudentTLogProb(σ, df, 0, scale). If the model
// keeps σ², its log joint density needs the density of σ²: subtract log(2σ).
//
// Source: Wand, Ormerod, Padoan & Frühwirth, "Mean field variational Bayes for elaborate
// distributions", Bayesian Analysis 6 (2011) 847–900, result 5.
func HalfT(r *rand.Rand, sigma2, df, scale float64, n int, squares float64) float64 {
	if !(sigma2 > 0) || !(df > 0) || !(scale > 0) || n < 0 || !(squares >= 0) ||
		math.IsInf(sigma2+df+scale+squares, 0) {
		panic(fmt.Sprintf("update: HalfT: sigma2 is %g, df %g, scale %g, n %d and the sum of "+
			"squares %g: expected positive finite numbers, and n and squares of at least 0", sigma2,
			df, scale, n, squares))
	}
	if df > float64(max(n, 10)) {
		log := Slice(r, math.Log(sigma2)/2, 1, -372.4, 354.89, func(log float64) float64 {
			v := math.Exp(2 * log)
			return log - float64(n)*log - squares/v/2 - (df+1)/2*math.Log1p(v/(df*scale*scale))
		})
		return math.Exp(2 * log)
	}
	a := variate.InvGamma(r, (df+1)/2, df/sigma2+1/(scale*scale))
	return variate.InvGamma(r, (df+float64(n))/2, df/a+squares/2)
}

// huge keeps ratios of heavy-tailed numbers finite.
const huge = 1e300

// A Horseshoe is the shrinkage prior of p coefficients when only a few of them should matter:
//
//	β_j ~ N(0, σ² τ² λ_j²),   λ_j ~ half-Cauchy(1),   τ ~ half-Cauchy(scale).
//
// Keep it in the state. [NewHorseshoe] makes one.
//
// Source: Carvalho, Polson & Scott, "The horseshoe estimator for sparse signals", Biometrika 97
// (2010) 465–480; the updates are from Makalic & Schmidt, "A simple sampler for the horseshoe
// estimator", IEEE Signal Processing Letters 23 (2016) 179–182.
type Horseshoe struct {
	Tau2    float64   // τ²
	Lambda2 []float64 // λ_j²
	// Precision is 1/(σ²τ²λ_j²), the prior precision that [Design.Draw] takes.
	Precision []float64
}

// NewHorseshoe is the prior of p coefficients at τ = λ_j = 1.
func NewHorseshoe(p int) *Horseshoe {
	h := &Horseshoe{Tau2: 1, Lambda2: make([]float64, p), Precision: make([]float64, p)}
	for j := range p {
		h.Lambda2[j], h.Precision[j] = 1, 1
	}
	return h
}

// Draw draws all λ and τ given beta and sigma2, and updates Precision. sigma2 is 1 if the prior
// does not scale with the errors.
func (h *Horseshoe) Draw(r *rand.Rand, beta []float64, sigma2, scale float64) {
	if len(beta) != len(h.Lambda2) || !(sigma2 > 0) {
		panic(fmt.Sprintf("update: Horseshoe.Draw: %d coefficients and sigma2 %g, expected %d "+
			"and a positive number; NewHorseshoe takes the number of coefficients", len(beta),
			sigma2, len(h.Lambda2)))
	}
	squares := 0.0
	for j, b := range beta {
		h.Lambda2[j] = HalfT(r, h.Lambda2[j], 1, 1, 1, min(b*b/(sigma2*h.Tau2), huge))
		squares += b * b / (sigma2 * h.Lambda2[j])
	}
	h.Tau2 = HalfT(r, h.Tau2, 1, scale, len(beta), min(squares, huge))
	for j, l := range h.Lambda2 {
		h.Precision[j] = min(1/(sigma2*h.Tau2*l), huge)
	}
}

// SpikeAndSlab draws the coefficients of a normal linear regression when some of them are exactly
// 0. It draws one after the other, into beta, which holds the present coefficients:
//
//	y_i ~ N(x_iᵀβ, 1/w_i),   β_j = 0 or, with log prior odds logOdds[j], β_j ~ N(0, 1/slab[j]).
//
// Whether β_j is 0 is drawn with β_j integrated out. y, w and slab are as for [Design.Draw]. Odds
// of +Inf keep a coefficient in, such as an intercept; −Inf leaves it out. A prior for the odds
// needs the number of coefficients that are not 0: count them in beta. The cost is n·p.
//
// Source: Geweke, "Variable selection and model comparison in regression", in Bayesian Statistics 5
// (1996) 609–620.
func (d *Design) SpikeAndSlab(
	r *rand.Rand, scratch *Scratch, y, w, slab, logOdds, beta []float64,
) error {
	n, p := len(d.x), d.p
	if len(y) != n || len(w) != 1 && len(w) != n || len(slab) != p || len(logOdds) != p ||
		len(beta) != p {
		return fmt.Errorf("update: Design.SpikeAndSlab: %d values of y, %d precisions, %d of the "+
			"slab, %d log odds and %d coefficients, expected %d, 1 or %d, and %d of each of the "+
			"others", len(y), len(w), len(slab), len(logOdds), len(beta), n, n, p)
	}
	if len(scratch.e) != n {
		scratch.e = make([]float64, n)
	}
	e := scratch.e // y − Xβ
	d.Predict(beta, e)
	for i := range e {
		e[i] = y[i] - e[i]
	}
	for j := range p {
		q, b := slab[j], 0.0
		for i, row := range d.x {
			e[i] += row[j] * beta[j]
			weight := w[0]
			if len(w) > 1 {
				weight = w[i]
			}
			q += weight * row[j] * row[j]
			b += weight * row[j] * e[i]
		}
		log := logOdds[j] + (math.Log(slab[j])-math.Log(q)+b*b/q)/2
		if math.IsNaN(log) || !(slab[j] > 0) {
			return fmt.Errorf("update: Design.SpikeAndSlab: coefficient %d has log odds %g, slab "+
				"precision %g and a likelihood of precision %g and slope %g: expected numbers, "+
				"and a positive slab", j, logOdds[j], slab[j], q-slab[j], b)
		}
		beta[j] = 0
		if u := r.Float64(); log > 0 && u*(1+math.Exp(-log)) < 1 || log <= 0 &&
			u*(1+math.Exp(log)) < math.Exp(log) {
			beta[j] = variate.NormalPrecision(r, q, b)
			for i, row := range d.x {
				e[i] -= row[j] * beta[j]
			}
		}
	}
	return nil
}
