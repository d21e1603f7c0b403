package verify

import (
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"
)

// TestMidranks compares with ranks counted directly, one value against all.
func TestMidranks(t *testing.T) {
	r := sampler.Stream("midranks", 1, 0)
	var w ranker
	for _, n := range []int{1, 2, 7, 300} {
		a, b := make([]float64, n), make([]float64, n)
		for _, x := range [][]float64{a, b} {
			for i := range x {
				switch r.IntN(4) {
				case 0:
					x[i] = float64(r.IntN(3) - 1)
				case 1:
					x[i] = blur(math.Exp(200*r.NormFloat64()) * r.NormFloat64())
				case 2:
					x[i] = blur(r.NormFloat64())
				default:
					x[i] = []float64{math.Inf(1), math.Inf(-1), math.Copysign(0, -1), 0}[r.IntN(4)]
				}
			}
		}
		u, v := w.midranks(a, b)
		all := slices.Concat(a, b)
		for i, got := range slices.Concat(u, v) {
			below, equal := 0, 0
			for _, x := range all {
				if x < all[i] {
					below++
				} else if x == all[i] {
					equal++
				}
			}
			if want := (float64(below)+float64(equal)/2)/float64(2*n) - 0.5; math.Abs(got-want) > 1e-12 {
				t.Fatalf("value %v of %d: place %v, want %v", all[i], 2*n, got, want)
			}
		}
	}
}

func TestBlur(t *testing.T) {
	for _, v := range []float64{1, -3.5, 1e-300, 1e300, math.MaxFloat64, 0} {
		if got := blur(v); math.Abs(got-v) > 1e-9*math.Abs(v) {
			t.Errorf("%v becomes %v", v, got)
		}
	}
	if blur(1+3e-16) != blur(1-3e-16) || blur(1+1e-8) == 1 {
		t.Error("blur keeps too much or too little")
	}
}

// TestLevelOfPairedTests: if both values of a pair have the same distribution, small p-values are
// as frequent as they should be, with all moments and without a mean; with a shift of a tenth of
// the spread they are frequent.
func TestLevelOfPairedTests(t *testing.T) {
	const seeds, n = 1000, 200
	laws := map[string]func(r *rand.Rand) float64{
		"normal":  func(r *rand.Rand) float64 { return r.NormFloat64() },
		"no mean": func(r *rand.Rand) float64 { return variate.InvGamma(r, 0.7, 1) },
		"counts":  func(r *rand.Rand) float64 { return math.Floor(3 * r.Float64()) },
	}
	for name, draw := range laws {
		var w ranker
		small := func(shift float64) (p01, p001 int, tests int) {
			for seed := range seeds {
				r := sampler.Stream("level "+name, 1, seed)
				before, after := make([]float64, n), make([]float64, n)
				for i := range before {
					common := draw(r)
					before[i], after[i] = common+draw(r), common+draw(r)+shift
				}
				for _, s := range w.paired(0, true, before, after) {
					tests++
					if s.p < 0.01 {
						p01++
					}
					if s.p < 0.001 {
						p001++
					}
				}
			}
			return p01, p001, tests
		}
		p01, p001, tests := small(0)
		// The tests of one seed are dependent: five standard errors of a fraction of 1000.
		bound := func(p float64) float64 { return p + 5*math.Sqrt(p/seeds) }
		if a, b := float64(p01)/float64(tests), float64(p001)/float64(tests); a > bound(0.01) ||
			b > bound(0.001) {
			t.Errorf("%s: p < 0.01 in a share of %v, p < 0.001 in %v", name, a, b)
		}
		if p01, _, tests := small(0.4); name != "no mean" && float64(p01)/float64(tests) < 0.3 {
			t.Errorf("%s: a shift is seen in %d of %d tests only", name, p01, tests)
		}
	}
}

// TestSequentialLevel: no more right samplers, whose p-values are uniform, are stopped than
// allowed; and one function with a small p among many is found.
func TestSequentialLevel(t *testing.T) {
	const alpha, runs, functions = 0.05, 20_000, 5
	r := sampler.Stream("sequential", 1, 0)
	alarms, second := 0, 0
	for range runs {
		out, err := sequential(alpha, rounds, 100, functions,
			func(k, n int, keep []int) ([]score, error) {
				if want := int(100 * math.Pow(growth, float64(k))); n != want || !sort.IntsAreSorted(keep) {
					t.Fatalf("round %d with %d replications, want %d", k, n, want)
				}
				var scores []score
				for _, f := range keep {
					scores = append(scores, score{function: f, p: r.Float64()})
				}
				return scores, nil
			})
		if err != nil {
			t.Fatal(err)
		}
		if out.found {
			alarms++
		}
		if out.rounds > 1 {
			second++
		}
	}
	if limit := alpha*runs + 4*math.Sqrt(alpha*runs); float64(alarms) > limit || alarms == 0 {
		t.Errorf("%d alarms in %d runs, at most %.0f expected", alarms, runs, limit)
	}
	if second < runs/4 { // γ = (0.05/6)^(1/6) = 0.450
		t.Errorf("%d runs needed a second round", second)
	}
	out, _ := sequential(alpha, rounds, 100, 2, func(k, n int, keep []int) ([]score, error) {
		// β/γ² = 0.041 ≥ 0.04
		return []score{{function: 0, p: 0.9}, {function: 1, z: float64(k), p: 0.02}}, nil
	})
	if !out.found || out.worst.function != 1 || out.rounds != 3 {
		t.Errorf("%+v", out)
	}
}

// TestPairsGain measures how many times fewer draws pairs need than independent samples, as the
// comment of Blocks says.
func TestPairsGain(t *testing.T) {
	const reps, n, tau2, s2 = 20_000, 20, 2.0, 2.0
	r := sampler.Stream("gain", 1, 0)
	var w ranker
	before, after := make([]float64, reps), make([]float64, reps)
	for i := range before {
		mu := math.Sqrt(tau2) * r.NormFloat64()
		mean := mu + math.Sqrt(s2/n)*r.NormFloat64()
		v := 1 / (1/tau2 + n/s2)
		before[i], after[i] = mu, v*mean*n/s2+math.Sqrt(v)*r.NormFloat64()
	}
	u, v := w.midranks(before, after)
	var pairs, independent float64
	for i := range u {
		pairs += (v[i] - u[i]) * (v[i] - u[i])
		independent += u[i]*u[i] + v[i]*v[i]
	}
	// For the mean itself 1 + nτ²/σ² = 21.
	if gain := independent / pairs; gain < 15 || gain > 25 {
		t.Errorf("gain %v", gain)
	}
}
