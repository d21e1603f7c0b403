package diag

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"
)

// rankNormal replaces each draw by the normal quantile of its rank r among all n draws,
// z = Φ⁻¹((r−3/8)/(n+1/4)) (Blom 1958; Vehtari et al. 2021, section 4.1). Equal draws share their average
// rank. Increasing maps of the draws change nothing, and decreasing ones change just the signs.
func rankNormal(x [][]float64) [][]float64 {
	type item struct {
		v  float64
		at *float64
	}
	z := like(x)
	items := make([]item, 0, len(x)*len(x[0]))
	for i, c := range x {
		for k, v := range c {
			items = append(items, item{v, &z[i][k]})
		}
	}
	slices.SortFunc(items, func(a, b item) int {
		switch {
		case a.v < b.v:
			return -1
		case a.v > b.v:
			return 1
		}
		return 0
	})
	n := len(items)
	for i := 0; i < n; {
		j := i + 1
		for j < n && items[j].v == items[i].v {
			j++
		}
		s := normalScore(i+1+j, n) // first rank i+1, last rank j
		for ; i < j; i++ {
			*items[i].at = s
		}
	}
	return z
}

// normalScore is the normal quantile of the rank twice/2 among n. It is exactly odd about the middle.
func normalScore(twice, n int) float64 {
	if twice > n+1 {
		return -normalScore(2*(n+1)-twice, n)
	}
	if twice == n+1 {
		return 0
	}
	return mathext.NormalQuantile((float64(twice)/2 - 3./8) / (float64(n) + 1./4))
}

// fold returns the distances |x−median| from the median of all draws: chains of one location and different
// scales become chains of different locations (Vehtari et al. 2021, section 4.2).
//
// The two middle values of an even number of draws are equally far from the median between them.
// Rounding can make the distances differ in the last digit, and so the ranks by chance (1 and 2 in place
// of 1½ each); here they are always equal.
func fold(x [][]float64) [][]float64 {
	x, _ = tame(x)
	sorted := pooled(x)
	n := len(sorted)
	a, b := sorted[(n-1)/2], sorted[n/2]
	median := (a + b) / 2
	nearest := min(median-a, b-median)
	y := like(x)
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
