package variate_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"
)

// tabulated is the law of a log density, which TestLogProbReference checks. Its distribution
// function and moments are numerical integrals over the cells of a grid; outside the grid there is
// almost nothing.
func tabulated(
	t *testing.T, name string, draw func(*rand.Rand) float64, logProb func(x float64) float64,
	grid []float64,
) law {
	t.Helper()
	l := law{name: name, draw: draw, lo: grid[0] - math.Abs(grid[0]), hi: math.MaxFloat64}
	cum := make([]float64, len(grid))
	var x, w [5]float64
	var m1, m2, l1, l2 float64
	centre, logCentre := grid[len(grid)/2], math.Log(grid[len(grid)/2])
	for i := 1; i < len(grid); i++ {
		quad.Legendre{}.FixedLocations(x[:], w[:], grid[i-1], grid[i])
		cum[i] = cum[i-1]
		for j, v := range x {
			p := w[j] * math.Exp(logProb(v))
			d, ld := v-centre, math.Log(v)-logCentre
			cum[i], m1, m2, l1, l2 = cum[i]+p, m1+p*d, m2+p*d*d, l1+p*ld, l2+p*ld*ld
		}
	}
	total := cum[len(cum)-1]
	if math.Abs(total-1) > 1e-6 {
		t.Errorf("%s: the density integrates to %.9g", name, total)
	}
	l.mean, l.variance = centre+m1, m2-m1*m1
	l.logMean, l.logVar = logCentre+l1, l2-l1*l1
	l.cdf = func(v float64) float64 {
		i, _ := slices.BinarySearch(grid, v)
		switch {
		case i == 0:
			return 0
		case i == len(grid):
			return 1
		}
		return cum[i-1] + (cum[i]-cum[i-1])*(v-grid[i-1])/(grid[i]-grid[i-1])
	}
	return l
}

// logGrid divides [lo, hi] evenly in logarithms.
func logGrid(lo, hi float64) []float64 {
	const n = 500
	g := make([]float64, n+1)
	for i := range g {
		g[i] = lo * math.Exp(math.Log(hi/lo)*float64(i)/n)
	}
	return g
}

// linearGrid divides [lo, hi] evenly.
func linearGrid(lo, hi float64) []float64 {
	const n = 500
	g := make([]float64, n+1)
	for i := range g {
		g[i] = lo + (hi-lo)*float64(i)/n
	}
	return g
}

// withDraw replaces the variate of a law.
func withDraw(l law, name string, draw func(*rand.Rand) float64) law {
	l.name, l.draw = name, draw
	return l
}

func named(law string, params ...float64) string { return fmt.Sprintf("%s%v", law, params) }
