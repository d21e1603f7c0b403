package bugs_test

import (
	"math"
	"strings"
	"testing"

	"gibbslab/internal/turns"
	"gibbslab/sampler/bugs"
	"gibbslab/sampler/diag"
)

// Coefficients with uniform priors are drawn by the normal approximation where its mode is well inside the bounds,
// and along the gradient where it is not: the means and standard deviations agree with quadrature.
func TestUniformCoefficients(t *testing.T) {
	x, size := []float64{-1, 0, 1, 1}, []float64{3, 5, 2, 4}
	for i, c := range []struct {
		law    string
		y      []float64
		lo, hi float64 // of both
		log    func(y, n, eta float64) float64
	}{
		{"dpois(exp(eta[i]))", []float64{1, 0, 2, 1}, -2.5, 2.5, poissonLog},
		{"dpois(exp(eta[i]))", []float64{3, 4, 5, 4}, -2.5, 1.5, poissonLog}, // near a bound
		{"dpois(exp(eta[i]))", []float64{3, 4, 5, 4}, -2.5, 1, poissonLog},   // beyond it
		{"dbin(ilogit(eta[i]), n[i])", []float64{1, 2, 2, 3}, -3, 4, logitLog},
		{"dbin(ilogit(eta[i]), n[i])", []float64{0, 0, 2, 4}, -4, 4, logitLog}, // separated
	} {
		if i == 1 && turns.Short(t) { // what is beyond a bound is near it, too
			continue
		}
		m, err := bugs.Compile(`model { for (i in 1:4) { y[i] ~ `+c.law+`
		 eta[i] <- a + b * x[i] }
		a ~ dunif(lo, hi)
		b ~ dunif(lo, hi) }`, bugs.Data{"x": x, "n": size, "y": c.y, "lo": c.lo, "hi": c.hi})
		if err != nil {
			t.Fatal(err)
		}
		if plan := m.Plan().String(); !strings.Contains(plan, "nearly normal, 2 at once") {
			t.Error(plan)
		}
		const n = 300
		var sum [5]float64
		for i := range n * n {
			v := [2]float64{c.lo + (float64(i/n)+0.5)*(c.hi-c.lo)/n, c.lo + (float64(i%n)+0.5)*(c.hi-c.lo)/n}
			p := 0.0
			for k := range x {
				p += c.log(c.y[k], size[k], v[0]+v[1]*x[k])
			}
			p = math.Exp(p)
			for k, w := range []float64{1, v[0], v[0] * v[0], v[1], v[1] * v[1]} {
				sum[k] += p * w
			}
		}
		tr := run(t, m, 10_000)
		for k, name := range []string{"a", "b"} {
			draws, err := tr.Draws(name)
			if err != nil {
				t.Fatal(err)
			}
			chains, _ := tr.Chains(name)
			mean := sum[1+2*k] / sum[0]
			sd := math.Sqrt(sum[2+2*k]/sum[0] - mean*mean)
			if z := (diag.Mean(draws) - mean) / diag.MCSEMean(chains); math.Abs(z) > 4.5 {
				t.Errorf("%s %v in (%g, %g): %s has the mean %.4f, by quadrature %.4f (z = %.1f)", c.law, c.y, c.lo, c.hi,
					name, diag.Mean(draws), mean, z)
			}
			if got := diag.SD(draws); math.Abs(got/sd-1) > 0.03 {
				t.Errorf("%s %v in (%g, %g): %s has the sd %.4f, by quadrature %.4f", c.law, c.y, c.lo, c.hi, name, got, sd)
			}
		}
	}
}

func poissonLog(y, _, eta float64) float64 { return y*eta - math.Exp(eta) }

func logitLog(y, n, eta float64) float64 { return y*eta - n*math.Log1p(math.Exp(eta)) }
