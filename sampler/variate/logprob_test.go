package variate_test

import (
	"math"
	"testing"

	"gibbslab/sampler/variate"
)

// location3 is the location of the vector laws in testdata/laws.py; scale3 is their Cholesky factor.
var location3 = []float64{1, -2, 0.5}

// vectorLogProbs are the log densities of vectors and matrices, by the names of testdata/laws.py.
var vectorLogProbs = map[string]func(x, p []float64) float64{
	"Dirichlet": variate.DirichletLogProb,
	"MultiT": func(x, p []float64) float64 {
		return variate.MultiTLogProb(x, p[0], location3, scale3, nil)
	},
	"Multinomial": func(x, p []float64) float64 {
		counts := make([]int, len(x))
		for k, v := range x {
			counts[k] = int(v)
		}
		return variate.MultinomialLogProb(counts, p)
	},
	"MultiNormal": func(x, _ []float64) float64 {
		return variate.MultiNormalLogProb(x, location3, scale3, nil)
	},
	"MultiNormalPrecision": func(x, _ []float64) float64 { // scale3 is the factor of Q
		v, b := make([]float64, 3), make([]float64, 3)
		addTimes(location3, scale3, v)
		for i := range 3 {
			for j := range i + 1 {
				b[i] += scale3[3*i+j] * v[j]
			}
		}
		return variate.MultiNormalPrecisionLogProb(x, scale3, b, nil)
	},
	"InvWishart": func(x, p []float64) float64 {
		return variate.InvWishartLogProb(x, p[0], scale3, nil)
	},
}

// At the ends of the support, beyond them and at NaN.
func TestLogProbEnds(t *testing.T) {
	half := []float64{0.5, 0.5}
	for what, c := range map[string][2]float64{
		"Gamma below":           {variate.GammaLogProb(-1, 2, 1), -inf},
		"Gamma at 0, shape < 1": {variate.GammaLogProb(0, 0.5, 1), inf},
		"Gamma at 0, shape 1":   {variate.GammaLogProb(0, 1, 2), math.Ln2},
		"Gamma at 0, shape > 1": {variate.GammaLogProb(0, 2, 1), -inf},
		"Gamma at +Inf":         {variate.GammaLogProb(inf, 2, 1), -inf},
		"LogGamma at -Inf":      {variate.LogGammaLogProb(-inf, 2), -inf},
		"InvGamma at 0":         {variate.InvGammaLogProb(0, 2, 1), -inf},
		"Beta below":            {variate.BetaLogProb(-0.1, 2, 1), -inf},
		"Beta above":            {variate.BetaLogProb(1.1, 2, 1), -inf},
		"Beta at 0":             {variate.BetaLogProb(0, 1, 2), math.Ln2},
		"Beta at 1":             {variate.BetaLogProb(1, 2, 0.5), inf},
		"Normal at +Inf":        {variate.NormalLogProb(inf, 2, 1), -inf},
		"Categorical":           {variate.CategoricalLogProb(1, []float64{1, 2, 1}), -math.Ln2},
		"Categorical, weight 0": {variate.CategoricalLogProb(0, []float64{0, 2}), -inf},
		"Categorical, no index": {variate.CategoricalLogProb(2, []float64{1, 2}), -inf},
		"LogCategorical": {variate.LogCategoricalLogProb(1, []float64{-3000, -3000}),
			-math.Ln2},
		"LogCategorical, -Inf":   {variate.LogCategoricalLogProb(0, []float64{-inf, -3000}), -inf},
		"LogCategorical, no one": {variate.LogCategoricalLogProb(-1, []float64{0, 0}), -inf},
		"Dirichlet, flat":        {variate.DirichletLogProb([]float64{0, 1}, []float64{1, 1}), 0},
		"Dirichlet at 0":         {variate.DirichletLogProb([]float64{0, 1}, half), inf},
		"Dirichlet at 0, thin": {variate.DirichletLogProb([]float64{0, 1}, []float64{2, 2}),
			-inf},
		"Dirichlet, corner": {variate.DirichletLogProb([]float64{0, 0, 1}, []float64{2, 0.5,
			1}), -inf},
		"Dirichlet above":  {variate.DirichletLogProb([]float64{-0.5, 1.5}, half), -inf},
		"Dirichlet at NaN": {variate.DirichletLogProb([]float64{nan, 1}, half), nan},
		"LogDirichlet": {variate.LogDirichletLogProb([]float64{-math.Ln2, -math.Ln2},
			half), math.Log(2 / math.Pi)},
		"LogDirichlet, far": {variate.LogDirichletLogProb([]float64{-2000, 0}, half), 1000 -
			math.Log(math.Pi)},
	} {
		if same := c[0] == c[1] || math.Abs(c[0]-c[1]) < 1e-12 || math.IsNaN(c[0]) &&
			math.IsNaN(c[1]); !same {
			t.Errorf("%s: %g, want %g", what, c[0], c[1])
		}
	}
}

// The joint densities are products of a density and a conditional one.
func TestNormalInverseLogProb(t *testing.T) {
	want := variate.InvGammaLogProb(2, 3, 4) + variate.NormalLogProb(1.5, 1, math.Sqrt(2/5.))
	if got := variate.NormalInvGammaLogProb(1.5, 2, 1, 5, 3, 4); math.Abs(got-want) > 1e-13 {
		t.Errorf("NormalInvGamma: %g, want %g", got, want)
	}
	if got := variate.NormalInvGammaLogProb(1.5, -2, 1, 5, 3, 4); got != -inf {
		t.Errorf("NormalInvGamma at a negative variance: %g", got)
	}
	// In one dimension the matrices are numbers: Ψ = 4, Σ = 2.25.
	want = variate.NormalInvGammaLogProb(1.5, 2.25, 1, 5, 7./2, 4./2)
	got := variate.NormalInvWishartLogProb([]float64{1.5}, []float64{1.5}, []float64{1}, 5, 7,
		[]float64{2}, nil)
	if math.Abs(got-want) > 1e-13 {
		t.Errorf("NormalInvWishart: %g, want %g", got, want)
	}
}

// A draw's own log density does not allocate.
func TestLogProbAllocatesNothing(t *testing.T) {
	x, work := []float64{0.2, 0.3, 0.5}, make([]float64, 3)
	if n := testing.AllocsPerRun(100, func() {
		variate.DirichletLogProb(x, x)
		variate.CategoricalLogProb(1, x)
		variate.LogCategoricalLogProb(1, x)
		variate.InvWishartLogProb(scale3, 5, scale3, work)
		variate.NormalInvWishartLogProb(x, scale3, x, 1, 5, scale3, work)
	}); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

func TestCholesky(t *testing.T) {
	a, l := make([]float64, 9), make([]float64, 9)
	for i := range 3 {
		for j := range 3 {
			for k := range 3 {
				a[3*i+j] += scale3[3*i+k] * scale3[3*j+k]
			}
		}
	}
	if err := variate.Cholesky(a, l); err != nil {
		t.Fatal(err)
	}
	for i, v := range l {
		if math.Abs(v-scale3[i]) > 1e-14 {
			t.Errorf("element %d is %g, want %g", i, v, scale3[i])
		}
	}
	for _, bad := range [][]float64{{1, 2, 2, 1}, {1, 1, 1, 1}, {nan, 0, 0, 1}, {1, 0, nan, 1}, {0,
		0, 0, 0}, {inf, 0, 0, 1}} {
		if err := variate.Cholesky(bad, make([]float64, 4)); err == nil {
			t.Errorf("%v has a factor", bad)
		}
	}
}
