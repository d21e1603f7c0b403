package update_test

import (
	"context"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/update"
	"gibbslab/sampler/verify"
)

// A curve: a ~ N(0, 1), b ~ N(0, 1), y_i ~ N(exp(a + b t_i), 1).
type curve struct {
	X    []float64
	walk update.Metropolis
	nuts update.NUTS
}

func curveJoint(
	draw func(r *rand.Rand, s *curve, f func(x []float64) float64),
) verify.Joint[curve, []float64] {
	times := []float64{-1, 0, 0.5}
	prior := func(r *rand.Rand) (*curve, error) {
		return &curve{X: []float64{r.NormFloat64(), r.NormFloat64()},
			nuts: update.NUTS{Step: 0.3, MaxDepth: 3}}, nil
	}
	return verify.Joint[curve, []float64]{
		Prior: prior,
		Data: func(r *rand.Rand, s *curve) ([]float64, error) {
			y := make([]float64, len(times))
			for i, u := range times {
				y[i] = math.Exp(s.X[0]+s.X[1]*u) + r.NormFloat64()
			}
			return y, nil
		},
		Model: func(y []float64) (sampler.Model[curve], error) {
			joint := func(x []float64) float64 {
				lp := -x[0]*x[0]/2 - x[1]*x[1]/2
				for i, u := range times {
					lp += normalLog(y[i], math.Exp(x[0]+x[1]*u), 1)
				}
				return lp
			}
			return sampler.Model[curve]{
				Init: func(r *rand.Rand) (*curve,
					error) {
					return &curve{X: []float64{0.1 * r.NormFloat64(), 0}}, nil
				},
				Blocks: []sampler.Block[curve]{{Name: "x", Update: func(r *rand.Rand,
					s *curve) error {
					draw(r, s, joint)
					return nil
				}}},
				Params: []sampler.Param[curve]{
					{Name: "x", Shape: []int{2}, Read: func(s *curve, dst []float64) {
						copy(dst,
							s.X)
					}},
				},
				LogJoint: func(s *curve) float64 { return joint(s.X) },
				Data:     y,
			}, nil
		},
	}
}

func drawCurve(r *rand.Rand, s *curve, f func(x []float64) float64) { s.walk.Draw(r, s.X, f) }

func TestMetropolis(t *testing.T) {
	planted := func(name string, draw func(r *rand.Rand, s *curve,
		f func(x []float64) float64)) bug[curve, []float64] {
		return bug[curve, []float64]{name, "x", func(y []float64) func(*rand.Rand, *curve) error {
			m, _ := curveJoint(draw).Model(y)
			return m.Blocks[0].Update
		}}
	}
	kills(t, curveJoint(drawCurve),
		planted("always accepted", func(r *rand.Rand, s *curve, f func(x []float64) float64) {
			s.walk.Draw(r, s.X, func([]float64) float64 { return 0 })
		}),
		planted("half the log density", func(r *rand.Rand, s *curve, f func(x []float64) float64) {
			s.walk.Draw(r, s.X, func(x []float64) float64 { return f(x) / 2 })
		}),
		planted("steps in proportion to x, without a correction", func(r *rand.Rand, s *curve,
			f func(x []float64) float64) {
			now := f(s.X)
			y := []float64{s.X[0] * math.Exp(r.NormFloat64()), s.X[1]}
			if math.Log(1-r.Float64()) < f(y)-now {
				copy(s.X, y)
			}
		}),
	)
}

// It learns the acceptance rate, and the shape of a normal with correlation 0.99 and scales 1 and
// 1000. After Freeze it learns nothing.
func TestMetropolisLearns(t *testing.T) {
	r, x, m := sampler.Stream("learns", 1, 0), []float64{0, 0}, update.Metropolis{}
	target := func(x []float64) float64 {
		u, v := x[0], x[1]/1000
		return -(u*u - 2*0.99*u*v + v*v) / (2 * (1 - 0.99*0.99))
	}
	for range 20_000 {
		m.Draw(r, x, target)
	}
	m.Freeze()
	draws := make([]float64, 0, 40_000)
	var c [3]float64
	rate := 0.0
	for range cap(draws) {
		before := x[0]
		if m.Draw(r, x, target); x[0] != before {
			rate += 1. / 40_000
		}
		draws = append(draws, x[1]/1000)
		c[0], c[1], c[2] = c[0]+x[0]*x[0]/40_000, c[1]+x[0]*x[1]/40e6, c[2]+x[1]*x[1]/40e9
	}
	if math.Abs(rate-m.Target) > 0.05 {
		t.Errorf("acceptance %.3f, target %.3f", rate, m.Target)
	}
	if ess := diag.ESSMean([][]float64{draws}); ess < 2500 {
		t.Errorf("%.0f effective draws of 40 000", ess)
	}
	for i, want := range []float64{1, 0.99, 1} {
		if math.Abs(c[i]-want) > 0.1 {
			t.Errorf("second moment %d is %.3f, want %.3f", i, c[i], want)
		}
	}
	if n := testing.AllocsPerRun(100, func() { m.Draw(r, x, target) }); n != 0 {
		t.Errorf("%g allocations a step", n)
	}
}

// The engine ends the learning when the warm-up is over. A run that resumes does the same, bit for
// bit, from a checkpoint within the warm-up, from its last sweep and from after it.
func TestMetropolisResumes(t *testing.T) {
	model, _ := curveJoint(drawCurve).Model([]float64{0.3, 1.1, 2})
	set := sampler.Settings{Chains: 2, Warmup: 200, Draws: 300, Seed: 3}
	whole, err := sampler.Run(context.Background(), model, set)
	if err != nil {
		t.Fatal(err)
	}
	for _, stopAt := range []int{90, 200, 201, 350} {
		ctx, cancel := context.WithCancel(context.Background())
		stopped := model
		sweeps := 0
		stopped.Blocks = slices.Clone(model.Blocks)
		stopped.Blocks[0].Update = func(r *rand.Rand, s *curve) error {
			if sweeps++; sweeps >= stopAt { // the stop takes effect some sweeps later
				cancel()
				time.Sleep(5 * time.Millisecond)
			}
			return model.Blocks[0].Update(r, s)
		}
		one := set
		one.Chains, one.Checkpoint = 1, filepath.Join(t.TempDir(), "checkpoint")
		if _, err := sampler.Run(ctx, stopped, one); err == nil {
			t.Fatal("was not stopped")
		}
		resumed, err := sampler.Run(context.Background(), model, one)
		if err != nil {
			t.Fatal(err)
		}
		a, _ := whole.Chains("lp__")
		b, _ := resumed.Chains("lp__")
		if !slices.Equal(a[0], b[0]) {
			t.Errorf("stopped at sweep %d: other draws", stopAt)
		}
	}
}

func TestMetropolisRefuses(t *testing.T) {
	r, m := sampler.Stream("refuse", 1, 0), update.Metropolis{}
	wantPanic(t, "Metropolis: the log density is NaN", func() {
		m.Draw(r, []float64{1},
			func([]float64) float64 { return nan })
	})
	wantPanic(t, "at the present value [1]", func() {
		m.Draw(r, []float64{1},
			func([]float64) float64 { return -inf })
	})
}
