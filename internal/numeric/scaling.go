package numeric

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Plane places things in the plane, given the squares of their distances, which it overwrites: by
// classical scaling (Torgerson 1952). Each axis is turned so that its largest coordinate is
// positive. seen is how much of the squared distances the plane shows, from 0 to 1. ok is false if
// there are no eigenvalues.
func Plane(squares *mat.SymDense) (x, y []float64, seen float64, ok bool) {
	k := squares.SymmetricDim()
	x, y = make([]float64, k), make([]float64, k)
	products(squares)
	var eigen mat.EigenSym
	if !eigen.Factorize(squares, true) {
		return x, y, 0, false
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	total := 1e-300
	for i, value := range eigen.Values(nil) { // in increasing order
		total += max(0, value)
		for axis, to := range [][]float64{x, y} {
			if i == k-1-axis && value > 0 {
				seen += value
				mat.Col(to, i, &vectors)
				floats.Scale(math.Sqrt(value), to)
				upright(to)
			}
		}
	}
	return x, y, seen / total, true
}

// products turns the squares of distances into inner products, of things with the mean 0.
func products(m *mat.SymDense) {
	k := m.SymmetricDim()
	m.ScaleSym(-0.5, m)
	means, mean := make([]float64, k), 0.0
	for i := range means {
		for j := range k {
			means[i] += m.At(i, j) / float64(k)
		}
		mean += means[i] / float64(k)
	}
	for i := range k {
		for j := i; j < k; j++ {
			m.SetSym(i, j, m.At(i, j)-means[i]-means[j]+mean)
		}
	}
}

// upright turns an axis to make its largest coordinate positive.
func upright(x []float64) {
	largest := 0.0
	for _, v := range x {
		if math.Abs(v) > math.Abs(largest)+1e-9 {
			largest = v
		}
	}
	for i := range x {
		if largest < 0 {
			x[i] = -x[i]
		}
	}
}

// Matrix is rows in one piece of memory.
func Matrix[T any](rows, columns int) [][]T {
	all, m := make([]T, rows*columns), make([][]T, rows)
	for i := range m {
		m[i] = all[i*columns : (i+1)*columns : (i+1)*columns]
	}
	return m
}

// Finite tells whether x is neither NaN nor infinite.
func Finite(x float64) bool { return x-x == 0 }

// Positive tells whether x is positive and finite.
func Positive(x float64) bool { return x > 0 && x <= math.MaxFloat64 }
