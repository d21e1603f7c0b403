package criticism

import "math"

// WAIC estimates the expected log predictive density by the widely applicable information
// criterion: for each observation the log of its mean density, less the variance of its log
// density. (It is on the scale of LOO; some programs print −2 times as much.)
//
// Prefer [LOO]. Where WAIC is good, LOO is as good. Where it fails, WAIC has no k̂ to tell, and it
// fails sooner. The warning here counts the observations whose variance is above 0.4.
//
// Source: Watanabe, JMLR 11 (2010) 3571–3594; the limit: Vehtari, Gelman & Gabry 2017, section 2.2.
func WAIC(l *LogLik) (*Elpd, error) {
	if l == nil {
		return nil, errNoLogLik
	}
	points := make([]Point, 0, l.Len())
	doubtful := 0
	err := l.blocks(func(first int, block [][]float64) error {
		for i, x := range block {
			n, mean, squares := float64(len(x)), 0.0, 0.0
			for _, v := range x {
				mean += v / n
			}
			for _, v := range x {
				squares += (v - mean) * (v - mean)
			}
			p := squares / max(n-1, 1)
			if p > 0.4 {
				doubtful++
			}
			points = append(points, Point{Name: l.names[first+i], Elpd: logMeanExp(x) - p, P: p,
				K: math.NaN(), ESS: math.NaN(), MCSE: math.NaN()})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	e := newElpd("WAIC", l.draws, math.NaN(), points)
	if doubtful > 0 {
		e.warn("the log density of %d of %d observations varies by more than 0.4: use LOO",
			doubtful, len(points))
	}
	return e, nil
}

// logMeanExp is the logarithm of the mean of exp(x).
func logMeanExp(x []float64) float64 {
	top := math.Inf(-1)
	for _, v := range x {
		top = max(top, v)
	}
	if math.IsInf(top, 0) {
		return top
	}
	sum := 0.0
	for _, v := range x {
		sum += math.Exp(v - top)
	}
	return top + math.Log(sum/float64(len(x)))
}
