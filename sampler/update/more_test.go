package update_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/update"
	"gibbslab/sampler/verify"
)

// The curve's prior is standard normal, as elliptical slice sampling requires.
func TestElliptical(t *testing.T) {
	other := make([]float64, 2)
	fresh := func(r *rand.Rand) []float64 {
		for i := range other {
			other[i] = r.NormFloat64()
		}
		return other
	}
	var e update.Elliptical
	likelihood := func(f func([]float64) float64) func([]float64) float64 {
		return func(x []float64) float64 { return f(x) + x[0]*x[0]/2 + x[1]*x[1]/2 }
	}
	planted := func(name string, draw func(r *rand.Rand, s *curve,
		f func(x []float64) float64)) bug[curve, []float64] {
		return bug[curve, []float64]{name, "x", func(y []float64) func(*rand.Rand, *curve) error {
			m, _ := curveJoint(draw).Model(y)
			return m.Blocks[0].Update
		}}
	}
	right := curveJoint(func(r *rand.Rand, s *curve, f func([]float64) float64) {
		var e update.Elliptical
		other := []float64{r.NormFloat64(), r.NormFloat64()}
		e.Draw(r, s.X, other, likelihood(f))
	})
	local := func(do func(r *rand.Rand, s *curve, f func([]float64) float64,
		e *update.Elliptical)) func(*rand.Rand, *curve, func([]float64) float64) {
		return func(r *rand.Rand, s *curve, f func([]float64) float64) {
			do(r, s, f,
				&update.Elliptical{})
		}
	}
	kills(t, right,
		planted("the prior counted twice", local(func(r *rand.Rand, s *curve,
			f func([]float64) float64, e *update.Elliptical) {
			e.Draw(r, s.X, []float64{r.NormFloat64(), r.NormFloat64()}, f)
		})),
		planted("the draw from the prior has variance 2", local(func(r *rand.Rand, s *curve,
			f func([]float64) float64, e *update.Elliptical) {
			e.Draw(r, s.X, []float64{math.Sqrt2 * r.NormFloat64(), math.Sqrt2 * r.NormFloat64()},
				likelihood(f))
		})),
		planted("one coordinate of the draw is x", local(func(r *rand.Rand, s *curve,
			f func([]float64) float64, e *update.Elliptical) {
			e.Draw(r, s.X, []float64{r.NormFloat64(), s.X[0]}, likelihood(f))
		})),
	)
	r, x := sampler.Stream("elliptical", 1, 0), []float64{0.1, 0.2}
	flat := func(x []float64) float64 { return -x[0] * x[0] }
	if n := testing.AllocsPerRun(100, func() { e.Draw(r, x, fresh(r), flat) }); n != 0 {
		t.Errorf("%g allocations", n)
	}
	wantPanic(t, "x has 2 numbers", func() { e.Draw(r, x, nil, flat) })
	wantPanic(t, "of the present value is NaN", func() {
		e.Draw(r, x, other,
			func([]float64) float64 { return nan })
	})
}

