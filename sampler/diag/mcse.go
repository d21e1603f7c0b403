package diag

import (
	"math"

	"gonum.org/v1/gonum/mathext"

	"gibbslab/sampler/diag/internal/fast"
	"gibbslab/sampler/diag/internal/series"
)

// MCSESD is the Monte Carlo standard error of the standard deviation of all draws. With c = (x−x̄)²
// and means over all draws,
//
//	MCSE² = (mean(c²) − mean(c)²) / [ESSSD] / (4·mean(c)):
//
// the error of the variance, mean(c), by the delta method (Kenney & Keeping, Mathematics of
// Statistics, part 2, 1951). It is NaN if ESSSD is. Up to version 1.2.0 ArviZ divides by [ESSMean],
// and its errors are wrong if the spread moves at another pace than the mean.
//
// For skewed or heavy-tailed draws it is too small while ESSSD is a few hundred. With ESSSD near
// 460, ±1.96 MCSE covered the true SD of an exponential variable in 91 % of 2000 replications, of a
// t₇ variable in 92 %, and of a normal one in 94 %. The ESS is not to blame: on average the MCSE is
// 0.93 to 1.00 of the SD of the estimates, and ±1.96 times this average covers 95 %. But mean(c²)
// depends on few draws: half of the MCSEs are below 0.88 of that SD (exponential), and a run that
// missed the extremes underestimates both SD and MCSE. The formula is kept because posterior has
// the same one.
func MCSESD(chains [][]float64) float64 {
	ess := ESSSD(chains)
	if math.IsNaN(ess) {
		return ess
	}
	squares, e, _ := squaredDistances(series.Rectangle(chains))
	n := float64(len(squares) * len(squares[0]))
	mean := 0.0
	for _, c := range squares {
		for _, v := range c {
			mean += v / n
		}
	}
	variance := 0.0
	for _, c := range squares {
		for _, v := range c {
			variance += (v - mean) * (v - mean) / n
		}
	}
	return math.Ldexp(math.Sqrt(variance/ess/mean)/2, e)
}

// MCSEQuantile is the Monte Carlo standard error of the p-quantile (p = 0.5: of the median). The
// fraction of draws below the true quantile is known as well as from E = [ESSQuantile] independent
// draws: it has the distribution Beta(Ep+1, E(1−p)+1). Let a₁ and a₂ be its quantiles at the
// probabilities Φ(−1) and Φ(1), one standard deviation below and above its middle. The MCSE is half
// the distance between the ⌊a₁S⌋-th and the ⌈a₂S⌉-th smallest of the S draws (Vehtari et al. 2021).
// ArviZ and posterior write Φ(−1) with seven digits, as 0.1586553.
//
// It is 0 if these two draws are equal, which is common for discrete ones, and NaN if ESSQuantile
// is.
func MCSEQuantile(chains [][]float64, p float64) float64 {
	x, ok := series.Usable(chains, fast.MinDraws)
	if !ok || !(p >= 0 && p <= 1) {
		return math.NaN()
	}
	ess := essQuantile(x, p)
	if math.IsNaN(ess) {
		return ess
	}
	n := len(x) * len(x[0])
	// Φ(−1); InvRegIncBeta is right there to 1e-12, see TestBetaQuantiles
	one := math.Erfc(1/math.Sqrt2) / 2
	a1 := mathext.InvRegIncBeta(ess*p+1, ess*(1-p)+1, one)
	a2 := mathext.InvRegIncBeta(ess*p+1, ess*(1-p)+1, 1-one)
	ends := series.Smallest(x, max(int(a1*float64(n)), 1)-1, min(int(math.Ceil(a2*float64(n))), n)-1)
	lo, hi := ends[0], ends[1]
	if d := hi - lo; !math.IsInf(d, 0) {
		return d / 2
	}
	return hi/2 - lo/2
}

// minHDIDraws is the smallest number of draws per chain for MCSEHDI: windows of 10.
const minHDIDraws = 100

// MCSEHDI are the Monte Carlo standard errors of the two ends of [HDI]. These ends are not ordinary
// statistics. Their errors fall like S^(−1/3) in the number of draws S, not like S^(−1/2) (Kim &
// Pollard, Annals of Statistics 18, 1990, 191–219), and jackknife and bootstrap fail. Subsampling
// works (Politis & Romano, Annals of Statistics 22, 1994, 2031–2050). The ends are computed from
// windows of a tenth of the draws, the same stretch of each chain; each window overlaps the one
// before by half. The MCSE is their SD times 10^(−1/3).
//
// In 1000 replications of 4 × 1000 draws, with prob 0.9 and autoregressions of coefficient 0, ½ and
// 0.9, ±1.96 MCSE covered the true end in 93 to 97 % for normal and t₇ variables. At a hard bound
// of the variable, such as 0 for an exponential one, it is too large. Such an end converges like
// 1/S and the other one like S^(−1/2): the MCSE was 5 times the error at the bound, and 1.35 times
// at the other end (covered in 98 %). Estimating the rate from windows of two lengths made it
// worse: then 84 to 93 % of the ends were covered, even for normal variables. It does not see
// chains that disagree: look at [RHat] first.
//
// It needs 100 draws per chain. It is NaN for fewer, if HDI is NaN, and if all draws are equal; it
// is 0 if the end is the same in all windows, as with discrete draws.
func MCSEHDI(chains [][]float64, prob float64) (lo, hi float64) {
	x, ok := series.Usable(chains, minHDIDraws)
	if !ok || !(prob > 0 && prob <= 1) {
		return math.NaN(), math.NaN()
	}
	if lo, hi := series.Extremes(x); lo == hi {
		return math.NaN(), math.NaN()
	}
	n := len(x[0])
	length := n / 10
	var los, his, window []float64
	for k := range 19 {
		from := k * (n - length) / 18
		window = window[:0]
		for _, c := range x {
			window = append(window, c[from:from+length]...)
		}
		l, h := HDI(window, prob)
		los, his = append(los, l), append(his, h)
	}
	shrink := math.Pow(float64(length)/float64(n), 1./3)
	return SD(los) * shrink, SD(his) * shrink
}
