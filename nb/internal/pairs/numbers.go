// Package pairs holds what nb.Pairs draws: the numbers, the contours of their densities, and the
// panels.
package pairs

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"gibbslab/nb/internal/paint"
)

// Numbers are what nb.Pairs draws.
type Numbers struct {
	Labels []string
	All    [][]float64 // all draws of each scalar
	// Draws[i][s] is the s-th draw of scalar i that is drawn as a dot. Draws with the same s come
	// from the same sweep.
	Draws [][]float64
	// Correlation[i][j] is Pearson's correlation of all draws of i and j. It is NaN if one of the
	// two never changes, apart from rounding.
	Correlation [][]float64
}

// mostDots is how many dots of a panel can be told apart.
const mostDots = 500

// Of computes what nb.Pairs draws of scalars that have these labels and draws.
func Of(labels []string, all [][]float64) Numbers {
	d := Numbers{Labels: labels, All: all}
	n := min(mostDots, len(all[0]))
	for i, draws := range all {
		var some []float64
		for s := range n {
			some = append(some, draws[s*len(draws)/n])
		}
		d.Draws = append(d.Draws, some)
		d.Correlation = append(d.Correlation, make([]float64, len(all)))
		for j := range i + 1 {
			r := correlation(draws, all[j])
			d.Correlation[i][j], d.Correlation[j][i] = r, r
		}
	}
	return d
}

// Strongest says which two depend on each other most.
func (d Numbers) Strongest() string {
	i, j := -1, -1
	for a := range d.Correlation {
		for b := range a {
			if r := math.Abs(d.Correlation[a][b]); r == r && (i < 0 || r > math.Abs(d.Correlation[i][j])) {
				i, j = a, b
			}
		}
	}
	if i < 0 {
		return "No two of these change"
	}
	return fmt.Sprintf("The strongest correlation is that of %s and %s: %s", d.Labels[j],
		d.Labels[i], correlationText(d.Correlation[i][j]))
}

func correlationText(r float64) string {
	if math.IsNaN(r) {
		return "–"
	}
	if s := fmt.Sprintf("%.2f", r); s != "-0.00" {
		return s
	}
	return "0.00"
}

// correlation is NaN if one of the two never changes, apart from rounding.
func correlation(x, y []float64) float64 {
	still := func(x []float64) bool { return paint.Constant(slices.Min(x), slices.Max(x)) }
	if len(x) < 2 || still(x) || still(y) {
		return math.NaN()
	}
	return stat.Correlation(x, y, nil)
}
