package diag

import (
	"math"

	"gibbslab/sampler/diag/internal/series"
)

// minHDIDraws is the fewest draws a chain for MCSEHDI: windows of 10.
const minHDIDraws = 100

// MCSEHDI are the Monte Carlo standard errors of the two ends of [HDI]. These ends are no ordinary
// statistics: their errors fall like S^(−1/3) in the number of draws S, not like S^(−1/2) (Kim &
// Pollard, Annals of Statistics 18, 1990, 191–219), and jackknife and bootstrap go wrong.
// Subsampling does not (Politis & Romano, Annals of Statistics 22, 1994, 2031–2050): the ends are
// computed from windows of a tenth of the draws, the same stretch of each chain, each window
// overlapping the one before by half, and the MCSE is their SD times 10^(−1/3).
//
// In 1000 replications of 4 × 1000 draws, with prob 0.9 and autoregressions of coefficient 0, ½ and
// 0.9, ±1.96 MCSE covered the true end in 93 to 97 % for normal and t₇ variables. At a hard bound
// of the variable, as that of an exponential one at 0, it is too large: such an end converges like
// 1/S and the other one like S^(−1/2), so that the MCSE came out 5 times the error at the bound,
// and 1.35 times at the other end (covered in 98 %). To estimate the rate from windows of two
// lengths made it worse: then 84 to 93 % of the ends were covered, the normal ones too. It does not
// see chains that disagree: look at [RHat] first.
//
// It takes 100 draws a chain. NaN for less, where HDI is NaN, and if all draws are equal; 0 if the
// end is the same in all windows, as with discrete draws.
func MCSEHDI(chains [][]float64, prob float64) (lo, hi float64) {
	x, ok := series.Usable(chains, minHDIDraws)
	if !ok || !(prob > 0 && prob <= 1) {
		return math.NaN(), math.NaN()
	}
	if sorted := series.Pooled(x); sorted[0] == sorted[len(sorted)-1] {
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
