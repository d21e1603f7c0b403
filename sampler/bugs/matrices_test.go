package bugs_test

import (
	"math"
	"slices"
	"testing"

	"gibbslab/sampler/bugs"
)

// A model whose mean is a matrix expression of data draws what a model with its value draws.
func TestMatricesOfData(t *testing.T) {
	data := bugs.Data{"R": [][]float64{{2, 0.5}, {0.5, 1}}, "v": []float64{1, 2},
		"A": [][]float64{{1, 2}, {2, 5}, {3, 3}}, "s": 2.0,
		"S": [][][]float64{{{2, 0.5}, {0.5, 1}}, {{4, 1}, {1, 2}}}, "y": []float64{1, 0.5}}
	draws := func(means string) []float64 {
		m, err := bugs.Compile("model {\n for (i in 1:2) { y[i] ~ dnorm(a * M[i,1], 1)\n"+means+
			" }\n a ~ dnorm(0, 1)\n}", data)
		if err != nil {
			t.Fatalf("%s: %v", means, err)
		}
		x, err := run(t, m, 20).Draws("a")
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	for _, c := range []struct{ means, want string }{
		{"Q[i,1:2,1:2] <- inverse(S[i,,])\n M[i,1] <- Q[i,1,1]", "M[i,1] <- 4 / (7 * i)"},
		{"Q[i,1:2,1:2] <- inverse(S[i,,] * 2)\n M[i,1] <- Q[i,1,2]", "M[i,1] <- -1 / (7 * i)"},
		{"M[i,1] <- logdet(S[i,,] * 2)", "M[i,1] <- log(4 * 1.75 * i * i)"},
		{"M[i,1] <- t(v) %*% inverse(R * 2) %*% v", "M[i,1] <- 7 / 3.5"},
		{"Q[i,1:2,1:2] <- inverse(t(A) %*% A)\n M[i,1] <- Q[i,2,2]", "M[i,1] <- 14 / 91"},
		{"M[i,1] <- t(v) %*% v", "M[i,1] <- 5"},
	} {
		got, want := draws(c.means), draws(c.want)
		if !slices.EqualFunc(got, want, func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }) {
			t.Errorf("%s: draws %v, want %v", c.means, got[:3], want[:3])
		}
	}
}
