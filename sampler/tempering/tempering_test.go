package tempering_test

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gibbslab/datasets"
	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/mixture"
	"gibbslab/sampler/naivebayes"
	"gibbslab/sampler/normal"
	"gibbslab/sampler/tempering"
	"gibbslab/sampler/variate"
)

// scores is the model of the exam scores; without data, it is the prior.
func scores(y []float64) sampler.Model[normal.State] {
	n, sum := float64(len(y)), 0.0
	for _, v := range y {
		sum += v
	}
	squares := func(mu float64) (s float64) {
		for _, v := range y {
			s += (v - mu) * (v - mu)
		}
		return s
	}
	return sampler.Model[normal.State]{
		Init: func(r *rand.Rand) (*normal.State, error) {
			return &normal.State{Mu: variate.Normal(r, 80, 4), Sigma2: variate.InvGamma(r, 3, 50)}, nil
		},
		Blocks: []sampler.Block[normal.State]{
			sampler.Update("mu", func(r *rand.Rand, s *normal.State) {
				s.Mu = variate.NormalPrecision(r, 1.0/16+n/s.Sigma2, 80.0/16+sum/s.Sigma2)
			}),
			sampler.Update("sigma2", func(r *rand.Rand, s *normal.State) {
				s.Sigma2 = variate.InvGamma(r, 3+n/2, 50+squares(s.Mu)/2)
			}),
		},
		Params: []sampler.Param[normal.State]{
			sampler.Scalar("mu", func(s *normal.State) float64 { return s.Mu }),
			sampler.Scalar("sigma2", func(s *normal.State) float64 { return s.Sigma2 }),
		},
		LogJoint: func(s *normal.State) float64 {
			return variate.NormalLogProb(s.Mu, 80, 4) + variate.InvGammaLogProb(s.Sigma2, 3, 50) -
				n/2*math.Log(2*math.Pi*s.Sigma2) - squares(s.Mu)/(2*s.Sigma2)
		},
	}
}

