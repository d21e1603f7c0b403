package mixture

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"gibbslab/datasets"
	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/verify/modeltest"
)

// Degenerate-looking data have an ordinary posterior, since priors are proper: every sampler gives
// finite draws.
func TestDegenerateData(t *testing.T) {
	equal, far := slices.Repeat([]float64{5}, 30), []float64{-1e90, 0, 1e-300, 1e90}
	for name, x := range map[string][]float64{"none": nil, "one": {3}, "two equal": {3, 3},
		"all equal": equal, "far apart": far} {
		rows := make([][]float64, len(x))
		for i, v := range x {
			rows[i] = []float64{v, v} // on a line
		}
		for of, f := range map[string]Conjugate{
			"normal": family(t, Normal{Kappa: 0.1, Shape: 1, Scale: 1}, x, []float64{0}),
			"plane": must(MultiNormal{Mean: []float64{0, 0}, Kappa: 0.1, DF: 4,
				Scale: [][]float64{{1, 0}, {0, 1}}}.Family(rows, [][]float64{{0, 0}})),
		} {
			models := algorithms(DP{Shape: 1, Rate: 1}, f)
			// more components than points
			models["Explicit"] = func() (sampler.Model[State], error) { return Explicit(Finite{K: 40}, f) }
			models["Collapsed"] = func() (sampler.Model[State], error) { return Collapsed(Finite{K: 1}, f) }
			for sampled, model := range models {
				m, err := model()
				tr := run(t, m, err, sampler.Settings{Chains: 2, Warmup: 20, Draws: 20, Seed: 1})
				chains, err := tr.Chains("clusters")
				if err != nil {
					t.Fatal(err)
				}
				for _, k := range slices.Concat(chains...) {
					if k < min(1, float64(len(x))) || k > float64(len(x)) {
						t.Fatalf("%s, %s, %s: %g clusters of %d points", name, of, sampled, k, len(x))
					}
				}
			}
		}
	}
}

// Equal points form one cluster as a rule, and two distant groups form two: the results make sense,
// and are not only finite.
func TestPlainData(t *testing.T) {
	groups := append(slices.Repeat([]float64{-10}, 20), slices.Repeat([]float64{10}, 20)...)
	for want, x := range map[float64][]float64{1: groups[:20], 2: groups} {
		m, err := SplitMerge(DP{Alpha: 0.1},
			family(t, Normal{Kappa: 0.01, Shape: 2, Scale: 1}, x, nil), SplitMergeSettings{})
		chains, err := run(t, m, err, sampler.Settings{Seed: 1}).Chains("clusters")
		if err != nil {
			t.Fatal(err)
		}
		if share, _ := frequency(chains, int(want)); share < 0.9 {
			t.Errorf("%g groups: found in %.2f of the draws", want, share)
		}
	}
}

// An error says in a sentence what was given and what was expected, for all mistakes at once.
func TestErrors(t *testing.T) {
	good := family(t, tenPrior, ten, nil)
	say := func(err error, all ...string) {
		t.Helper()
		for _, part := range all {
			if err == nil || !strings.Contains(err.Error(), part) {
				t.Errorf("error %v does not say %q", err, part)
			}
		}
	}
	_, err := Normal{Mean: math.NaN(), Kappa: -1, Shape: 2,
		Scale: 1}.Family([]float64{1, math.Inf(1)}, nil)
	say(err, "Normal.Mean is NaN", "Normal.Kappa is -1", "x[1] is +Inf")
	_, err = MultiNormal{Mean: []float64{0, 0}, Kappa: 1, DF: 1,
		Scale: [][]float64{{1, 2}, {2, 1}}}.Family([][]float64{{1, 2}, {3}}, nil)
	say(err, "MultiNormal.DF is 1, expected above 1", "not positive definite",
		"x[1] has 1 numbers, expected 2")
	_, err = Multinomial{Gamma: []float64{0, 1}}.Family([]corpus.Doc{{{Word: 5, N: 1}}}, nil, 3)
	say(err, "Multinomial.Gamma has 2 numbers, expected one for all words, or 3", "Gamma[0] is 0",
		"word 5")
	_, err = SplitMerge(DP{}, good, SplitMergeSettings{})
	say(err, "DP.Alpha is 0")
	_, err = SplitMerge(DP{Alpha: 1}, good, SplitMergeSettings{Proposals: -1})
	say(err, "SplitMergeSettings are")
	_, err = Neal3(nil, good)
	say(err, "law of the partition is nil")
	_, err = Neal3(DP{Alpha: 1}, nil)
	say(err, "family is nil")
	_, err = Neal8(DP{Alpha: 1}, good, 0)
	say(err, "0 auxiliary components")
	_, err = Neal3(Finite{K: 2, Gamma: []float64{1, 2}}, good)
	say(err, "use Explicit or Collapsed")
	_, err = Explicit(Finite{K: 0, Gamma: []float64{-1}}, good)
	say(err, "Finite.K is 0", "Finite.Gamma is -1")
	_, err = Collapsed(Finite{K: 2, Gamma: []float64{1, 2, 3}}, good)
	say(err, "Finite.Gamma has 3 numbers")
	_, err = Neal3(MFM{K: []float64{0, -1}}, good)
	say(err, "MFM.K has 2 probabilities")
	_, err = MFM{K: []float64{1, 1}}.Given(3, 10)
	say(err, "more clusters than MFM.K allows")
	_, err = VI([]int{1}, nil)
	say(err, "1 and 0 observations")
	_, err = EstimateVI(nil)
	say(err, "no partitions")
	_, err = CoAssignment([][]int{{1, 2}, {1}})
	say(err, "partition 1 has 1 observations")
	_, err = (*Estimate)(nil).Ball(0.5)
	say(err, "the estimate is empty")
	_, err = PosteriorCounts(nil, "clusters")
	say(err, "the trace is nil")
	_, err = Partitions(nil)
	say(err, "the trace is nil")
}

