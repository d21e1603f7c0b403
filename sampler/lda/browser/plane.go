package browser

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// plane places distributions in the plane by classical scaling (Torgerson 1952) of their
// Jensen–Shannon divergences, as pyLDAvis does. Each axis is turned so that its largest coordinate
// is positive.
func plane(phi [][]float64) (x, y []float64) {
	k := len(phi)
	squares, means, mean := mat.NewSymDense(k, nil), make([]float64, k), 0.0
	for i, d := range divergences(phi) {
		for j, v := range d {
			squares.SetSym(i, j, v*v)
		}
	}
	for i := range k {
		for j := range k {
			means[i] += squares.At(i, j) / float64(k)
		}
		mean += means[i] / float64(k)
	}
	inner := mat.NewSymDense(k, nil)
	for i := range k {
		for j := range i + 1 {
			inner.SetSym(i, j, -0.5*(squares.At(i, j)-means[i]-means[j]+mean))
		}
	}
	axes := [2][]float64{make([]float64, k), make([]float64, k)}
	var eigen mat.EigenSym
	if eigen.Factorize(inner, true) {
		var vectors mat.Dense
		eigen.VectorsTo(&vectors)
		values := eigen.Values(nil) // in increasing order
		for a, axis := range axes {
			if at := k - 1 - a; at >= 0 && values[at] > 1e-12 {
				for i := range axis {
					axis[i] = math.Sqrt(values[at]) * vectors.At(i, at)
				}
				upright(axis)
			}
		}
	}
	return axes[0], axes[1]
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

// divergences are the Jensen–Shannon divergences of all pairs, below the diagonal, in nats: the
// entropy of the mean minus the mean of the entropies.
func divergences(phi [][]float64) [][]float64 {
	entropies, rows := make([]float64, len(phi)), make([][]float64, len(phi))
	for i, p := range phi {
		for _, v := range p {
			entropies[i] += entropy(v)
		}
		rows[i] = make([]float64, i)
		for j, q := range phi[:i] {
			h := 0.0
			for w, v := range p {
				h += entropy((v + q[w]) / 2)
			}
			rows[i][j] = max(0, h-(entropies[i]+entropies[j])/2)
		}
	}
	return rows
}

func entropy(p float64) float64 {
	if p <= 0 {
		return 0
	}
	return -p * math.Log(p)
}
