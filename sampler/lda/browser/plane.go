package browser

import (
	"gibbslab/internal/numeric"
	"math"

	"gonum.org/v1/gonum/mat"
)

// plane places distributions in the plane by classical scaling of their Jensen–Shannon divergences,
// as pyLDAvis does.
func plane(phi [][]float64) (x, y []float64) {
	squares := mat.NewSymDense(len(phi), nil)
	for i, d := range divergences(phi) {
		for j, v := range d {
			squares.SetSym(i, j, v*v)
		}
	}
	x, y, _, _ = numeric.Plane(squares) // without eigenvalues all lie in one point
	return x, y
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
