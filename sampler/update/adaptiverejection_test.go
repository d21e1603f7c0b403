package update_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/update"
	"gibbslab/sampler/verify"
)

// Counts: a ~ N(0, 1), y_i ~ Poisson(exp(a)).
type counts struct {
	A      float64
	reject update.AdaptiveRejection
}

func countsJoint(
	draw func(r *rand.Rand, s *counts, f func(a float64) (float64, float64)) error,
) verify.Joint[counts, []float64] {
	prior := func(r *rand.Rand) (*counts, error) { return &counts{A: r.NormFloat64()}, nil }
	return verify.Joint[counts, []float64]{
		Prior: prior,
		Data: func(r *rand.Rand, s *counts) ([]float64, error) {
			y := make([]float64, 2)
			for i := range y {
				for t := r.ExpFloat64(); t < math.Exp(s.A); t += r.ExpFloat64() {
					y[i]++
				}
			}
			return y, nil
		},
		Model: func(y []float64) (sampler.Model[counts], error) {
			f := func(a float64) (float64, float64) {
				sum := y[0] + y[1]
				return sum*a - 2*math.Exp(a) - a*a/2, sum - 2*math.Exp(a) - a
			}
			return sampler.Model[counts]{
				Init: prior,
				Blocks: []sampler.Block[counts]{{Name: "a", Update: func(r *rand.Rand,
					s *counts) error {
					return draw(r, s, f)
				}}},
				Params: []sampler.Param[counts]{sampler.Scalar("a",
					func(s *counts) float64 { return s.A })},
				LogJoint: func(s *counts) float64 { lp, _ := f(s.A); return lp },
			}, nil
		},
	}
}

func TestRejection(t *testing.T) {
	within := func(left, right, lo, hi float64, change func(v, s float64) (float64,
		float64)) func(r *rand.Rand, s *counts, f func(a float64) (float64, float64)) error {
		return func(r *rand.Rand, s *counts, f func(a float64) (float64, float64)) (err error) {
			if change != nil {
				g := f
				f = func(a float64) (float64, float64) { return change(g(a)) }
			}
			s.A, err = s.reject.Draw(r, left, right, lo, hi, f)
			return err
		}
	}
	planted := func(name string, draw func(r *rand.Rand, s *counts, f func(a float64) (float64,
		float64)) error) bug[counts, []float64] {
		return bug[counts, []float64]{name, "a", func(y []float64) func(*rand.Rand, *counts) error {
			m, _ := countsJoint(draw).Model(y)
			return m.Blocks[0].Update
		}}
	}
	kills(t, countsJoint(within(-0.5, 0.5, -30, 30, nil)))
	right := countsJoint(within(-30, 20, -inf, inf, nil))
	kills(t, right,
		planted("half the log density", within(-30, 20, -inf, inf, func(v, s float64) (float64,
			float64) {
			return v / 2, s / 2
		})),
		planted("cut at 0", within(0.1, 3, 0, inf, nil)),
		planted("a wrong derivative", within(-30, 20, -inf, inf, func(v, s float64) (float64,
			float64) {
			return v, s + 0.5
		})),
	)
	m, _ := right.Model([]float64{3, 1})
	noAllocations(t, m, &counts{})
}

// Few evaluations, and an exact uniform and exponential.
func TestRejectionShapes(t *testing.T) {
	r, a := sampler.Stream("rejection", 1, 0), update.AdaptiveRejection{}
	evaluations, mean := 0, 0.0
	for range 20_000 {
		x, err := a.Draw(r, -3, 4, -inf, inf, func(x float64) (float64, float64) {
			evaluations++
			return -x * x / 2, -x
		})
		if err != nil {
			t.Fatal(err)
		}
		mean += x
	}
	if evaluations > 20_000*7 || math.Abs(mean/20_000) > 5/math.Sqrt(20_000) {
		t.Errorf("%.1f evaluations a draw, mean %.3f", float64(evaluations)/20_000, mean/20_000)
	}
	for _, slope := range []float64{0, -1, 1, -1e6, 1e-9} {
		var u []float64
		for range 5000 {
			x, err := a.Draw(r, 0.2, 0.8, 0, 1, func(x float64) (float64,
				float64) {
				return slope * x, slope
			})
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(slope) > 1e-3 {
				x = math.Expm1(slope*x) / math.Expm1(slope)
			}
			u = append(u, x)
		}
		slices.Sort(u)
		worst := 0.0
		for i, v := range u {
			worst = max(worst, math.Abs(v-float64(i)/5000))
		}
		if worst > 0.04 {
			t.Errorf("slope %g: Kolmogorov distance %.3f", slope, worst)
		}
	}
}