func TestComponentwise(t *testing.T) {
	draw := func(r *rand.Rand, s *curve, f func([]float64) float64) {
		c := update.Componentwise{Step: 0.8}
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
	r, x, c := sampler.Stream("componentwise", 1, 0), []float64{0, 0, 0}, update.Componentwise{}
	target := func(x []float64) float64 { return -(x[0]*x[0] + x[1]*x[1]*1e6 + x[2]*x[2]/1e6) / 2 }
	for range 5000 {
		c.Draw(r, x, target)
	}
	c.Freeze()
	var squares [3]float64
	rate := 0.0
	for range 20_000 {
		before := slices.Clone(x)
		c.Draw(r, x, target)
		for j, v := range x {
			squares[j] += v * v / 20_000
			if v != before[j] {
				rate += 1. / 60_000
			}
		}
	}
	if math.Abs(rate-0.44) > 0.03 {
		t.Errorf("acceptance %.3f", rate)
	}
	for j, want := range []float64{1, 1e-6, 1e6} {
		if math.Abs(squares[j]/want-1) > 0.15 {
			t.Errorf("second moment %d is %g, want %g", j, squares[j], want)
		}
	}
	if n := testing.AllocsPerRun(100, func() { c.Draw(r, x, target) }); n != 0 {
		t.Errorf("%g allocations", n)
	}
	wantPanic(t, "of the proposal", func() {
		c.Draw(r, []float64{1}, func(x []float64) float64 {
			if x[0] != 1 {
				return nan
			}
			return 0
		})
	})
}

// Nine observations, N(μ, 1) in each segment with μ ~ N(0, 4): all 256 ways to cut them into
// segments.
func TestChangePoints(t *testing.T) {
	y := []float64{0.2, -0.5, 0.1, 3, 2.4, 3.3, 1.1, -0.2, 0.4}
	const p = 0.2
	segment := func(from, to int) float64 {
		n, sum, squares := float64(to-from), 0.0, 0.0
		for _, v := range y[from:to] {
			sum, squares = sum+v, squares+v*v
		}
		return -(squares-4*sum*sum/(1+4*n))/2 - math.Log1p(4*n)/2
	}
	probabilities, sum := make([]float64, 256), 0.0
	for code := range probabilities {
		lp, from := 0.0, 0
		for to := 1; to <= 9; to++ {
			switch {
			case to == 9:
				lp += segment(from, to)
			case code>>(to-1)&1 == 1:
				lp += segment(from, to) + math.Log(p)
				from = to
			default:
				lp += math.Log(1 - p)
			}
		}
		probabilities[code] = math.Exp(lp)
		sum += probabilities[code]
	}
	type state struct {
		starts []bool
		points update.ChangePoints
	}
	try := func(p float64, segment func(from, to int) float64) *verify.EnumerationReport {
		model := sampler.Model[state]{
			Init: func(*rand.Rand) (*state, error) { return &state{starts: make([]bool, 9)}, nil },
			Blocks: []sampler.Block[state]{{Name: "starts", Update: func(r *rand.Rand,
				s *state) error {
				_, err := s.points.Draw(r, p, segment, s.starts)
				return err
			}}},
		}
		report, err := verify.Enumerate(model, probabilities, func(s *state) int {
			code := 0
			for t, start := range s.starts[1:] {
				if start {
					code |= 1 << t
				}
			}
			return code
		}, verify.Settings{Seed: 1, Replications: 4, Draws: 10_000, Warmup: 1})
		if err != nil {
			t.Fatal(err)
		}
		return report
	}
	if report := try(p, segment); report.Wrong {
		t.Error(report)
	}
	if !try(0.25, segment).Wrong || !try(p, func(from, to int) float64 {
		return segment(from, to) -
			0.2
	}).Wrong ||
		!try(p, func(from, to int) float64 { return segment(max(0, from-1), to) }).Wrong {
		t.Error("a bug survives")
	}
	r, starts, c := sampler.Stream("points", 1, 0), make([]bool, 9), update.ChangePoints{}
	if lp, err := c.Draw(r, p, segment, starts); err != nil || math.Abs(lp-math.Log(sum)) > 1e-12 ||
		!starts[0] {
		t.Errorf("log marginal %g (%v), want %g", lp, err, math.Log(sum))
	}
	if n := testing.AllocsPerRun(100, func() { c.Draw(r, p, segment, starts) }); n != 0 {
		t.Errorf("%g allocations", n)
	}
	if _, err := c.Draw(r, 1, segment, starts); err == nil || !contains(err.Error(), "p = 1") {
		t.Errorf("error %v", err)
	}
	if _, err := c.Draw(r, 0.5, func(int, int) float64 { return nan }, starts); err == nil ||
		!contains(err.Error(), "start at 8") {
		t.Errorf("error %v", err)
	}
}
