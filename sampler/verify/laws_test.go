package verify_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/internal/meter"
	"gibbslab/sampler/variate"
	"gibbslab/sampler/verify"
)

// TestReportsDoNotDependOnWorkers: reports are bit for bit the same on one processor and on seven,
// for right samplers, wrong ones and failing ones.
func TestReportsDoNotDependOnWorkers(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	failing := changed(func(y float64, m *sampler.Model[point]) {
		m.Blocks[0].Update = func(r *rand.Rand, s *point) error {
			if y > 2 {
				return fmt.Errorf("y is %v", y) // a different one in each replication
			}
			return nil
		}
	})
	run := func() string {
		var all strings.Builder
		set := verify.Settings{Seed: 3, Replications: 300}
		for _, e := range suite() {
			if e.name == "normal" || e.name == "labels" {
				blocks, err1 := e.blocks(set)
				joint, err2 := e.joint(set)
				sbc, err3 := e.sbc(verify.Settings{Seed: 3, Replications: 30})
				fmt.Fprintf(&all, "%+v %+v %+v %v %v %v\n", *blocks, *joint, *sbc, err1, err2, err3)
			}
		}
		blocks, err := verify.Blocks(failing, set)
		fmt.Fprintln(&all, blocks, err)
		return all.String()
	}
	runtime.GOMAXPROCS(1)
	one := run()
	runtime.GOMAXPROCS(7)
	if seven := run(); one != seven {
		t.Errorf("on one processor\n%s\non seven\n%s", one, seven)
	}
}

// TestEnumerateSpins: the right sampler of all 64 states passes, and the wrong ones do not.
func TestEnumerateSpins(t *testing.T) {
	for seed := range 2 {
		set := verify.Settings{Seed: uint64(seed), Draws: 1500, Replications: 20}
		report, err := verify.Enumerate(spinModel(spinSum), spinTable(), (*spins).number, set)
		if err != nil || report.Wrong || report.TotalVariation > 0.05 || report.Degrees < 50 {
			t.Errorf("seed %d: %v %v", seed, err, report)
		}
	}
	for _, m := range spinMutants {
		report, err := verify.Enumerate(spinModel(m.sum), spinTable(), (*spins).number,
			verify.Settings{Seed: 1, Draws: 2000, Warmup: 100})
		if err != nil || !report.Wrong {
			t.Errorf("%s: %v %v", m.name, err, report)
		}
	}
}

// TestEnumerateLevel: small p-values are no more frequent than they should be, with draws that
// depend on each other.
func TestEnumerateLevel(t *testing.T) {
	turns.Long(t)
	const seeds = 100
	sticky := sampler.Model[category]{ // half of the sweeps draw: the effective size is a third
		Init: func(r *rand.Rand) (*category, error) { return &category{r.IntN(3)}, nil },
		Blocks: []sampler.Block[category]{{Name: "z", Update: func(r *rand.Rand, s *category) error {
			if r.IntN(2) == 0 {
				s.z = variate.Categorical(r, []float64{0.5, 0.3, 0.2})
			}
			return nil
		}}},
	}
	p05 := 0
	for seed := range seeds {
		report, err := verify.Enumerate(sticky, []float64{5, 3, 2}, func(s *category) int { return s.z },
			verify.Settings{Seed: uint64(seed), Replications: 20, Draws: 500, Warmup: 10})
		if err != nil {
			t.Fatal(err)
		}
		if report.P < 0.05 {
			p05++
		}
		if want := 20 * 500 / 3.; math.Abs(report.ESS-want) > 0.3*want {
			t.Errorf("seed %d: effective size %v, want %v", seed, report.ESS, want)
		}
	}
	if limit := 0.05*seeds + 4*math.Sqrt(0.05*seeds); float64(p05) > limit {
		t.Errorf("p < 0.05 for %d of %d seeds", p05, seeds)
	}
}

