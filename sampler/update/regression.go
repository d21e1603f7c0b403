package update

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"gibbslab/sampler/variate"
)

// A Design is the design matrix X of a linear regression, n observations by p columns. Nothing
// writes to it after [NewDesign], so all chains may share it.
type Design struct {
	x    [][]float64
	gram []float64 // XᵀX
	p    int
}

// Scratch is memory for the draws of a [Design]. Keep it in the state. The zero value is ready for
// use.
type Scratch struct{ q, b, e []float64 }

// NewDesign takes the rows of X, which it does not copy. If there are no rows, or rows of different
// lengths, it returns an error.
func NewDesign(x [][]float64) (*Design, error) {
	if len(x) == 0 || len(x[0]) == 0 {
		return nil, errors.New("update: NewDesign: no rows, or a row of no numbers: give one row " +
			"for each observation")
	}
	d := &Design{x: x, p: len(x[0])}
	for i, row := range x {
		if len(row) != d.p {
			return nil, fmt.Errorf("update: NewDesign: row %d has %d numbers, row 0 has %d: give "+
				"rows of one length", i, len(row), d.p)
		}
	}
	d.gram = make([]float64, d.p*d.p)
	d.addGram(d.gram, 1, nil)
	return d, nil
}

// Draw draws the coefficients of a normal linear regression from their full conditional, into beta:
//
//	y_i ~ N(x_iᵀβ, 1/w_i),   β ~ N(m, P⁻¹):
//	β | … ~ N(Q⁻¹b, Q⁻¹),   Q = P + XᵀWX,   b = Pm + XᵀWy.
//
// Everything except X is an argument, because it is often part of the state: y for latent or
// missing observations, w for heavy tails and for probit and logit by data augmentation, m and P
// for hierarchies and shrinkage.
//
//   - w has one precision for all observations, 1/σ², or n of them.
//   - m has p numbers; nil is 0.
//   - P has p numbers, a diagonal, or p·p, row by row; nil is a flat prior.
//
// The cost is n·p² with n precisions, and n·p + p³ with one. If Q is not positive definite, Draw
// returns an error and leaves beta unchanged: there are NaN, or columns that depend on each other
// under a flat prior.
func (d *Design) Draw(r *rand.Rand, scratch *Scratch, y, w, m, P, beta []float64) error {
	n, p := len(d.x), d.p
	switch {
	case len(y) != n || len(w) != 1 && len(w) != n:
		return fmt.Errorf("update: Design.Draw: %d values of y and %d precisions, expected %d "+
			"and either 1 or %d", len(y), len(w), n, n)
	case len(beta) != p || m != nil && len(m) != p || P != nil && len(P) != p && len(P) != p*p:
		return fmt.Errorf("update: Design.Draw: %d coefficients, a prior mean of %d numbers and "+
			"a prior precision of %d, expected %d, %d (or nil) and %d or %d (or nil)", len(beta),
			len(m), len(P), p, p, p, p*p)
	}
	if len(scratch.b) != p {
		scratch.q, scratch.b = make([]float64, p*p), make([]float64, p)
	}
	q, b := scratch.q, scratch.b
	clear(q)
	clear(b)
	switch {
	case len(P) == p*p:
		copy(q, P)
	case P != nil:
		for j, v := range P {
			q[j*p+j] = v
		}
	}
	if m != nil {
		for j := range p {
			for k, v := range m {
				b[j] += q[j*p+k] * v
			}
		}
	}
	if len(w) == 1 {
		for k, v := range d.gram {
			q[k] += w[0] * v
		}
	} else {
		d.addGram(q, 0, w)
	}
	for i, row := range d.x {
		wy := w[0] * y[i]
		if len(w) > 1 {
			wy = w[i] * y[i]
		}
		for j, v := range row {
			b[j] += v * wy
		}
	}
	return variate.MultiNormalPrecision(r, q, b, q, beta)
}

// addGram adds XᵀWX to the lower triangle of q; all weights are equal if w is nil.
func (d *Design) addGram(q []float64, equal float64, w []float64) {
	for i, row := range d.x {
		weight := equal
		if w != nil {
			weight = w[i]
		}
		for j, u := range row {
			u *= weight
			at := q[j*d.p : j*d.p+j+1]
			for k := range at {
				at[k] += u * row[k]
			}
		}
	}
}

// Squares is Σ w_i (y_i − x_iᵀβ)², which the full conditional of a variance needs; a nil w stands
// for ones.
func (d *Design) Squares(y, w, beta []float64) float64 {
	sum := 0.0
	for i, row := range d.x {
		e := y[i]
		for j, v := range row {
			e -= v * beta[j]
		}
		if w != nil {
			e *= e * w[i]
		} else {
			e *= e
		}
		sum += e
	}
	return sum
}

// Predict fills dst with x_iᵀβ for each observation.
func (d *Design) Predict(beta, dst []float64) {
	for i, row := range d.x {
		sum := 0.0
		for j, v := range row {
			sum += v * beta[j]
		}
		dst[i] = sum
	}
}
