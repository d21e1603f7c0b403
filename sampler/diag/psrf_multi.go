package diag

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// A MultivariateScaleReduction is the result of [MultivariatePSRF].
type MultivariateScaleReduction struct {
	BrooksGelman float64
	Coda         float64
	Warnings     []error // the reason of each NaN
}

// MultivariatePSRF is the potential scale reduction factor of the worst linear combination of several parameters,
// given as parameters × chains × draws. For P parameters and m chains of n draws, W the mean covariance
// matrix of the chains, B/n that of their means, and λ the largest eigenvalue of W⁻¹B/n,
//
//	BrooksGelman = √((n−1)/n + (1+1/m)·λ),   Coda = √((n−1)/n + (1+1/P)·λ).
//
// The first is the square root, so that it compares with [PSRF] and [RHat], of R̂ᵖ in Brooks & Gelman, "General methods
// for monitoring convergence of iterative simulations", Journal of Computational and Graphical Statistics 7 (1998)
// 434–455: no parameter or combination has a larger V/W. The second is what coda's gelman.diag prints: there, P
// stands in place of m. With as many parameters as chains they are the same.
//
// Under good mixing λ grows with P/n: for many parameters and few draws it is large by chance.
//
// NaN, with a warning, as for PSRF, or if parameters differ in their chains, or if W is singular: a parameter is fixed
// or nearly a linear combination of others, as the last of several probabilities is (leave one out), or P
// exceeds m(n−1). Chains that sit still at different values in one parameter give +Inf. Of chains of unequal length
// the common one counts.
func MultivariatePSRF(params [][][]float64) MultivariateScaleReduction {
	fail := func(err error) MultivariateScaleReduction {
		return MultivariateScaleReduction{math.NaN(), math.NaN(), []error{fmt.Errorf("multivariate PSRF: %w", err)}}
	}
	x, err := severalParameters(params)
	if err != nil {
		return fail(err)
	}
	m, n := len(x[0]), len(x[0][0])
	within, means, err := standardised(x)
	switch {
	case err != nil:
		return fail(err)
	case within == nil:
		return MultivariateScaleReduction{BrooksGelman: math.Inf(1), Coda: math.Inf(1)}
	}
	var chol mat.Cholesky
	// Where the condition number is above 1e12, fewer than four of the sixteen digits are right.
	if !chol.Factorize(within) || !(chol.Cond() < 1e12) {
		return fail(fmt.Errorf("the covariance matrix of the %d parameters within chains is singular: leave out the last of probabilities that sum to 1 and what other parameters determine, or run longer", len(x)))
	}
	// W⁻¹B/n = W⁻¹MMᵀ has the positive eigenvalues of MᵀW⁻¹M, which is chains × chains only.
	var solved, small mat.Dense
	if err := chol.SolveTo(&solved, means); err != nil {
		return fail(err)
	}
	small.Mul(means.T(), &solved)
	lambda := largestEigenvalue(&small)
	if !finite(lambda) { // chains so far apart that squares overflow
		lambda = math.Inf(1)
	}
	keep := float64(n-1) / float64(n)
	return MultivariateScaleReduction{
		BrooksGelman: math.Sqrt(keep + (1+1/float64(m))*lambda),
		Coda:         math.Sqrt(keep + (1+1/float64(len(x)))*lambda),
	}
}

// largestEigenvalue is that of a matrix without negative ones, which it overwrites: the sum of their p-th powers, the
// trace of the p-th power of the matrix, to the power 1/p, for p = 2⁵⁵. Each squaring doubles p, so eigenvalues close to
// each other do not slow it down. (mat.EigenSym panics on some matrices with very large elements.)
func largestEigenvalue(a *mat.Dense) float64 {
	scale := a.Trace()
	if !(scale > 0 && finite(scale)) {
		return scale
	}
	a.Scale(1/scale, a)
	log := 0.0
	for p := 2.0; p <= 1<<55; p *= 2 {
		var square mat.Dense
		square.Mul(a, a)
		trace := square.Trace()
		log += math.Log(trace) / p
		a.Scale(1/trace, &square)
	}
	return scale * math.Exp(log)
}

// severalParameters cuts all parameters to one number of draws, or says what is wrong with them.
func severalParameters(params [][][]float64) ([][][]float64, error) {
	if len(params) == 0 {
		return nil, errors.New("no parameters are given: it takes parameters × chains × draws")
	}
	x := make([][][]float64, len(params))
	n := math.MaxInt
	for p, chains := range params {
		var err error
		if x[p], err = severalChains(chains); err != nil {
			return nil, fmt.Errorf("parameter %d: %w", p, err)
		}
		if len(x[p]) != len(x[0]) {
			return nil, fmt.Errorf("parameter %d has %d chains and parameter 0 has %d: give all the same", p, len(x[p]), len(x[0]))
		}
		n = min(n, len(x[p][0]))
	}
	for p := range x {
		for c := range x[p] {
			x[p][c] = x[p][c][:n]
		}
		x[p], _ = tame(x[p])
	}
	return x, nil
}

// standardised returns the mean covariance matrix of the chains, in units that make its diagonal 1, and the
// centred chain means, parameters × chains, in the same units and divided by √(m−1). Both are nil if a parameter sits
// still at different values.
func standardised(x [][][]float64) (within *mat.SymDense, means *mat.Dense, err error) {
	m, n := len(x[0]), len(x[0][0])
	means = mat.NewDense(len(x), m, nil)
	z := make([][]float64, len(x)) // centred and scaled draws, all chains in one
	for p, chains := range x {
		centres, scale := make([]float64, m), 0.0
		for c, draws := range chains {
			mean, variance := meanVariance(draws)
			centres[c] = mean
			scale += variance / float64(m)
		}
		scale = math.Sqrt(scale)
		centre, spread := meanVariance(centres)
		switch {
		case scale == 0 && spread == 0:
			return nil, nil, fmt.Errorf("parameter %d never changes: leave it out if it is fixed", p)
		case scale == 0:
			return nil, nil, nil
		}
		for c, draws := range chains {
			means.Set(p, c, (centres[c]-centre)/scale/math.Sqrt(float64(m-1)))
			for _, v := range draws {
				z[p] = append(z[p], (v-centres[c])/scale)
			}
		}
	}
	within = mat.NewSymDense(len(x), nil)
	for i := range x {
		for j := range i + 1 {
			sum := 0.0
			for k, v := range z[i] {
				sum += v * z[j][k]
			}
			within.SetSym(i, j, sum/float64(m*(n-1)))
		}
	}
	return within, means, nil
}
