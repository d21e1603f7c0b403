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
)

// scores are datasets.ExamScores, which a model must not import, and labPrior the prior of the lab.
var (
	scores = []float64{98, 92, 89, 77, 87, 84, 75, 73, 95, 86, 67, 86, 86, 100, 100, 92, 100, 97, 95, 77, 87,
		87, 95, 84, 84, 74, 86, 84, 94}
	labPrior = Prior{Nu: 80, Tau2: 16, Alpha: 3, Beta: 50}
)

// TestSamplesTheExactPosterior compares with the posterior by quadrature: means, standard deviations and
// quantiles within 4 Monte Carlo standard errors, and the predictive distribution too.
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
			t.Errorf("%s of %s: %v, exact %v, %.1f standard errors off", what, label, got, want, (got-want)/se)
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
	// design numbers: quadrature of the exam scores, also reproduced in exact_test.go
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

// blockInvariance draws parameters and data from the joint, applies one block once, and returns the largest
// |z| of two-sample comparisons of test functions before and after: for a right block these are standard
// normal, whatever the block. The draws are independent, so no autocorrelation enters.
func blockInvariance(t *testing.T, block func(m sampler.Model[State]) func(*rand.Rand, *State) error) float64 {
	t.Helper()
	p := Prior{Nu: 1, Tau2: 2, Alpha: 5, Beta: 8}
	const n, reps = 4, 40_000
	r := sampler.Stream("invariance", 1, 0)
	functions := func(y []float64, s *State) []float64 {
		return []float64{s.Mu, s.Mu * s.Mu, math.Log(s.Sigma2), s.Sigma2, s.Mu * math.Log(s.Sigma2),
			squares(y, s.Mu) / s.Sigma2, y[0] * s.Mu, p.logJoint(y, s)}
	}
	joint := func() ([]float64, *State) {
		s := &State{Mu: p.Nu + math.Sqrt(p.Tau2)*r.NormFloat64(), Sigma2: sampler.InvGamma(r, p.Alpha, p.Beta)}
		y := make([]float64, n)
		for i := range y {
			y[i] = s.Mu + math.Sqrt(s.Sigma2)*r.NormFloat64()
		}
		return y, s
	}
	var before, after [][]float64
	for range reps {
		before = append(before, functions(joint()))
		y, s := joint()
		m, err := p.Model(y)
		if err != nil {
			t.Fatal(err)
		}
		if err := block(m)(r, s); err != nil {
			t.Fatal(err)
		}
		after = append(after, functions(y, s))
	}
	worst := 0.0
	for k := range before[0] {
		a, b := make([]float64, reps), make([]float64, reps)
		for i := range a {
			a[i], b[i] = before[i][k], after[i][k]
		}
		z := (diag.Mean(a) - diag.Mean(b)) / math.Sqrt((diag.SD(a)*diag.SD(a)+diag.SD(b)*diag.SD(b))/reps)
		worst = max(worst, math.Abs(z))
	}
	return worst
}

func TestBlocksAreInvariant(t *testing.T) {
	const threshold = 4.5 // 16 comparisons: a false alarm once in 9 000 seeds
	for i, name := range []string{"mu", "sigma2"} {
		if z := blockInvariance(t, func(m sampler.Model[State]) func(*rand.Rand, *State) error {
			if m.Blocks[i].Name != name {
				t.Fatalf("block %d is %q", i, m.Blocks[i].Name)
			}
			return m.Blocks[i].Update
		}); z > threshold {
			t.Errorf("block %q changes the joint law: |z| = %.1f", name, z)
		}
	}
	// Broken twins, which the same test must catch. Each changes the state that the right block has left.
	for name, twin := range map[string]struct {
		block int
		spoil func(r *rand.Rand, before, after *State)
	}{
		"sd for variance in mu":         {0, func(_ *rand.Rand, _, s *State) { s.Mu = 1 + (s.Mu-1)*1.15 }},
		"a step that is never rejected": {0, func(r *rand.Rand, b, s *State) { s.Mu = b.Mu + 0.5*r.NormFloat64() }},
		"degrees of freedom off by 1":   {1, func(r *rand.Rand, _, s *State) { s.Sigma2 *= 1 - 0.5/6.5 }},
		"rate for scale in sigma2":      {1, func(_ *rand.Rand, _, s *State) { s.Sigma2 = 1 / s.Sigma2 }},
	} {
		if z := blockInvariance(t, func(m sampler.Model[State]) func(*rand.Rand, *State) error {
			return func(r *rand.Rand, s *State) error {
				before := *s
				err := m.Blocks[twin.block].Update(r, s)
				twin.spoil(r, &before, s)
				return err
			}
		}); z < threshold {
			t.Errorf("%s is not noticed: |z| = %.1f", name, z)
		}
	}
}

// TestLogJoint integrates exp(lp__) over both parameters by brute force: the log marginal likelihood.
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
	for name, c := range map[string]struct {
		prior Prior
		y     []float64
		want  string
	}{
		"no data":      {labPrior, nil, "no data"},
		"NaN":          {labPrior, []float64{1, math.NaN()}, "NaN"},
		"Tau2 0":       {Prior{80, 0, 3, 50}, scores, "Tau2"},
		"zero prior":   {Prior{}, scores, "Beta"},
		"negative":     {Prior{80, 16, -3, 50}, scores, "Alpha"},
		"Nu infinite":  {Prior{math.Inf(1), 16, 3, 50}, scores, "Nu"},
		"all at once":  {Prior{math.Inf(1), 16, 3, 0}, nil, "Beta"},
		"all at once2": {Prior{math.Inf(1), 16, 3, 0}, nil, "no data"},
	} {
		if _, err := c.prior.Model(c.y); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
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

func TestSweepAllocatesNothing(t *testing.T) {
	m, err := labPrior.Model(scores)
	if err != nil {
		t.Fatal(err)
	}
	r := sampler.Stream("alloc", 1, 0)
	s, _ := m.Init(r)
	if a := testing.AllocsPerRun(1000, func() {
		for _, b := range m.Blocks {
			b.Update(r, s)
		}
	}); a != 0 {
		t.Errorf("%v allocations a sweep", a)
	}
}

// TestVaguePrior: with the classic InvGamma(0.001, 0.001), half of whose draws overflow, chains start and run.
func TestVaguePrior(t *testing.T) {
	m, err := Prior{Nu: 0, Tau2: 1e12, Alpha: 0.001, Beta: 0.001}.Model(scores)
	if err != nil {
		t.Fatal(err)
	}
	tr, err := sampler.Run(context.Background(), m, sampler.Settings{Chains: 50, Warmup: sampler.NoWarmup, Draws: 50, Seed: 3})
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
