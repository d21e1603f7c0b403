package diag

import (
	"math"

	"gibbslab/internal/numeric"
	"gibbslab/sampler/diag/internal/series"
)

// Mean is the arithmetic mean. It is NaN for no draws, or if one of them is not finite.
func Mean(x []float64) float64 {
	if len(x) == 0 || !series.AllFinite(x) {
		return math.NaN()
	}
	y, e := series.Rescale1(x)
	m, _ := series.MeanVariance(y)
	return math.Ldexp(m, e)
}

// SD is the standard deviation √(Σ(x−x̄)²/(n−1)). It is NaN for fewer than two draws, or if one is
// not finite.
func SD(x []float64) float64 {
	if len(x) < 2 || !series.AllFinite(x) {
		return math.NaN()
	}
	y, e := series.Rescale1(x)
	_, v := series.MeanVariance(y)
	return math.Ldexp(math.Sqrt(v), e)
}

// Quantile is the p-quantile of the draws by linear interpolation between order statistics: with h
// = (n−1)p, it is h−⌊h⌋ of the way from the ⌊h⌋-th smallest draw, counted from 0, to the next one.
// That is type 7 of Hyndman & Fan (The American Statistician 50, 1996, 361–365), the default of R,
// NumPy and Julia. It is NaN for no draws, a draw that is not finite, or p outside [0, 1].
func Quantile(x []float64, p float64) float64 {
	if len(x) == 0 || !series.AllFinite(x) || !(p >= 0 && p <= 1) {
		return math.NaN()
	}
	return numeric.Quantiles(x, p)[0]
}

// ETI is the equal-tailed interval: it has the probability prob (0 < prob ≤ 1, say 0.95), and the
// two tails beyond it have equal probabilities. Its ends are the (1−prob)/2 and (1+prob)/2
// quantiles (see [Quantile]). Unlike with [HDI], the interval of σ is the square root of the
// interval of σ². It is NaN as for Quantile.
func ETI(draws []float64, prob float64) (lo, hi float64) {
	if len(draws) == 0 || !series.AllFinite(draws) || !(prob > 0 && prob <= 1) {
		return math.NaN(), math.NaN()
	}
	tail := (1 - prob) / 2
	q := numeric.Quantiles(draws, tail, 1-tail)
	return q[0], q[1]
}

// HDI is the highest-density interval: the shortest interval, from draw to draw, that holds the
// fraction prob (0 < prob ≤ 1) of the draws (Chen & Shao, Journal of Computational and Graphical
// Statistics 8, 1999, 69–92).
//
// The window spans ⌊prob·n⌋ steps between sorted draws, which is one draw more, and of windows of
// the same width the lowest is taken. This is ArviZ's convention (coda's HPDinterval rounds
// prob·n). The interval is one piece even if the posterior has two modes, and its ends are noisier
// than those of [ETI]: for 4000 normal draws and prob 0.94 by a factor of 1.8. It is NaN as for
// [Quantile].
func HDI(draws []float64, prob float64) (lo, hi float64) {
	if len(draws) == 0 || !series.AllFinite(draws) || !(prob > 0 && prob <= 1) {
		return math.NaN(), math.NaN()
	}
	return hdiSorted(series.Pooled([][]float64{draws}), prob)
}

// hdiSorted is HDI for sorted finite draws.
func hdiSorted(x []float64, prob float64) (lo, hi float64) {
	y, _ := series.Rescale1(x)
	steps := min(int(prob*float64(len(x))), len(x)-1)
	best := 0
	for i := 1; i+steps < len(y); i++ {
		if y[i+steps]-y[i] < y[best+steps]-y[best] {
			best = i
		}
	}
	return x[best], x[best+steps]
}

// ROPE is the fraction of draws in the region of practical equivalence, from lo to hi, both
// included. It is the posterior probability that, for all practical purposes, the variable equals a
// value in between (Kruschke, Advances in Methods and Practices in Psychological Science 1, 2018,
// 270–280). A bound may be ±Inf. All draws count, not only those in an interval. It is NaN for no
// draws, a NaN among them, or unless lo ≤ hi.
func ROPE(draws []float64, lo, hi float64) float64 {
	if len(draws) == 0 || !(lo <= hi) {
		return math.NaN()
	}
	inside := 0
	for _, v := range draws {
		switch {
		case math.IsNaN(v):
			return math.NaN()
		case lo <= v && v <= hi:
			inside++
		}
	}
	return float64(inside) / float64(len(draws))
}
