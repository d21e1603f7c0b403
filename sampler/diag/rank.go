package diag

import (
	"cmp"
	"math"
	"slices"

	"gibbslab/sampler/diag/internal/fast"
	"gibbslab/sampler/diag/internal/series"
)

// rankNormal replaces each draw by the normal quantile of its rank r among all n draws, z =
// Φ⁻¹((r−3/8)/(n+1/4)) (Blom 1958; Vehtari et al. 2021, section 4.1). Equal draws share their
// average rank. Increasing maps of the draws change nothing, and decreasing ones change only the
// signs.
func rankNormal(x [][]float64) [][]float64 {
	type item struct {
		v  float64
		at *float64
	}
	z := series.Like(x)
	items := make([]item, 0, len(x)*len(x[0]))
	for i, c := range x {
		for k, v := range c {
			items = append(items, item{v, &z[i][k]})
		}
	}
	slices.SortFunc(items, func(a, b item) int { return cmp.Compare(a.v, b.v) })
	n := len(items)
	for i := 0; i < n; {
		j := i + 1
		for j < n && items[j].v == items[i].v {
			j++
		}
		s := fast.NormalScore(i+1+j, n) // first rank i+1, last rank j
		for ; i < j; i++ {
			*items[i].at = s
		}
	}
	return z
}

// fold returns the distances |x−median| from the median of all draws: chains with the same location
// and different scales become chains with different locations (Vehtari et al. 2021, section 4.2).
//
// The two middle values of an even number of draws are equally far from the median between them.
// Rounding can make these distances differ in the last digit, and then chance decides the ranks (1
// and 2 instead of 1½ each); here they are always equal.
func fold(x [][]float64) [][]float64 {
	x, _ = series.Rescale(x)
	n := len(x) * len(x[0])
	middle := series.Smallest(x, (n-1)/2, n/2)
	a, b := middle[0], middle[1]
	median := (a + b) / 2
	nearest := min(median-a, b-median)
	y := series.Like(x)
	for i, c := range x {
		for k, v := range c {
			if v == a || v == b {
				y[i][k] = nearest
			} else {
				y[i][k] = math.Abs(v - median)
			}
		}
	}
	return y
}
