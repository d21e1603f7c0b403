package update

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gibbslab/sampler/variate"
)

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
