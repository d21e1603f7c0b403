package law

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/sampler/variate"

	"gonum.org/v1/gonum/mathext"
)

var dirichlet = VectorLaw{
	Name: "ddirch", Params: []string{"parameter"},
	Check: func(x []float64, p [][]float64) string {
		return cmp.Or(checkLength(x, len(p[0])),
			checkWeights("element %d of the parameter", "elements of the parameter", p[0]))
	},
	LogDensity: func(x []float64, p [][]float64) float64 {
		in, alpha, sum := make([]float64, 0, len(x)), make([]float64, 0, len(x)), 0.0
		for k, a := range p[0] { // elements whose parameter is 0 are 0
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
		alpha := slices.DeleteFunc(slices.Clone(p[0]), func(a float64) bool { return a == 0 })
		variate.Dirichlet(r, alpha, alpha)
		for k, a := range p[0] {
			if x[k] = 0; a > 0 {
				x[k], alpha = alpha[0], alpha[1:]
			}
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
		return cmp.Or(checkLength(x, len(p[0])), size,
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
		chol, from := make([]float64, len(p[1])), slices.Clone(x)
		if variate.Cholesky(p[1], chol) != nil {
			return -inf
		}
		for i, m := range p[0] {
			from[i] -= m
		}
		return variate.MultiNormalPrecisionLogProb(from, chol, make([]float64, len(x)), nil)
	},
	Draw: func(r *rand.Rand, p [][]float64, x []float64) error {
		clear(x)
		err := variate.MultiNormalPrecision(r, p[1], x, make([]float64, len(p[1])), x)
		for i, m := range p[0] {
			x[i] += m
		}
		return err
	},
}

var wishart = VectorLaw{
	Name: "dwish", Params: []string{"scale matrix", "degrees of freedom"},
	Check: func(x []float64, p [][]float64) string {
		d := side(p[0])
		if d*d != len(p[0]) {
			return fmt.Sprintf("the scale matrix has %d elements, which is not a square", len(p[0]))
		}
		clause := cmp.Or(checkMatrix("scale matrix", p[0], d), checkDegrees(p[1][0], float64(d)),
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
