package diag

import (
	"fmt"
	"math"

	"gibbslab/sampler/diag/internal/fast"
	"gibbslab/sampler/diag/internal/series"
	"gibbslab/sampler/internal/pareto"
)

// ParetoTails is the result of [ParetoK].
type ParetoTails struct {
	Lower, Upper float64 // k̂ of either tail
	Draws        int     // how many draws each was fitted to
	Limit        float64 // 1 − 1/log₁₀S for S draws, above which means are not to be trusted
	Warnings     []error // why a k̂ is NaN or too large
}

// ParetoK says how heavy the tails are: k̂ is the shape of the generalised Pareto distribution
// fitted to the largest and to the smallest draws. Moments of order below 1/k exist: with k ≥ ½
// there is no variance, so that MCSE and ESS of the mean mean nothing, and with k ≥ 1 no mean
// either. k̂ ≤ 0 is a bounded tail; a normal one has k = 0. For k̂ above Limit there are too few
// draws for a reliable mean: 10^(1/(1−k)) are needed (Vehtari, Simpson, Gelman, Yao & Gabry,
// "Pareto smoothed importance sampling", JMLR 25, 2024, arXiv:1507.02646).
//
// The tail is 3√(S²/E) draws of S if the tail ESS E is above 225, and S/5 if not; at least 5 and at
// most S/2. k is estimated as by Zhang & Stephens (Technometrics 51, 2009, 316–325) and, as if 10
// more draws had said ½, drawn towards ½: (n·k + 5)/(n + 10) for n draws in the tail.
//
// No k̂ is given where [ESSTail] is NaN, and for a tail whose lowest quarter is one value: discrete
// draws, and those that pile up at a bound.
func ParetoK(chains [][]float64) ParetoTails {
	k := ParetoTails{Lower: math.NaN(), Upper: math.NaN(), Limit: math.NaN()}
	x, ok := series.Usable(chains, fast.MinDraws)
	if !ok {
		k.warn("no k̂: it takes chains of %d finite draws at least: run longer, or find out "+
			"where draws that are not finite come from", fast.MinDraws)
		return k
	}
	ess := ESSTail(x)
	if math.IsNaN(ess) {
		k.warn("no k̂: the draws never change, or only once in the middle of a chain: check that " +
			"a block updates the parameter")
		return k
	}
	x, _ = series.Rescale(x)
	sorted := series.Pooled(x)
	n := len(sorted)
	k.Draws = max(min(pareto.Tail(n, ess), n/2), pareto.MinTail)
	k.Limit = pareto.Limit(n)
	above := make([]float64, k.Draws)
	below := make([]float64, k.Draws)
	for i := range k.Draws {
		above[i] = sorted[n-k.Draws+i] - sorted[n-k.Draws-1]
		below[i] = sorted[k.Draws] - sorted[k.Draws-1-i]
	}
	var f pareto.Fitter
	k.Lower, _ = f.Fit(below)
	k.Upper, _ = f.Fit(above)
	k.judge("lower", k.Lower)
	k.judge("upper", k.Upper)
	return k
}

// judge adds the warnings about one tail.
func (k *ParetoTails) judge(tail string, shape float64) {
	switch {
	case math.IsNaN(shape):
		k.warn("no k̂ of the %s tail: a quarter or more of its %d draws are one value, as with "+
			"discrete draws or at a bound, so it is no Pareto tail: look at a "+
			"histogram", tail, k.Draws)
	case shape >= 1:
		k.warn("k̂ of the %s tail is %.2f, and from 1 on there is no mean: report the median and "+
			"quantiles", tail, shape)
	case shape > k.Limit:
		k.warn("k̂ of the %s tail is %.2f, above %.2f: the mean needs more draws, about %.1g in "+
			"all; or report the median and "+
			"quantiles", tail, shape, k.Limit, math.Pow(10, 1/(1-shape)))
	}
}

func (k *ParetoTails) warn(format string, args ...any) {
	k.Warnings = append(k.Warnings, fmt.Errorf(format, args...))
}