// More data than familytest has: a sweep allocates nothing, and runs are repeatable and resume.
func TestEngine(t *testing.T) {
	f := family(t, tenPrior, datasets.Galaxies(), nil)
	models := algorithms(DP{Shape: 2, Rate: 1}, f)
	models["Collapsed"] = func() (sampler.Model[State], error) { return Collapsed(Finite{K: 5}, f) }
	models["Explicit"] = func() (sampler.Model[State], error) { return Explicit(Finite{K: 5}, f) }
	for name, model := range models {
		t.Run(name, func(t *testing.T) { modeltest.Engine(t, must(model())) })
	}
}

// An interrupted run keeps its draws.
func TestInterrupted(t *testing.T) {
	m, err := Neal3(DP{Alpha: 1}, family(t, tenPrior, ten, nil))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	n, update := 0, m.Blocks[0].Update
	m.Blocks[0].Update = func(r *rand.Rand, s *State) error {
		if n++; n >= 1500 {
			cancel()
			time.Sleep(time.Millisecond) // the run may notice it late on a busy machine
		}
		return update(r, s)
	}
	tr, err := sampler.Run(ctx, m, sampler.Settings{Chains: 1, Draws: 100_000, Seed: 1,
		NoReplay: true})
	if !errors.Is(err, context.Canceled) || tr == nil {
		t.Fatalf("error %v, and a trace: %t", err, tr != nil)
	}
	if draws, err := tr.Draws("clusters"); err != nil || len(draws) < 499 || len(draws) == 100_000 {
		t.Errorf("%d draws, %v", len(draws), err)
	}
}

// A table that no memory holds is refused, and a count of 2³¹ − 1 takes no longer than a small one.
func TestHuge(t *testing.T) {
	z := [][]int{make([]int, 1<<20)}
	if _, err := CoAssignment(z); err == nil ||
		!strings.Contains(err.Error(), "1048576 × 1048576 observations: that takes") {
		t.Error(err)
	}
	at := func(n int32) float64 {
		docs := []corpus.Doc{{{Word: 0, N: n}, {Word: 1, N: 3}}}
		f, err := Multinomial{Gamma: []float64{0.3}}.Family(docs, nil, 2)
		if err != nil {
			t.Fatal(err)
		}
		s := make([]float64, f.Size().Stats)
		f.Clear(s)
		return f.LogPredictive(s, 0)
	}
	// The closed form goes on where the product ends: Γ(0.3+n)Γ(3.3)Γ(0.6) / Γ(3.6+n)Γ(0.3)².
	for _, n := range []int32{manyWords - 1, manyWords, manyWords + 1, math.MaxInt32} {
		want := 0.0
		for x, sign := range map[float64]float64{0.3 + float64(n): 1, 3.3: 1, 0.6: 1,
			3.6 + float64(n): -1, 0.3: -2} {
			log, _ := math.Lgamma(x)
			want += sign * log
		}
		if got := at(n); math.Abs(got-want) > 1e-12*float64(n)+1e-7 {
			t.Errorf("%d words: %.10f, want %.10f", n, got, want)
		}
	}
}
