package variate_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat"
)

// sumTolerance is the accuracy that the doc comment promises for the sum of a draw.
const sumTolerance = 1e-12

// Each component, and each sum of components (aggregation), is a beta variate.
func dirichletLaws(alpha []float64) []law {
	dst := make([]float64, len(alpha))
	var rows []law
	of := func(name string, read func() float64, a float64) law {
		l := betaLaw(a, floats.Sum(alpha)-a)
		l.name = fmt.Sprintf("Dirichlet(%v): %s", alpha, name)
		l.draw = func(r *rand.Rand) float64 {
			variate.Dirichlet(r, alpha, dst)
			return read()
		}
		return l
	}
	for k, a := range alpha {
		rows = append(rows, of(fmt.Sprint("component ", k), func() float64 { return dst[k] }, a))
	}
	return append(rows, of("all but the first", func() float64 { return floats.Sum(dst[1:]) },
		floats.Sum(alpha[1:])))
}

func TestDirichletLaws(t *testing.T) {
	for _, alpha := range [][]float64{{0.5, 0.5}, {0.4, 1, 2.5}, {1, 1, 1, 1}, {20, 3, 7}} {
		checkLaws(t, dirichletLaws(alpha))
	}
}

// The logs have means ψ(α_k) − ψ(A) and variances ψ′(α_k) − ψ′(A), even if a probability would
// underflow.
func TestLogDirichletLaws(t *testing.T) {
	alpha := []float64{1e-4, 2e-4, 0.5, 3}
	total := floats.Sum(alpha)
	dst := make([]float64, len(alpha))
	for k, a := range alpha {
		r := sampler.Stream("log Dirichlet", 1, k)
		x := make([]float64, lawDraws)
		for i := range x {
			variate.LogDirichlet(r, alpha, dst)
			x[i] = dst[k]
		}
		if err := checkMean(x, mathext.Digamma(a)-mathext.Digamma(total),
			trigamma(a)-trigamma(total)); err != nil {
			t.Errorf("mean of component %d: %v", k, err)
		}
		if err := checkVariance(x, trigamma(a)-trigamma(total)); err != nil {
			t.Errorf("variance of component %d: %v", k, err)
		}
	}
}

func TestLogDirichletIsTheLogOfDirichlet(t *testing.T) {
	alpha := []float64{0.1, 1, 1e-3, 40}
	p, lp := make([]float64, 4), make([]float64, 4)
	a, b := sampler.Stream("same", 1, 0), sampler.Stream("same", 1, 0)
	for range 1000 {
		variate.Dirichlet(a, alpha, p)
		variate.LogDirichlet(b, alpha, lp)
		for k := range p {
			if lp[k] < -700 { // e⁻⁷⁰⁰ is near the smallest normal float64
				continue
			}
			if math.Abs(math.Log(p[k])-lp[k]) > sumTolerance*(1+math.Abs(lp[k])) {
				t.Fatalf("component %d: log %g is %g, LogDirichlet says %g", k, p[k],
					math.Log(p[k]), lp[k])
			}
		}
	}
}

// Components i and j have the covariance −α_i α_j / (A² (A+1)).
func TestDirichletCovariance(t *testing.T) {
	alpha := []float64{0.4, 1, 2.5}
	total := floats.Sum(alpha)
	want := -alpha[0] * alpha[2] / (total * total * (total + 1))
	mean := func(k int) float64 { return alpha[k] / total }
	r := sampler.Stream("covariance", 1, 0)
	check := func(draw func(dst []float64)) error {
		dst, prod := make([]float64, 3), make([]float64, lawDraws)
		for i := range prod {
			draw(dst)
			prod[i] = (dst[0] - mean(0)) * (dst[2] - mean(2))
		}
		return checkMean(prod, want, stat.Variance(prod, nil))
	}
	if err := check(func(dst []float64) { variate.Dirichlet(r, alpha, dst) }); err != nil {
		t.Error(err)
	}
	if check(func(dst []float64) { // negative control: the right margins, independent
		for k, a := range alpha {
			dst[k] = variate.Beta(r, a, total-a)
		}
	}) == nil {
		t.Error("the check misses independent components")
	}
}