func model[S any](t *testing.T, prior, posterior sampler.Model[S], rungs int) sampler.Model[tempering.Ladder[S]] {
	t.Helper()
	m, err := tempering.Model(prior, posterior, rungs)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func run[S any](t *testing.T, m sampler.Model[S], set sampler.Settings) *sampler.Trace {
	t.Helper()
	tr, err := sampler.Run(context.Background(), m, set)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

func evidence(t *testing.T, tr *sampler.Trace, want float64) *tempering.Result {
	t.Helper()
	e, err := tempering.Evidence(tr)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(e)
	if math.Abs(e.Log-want) > 3*e.SE {
		t.Errorf("log evidence %.5f ± %.5f, want %.5f", e.Log, e.SE, want)
	}
	if e.Trips < 0.8*e.Expected {
		t.Errorf("%.3f round trips a sweep, want 0.8 of %.3f", e.Trips, e.Expected)
	}
	return e
}

// The evidence of the exam scores, and the posterior on the highest rung.
func TestExamScores(t *testing.T) {
	exact, err := normal.Prior{Nu: 80, Tau2: 16, Alpha: 3, Beta: 50}.Exact(datasets.ExamScores())
	if err != nil {
		t.Fatal(err)
	}
	draws := 20_000
	if turns.Short(t) {
		draws = 1000
	}
	tr := run(t, model(t, scores(nil), scores(datasets.ExamScores()), 6), sampler.Settings{Draws: draws, Seed: 1})
	e := evidence(t, tr, exact.LogMarginal)
	if !turns.Short(t) && e.SE > 0.02/3 {
		t.Errorf("standard error %.4f", e.SE)
	}
	for label, want := range map[string]float64{"mu": exact.MuMean, "sigma2": exact.Sigma2Mean} {
		x, err := tr.Chains(label)
		if err != nil {
			t.Fatal(err)
		}
		if got, se := diag.Mean(slices.Concat(x...)), diag.MCSEMean(x); math.Abs(got-want) > 4*se {
			t.Errorf("mean of %s: %.4f ± %.4f, want %.4f", label, got, se, want)
		}
	}
	// A model whose likelihood lacks an observation in LogJoint alone is found before it runs.
	wrong := scores(datasets.ExamScores())
	wrong.LogJoint = scores(datasets.ExamScores()[1:]).LogJoint
	if _, err := tempering.Model(scores(nil), wrong, 6); err == nil || !strings.Contains(err.Error(),
		"full conditionals") {
		t.Errorf("a wrong LogJoint: %v", err)
	}
	// And a prior that is not the one of the model shows in the evidence.
	other := scores(nil)
	other.Blocks = slices.Clone(other.Blocks)
	other.Blocks[0] = sampler.Update("mu", func(r *rand.Rand, s *normal.State) {
		s.Mu = variate.NormalPrecision(r, 1.0/16, 81.0/16)
	})
	if _, err := tempering.Model(other, scores(datasets.ExamScores()), 6); err == nil {
		t.Error("a prior that draws from another law is not found")
	}
}

// Draws do not depend on the number of processors.
func TestSameBits(t *testing.T) {
	m := model(t, scores(nil), scores(datasets.ExamScores()), 4)
	one := run(t, m, sampler.Settings{Warmup: 50, Draws: 50, Seed: 2})
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	two := run(t, m, sampler.Settings{Warmup: 50, Draws: 50, Seed: 2})
	for _, label := range []string{"mu", "rung_power[1]", "rung_loglik[2]", "lp__"} {
		a, err1 := one.Draws(label)
		b, err2 := two.Draws(label)
		if err1 != nil || err2 != nil || !slices.Equal(a, b) {
			t.Errorf("%s differs: %v %v", label, err1, err2)
		}
	}
}

// flat is a family whose observations say nothing: with it, a mixture is its prior.
type flat struct{ mixture.Conjugate }

func (flat) Add([]float64, int)                   {}
func (flat) Remove([]float64, int) bool           { return true }
func (flat) LogLikelihood([]float64, int) float64 { return 0 }
func (flat) LogPredictive([]float64, int) float64 { return 0 }
func (flat) LogMarginal([]float64) float64        { return 0 }

// The evidence of ten galaxies under a Dirichlet process mixture: the sum over 115 975 partitions.
func TestTenGalaxies(t *testing.T) {
	const want = -35.11538297
	x := []float64{9.172, 18.419, 19.44, 19.914, 20.221, 21.492, 22.314, 23.263, 24.289, 34.279}
	f, err := mixture.Normal{Mean: 20, Kappa: 0.01, Shape: 2, Scale: 1}.Family(x, nil)
	if err != nil {
		t.Fatal(err)
	}
	prior, err := mixture.Neal3(mixture.DP{Alpha: 1}, flat{f})
	if err != nil {
		t.Fatal(err)
	}
	posterior, err := mixture.Neal3(mixture.DP{Alpha: 1}, f)
	if err != nil {
		t.Fatal(err)
	}
	draws := 25_000
	if turns.Short(t) {
		draws = 500
	}
	tr := run(t, model(t, prior, posterior, 8), sampler.Settings{Draws: draws, Warmup: 500, Seed: 3})
	if e := evidence(t, tr, want); !turns.Short(t) && e.SE > 0.02/3 {
		t.Errorf("standard error %.4f", e.SE)
	}
	clusters, err := tr.Chains("clusters")
	if err != nil {
		t.Fatal(err)
	}
	if got, se := diag.Mean(slices.Concat(clusters...)), diag.MCSEMean(clusters); math.Abs(got-4.71112240) > 4*se {
		t.Errorf("%.4f ± %.4f clusters, want 4.7111", got, se)
	}
}

// hills is a mixture of two normal distributions with unknown means and variance 1; empty without
// data.
type hills struct {
	Label []int
	Mu    [2]float64
}

func twoHills(x []float64, seen float64) sampler.Model[hills] {
	return sampler.Model[hills]{
		Init: func(r *rand.Rand) (*hills, error) {
			s := &hills{Label: make([]int, len(x))}
			for i := range x {
				s.Label[i] = r.IntN(2)
			}
			return s, nil
		},
		Blocks: []sampler.Block[hills]{
			sampler.Update("mu", func(r *rand.Rand, s *hills) {
				for k := range s.Mu {
					q, b := 1.0/25, 4.0/25
					for i, v := range x {
						if s.Label[i] == k {
							q, b = q+seen, b+seen*v
						}
					}
					s.Mu[k] = variate.NormalPrecision(r, q, b)
				}
			}),
			sampler.Update("labels", func(r *rand.Rand, s *hills) {
				for i, v := range x {
					s.Label[i] = variate.LogCategorical(r, []float64{-seen * (v - s.Mu[0]) * (v - s.Mu[0]) / 2,
						-seen * (v - s.Mu[1]) * (v - s.Mu[1]) / 2})
				}
			}),
		},
		Params: []sampler.Param[hills]{sampler.Vector("mu", 2, func(s *hills) []float64 { return s.Mu[:] })},
		LogJoint: func(s *hills) float64 {
			sum := -math.Ln2 * float64(len(x))
			for _, mu := range s.Mu {
				sum += variate.NormalLogProb(mu, 4, 5)
			}
			for i, v := range x {
				sum += seen * variate.NormalLogProb(v, s.Mu[s.Label[i]], 1)
			}
			return sum
		},
	}
}

// Two hills far apart exchange their labels, which the Gibbs sampler alone never does.
func TestMixturesChangeLabels(t *testing.T) {
	set := sampler.Settings{Draws: 1000, Warmup: 500, Seed: 4}
	n, rungs, least := 40, 12, 40
	if turns.Short(t) {
		set.Chains, set.Warmup, set.Draws, n, rungs, least = 2, 200, 300, 20, 8, 5
	}
	var x []float64
	r := sampler.Stream("two", 1, 0)
	for i := range n {
		x = append(x, float64(i%2)*8+r.NormFloat64())
	}
	exchanges := func(tr *sampler.Trace) (n int) {
		mu, err := tr.Chains("mu[0]")
		if err != nil {
			t.Fatal(err)
		}
		for _, chain := range mu {
			for i := 1; i < len(chain); i++ {
				if chain[i] < 4 != (chain[i-1] < 4) {
					n++
				}
			}
		}
		return n
	}
	tr := run(t, model(t, twoHills(x, 0), twoHills(x, 1), rungs), set)
	alone, tempered := exchanges(run(t, twoHills(x, 1), set)), exchanges(tr)
	e, err := tempering.Evidence(tr)
	t.Logf("labels exchanged %d times alone, %d tempered; %v", alone, tempered, e)
	if alone > 0 || tempered < least || err != nil || e.Trips < 0.7*e.Expected && !turns.Short(t) {
		t.Errorf("labels exchanged %d times alone, %d tempered; %v %v", alone, tempered, e, err)
	}
}

// Blocks that cannot be tempered are refused: raw random numbers, and two unknowns drawn together,
// the first with the second integrated out.
func TestRefused(t *testing.T) {
	y := datasets.ExamScores()
	raw := scores(y)
	raw.Blocks = slices.Clone(raw.Blocks)
	raw.Blocks[0] = sampler.Update("mu", func(r *rand.Rand, s *normal.State) { s.Mu = 80 + r.NormFloat64() })
	if _, err := tempering.Model(scores(nil), raw, 4); err == nil || !strings.Contains(err.Error(), "package variate") ||
		!strings.Contains(err.Error(), "of tempering_test.go") { // and no line of ours
		t.Errorf("raw numbers: %v", err)
	}
	silent := scores(y)
	silent.LogJoint = nil
	shifted, backwards := scores(y), scores(y)
	shifted.LogJoint = func(s *normal.State) float64 { return 7 + scores(y).LogJoint(s) }
	backwards.Blocks = slices.Clone(backwards.Blocks)
	slices.Reverse(backwards.Blocks)
	for want, m := range map[string]sampler.Model[normal.State]{
		"with likelihood, Init is there: true, LogJoint: false": silent,
		"there is no likelihood":                                shifted, // a ladder found an evidence of e⁷
		"give both the same draws":                              backwards} {
		if _, err := tempering.Model(scores(y), m, 4); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	// σ² | y ~ InvGamma with μ integrated out needs a prior of μ in units of σ²
	together := func(n, mean, squares float64) sampler.Model[normal.State] {
		m := scores(nil)
		kappa, shape := 1+n, 3+n/2
		centre := (80 + n*mean) / kappa
		scale := 50 + squares/2 + n*(mean-80)*(mean-80)/kappa/2
		m.Blocks = []sampler.Block[normal.State]{sampler.Update("both", func(r *rand.Rand, s *normal.State) {
			s.Sigma2 = variate.InvGamma(r, shape, scale)
			s.Mu = variate.Normal(r, centre, math.Sqrt(s.Sigma2/kappa))
		})}
		m.LogJoint = func(s *normal.State) float64 {
			return variate.NormalInvGammaLogProb(s.Mu, s.Sigma2, centre, kappa, shape, scale)
		}
		return m
	}
	_, err := tempering.Model(together(0, 0, 0), together(29, 87, 1900), 4)
	if err == nil || !strings.Contains(err.Error(), "full conditionals") {
		t.Errorf("two unknowns together: %v", err)
	}
}

// corpora has documents of two classes, of which 8 are labelled.
func corpora(seed uint64) (d naivebayes.Data, truth []int) {
	const v, n = 10_000, 400
	r := sampler.Stream("corpus", seed, 0)
	alpha := make([]float64, v)
	for i := range alpha {
		alpha[i] = 1
	}
	theta := [2][]float64{make([]float64, v), make([]float64, v)}
	for k := range theta {
		variate.Dirichlet(r, alpha, theta[k])
	}
	d.V, d.Classes = v, 2
	for i := range n {
		k := r.IntN(2)
		var words []int32
		for range variate.Poisson(r, 25) {
			words = append(words, int32(variate.Categorical(r, theta[k])))
		}
		d.Docs = append(d.Docs, corpus.Bag(words))
		truth = append(truth, k)
		if i < 8 {
			d.Labels = append(d.Labels, k)
		} else {
			d.Labels = append(d.Labels, naivebayes.Unlabelled)
		}
	}
	return d, truth
}

// With 8 labels, naive Bayes from a random start stays in a mode with the classes exchanged, and
// tempering leaves it.
func TestNaiveBayesFromAnyStart(t *testing.T) {
	turns.Long(t)
	const corporas = 4
	alone, tempered := 0.0, 0.0
	for c := range corporas {
		d, truth := corpora(uint64(c))
		posterior, err := naivebayes.Prior{}.Collapsed(d)
		if err != nil {
			t.Fatal(err)
		}
		empty := d
		empty.Docs = make([]corpus.Doc, len(d.Docs))
		prior, err := naivebayes.Prior{}.Collapsed(empty)
		if err != nil {
			t.Fatal(err)
		}
		right := func(tr *sampler.Trace) float64 {
			labels, err := tr.Moments("label")
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for i, k := range truth {
				if (labels[0].Mean[i] > 0.5) == (k == 1) {
					n++
				}
			}
			return float64(n) / float64(len(truth))
		}
		a := right(run(t, posterior, sampler.Settings{Chains: 1, Warmup: 200, Draws: 200, Seed: 5}))
		tr := run(t, model(t, prior, posterior, 16), sampler.Settings{Chains: 1, Warmup: 400, Draws: 400, Seed: 5})
		b := right(tr)
		e, err := tempering.Evidence(tr)
		t.Logf("corpus %d: %.3f alone, %.3f tempered: %v %v", c, a, b, e, err)
		alone, tempered = alone+a/corporas, tempered+b/corporas
	}
	if tempered < 0.89 || alone > 0.85 {
		t.Errorf("%.3f right alone, %.3f tempered", alone, tempered)
	}
}
