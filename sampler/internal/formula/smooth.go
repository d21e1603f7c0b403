package formula

import (
	"fmt"
	"math"
	"slices"
)

// smooth are the columns of a natural cubic spline, uncorrelated over the first n rows.
func (p Part) smooth(n int) (names []string, columns [][]float64, err error) {
	known := finite(p.Numbers[:n])
	different := slices.Compact(slices.Clone(known))
	if p.Curves < 2 || p.Curves > 20 || len(different) <= p.Curves {
		return nil, nil, fmt.Errorf("%q has %d different values, and %d curves were asked for: "+
			"give 2 to 20 curves, and fewer than there are different values", p.Name, len(different),
			p.Curves)
	}
	knots := quantiles(known, p.Curves+1)
	if len(knots) <= p.Curves { // many equal values
		knots = quantiles(different, p.Curves+1)
	}
	for j := range p.Curves {
		column := make([]float64, len(p.Numbers))
		for d, v := range p.Numbers {
			column[d] = naturalSpline(knots, j, v)
		}
		for _, before := range columns { // uncorrelated with the columns before
			b, square := 0.0, 0.0
			column = standardised(column, n, 1)
			for d, x := range column[:n] {
				if x == x {
					b += x * before[d]
					square += before[d] * before[d]
				}
			}
			for d := range column {
				column[d] -= b / square * before[d]
			}
		}
		names = append(names, fmt.Sprintf("%s curve %d", p.Name, j+1))
		columns = append(columns, standardised(column, n, 1/float64(j+1)))
	}
	return names, columns, nil
}

// naturalSpline is function j of the basis: the straight line, then the others.
func naturalSpline(knots []float64, j int, x float64) float64 {
	last := len(knots) - 1
	from, width := knots[0], knots[last]-knots[0]
	if j == 0 {
		return (x - from) / width
	}
	cube := func(k int) float64 {
		u := math.Max(0, x-knots[k]) / width
		return u * u * u
	}
	d := func(k int) float64 { return (cube(k) - cube(last)) / ((knots[last] - knots[k]) / width) }
	return d(j-1) - d(last-1)
}

// quantiles are n of the values at equal distances in their order; equal ones count once.
func quantiles(ordered []float64, n int) []float64 {
	var at []float64
	for i := range n {
		at = append(at, ordered[i*(len(ordered)-1)/(n-1)])
	}
	return slices.Compact(at)
}