// Equal concentrations: every order of the components has probability 1/K!. Tiny
// ones: component k takes all the mass with probability α_k / A.
func TestDirichletSymmetry(t *testing.T) {
	r := sampler.Stream("symmetry", 1, 0)
	for _, c := range []struct{ alpha, tops []float64 }{
		{[]float64{0.3, 0.3, 0.3, 0.3}, []float64{1, 1, 1, 1}},
		{[]float64{1e-8, 1e-8, 1e-8}, []float64{1, 1, 1}},
		{[]float64{1e-8, 2e-8, 3e-8}, []float64{1, 2, 3}},
	} {
		tops, broken := make([]float64, len(c.alpha)), make([]float64, len(c.alpha))
		dst := make([]float64, len(c.alpha))
		for range 2 * lawDraws { // a tenth off is a small effect
			variate.Dirichlet(r, c.alpha, dst)
			tops[floats.MaxIdx(dst)]++
			for k := range dst { // negative control: a shape too small by a tenth in one place
				dst[k] = c.alpha[k]
			}
			dst[1] *= 0.9
			variate.Dirichlet(r, dst, dst)
			broken[floats.MaxIdx(dst)]++
		}
		if err := checkCounts(tops, c.tops); err != nil {
			t.Errorf("Dirichlet(%v), which component is largest: %v", c.alpha, err)
		}
		if checkCounts(broken, c.tops) == nil {
			t.Errorf("Dirichlet(%v): the check misses alpha[1] a tenth too small", c.alpha)
		}
	}
}

// No NaN, no infinity, and a sum of one, where gammas outside log space give 0/0.
func TestDirichletExtremes(t *testing.T) {
	r := sampler.Stream("extremes", 1, 0)
	alphas := [][]float64{{3}, {1e-8, 1e8}, {1e-300, 1e-300, 1e300}, make([]float64, 10_000)}
	for i := range alphas[3] {
		alphas[3][i] = 0.01
	}
	for _, a := range []float64{1e-8, 1e-3, 1, 1e8} {
		alphas = append(alphas, []float64{a, a}, []float64{a, a, a, a, a})
	}
	for _, alpha := range alphas {
		p, lp := make([]float64, len(alpha)), make([]float64, len(alpha))
		for range 1 + 2000/len(alpha) {
			variate.Dirichlet(r, alpha, p)
			if s := floats.Sum(p); !(math.Abs(s-1) <= sumTolerance) || floats.Min(p) < 0 {
				t.Fatalf("alpha %v…: sum %.17g, smallest %g", alpha[0], s, floats.Min(p))
			}
			variate.LogDirichlet(r, alpha, lp)
			if floats.HasNaN(lp) || math.IsInf(floats.Min(lp), 0) || floats.Max(lp) > 0 {
				t.Fatalf("alpha %v…: log probabilities from %g to %g", alpha[0], floats.Min(lp),
					floats.Max(lp))
			}
		}
	}
}

func TestDirichletAllocatesNothing(t *testing.T) {
	r := sampler.Stream("allocations", 1, 0)
	alpha, dst := []float64{0.1, 1, 10}, make([]float64, 3)
	if n := testing.AllocsPerRun(100, func() {
		variate.Dirichlet(r, alpha, dst)
		variate.LogDirichlet(r, alpha, dst)
	}); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

func TestDirichletRefuses(t *testing.T) {
	r := sampler.Stream("refuses", 1, 0)
	two := make([]float64, 2)
	wantPanic(t, func() { variate.Dirichlet(r, nil, nil) }, "Dirichlet: 0 concentrations")
	wantPanic(t, func() { variate.Dirichlet(r, []float64{1, 2, 3}, two) },
		"3 concentrations and room for 2")
	wantPanic(t, func() { variate.Dirichlet(r, []float64{1, 0}, two) },
		"Dirichlet: alpha[1] is 0, expected")
	wantPanic(t, func() { variate.LogDirichlet(r, []float64{nan, 1}, two) },
		"LogDirichlet: alpha[0] is NaN")
}
