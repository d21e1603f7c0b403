package normal

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/variate"
	"gibbslab/sampler/verify"
	"gibbslab/sampler/verify/modeltest"
)

// scores are datasets.ExamScores, which a model must not import; labPrior is the prior of the lab.
var (
	scores = []float64{98, 92, 89, 77, 87, 84, 75, 73, 95, 86, 67, 86, 86, 100, 100, 92, 100, 97,
		95, 77, 87,
		87, 95, 84, 84, 74, 86, 84, 94}
	labPrior = Prior{Nu: 80, Tau2: 16, Alpha: 3, Beta: 50}
)

// TestSamplesTheExactPosterior compares with the posterior by quadrature: means, standard
// deviations and quantiles within 4 Monte Carlo standard errors, and the predictive distribution
// too.
func TestSamplesTheExactPosterior(t *testing.T) {
	exact, err := labPrior.Exact(scores)
	if err != nil {
		t.Fatal(err)
	}
	m, err := labPrior.Model(scores)
	if err != nil {
		t.Fatal(err)
	}
	tr, err := sampler.Run(context.Background(), m, sampler.Settings{Draws: 50_000, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	predicted, err := Predict(sampler.Stream("predict", 1, 0), tr)
	if err != nil {
		t.Fatal(err)
	}
	if err := tr.Add("score", predicted); err != nil {
		t.Fatal(err)
	}
	// Each claim is the mean of a function of the draws.
	within := func(label, what string, want float64, f func(x float64) float64) {
		t.Helper()
		chains, err := tr.Chains(label)
		if err != nil {
			t.Fatal(err)
		}
		values := make([][]float64, len(chains))
		for c := range chains {
			for _, x := range chains[c] {
				values[c] = append(values[c], f(x))
			}
		}
		got := diag.Mean(slices.Concat(values...))
		if se := diag.MCSEMean(values); !(math.Abs(got-want) < 4*se) {
			t.Errorf("%s of %s: %v, exact %v, %.1f standard errors off", what, label, got, want,
				(got-want)/se)
		}
	}
	square := func(center float64) func(float64) float64 {
		return func(x float64) float64 { return (x - center) * (x - center) }
	}
	below := func(q float64) func(float64) float64 {
		return func(x float64) float64 {
			if x <= q {
				return 1
			}
			return 0
		}
	}
	same := func(x float64) float64 { return x }
	// The design notes' numbers: quadrature of the exam scores, also reproduced in exact_test.go.
	within("mu", "mean", 86.311725, same)
	within("mu", "variance", 1.471447*1.471447, square(86.311725))
	within("sigma2", "mean", 71.501208, same)
	within("sigma2", "variance", 18.594328*18.594328, square(71.501208))
	within("sigma2", "mean square root", 8.389172, math.Sqrt)
	within("score", "mean", 86.311725, same)
	within("score", "variance", 8.582911*8.582911, square(86.311725))
	for i, p := range []float64{0.025, 0.5, 0.975} {
		within("mu", "quantile", p, below([]float64{83.3514, 86.3338, 89.1453}[i]))
		within("sigma2", "quantile", p, below([]float64{43.8999, 68.5959, 115.8885}[i]))
		within("mu", "exact quantile", p, below(exact.MuQuantile(p)))
	}
}

// TestModel checks what each model promises. Eighteen more mutants are in the suite of
// sampler/verify.
func TestModel(t *testing.T) {
	p := Prior{Nu: 1, Tau2: 2, Alpha: 5, Beta: 8}
	bad := func(p Prior, y ...float64) func() error {
		return func() error { _, err := p.Model(y); return err }
	}
	j := verify.Joint[State, []float64]{
		Prior: func(r *rand.Rand) (*State, error) {
			mu := p.Nu + math.Sqrt(p.Tau2)*r.NormFloat64()
			return &State{Mu: mu, Sigma2: variate.InvGamma(r, p.Alpha, p.Beta)}, nil
		},
		Data: func(r *rand.Rand, s *State) ([]float64, error) {
			y := make([]float64, 4)
			for i := range y {
				y[i] = s.Mu + math.Sqrt(s.Sigma2)*r.NormFloat64()
			}
			return y, nil
		},
		Model: p.Model,
	}
	modeltest.Run(t, modeltest.Case[State, []float64]{
		Joint: j,
		Mutants: []verify.Mutant[State, []float64]{
			j.Mutant("no prior", "mu", func(y []float64, r *rand.Rand, s *State) {
				s.Mu = diag.Mean(y) + math.Sqrt(s.Sigma2/4)*r.NormFloat64()
			}),
			j.Mutant("n off by one", "sigma2", func(y []float64, r *rand.Rand, s *State) {
				s.Sigma2 = variate.InvGamma(r, p.Alpha+float64(len(y)-1)/2, p.Beta+squares(y, s.Mu)/2)
			}),
		},
		Bad: map[string]func() error{
			"no data": bad(labPrior),
			"NaN":     bad(labPrior, 1, math.NaN()),
			"Tau2":    bad(Prior{80, 0, 3, 50}, scores...),
			"Beta":    bad(Prior{}, scores...),
			"Alpha":   bad(Prior{80, 16, -3, 50}, scores...),
			"Nu":      bad(Prior{math.Inf(1), 16, 3, 50}, scores...),
		},
		Settings: verify.Settings{Seed: 1},
	})
}

// TestLogJoint integrates exp(lp__) over both parameters by brute force: the log marginal
// likelihood.
func TestLogJoint(t *testing.T) {
	sum := 0.0
	const d = 0.02
	for mu := 70.0; mu < 100; mu += d * 5 {
		for ls := math.Log(5.0); ls < math.Log(2000); ls += d {
			s := State{mu, math.Exp(ls)}
			sum += math.Exp(labPrior.logJoint(scores, &s)+109) * s.Sigma2 * d * d * 5
		}
	}
	if got := math.Log(sum) - 109; math.Abs(got-(-109.094371)) > 1e-5 {
		t.Errorf("log marginal likelihood %v, want -109.094371", got)
	}
}

func TestBadInput(t *testing.T) {
	_, err := Prior{math.Inf(1), 16, 3, 0}.Model(nil)
	for _, want := range []string{"Nu", "Beta", "no data"} { // all at once
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in %v", want, err)
		}
	}
	var tr sampler.Trace
	if _, err := Predict(sampler.Stream("predict", 1, 0), &tr); err == nil {
		t.Error("a prediction from no draws")
	}
	if _, err := Predict(nil, &tr); err == nil {
		t.Error("a prediction from no random numbers")
	}
}

// TestVaguePrior: half of the draws of the classic InvGamma(0.001, 0.001) overflow, but chains
// start and run.
func TestVaguePrior(t *testing.T) {
	m, err := Prior{Nu: 0, Tau2: 1e12, Alpha: 0.001, Beta: 0.001}.Model(scores)
	if err != nil {
		t.Fatal(err)
	}
	tr, err := sampler.Run(context.Background(), m,
		sampler.Settings{Chains: 50, Warmup: sampler.NoWarmup, Draws: 50, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	mu, _ := tr.Chains("mu")
	for c := range mu {
		if last := mu[c][49]; math.Abs(last-87.3) > 15 {
			t.Errorf("chain %d is at %v after 50 sweeps", c, last)
		}
	}
}

func BenchmarkSweep(b *testing.B) {
	m, err := labPrior.Model(scores)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for left := b.N; left > 0; left -= 1_000_000 {
		set := sampler.Settings{Chains: 1, Warmup: sampler.NoWarmup, Draws: min(left, 1_000_000)}
		if _, err := sampler.Run(context.Background(), m, set); err != nil {
			b.Fatal(err)
		}
	}
}
