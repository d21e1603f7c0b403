package coupling_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"gibbslab/datasets"
	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/bugs"
	"gibbslab/sampler/coupling"
	"gibbslab/sampler/mixture"
	"gibbslab/sampler/normal"
	"gibbslab/sampler/regress"
	"gibbslab/sampler/variate"
)

func run[S any](t *testing.T, m sampler.Model[S], set coupling.Settings) *coupling.Result {
	t.Helper()
	r, err := coupling.Run(context.Background(), m, set)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func exams(t *testing.T) (sampler.Model[normal.State], *normal.Exact) {
	t.Helper()
	prior := normal.Prior{Nu: 80, Tau2: 16, Alpha: 3, Beta: 50}
	m, err := prior.Model(datasets.ExamScores())
	if err != nil {
		t.Fatal(err)
	}
	e, err := prior.Exact(datasets.ExamScores())
	if err != nil {
		t.Fatal(err)
	}
	return m, e
}

// The estimates are unbiased even if the first sweep counts alone, with lag 1 and with lag 3, and
// the intervals are honest.
func TestUnbiasedFromTheFirstSweep(t *testing.T) {
	m, exact := exams(t)
	m.Init = func(r *rand.Rand) (*normal.State, error) { // far away
		return &normal.State{Mu: 60 + 5*r.NormFloat64(), Sigma2: 2000 * r.ExpFloat64()}, nil
	}
	for _, set := range []coupling.Settings{
		{Lag: 1, From: 1, To: 1, Pairs: 4000, Seed: 1}, {Lag: 3, From: 1, To: 2, Pairs: 4000, Seed: 2},
	} {
		r := run(t, m, set)
		for i, want := range []float64{exact.MuMean, exact.Sigma2Mean} {
			if e := r.Estimates[i]; math.Abs(e.Mean-want) > 4*e.SE || e.SE > 1.5 {
				t.Errorf("lag %d: %s is %.4f ± %.4f, want %.4f", set.Lag, e.Label, e.Mean, e.SE, want)
			}
		}
	}
}

// 20 000 pairs of the exam scores: the mean, the price, and "three sweeps are enough".
func TestExamScores(t *testing.T) {
	turns.Long(t)
	m, exact := exams(t)
	r := run(t, m, coupling.Settings{Pairs: 20_000, Lag: 1, From: 5, To: 50, Seed: 1})
	e := r.Estimates[0]
	t.Logf("%.5f ± %.5f, loss %.3f, warm-up %d, times up to %d\n%s", e.Mean, e.SE, e.Loss, r.Warmup(),
		slices.Max(r.Times), r)
	if math.Abs(e.Mean-exact.MuMean) > 3*e.SE || e.SE > 0.002 || e.Loss > 1.15 || e.Loss < 1 {
		t.Errorf("%+v, want %.6f", e, exact.MuMean)
	}
	if w := r.Warmup(); w < 2 || w > 4 {
		t.Errorf("%d sweeps of warm-up", w)
	}
}

// The 95 % intervals of 500 repeats cover the truth as often as they say.
func TestCoverage(t *testing.T) {
	turns.Long(t)
	m, exact := exams(t)
	m.LogJoint = nil
	covered := [2]int{}
	for seed := range uint64(500) {
		r := run(t, m, coupling.Settings{Pairs: 100, Lag: 1, From: 3, To: 15, Seed: seed})
		for i, want := range []float64{exact.MuMean, exact.Sigma2Mean} {
			if lo, hi := r.Estimates[i].Interval(); lo <= want && want <= hi {
				covered[i]++
			}
		}
	}
	for i, n := range covered {
		if share := float64(n) / 500; share < 0.93 || share > 0.97 {
			t.Errorf("parameter %d: %.3f of the intervals cover the truth", i, share)
		}
	}
}

// The result does not depend on the number of processors.
func TestSameBits(t *testing.T) {
	m, _ := exams(t)
	set := coupling.Settings{Pairs: 50, Seed: 3}
	one := run(t, m, set)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	if two := run(t, m, set); fmt.Sprintf("%+v", *one) != fmt.Sprintf("%+v", *two) {
		t.Errorf("%+v\n%+v", one, two)
	}
}

// words is collapsed LDA for twelve tokens: three documents, two topics, four words.
type words struct{ z [12]int }

var (
	docOf  = [12]int{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2}
	wordOf = [12]int{0, 0, 1, 0, 2, 3, 2, 2, 0, 1, 2, 3}
)

// topics are the probabilities of the topics of token i.
func (s *words) topics(i int) [2]float64 {
	alpha, beta := [2]float64{0.3, 1}, 0.4 // not the same for both topics: labels do not matter
	var p [2]float64
	for k := range p {
		var doc, word, all float64
		for j, z := range s.z {
			if j == i || z != k {
				continue
			}
			all++
			if docOf[j] == docOf[i] {
				doc++
			}
			if wordOf[j] == wordOf[i] {
				word++
			}
		}
		p[k] = (doc + alpha[k]) * (word + beta) / (all + 4*beta)
	}
	return p
}

// On all 4 096 states the bound is above the exact distance after each sweep.
func TestBoundOfLDA(t *testing.T) {
	m := sampler.Model[words]{
		Init: func(r *rand.Rand) (*words, error) {
			s := &words{}
			for i := range s.z {
				s.z[i] = r.IntN(2)
			}
			return s, nil
		},
		Blocks: []sampler.Block[words]{sampler.Update("z", func(r *rand.Rand, s *words) {
			for i := range s.z {
				p := s.topics(i)
				s.z[i] = variate.Categorical(r, p[:])
			}
		})},
		Params: []sampler.Param[words]{sampler.Scalar("first", func(s *words) float64 {
			return float64(s.z[0])
		})},
	}
	pairs := 4000
	if turns.Short(t) {
		pairs = 500
	}
	r := run(t, m, coupling.Settings{Pairs: pairs, Lag: 30, From: 1, To: 2, Most: 5000, Seed: 4})
	law := make([]float64, 4096)
	for x := range law {
		law[x] = 1.0 / 4096
	}
	up := make([][12]float64, 4096) // the probability of topic 1 of each token, given the others
	for x := range up {
		s := &words{}
		for j := range s.z {
			s.z[j] = x >> j & 1
		}
		for i := range s.z {
			p := s.topics(i)
			up[x][i] = p[1] / (p[0] + p[1])
		}
	}
	sweep := func() {
		for i := range 12 {
			for x := range law {
				if x>>i&1 == 0 {
					both := law[x] + law[x|1<<i]
					law[x], law[x|1<<i] = both*(1-up[x][i]), both*up[x][i]
				}
			}
		}
	}
	const sweeps = 40
	laws := [][]float64{slices.Clone(law)}
	for range 600 {
		sweep()
		laws = append(laws, slices.Clone(law))
	}
	posterior := laws[len(laws)-1]
	distance := func(t int) (sum float64) {
		for x, p := range posterior {
			sum += math.Abs(laws[t][x]-p) / 2
		}
		return sum
	}
	if distance(590) > 1e-9 {
		t.Fatalf("600 sweeps are no posterior: %g", distance(590))
	}
	short := *r // as if each pair had met earlier
	short.Times = nil
	for _, time := range r.Times {
		short.Times = append(short.Times, r.Lag+1+(time-r.Lag)/20)
	}
	below := 0
	for n := range sweeps {
		exact, bound := distance(n), r.Bound(n)
		se := math.Sqrt(bound/float64(pairs)) + 1e-9
		if bound < exact-3*se {
			t.Errorf("after %d sweeps the bound is %.4f, and the distance %.4f", n, bound, exact)
		}
		if short.Bound(n) < exact-3*se {
			below++
		}
		if n%8 == 0 {
			t.Logf("after %2d sweeps: distance %.4f, bound %.4f", n, exact, bound)
		}
	}
	if below == 0 {
		t.Error("meeting times that are too short are not found")
	}
}

// pairModel has two normal numbers with correlation rho.
func pairModel(rho float64, draw func(r *rand.Rand, mean, sd float64) float64) sampler.Model[[2]float64] {
	type state = [2]float64
	sd := math.Sqrt(1 - rho*rho)
	return sampler.Model[state]{
		Init: func(r *rand.Rand) (*state, error) { return &state{3 * r.NormFloat64(), 3 * r.NormFloat64()}, nil },
		Blocks: []sampler.Block[state]{
			sampler.Update("x", func(r *rand.Rand, s *state) { s[0] = draw(r, rho*s[1], sd) }),
			sampler.Update("y", func(r *rand.Rand, s *state) { s[1] = draw(r, rho*s[0], sd) }),
		},
		Params: []sampler.Param[state]{sampler.Scalar("x", func(s *state) float64 { return s[0] })},
	}
}

// After Warmup sweeps a chain is as near as it says, in 19 of 20 runs. If Warmup did not count the
// Monte Carlo error of Bound, it would be too short in half of them.
func TestWarmupIsSure(t *testing.T) {
	turns.Long(t)
	const rho, start = 0.8, 5.0
	m := pairModel(rho, variate.Normal)
	m.Init = func(*rand.Rand) (*[2]float64, error) { return &[2]float64{0, start}, nil }
	distance := func(sweeps int) (sum float64) { // of N(shrunk·start, 1 − shrunk²) from N(0, 1)
		shrunk := math.Pow(rho, float64(2*sweeps-1))
		for x := -9.0; x < 9; x += 0.01 {
			sum += 0.01 / 2 * math.Abs(math.Exp(variate.NormalLogProb(x, 0, 1))-
				math.Exp(variate.NormalLogProb(x, shrunk*start, math.Sqrt(1-shrunk*shrunk))))
		}
		return sum
	}
	short, byMean := 0, 0
	for seed := range uint64(20) {
		r := run(t, m, coupling.Settings{From: 1, To: 1, Seed: seed})
		if w := r.Warmup(); w < 1 || distance(w) > 0.01 {
			short++
		}
		mean := 0
		for r.Bound(mean) > 0.01 {
			mean++
		}
		if distance(mean) > 0.01 {
			byMean++
		}
	}
	if t.Logf("too short in %d runs, by the mean alone in %d", short, byMean); short > 2 || byMean < 5 {
		t.Errorf("the warm-up was too short in %d of 20 runs, by the mean alone in %d", short, byMean)
	}
	few := run(t, m, coupling.Settings{Pairs: 300, Lag: 5, From: 1, To: 1})
	if few.Warmup() != -1 || !strings.Contains(few.Verdict(), "give more pairs") {
		t.Errorf("%d by %s", few.Warmup(), few)
	}
}

// A model that Run of package sampler refuses is refused, and so is a lag that is never reached.
func TestRefused(t *testing.T) {
	shared, n := &[2]float64{}, 0.0
	one := pairModel(0.8, variate.Normal)
	one.Init = func(*rand.Rand) (*[2]float64, error) { return shared, nil }
	counting := pairModel(0.8, func(r *rand.Rand, mean, sd float64) float64 {
		n++
		return variate.Normal(r, mean+n, sd)
	})
	twice := pairModel(0.8, variate.Normal)
	twice.Params = slices.Repeat(twice.Params, 2)
	for want, m := range map[string]sampler.Model[[2]float64]{"the same state": one,
		"a replay gave other draws": counting, `two parameters are named "x"`: twice,
		"Lag 2000 and Most 1000": pairModel(0.8, variate.Normal)} {
		if _, err := coupling.Run(context.Background(), m, coupling.Settings{Pairs: 20, Lag: 2000, From: 1,
			To: 2}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// A model that mixes slowly says so; one that draws without package variate is told what to do.
func TestMixesSlowly(t *testing.T) {
	good := run(t, pairModel(0.8, variate.Normal), coupling.Settings{Pairs: 500})
	if v := good.Verdict(); !strings.Contains(v, "is enough") || good.Warmup() > 40 {
		t.Error(v)
	}
	slow := run(t, pairModel(0.99999, variate.Normal), coupling.Settings{Pairs: 200})
	if v := slow.Verdict(); !strings.Contains(v, "mixes slowly") || !strings.Contains(v, "of the sweeps") ||
		slow.Warmup() != -1 || slow.Estimates != nil {
		t.Error(v)
	}
	raw := run(t, pairModel(0.8, func(r *rand.Rand, mean, sd float64) float64 {
		return mean + sd*r.NormFloat64()
	}), coupling.Settings{Pairs: 200, Most: 20})
	if v := raw.Verdict(); !strings.Contains(v, "mixes slowly") || !strings.Contains(v, "variate.Normal") {
		t.Error(v)
	}
}

// Declared models and regressions are coupled without a line of their own.
func TestCoupledWithoutALine(t *testing.T) {
	_, exact := exams(t)
	y := datasets.ExamScores()
	m, err := bugs.Compile(`model {
		for (i in 1:N) { y[i] ~ Normal(mu, sqrt(sigma2)) }
		mu     ~ Normal(80, 4)
		sigma2 ~ InverseGamma(3, 50)
	}`, bugs.Data{"y": y, "N": len(y)})
	if err != nil {
		t.Fatal(err)
	}
	r := run(t, m.Sampler(), coupling.Settings{Pairs: 400, Seed: 5})
	checkMean(t, r, "mu", exact.MuMean)
	checkMean(t, r, "sigma2", exact.Sigma2Mean)

	x, fuel := [][]float64{}, []float64{5.4, 6.8, 7.2, 8.6, 9.6, 12.2}
	weights := []float64{0.9, 1.1, 1.2, 1.4, 1.6, 2.0}
	for _, w := range weights {
		x = append(x, []float64{1, w})
	}
	line, err := regress.Regression{X: x, Y: fuel}.Model()
	if err != nil {
		t.Fatal(err)
	}
	r = run(t, line, coupling.Settings{Pairs: 400, Seed: 6})
	alpha, beta := stat.LinearRegression(weights, fuel, nil, false)
	checkMean(t, r, "beta[0]", alpha)
	checkMean(t, r, "beta[1]", beta)

	heavier := []float64{0, 0, 1, 0, 1, 1}
	for _, g := range []regress.Regression{{Y: fuel, Family: regress.Student{}},
		{Y: heavier, Family: regress.Probit{}}, {Y: heavier, Family: regress.Logit{}},
		{Y: []float64{5, 7, 6, 9, 12, 10}, Family: regress.NegativeBinomial{}},
		{Y: []float64{5, 7, 6, 9, 12, 10}, Family: regress.Poisson{}}} {
		g.X = x
		m, err := g.Model()
		if err != nil {
			t.Fatal(err)
		}
		if r := run(t, m, coupling.Settings{Pairs: 20, Lag: 1, From: 1, To: 1}); r.Warmup() != -1 ||
			!strings.HasPrefix(r.Verdict(), "20 pairs of chains met") {
			t.Errorf("%T: %s", g.Family, r)
		}
	}
}

// checkMean compares an estimate with the exact mean.
func checkMean(t *testing.T, r *coupling.Result, label string, want float64) {
	t.Helper()
	for _, e := range r.Estimates {
		if e.Label == label {
			if math.Abs(e.Mean-want) > 4*e.SE || !(e.SE > 0) {
				t.Errorf("%s is %.4f ± %.4f, want %.4f", label, e.Mean, e.SE, want)
			}
			return
		}
	}
	t.Errorf("no estimate of %s: %s", label, r)
}

// byLabel is Neal's algorithm 3 as one would write it, with a number for each cluster: couplings of
// these numbers.
func byLabel(f mixture.Conjugate, n int) sampler.Model[[]int] {
	stats := f.Size().Stats
	return sampler.Model[[]int]{
		Init: func(r *rand.Rand) (*[]int, error) {
			z := make([]int, n)
			for i := range z {
				z[i] = r.IntN(6)
			}
			return &z, nil
		},
		Blocks: []sampler.Block[[]int]{sampler.Update("labels", func(r *rand.Rand, s *[]int) {
			for i := range *s {
				w := make([]float64, n)
				(*s)[i] = -1
				fresh := true
				for k := range w {
					of, size := make([]float64, stats), 0.0
					f.Clear(of)
					for j, z := range *s {
						if z == k {
							f.Add(of, j)
							size++
						}
					}
					switch {
					case size > 0:
						w[k] = math.Log(size) + f.LogPredictive(of, i)
					case fresh: // the first free number
						w[k], fresh = f.LogPredictive(of, i), false
					default:
						w[k] = math.Inf(-1)
					}
				}
				(*s)[i] = variate.LogCategorical(r, w)
			}
		})},
		Params: []sampler.Param[[]int]{sampler.Vector("z", n, func(s *[]int) []float64 {
			z := make([]float64, n)
			for i, k := range *s {
				z[i] = float64(slices.Index(*s, k))
			}
			return z
		})},
	}
}

// Partitions of galaxies meet five times sooner if clusters are compared by their members, and not
// by their labels.
func TestPartitionsMeetByTransport(t *testing.T) {
	x, pairs := datasets.Galaxies(), 20
	if turns.Short(t) {
		x, pairs = []float64{9.172, 18.419, 19.44, 19.914, 20.221, 21.492, 22.314, 23.263, 24.289, 34.279}, 60
	}
	f, err := mixture.Normal{Mean: 20, Kappa: 0.01, Shape: 2, Scale: 1}.Family(x, nil)
	if err != nil {
		t.Fatal(err)
	}
	m, err := mixture.Neal3(mixture.DP{Alpha: 1}, f)
	if err != nil {
		t.Fatal(err)
	}
	mean := func(r *coupling.Result) (sum float64) {
		for _, time := range r.Times {
			if time == 0 {
				time = r.Most
			}
			sum += float64(time-1) / float64(len(r.Times))
		}
		return sum
	}
	set := coupling.Settings{Pairs: pairs, Lag: 1, From: 1, To: 1, Most: 300, Seed: 7}
	transport := run(t, m, set)
	labels := mean(run(t, byLabel(f, len(x)), set))
	t.Logf("transport %.1f sweeps, labels %.1f; %s", mean(transport), labels, transport.Verdict())
	if slices.Contains(transport.Times, 0) || labels < 5*mean(transport) {
		t.Errorf("transport takes %.1f sweeps, labels %.1f", mean(transport), labels)
	}
}
