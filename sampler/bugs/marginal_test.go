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
