package bugs_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/bugs"
	"gibbslab/sampler/diag"
)

type hill struct {
	text       string
	data, lost bugs.Data
}

// hills are models whose posterior has a hill that a chain does not leave though it is e¹³ or e⁴⁷
// less probable. Of the chains that begin anywhere a third stay there. lost has values
// from which all do.
func hills() map[string]hill {
	r, out := rand.New(rand.NewPCG(1, 2)), map[string]hill{}
	var y [][]float64
	for range 80 {
		f := r.NormFloat64()
		var row []float64
		for _, l := range []float64{1, 0.8, 0.6, 0.9, 0.5} {
			row = append(row, l*f+0.6*r.NormFloat64())
		}
		y = append(y, row)
	}
	out["factor"] = hill{`model { for (i in 1:80) { f[i] ~ dnorm(0, 1)
	 for (j in 1:5) { Y[i,j] ~ dnorm(mu[j] + L[j]*f[i], tau[j]) } }
	 L[1] ~ dnorm(0, 1)T(0,)
	 for (j in 2:5) { L[j] ~ dnorm(0, 1) }
	 for (j in 1:5) { mu[j] ~ dnorm(0, 0.01)
	 tau[j] ~ dgamma(1, 0.5) } }`, bugs.Data{"Y": y},
		bugs.Data{"L": []float64{0.02, -0.8, -0.6, -0.9, -0.5}}}
	var v [][]float64
	var group []float64
	for i := range 50 {
		g := float64(i % 2)
		group = append(group, 2-g)
		v = append(v, []float64{3*g - 1 + 0.6*r.NormFloat64(), 1.5*g - 0.8 + 0.6*r.NormFloat64()})
	}
	out["vectors"] = hill{`model { for (i in 1:50) { z[i] ~ dcat(p[])
	 Y[i,1:2] ~ dmnorm(mu[z[i],1:2], Om[z[i],1:2,1:2]) }
	 for (k in 1:2) { mu[k,1:2] ~ dmnorm(m[k,], P[,])
	 Om[k,1:2,1:2] ~ dwish(P[,], 4) }
	 p[1:2] ~ ddirch(al[]) }`, bugs.Data{"Y": v, "al": []float64{1, 1},
		"m": [][]float64{{-2, -2}, {2, 2}}, "P": [][]float64{{1, 0}, {0, 1}}}, bugs.Data{"z": group}}
	return out
}

// Chains begin in the higher hill. Given initial values are kept, even in the lower one.
func TestStarts(t *testing.T) {
	densities := func(m *bugs.Model) []float64 {
		tr, err := sampler.Run(context.Background(), m.Sampler(),
			sampler.Settings{Chains: 12, Warmup: 100, Draws: 100, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		chains, err := tr.Chains("lp__")
		if err != nil {
			t.Fatal(err)
		}
		var means []float64
		for _, c := range chains {
			means = append(means, diag.Mean(c))
		}
		slices.Sort(means)
		t.Logf("%.1f", means)
		return means
	}
	for name, c := range hills() {
		t.Run(name, func(t *testing.T) {
			m, err := bugs.Compile(c.text, c.data)
			if err != nil {
				t.Fatal(err)
			}
			lost, err := m.Start(c.lost)
			if err != nil {
				t.Fatal(err)
			}
			good, bad := densities(m), densities(lost)
			if good[0] < good[11]-11 || good[0] < bad[6]+11 {
				t.Error("chains begin in the lower hill, or the lost ones do not")
			}
		})
	}
}

// A vague uniform prior is that of a place where a start in its middle is much better: dates near
// 1300 with a phase between 0 and 3000. That of a standard deviation still starts near its lower end.
func TestStartsOfPlaces(t *testing.T) {
	for _, c := range []struct {
		text, name string
		lo, hi     float64
	}{
		{`model { for (i in 1:5) { x[i] ~ dnorm(th[i], 0.001)
		th[i] ~ dunif(b, a) }
		a ~ dunif(b, 3000)
		b ~ dunif(0, 3000) }`, "th", 800, 2600},
		{`model { for (i in 1:5) { x[i] ~ dnorm(1300 + 10*i, pow(s, -2)) }
		s ~ dunif(0, 3000) }`, "s", 0, 20},
	} {
		m := compiled(t, c.text, bugs.Data{"x": []float64{1312, 1319, 1330, 1338, 1351}})
		for seed := range uint64(10) {
			s, err := m.Sampler().Init(rand.New(rand.NewPCG(seed, 1)))
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range m.Values(s, c.name) {
				if v < c.lo || v > c.hi {
					t.Errorf("%s starts at %g, expected from %g to %g", c.name, v, c.lo, c.hi)
				}
			}
		}
	}
}

// Where more animals are seen than a start has, the recruits are raised: one chain in forty had no
// start.
func TestStartsOfAnOpenPopulation(t *testing.T) {
	m := compiled(t, `model { for (i in 1:3) { N[i,1] ~ dpois(lam)
		for (t in 2:4) { S[i,t] ~ dbin(om, N[i,t-1])
			G[i,t] ~ dpois(gam)
			N[i,t] <- S[i,t] + G[i,t] }
		for (t in 1:4) { y[i,t] ~ dbin(p, N[i,t]) } }
		lam ~ dgamma(2, 0.5)
		gam ~ dgamma(2, 1)
		om ~ dbeta(4, 2)
		p ~ dbeta(6, 4) }`, bugs.Data{"y": [][]int{{6, 30, 5, 40}, {3, 12, 22, 1}, {0, 9, 0, 18}}})
	for seed := range uint64(40) {
		if _, err := m.Sampler().Init(rand.New(rand.NewPCG(seed, 1))); err != nil {
			t.Error(err)
		}
	}
}

// A start whose bounds have no room is tried again: one chain in twenty stopped.
func TestStartsBetweenBounds(t *testing.T) {
	m := compiled(t, `model { for (i in 1:3) { u[i] ~ dnorm(m, 2)T(-1, m + 1)
		y[i] ~ dnorm(u[i], 1) }
		m ~ dnorm(0, 1) }`, bugs.Data{"y": []float64{1, 2, 3.5}})
	for seed := range uint64(100) {
		if _, err := m.Sampler().Init(rand.New(rand.NewPCG(seed, 1))); err != nil {
			t.Error(err)
		}
	}
}
