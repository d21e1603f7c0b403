package bugs_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/bugs"
	"gibbslab/sampler/diag"
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

// A covariance matrix of more than 256 unknown elements, as in a Gaussian process, is inverted as a
// whole. This one belongs to an autoregression, whose density is known.
func TestLargeInverse(t *testing.T) {
	const n = 17
	data := bugs.Data{"n": n, "y": make([]float64, n)}
	priors := " for (i in 1:n) { y[i] ~ dnorm(f[i], 4) }\n v ~ dgamma(2, 2)\n a ~ dunif(0, 1)\n}"
	whole, err := bugs.Compile(`model {
	  for (i in 1:n) { m[i] <- 0; for (j in 1:n) { S[i,j] <- v * a^abs(i - j) } }
	  f[1:n] ~ dmnorm(m[], Q[,])
	  Q[1:n,1:n] <- inverse(S[,])`+priors, data)
	ok(t, whole, err)
	steps, err := bugs.Compile(`model { f[1] ~ dnorm(0, 1 / v)
	  for (i in 2:n) { f[i] ~ dnorm(a * f[i-1], 1 / (v * (1 - a * a))) }`+priors, data)
	ok(t, steps, err)
	r := sampler.Stream("large inverse", 1, 0)
	f := make([]float64, n)
	for range 20 {
		start := bugs.Data{"v": 0.2 + r.Float64(), "a": 0.9 * r.Float64(), "f": f}
		for i := range f {
			f[i] = r.NormFloat64()
		}
		var logs []float64
		for _, m := range []*bugs.Model{whole, steps} {
			m, err := m.Start(start)
			s, err := ok(t, m, err).Sampler().Init(r)
			logs = append(logs, m.Sampler().LogJoint(ok(t, s, err)))
		}
		if math.Abs(logs[0]-logs[1]) > 1e-9*math.Abs(logs[1]) {
			t.Errorf("at %v: log joint %g, want %g", start, logs[0], logs[1])
		}
	}
	var traces [2]*sampler.Trace
	for k, m := range []*bugs.Model{whole, steps} {
		traces[k], err = sampler.Run(context.Background(), m.Sampler(), sampler.Settings{Warmup: 40,
			Draws: 120, Seed: 1})
		ok(t, traces[k], err)
	}
	for _, name := range []string{"v", "a"} {
		var mean, mcse [2]float64
		for k := range traces {
			x, err := traces[k].Chains(name)
			ok(t, x, err)
			mean[k], mcse[k] = diag.Mean(slices.Concat(x...)), diag.MCSEMean(x)
		}
		if z := (mean[0] - mean[1]) / math.Hypot(mcse[0], mcse[1]); math.Abs(z) > 4 {
			t.Errorf("%s: means %v with MCSE %v", name, mean, mcse)
		}
	}
}
