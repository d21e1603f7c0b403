package nb

import (
	"fmt"

	"gonum.org/v1/gonum/integrate/quad"
)

// simplexPoints is the number of points in each direction: exact for polynomials of degree 2·48 −
// 1, less one for each dimension beyond the first.
const simplexPoints = 48

// OverSimplex integrates f over all probability vectors of k entries, that is, over their first k−1
// entries:
//
//	∫ f(p) dp_1 … dp_{k−1},   p_i > 0,   p_k = 1 − p_1 − … − p_{k−1}.
//
// It checks normalising constants: a Dirichlet density gives 1, and f(p) = 1 gives 1/(k−1)!. For k
// = 2 it integrates over one probability, as for a beta density. It uses the Gauss–Legendre rule in
// each direction. This rule is exact up to rounding for polynomials (whole concentrations of 1 or
// more), accurate to some digits for smooth functions, and bad if f goes to infinity at a border
// (concentrations below 1).
//
// k is 2, 3 or 4. f is called 48^(k−1) times, and must not keep its argument.
func OverSimplex(k int, f func(p []float64) float64) float64 {
	if k < 2 || k > 4 {
		panic(fmt.Sprintf("over simplex: %d entries: give 2, 3 or 4; for more, average over draws "+
			"of variate.Dirichlet", k))
	}
	if f == nil {
		panic("over simplex: the function is nil: give what to integrate")
	}
	at, weight := make([]float64, simplexPoints), make([]float64, simplexPoints)
	quad.Legendre{}.FixedLocations(at, weight, 0, 1)
	p := make([]float64, k)
	// A stick of length 1 is broken k−1 times. The rest, from entry i on, is as long as left.
	var breaks func(i int, left float64) float64
	breaks = func(i int, left float64) float64 {
		if i == k-1 {
			p[i] = left
			return f(p)
		}
		sum := 0.0
		for n, x := range at {
			p[i] = left * x
			sum += left * weight[n] * breaks(i+1, left*(1-x))
		}
		return sum
	}
	return breaks(0, 1)
}
