package bugs_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/bugs"
	"gibbslab/sampler/criticism"
	"gibbslab/sampler/variate"
	"gibbslab/sampler/verify"
)

// The log likelihood sums out a label of one observation, and with groups one of a group: LOO is that
// of the formula. A label of several observations stays as drawn.
func TestLogLikelihoodSumsOut(t *testing.T) {
	y, v := []float64{1, -1, 0.5, 3}, [][]float64{{1, 2}, {0, 0}, {-1, 1}, {3, 1}}
	m, err := bugs.Compile(`model { for (i in 1:4) { y[i] ~ dnorm(mu[z[i]], 1)
	 z[i] ~ dcat(p[])
	 for (j in 1:2) { v[i,j] ~ dnorm(mu[u[i]], 4) }
	 u[i] ~ dcat(p[]) }
	p[1:2] ~ ddirch(a[])
	for (k in 1:2) { mu[k] ~ dnorm(0, 1) } }`, bugs.Data{"a": []float64{2, 3}, "y": y, "v": v})
	if err != nil {
		t.Fatal(err)
	}
	tr := run(t, m, 200)
	density := func(d *sampler.Draw, x, tau float64, k int) float64 {
		return math.Exp(variate.NormalLogProb(x, d.Array("mu")[k], 1/math.Sqrt(tau)))
	}
	summed := func(d *sampler.Draw, f func(k int) float64) float64 {
		p := d.Array("p")
		return math.Log(p[0]*f(0) + p[1]*f(1))
	}
	ofY := func(d *sampler.Draw, i int) float64 {
		return summed(d, func(k int) float64 { return density(d, y[i], 1, k) })
	}
	single := func(d *sampler.Draw, i int) float64 {
		if i < 4 {
			return ofY(d, i)
		}
		i -= 4
		return math.Log(density(d, v[i/2][i%2], 4, int(d.Array("u")[i/2])-1))
	}
	groups := func(d *sampler.Draw, i int) float64 {
		if i < 4 {
			return ofY(d, i)
		}
		i -= 4
		return summed(d, func(k int) float64 {
			return density(d, v[i][0], 4, k) * density(d, v[i][1], 4, k)
		})
	}
	for _, c := range []struct {
		n     int
		f     func(d *sampler.Draw, i int) float64
		group []string
	}{{12, single, nil}, {8, groups, []string{"a", "b", "c", "d", "e", "e", "f", "f", "g", "g", "h", "h"}}} {
		l, err := criticism.Pointwise(tr, c.n, c.f)
		if err != nil {
			t.Fatal(err)
		}
		want, err := criticism.LOO(l)
		if err != nil {
			t.Fatal(err)
		}
		ll, err := m.LogLikelihood(tr)
		if err != nil {
			t.Fatal(err)
		}
		got, err := criticism.LOO(ll)
		if c.group != nil {
			got, err = m.LOO(context.Background(), tr, sampler.Settings{Draws: 200}, c.group...)
		}
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range got.Points {
			if refitted := slices.Contains(want.Bad(), i); !refitted && math.Abs(p.Elpd-want.Points[i].Elpd) > 1e-10 {
				t.Errorf("%d groups, observation %d: %v, expected %v", len(c.group), i, p.Elpd, want.Points[i].Elpd)
			}
		}
	}
}

// A zero-inflated model has an unknown for each count. It fits its own data; a plain Poisson does not.
func TestZeroInflated(t *testing.T) {
	turns.Long(t)
	r := rand.New(rand.NewPCG(1, 2))
	for range 4 {
		y := make([]int, 200)
		for i := range y {
			if r.Float64() < 0.7 {
				y[i] = variate.Poisson(r, 3)
			}
		}
		for text, right := range map[string]bool{
			`model { for (i in 1:200) { y[i] ~ dpois(lambda * w[i]); w[i] ~ dbern(psi) }
			psi ~ dbeta(1, 1); lambda ~ dgamma(2, 1) }`: true,
			`model { for (i in 1:200) { y[i] ~ dpois(lambda) }; lambda ~ dgamma(2, 1) }`: false,
		} {
			m, err := bugs.Compile(text, bugs.Data{"y": y})
			if err != nil {
				t.Fatal(err)
			}
			c := m.Case(run(t, m, 500))
			c.Joint, c.NoJoint = verify.Joint[bugs.State, bugs.Observed]{}, "It is not asked for."
			review, err := criticism.Check(c)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range review.Sections {
				if s.Name == "fit" && s.Wrong == right || s.Name == "influence" && s.Wrong && right {
					t.Errorf("right: %v, %s", right, s.Finding)
				}
			}
		}
	}
}