func TestRejectionRefuses(t *testing.T) {
	r, a := sampler.Stream("refuse", 1, 0), update.AdaptiveRejection{}
	normal := func(x float64) (float64, float64) { return -x * x / 2, -x }
	for want, f := range map[string]func() error{
		"left is 1 and right 1": func() error {
			_, err := a.Draw(r, 1, 1, 0, 2,
				normal)
			return err
		},
		"the derivative is -1": func() error {
			_, err := a.Draw(r, 1, 2, -inf, inf,
				normal)
			return err
		},
		"is not log-concave": func() error {
			_, err := a.Draw(r, -1, 1, -2, 2, func(x float64) (float64, float64) {
				return x * x,
					2 * x
			})
			return err
		},
		"the log density at -1 is N": func() error {
			_, err := a.Draw(r, -1, 1, -2, 2, func(x float64) (float64, float64) {
				return nan,
					2 * x
			})
			return err
		},
		"it is not log-concave, or": func() error {
			for range 100 {
				if _, err := a.Draw(r, -2, 2, -3, 3, func(x float64) (float64,
					float64) {
					return -10 * math.Abs(math.Abs(x)-1), -10 * math.Copysign(1,
						x)
				}); err != nil {
					return err
				}
			}
			return nil
		},
	} {
		if err := f(); err == nil || !contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

func TestFactorSlice(t *testing.T) {
	draw := func(r *rand.Rand, s *curve, f func([]float64) float64) {
		var c update.FactorSlice
		c.Freeze()
		c.Draw(r, s.X, f)
	}
	kills(t, curveJoint(draw), bug[curve, []float64]{"half the log density", "x",
		func(y []float64) func(*rand.Rand, *curve) error {
			m, _ := curveJoint(func(r *rand.Rand, s *curve, f func([]float64) float64) {
				draw(r, s, func(x []float64) float64 { return f(x) / 2 })
			}).Model(y)
			return m.Blocks[0].Update
		}})
	// Correlation 0.999, scales 1 and 100.
	for _, bad := range []float64{math.NaN(), math.Inf(-1)} {
		wantPanic(t, "FactorSlice: the log density at [0.1 -3] is "+fmt.Sprint(bad), func() {
			var f update.FactorSlice
			f.Draw(sampler.Stream("factor", 1, 0), []float64{0.1, -3},
				func([]float64) float64 { return bad })
		})
	}
	r, x, f := sampler.Stream("factor", 1, 0), []float64{0, 0}, update.FactorSlice{}
	evaluations := 0
	target := func(x []float64) float64 {
		evaluations++
		u, v := x[0], x[1]/100
		return -(u*u - 2*0.999*u*v + v*v) / (2 * (1 - 0.999*0.999))
	}
	for range 1500 {
		f.Draw(r, x, target)
	}
	f.Freeze()
	evaluations = 0
	var draws []float64
	square := 0.0
	for range 4000 {
		f.Draw(r, x, target)
		draws = append(draws, x[1])
		square += x[1] * x[1] / 4000 / 1e4
	}
	if ess := diag.ESSMean([][]float64{draws}); ess < 1500 || math.Abs(square-1) > 0.15 ||
		evaluations > 4000*16 {
		t.Errorf("%.0f effective draws of 4000, second moment %.3f, %.1f evaluations", ess, square,
			float64(evaluations)/4000)
	}
	if n := testing.AllocsPerRun(100, func() { f.Draw(r, x, target) }); n != 0 {
		t.Errorf("%g allocations", n)
	}
	wantPanic(t, "is NaN", func() { f.Draw(r, x, func([]float64) float64 { return nan }) })
}
