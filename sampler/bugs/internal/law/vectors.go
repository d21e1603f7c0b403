package law

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gibbslab/sampler/variate"

	"gonum.org/v1/gonum/mathext"
)

var dirichlet = VectorLaw{
	Name: "ddirch", Params: []string{"parameter"},
	Check: func(x []float64, p [][]float64) string {
		return first(checkLength(x, len(p[0])),
			checkWeights("element %d of the parameter", "elements of the parameter", p[0]))
	},
	LogDensity: func(x []float64, p [][]float64) float64 {
		var bufX, bufA [32]float64 // elements whose parameter is 0 are 0
		in, alpha, sum := bufX[:0], bufA[:0], 0.0
		for k, a := range p[0] {
			sum += x[k]
			if a > 0 {
				in, alpha = append(in, x[k]), append(alpha, a)
			} else if x[k] != 0 {
				return -inf
			}
		}
		if !(math.Abs(sum-1) < 1e-8) {
			return -inf
		}
		return variate.DirichletLogProb(in, alpha)
	},
	Draw: func(r *rand.Rand, p [][]float64, x []float64) error {
		top := -inf
		for k, a := range p[0] {
			x[k] = -inf
			if a > 0 {
				x[k] = variate.LogGamma(r, a)
			}
			top = max(top, x[k])
		}
		sum := 0.0
		for k := range x {
			x[k] = math.Exp(x[k] - top)
			sum += x[k]
		}
		for k := range x {
			x[k] /= sum
		}
		return nil
	},
}

var multinomial = VectorLaw{
	Name: "dmulti", Params: []string{"probabilities", "size"}, Discrete: true,
	Check: func(x []float64, p [][]float64) string {
		size := ""
		if must := wrong('i', p[1][0]); must != "" {
			size = fmt.Sprintf("the size is %g, and must be %s", p[1][0], must)
		}
		return first(checkLength(x, len(p[0])), size,
			checkWeights("probability %d", "probabilities", p[0]))
	},
	LogDensity: func(x []float64, p [][]float64) float64 {
		var buf [64]int
		counts, sum := buf[:0], 0.0
		for _, v := range x {
			if !(v >= 0 && v == math.Floor(v) && v < 1<<53) {
				return -inf
			}
			sum += v
			counts = append(counts, int(v))
		}
		if sum != p[1][0] {
			return -inf
		}
		return variate.MultinomialLogProb(counts, p[0])
	},
	Draw: func(r *rand.Rand, p [][]float64, x []float64) error {
		counts := make([]int, len(x))
		variate.Multinomial(r, int(p[1][0]), p[0], counts)
		for k, c := range counts {
			x[k] = float64(c)
		}
		return nil
	},
}

var normalPrecision = VectorLaw{
	Name: "dmnorm", Params: []string{"mean", "precision matrix"},
	Check: checkLocation,
	LogDensity: func(x []float64, p [][]float64) float64 {
		z, logdet, err := whitened(x, p[0], p[1])
		if err != nil {
			return -inf
		}
		sum := logdet
		for _, v := range z {
			sum -= v*v + logTwoPi
		}
		return sum / 2
	},
	Draw: func(r *rand.Rand, p [][]float64, x []float64) error {
		return drawAround(r, p[0], p[1], x)
	},
}

var wishart = VectorLaw{
	Name: "dwish", Params: []string{"scale matrix", "degrees of freedom"},
	Check: func(x []float64, p [][]float64) string {
		d := side(p[0])
		if d*d != len(p[0]) {
			return fmt.Sprintf("the scale matrix has %d elements, which is not a square", len(p[0]))
		}
		clause := first(checkMatrix("scale matrix", p[0], d), checkDegrees(p[1][0], float64(d)),
			checkLength(x, d*d))
		if x != nil && clause == "" {
			return checkMatrix("value", x, d)
		}
		return clause
	},
	LogDensity: func(x []float64, p [][]float64) float64 {
		d, k := side(x), p[1][0]
		chol := make([]float64, len(x))
		if !(k >= float64(d)) || variate.Cholesky(p[0], chol) != nil {
			return -inf
		}
		scale := logDet(chol, d)
		if variate.Cholesky(x, chol) != nil {
			return -inf
		}
		trace := 0.0
		for i, v := range x {
			trace += v * p[0][i]
		}
		return (k*scale+(k-float64(d)-1)*logDet(chol, d)-trace-k*float64(d)*math.Ln2)/2 -
			mathext.MvLgamma(k/2, d)
	},
	Draw: func(r *rand.Rand, p [][]float64, x []float64) error {
		d := side(x)
		chol, factor, row := make([]float64, len(x)), make([]float64, len(x)), make([]float64, d)
		if err := variate.Cholesky(p[0], chol); err != nil {
			return err
		}
		variate.InvWishart(r, p[1][0], chol, factor)
		clear(x) // the inverse of factor factorᵀ: the sum over i of the products of factor⁻ᵀ e_i
		for i := range d {
			clear(row)
			row[i] = 1
			unwhiten(factor, row)
			for a, v := range row {
				for b, w := range row {
					x[a*d+b] += v * w
				}
			}
		}
		return nil
	},
}