// A censored number is one observation: the probability of its interval. Its report is without fault,
// as are those of vectors and of two observed variables of which one explains the other.
func TestLogLikelihoodOfCensored(t *testing.T) {
	nan := math.NaN()
	m, err := bugs.Compile(`model { for (i in 1:8) { is[i] ~ dinterval(t[i], c[i,])
	 t[i] ~ dexp(l) }
	 l ~ dgamma(4, 4) }`, bugs.Data{"t": []float64{0.3, 1.2, nan, nan, 0.4, 0.1, 0.9, nan}, "is": []int{0, 1, 2, 0, 0, 0, 0, 1},
		"c": slices.Repeat([][]float64{{1, 2}}, 8)})
	if err != nil {
		t.Fatal(err)
	}
	tr := run(t, m, 1000)
	want, err := criticism.Pointwise(tr, 8, func(d *sampler.Draw, i int) float64 {
		l := d.Scalar("l")
		if i < 3 { // the intervals above 2, below 1, and between
			return math.Log([]float64{math.Exp(-2 * l), 1 - math.Exp(-l), math.Exp(-l) - math.Exp(-2*l)}[i])
		}
		return math.Log(l) - l*[]float64{0.3, 1.2, 0.4, 0.1, 0.9}[i-3]
	})
	if err != nil {
		t.Fatal(err)
	}
	got, err := m.LogLikelihood(tr)
	if err != nil {
		t.Fatal(err)
	}
	a, err := got.Total()
	b, err2 := want.Total()
	if err != nil || err2 != nil || got.Len() != 8 {
		t.Fatal(err, err2, got.Len())
	}
	for k := range a {
		if math.Abs(a[k]-b[k]) > 1e-10 {
			t.Fatalf("draw %d: %v, expected %v", k, a[k], b[k])
		}
	}
	models := []*bugs.Model{m}
	for text, data := range map[string]bugs.Data{
		"model { for (i in 1:4) { y[i,1:2] ~ dmnorm(m[], P[,]) }\n m[1:2] ~ dmnorm(z[], P[,]) }": {"z": []float64{0, 0},
			"P": [][]float64{{1, 0.2}, {0.2, 1}}, "y": [][]float64{{1, 2}, {0, 1}, {-1, 0}, {1, 1}}},
		`model { for (i in 1:40) { y[i] ~ dnorm(3*x[i], 4)
		 x[i] ~ dnorm(m, 1) }
		 m ~ dnorm(0, 1) }`: correlated()} {
		m, err := bugs.Compile(text, data)
		if err != nil {
			t.Fatal(err)
		}
		models = append(models, m)
	}
	for k, m := range models {
		c := m.Case(run(t, m, 1000))
		c.Joint = verify.Joint[bugs.State, bugs.Observed]{} // other tests look at the samplers
		review, err := criticism.Check(c)
		if err != nil {
			t.Fatal(err)
		}
		if wrong := review.Wrong(); len(wrong) > 0 {
			t.Errorf("model %d: wrong: %v: %v", k, wrong, review.Sections)
		}
	}
}

// correlated are data of a line with a slope of 3, whose covariate is observed as well.
func correlated() bugs.Data {
	r := rand.New(rand.NewPCG(5, 6))
	x, y := make([]float64, 40), make([]float64, 40)
	for i := range x {
		x[i] = 0.5 + r.NormFloat64()
		y[i] = 3*x[i] + 0.5*r.NormFloat64()
	}
	return bugs.Data{"x": x, "y": y}
}