func TestEnumerateAwkward(t *testing.T) {
	number := (*spins).number
	for want, p := range map[string][]float64{
		"at least two states": {1}, "probability 1 is NaN": {1, math.NaN()},
		"probability 0 is -1": {-1, 2}, "of sum 0": {0, 0}, "is +Inf": {math.Inf(1), 1},
	} {
		if _, err := verify.Enumerate(spinModel(spinSum), p, number,
			verify.Settings{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
	if _, err := verify.Enumerate(spinModel(spinSum), spinTable(), nil,
		verify.Settings{}); err == nil {
		t.Error("no state, and no error")
	}
	if _, err := verify.Enumerate(sampler.Model[spins]{}, spinTable(), number,
		verify.Settings{}); err == nil {
		t.Error("no model, and no error")
	}
	table := spinTable()
	table[5] = 0
	set := verify.Settings{Replications: 20, Draws: 500}
	if report, err := verify.Enumerate(spinModel(spinSum), table, number, set); err != nil ||
		!report.Wrong || !strings.Contains(report.Verdict(), "state 5, which has probability 0") {
		t.Errorf("%v %v", err, report)
	}
	if report, err := verify.Enumerate(spinModel(spinSum), table[:10], number, set); err != nil ||
		!report.Wrong || !strings.Contains(report.Verdict(), "given are of the states 0 to 9") {
		t.Errorf("%v %v", err, report)
	}
	if report, err := verify.Enumerate(spinModel(func(s *spins, i int) float64 { panic("lost") }),
		table, number, set); err != nil || !report.Wrong || !strings.Contains(report.Verdict(), "lost") {
		t.Errorf("%v %v", err, report)
	}
}

// TestPairMeans: the support of a block depends on the other, and the means are known: E x = 5.05,
// E y = 2.525.
func TestPairMeans(t *testing.T) {
	m, _ := pairJoint().Model(noData{})
	tr, err := sampler.Run(context.Background(), m, sampler.Settings{Seed: 1, Draws: 20_000})
	if err != nil {
		t.Fatal(err)
	}
	for label, want := range map[string]float64{"x": 5.05, "y": 2.525} {
		chains, _ := tr.Chains(label)
		draws, _ := tr.Draws(label)
		if got, se := diag.Mean(draws), diag.MCSEMean(chains); math.Abs(got-want) > 4*se || se > 0.1 {
			t.Errorf("mean of %s is %v ± %v, want %v", label, got, se, want)
		}
	}
}

// TestSBCThins: a right sampler that moves slowly passes because its draws are thinned; one that
// has not warmed up does not.
func TestSBCThins(t *testing.T) {
	slow := changed(func(y float64, m *sampler.Model[point]) {
		m.Blocks[0].Update = func(r *rand.Rand, s *point) error { // autocorrelation 0.9
			s.x = y/2 + 0.9*(s.x-y/2) + math.Sqrt(0.5*(1-0.81))*r.NormFloat64()
			return nil
		}
	})
	report, err := verify.SBC(slow, verify.Settings{Seed: 1})
	// Effective size n(1−0.9)/(1+0.9) = n/19; one and a half times that is kept.
	if err != nil || report.Wrong || report.Thin < 20 || report.Thin > 60 {
		t.Errorf("thinned by %d: %v %v", report.Thin, err, report)
	}
	cold := verify.Settings{Seed: 1, Warmup: 1, Thin: 1, Draws: 9}
	far := slow
	model := slow.Model
	far.Model = func(y float64) (sampler.Model[point], error) {
		m, err := model(y)
		m.Init = func(r *rand.Rand) (*point, error) { return &point{x: 5}, nil }
		return m, err
	}
	if report, err := verify.SBC(far, cold); err != nil || !report.Wrong {
		t.Errorf("%v %v", err, report)
	}
}

// Nothing learns while a test applies a block: only SBC and Conditional have a warm-up before.
func TestNothingLearns(t *testing.T) {
	type state struct{ x float64 }
	j := verify.Joint[state, float64]{
		Prior: func(r *rand.Rand) (*state, error) { return &state{r.NormFloat64()}, nil },
		Data:  func(r *rand.Rand, s *state) (float64, error) { return s.x + r.NormFloat64(), nil },
		Model: func(y float64) (sampler.Model[state], error) {
			return sampler.Model[state]{
				Init: func(r *rand.Rand) (*state, error) { return &state{}, nil },
				Blocks: []sampler.Block[state]{sampler.Update("x", func(r *rand.Rand, s *state) {
					if s.x = y/2 + math.Sqrt(0.5)*r.NormFloat64(); !meter.WarmedUp(r) {
						s.x = 0
					}
				})},
				Params:   []sampler.Param[state]{sampler.Scalar("x", func(s *state) float64 { return s.x })},
				LogJoint: func(s *state) float64 { return -s.x*s.x/2 - (y-s.x)*(y-s.x)/2 },
			}, nil
		},
	}
	blocks, err := verify.Blocks(j, verify.Settings{Seed: 1, Replications: 1000})
	if err != nil || blocks.Wrong {
		t.Errorf("%v\n%v", err, blocks)
	}
	joint, err := verify.JointTest(j, verify.Settings{Seed: 1, Replications: 1000})
	if err != nil || joint.Wrong {
		t.Errorf("%v\n%v", err, joint)
	}
	sbc, err := verify.SBC(j, verify.Settings{Seed: 1, Replications: 100, Draws: 19, Warmup: 10,
		Thin: 1})
	if err != nil || sbc.Wrong {
		t.Errorf("%v\n%v", err, sbc)
	}
	m, _ := j.Model(1.5)
	conditional, err := verify.Conditional(m, "x", verify.Settings{Seed: 1, Replications: 1000},
		verify.Coordinate[state]{Name: "x", At: func(s *state) *float64 { return &s.x }})
	if err != nil || conditional.Wrong {
		t.Errorf("%v\n%v", err, conditional)
	}
}

// TestSBCEndsTheWarmUp: a block that is right only after WarmedUp passes. WarmedUp is called right
// after the warm-up: a sweep later, the first draw would be one of the warm-up.
func TestSBCEndsTheWarmUp(t *testing.T) {
	type learner struct {
		x      float64
		warmed bool
		sweeps int
	}
	var late atomic.Int64
	j := verify.Joint[learner, float64]{
		Prior: func(r *rand.Rand) (*learner, error) {
			return &learner{x: r.NormFloat64(), warmed: true}, nil
		},
		Data: func(r *rand.Rand, s *learner) (float64, error) { return s.x + r.NormFloat64(), nil },
		Model: func(y float64) (sampler.Model[learner], error) {
			return sampler.Model[learner]{
				Init: func(r *rand.Rand) (*learner, error) { return &learner{}, nil },
				Blocks: []sampler.Block[learner]{{Name: "x", Update: func(r *rand.Rand, s *learner) error {
					if s.x = y/2 + math.Sqrt(0.5)*r.NormFloat64(); !s.warmed {
						s.x = 0
					}
					if s.sweeps++; s.warmed != (s.sweeps > 10) {
						late.Add(1)
					}
					return nil
				}}},
				Params: []sampler.Param[learner]{sampler.Scalar("x",
					func(s *learner) float64 { return s.x })},
				WarmedUp: func(s *learner) { s.warmed = true },
			}, nil
		},
	}
	report, err := verify.SBC(j,
		verify.Settings{Seed: 1, Replications: 100, Draws: 19, Warmup: 10, Thin: 1})
	if err != nil || report.Wrong {
		t.Errorf("%v\n%v", err, report)
	}
	if n := late.Load(); n > 0 {
		t.Errorf("WarmedUp was not called after 10 sweeps of warm-up: %d sweeps were wrong", n)
	}
}

// TestSBCOfEqualDraws: draws of a coin tie with the true value, and chance decides their ranks.
func TestSBCOfEqualDraws(t *testing.T) {
	flip := func(r *rand.Rand) (*point, error) { return &point{x: float64(r.IntN(2))}, nil }
	j := changed(func(_ float64, m *sampler.Model[point]) {
		m.Init, m.LogJoint = flip, nil
		m.Blocks[0].Update = func(r *rand.Rand, s *point) error {
			s.x = float64(r.IntN(2))
			return nil
		}
	})
	j.Prior, j.Data = flip, func(*rand.Rand, *point) (float64, error) { return 0, nil }
	report, err := verify.SBC(j, verify.Settings{Seed: 1, Draws: 9, Warmup: 1, Thin: 1})
	if err != nil || report.Wrong {
		t.Errorf("%v\n%v", err, report)
	}
}

// TestJointTestMakesNewData: each sweep is followed by new data.
func TestJointTestMakesNewData(t *testing.T) {
	j := pointJoint()
	data := j.Data
	var made atomic.Int64
	j.Data = func(r *rand.Rand, s *point) (float64, error) {
		made.Add(1)
		return data(r, s)
	}
	report, err := verify.JointTest(j, verify.Settings{Seed: 1, Replications: 200, Sweeps: 3})
	if n := made.Load(); err != nil || report.Wrong || n < 200*(1+3) {
		t.Errorf("%d data sets for 200 × 3 sweeps: %v\n%v", n, err, report)
	}
}
