package law

import (
	"math"
	"slices"
)

// CDF is P(X ≤ x).
func (l Law) CDF(x float64, p []float64) float64 {
	lower, _ := l.tails(x, p)
	return math.Exp(lower)
}

// Quantile is the smallest x with CDF(x) ≥ u.
func (l Law) Quantile(u float64, p []float64) float64 {
	lo, hi := l.Support(p)
	switch {
	case !(u >= 0 && u <= 1):
		return math.NaN()
	case u == 0:
		return lo
	case u == 1:
		return hi
	case u <= 0.5:
		return l.invert(math.Log(u), false, p)
	}
	return l.invert(math.Log1p(-u), true, p)
}

// Names are the names that Find knows, sorted.
func Names() []string {
	var names []string
	for name := range laws {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// VectorNames are the names that FindVector knows.
func VectorNames() (names []string) {
	for _, l := range vectors {
		names = append(names, l.Name)
	}
	return names
}
