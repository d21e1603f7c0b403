package classic

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mathext"

	"gibbslab/internal/numeric"
	"gibbslab/sampler/diag/internal/series"
)

// A PSRFResult is the result of [PSRF]: the factor by which the scale of the draws may still
// shrink.
type PSRFResult struct {
	Point, Upper float64
	Warnings     []error // the reason of each NaN
}

// PSRF is the potential scale reduction factor of Gelman & Rubin ("Inference from iterative
// simulation using multiple sequences", Statistical Science 7, 1992, 457–472), with its upper
// confidence limit. It is the R-hat of BUGS and coda, which older work reports. For m chains of n
// draws, let B/n be the variance of the chain means and W the mean of the chain variances. Then
//
//	V = (n−1)/n·W + (1+1/m)·B/n,   Point = √(V/W · (d+3)/(d+1)),   d = 2V²/var(V).
//
// The correction with d, the degrees of freedom of the t distribution of V, is from Brooks & Gelman
// (1998); var(V) is estimated from the variances and covariances of the chain means and chain
// variances. Upper has B/W multiplied by the (1+confidence)/2 quantile of the F distribution with
// m−1 and 2W²/var(W) degrees of freedom.
//
// [diag.RHat] is the better number to look at: it also sees a drift that the chains have in common,
// and does not need a variance. PSRF agrees with coda's gelman.diag with autoburnin = FALSE
// (warm-up is already discarded) and transform = FALSE. Above 400 000 degrees of freedom coda uses
// the χ² quantile for the F quantile, as R's qf does; here it stays F.
//
// It is NaN, with a warning, for fewer than two chains with draws or fewer than two draws per
// chain, a draw that is not finite, a confidence outside (0, 1), and draws that never change. If
// each chain is constant and the values differ, it is +Inf.
func PSRF(chains [][]float64, confidence float64) PSRFResult {
	fail := func(err error) PSRFResult {
		return PSRFResult{math.NaN(), math.NaN(), []error{fmt.Errorf("classic: PSRF: %w", err)}}
	}
	if !(confidence > 0 && confidence < 1) {
		return fail(fmt.Errorf("confidence %v: it must lie between 0 and 1; 0.95 is "+
			"usual", confidence))
	}
	x, err := severalChains(chains)
	if err != nil {
		return fail(err)
	}
	x, _ = series.Rescale(x)
	n, m := float64(len(x[0])), float64(len(x))
	means, variances := make([]float64, len(x)), make([]float64, len(x))
	for i, c := range x {
		means[i], variances[i] = series.MeanVariance(c)
	}
	centre, between := series.MeanVariance(means) // B/n
	within, _ := series.MeanVariance(variances)
	switch {
	case within == 0 && between == 0:
		return fail(fmt.Errorf("every draw is %v, so there is no scale to reduce: leave the "+
			"quantity out if it is fixed", chains[series.Position(chains, 0)][0]))
	case math.IsInf(between/within*(between/within), 1): // also if within is 0
		return PSRFResult{Point: math.Inf(1), Upper: math.Inf(1)}
	}
	between /= within // all in units of W, to keep fourth powers from overflowing
	// covariance of a chain's variance and the square of its distance from the centre
	covariance := 0.0
	for i := range x {
		variances[i] /= within
		d := means[i] - centre
		covariance += (variances[i] - 1) * (d * d / within) / (m - 1)
	}
	_, varWithin := series.MeanVariance(variances)
	varWithin /= m
	keep, add := (n-1)/n, 1+1/m
	v := keep + add*between
	varV := keep*keep*varWithin + add*add*2*between*between/(m-1) + 2*keep*add*covariance/m
	d := 2 * v * v / varV
	correction := 1.0 // for infinitely many degrees of freedom
	if varV != 0 {
		correction = (d + 3) / (d + 1)
	}
	f := fUpper((1-confidence)/2, m-1, 2/varWithin)
	r := PSRFResult{Point: math.Sqrt(correction * v),
		Upper: math.Sqrt(correction * (keep + f*add*between))}
	if math.IsNaN(r.Point + r.Upper) {
		return fail(fmt.Errorf("the estimated variance of the pooled variance is not positive, " +
			"which happens with few chains: run longer, or look at RHat"))
	}
	return r
}

// severalChains returns the rectangle of chains, or an error if they cannot be compared.
func severalChains(chains [][]float64) ([][]float64, error) {
	x := series.Rectangle(chains)
	switch {
	case len(x) < 2:
		return nil, fmt.Errorf("%d chains have draws, and this compares chains: run two or more, "+
			"from different starts, or use RHat", len(x))
	case len(x[0]) < 2:
		return nil, fmt.Errorf("the shortest chain has one draw, and a variance takes two: run " +
			"longer")
	}
	for i, c := range x {
		if err := checkChain(c, 2); err != nil {
			return nil, fmt.Errorf("chain %d: %w", series.Position(chains, i), err)
		}
	}
	return x, nil
}

// fUpper is the value that the F distribution with d1 and d2 degrees of freedom exceeds with
// probability tail. d2 may be infinite. Bisection finds it, to 16 digits for small d2 and 9 for
// large ones. (mathext.InvRegIncBeta would be more direct, but is wrong by factors for some
// arguments, say d1 = 15, d2 = 100 000, tail = 10⁻⁶.)
func fUpper(tail, d1, d2 float64) float64 {
	if d2 > 4e5 {
		// F·d1 is χ² divided by a mean of d2 squares, 1 ± √(2/d2). To first order in 1/d2 that
		// moves its quantile c by c(c−d1+2)/(2·d2); the next term is about 1e-10.
		c := 2 * mathext.GammaIncRegCompInv(d1/2, tail)
		return c / d1 * (1 + (c-d1+2)/(2*d2))
	}
	return numeric.Solve(tail, func(f float64) float64 { return numeric.FTail(f, d1, d2) })
}
