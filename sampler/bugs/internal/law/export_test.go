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
