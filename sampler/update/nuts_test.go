package update_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/update"
)

// withGradient is a log density with its gradient by central differences.
func withGradient(f func([]float64) float64) func(x, gradient []float64) float64 {
	return func(x, gradient []float64) float64 {
		const h = 1e-5
		for i, v := range x {
			x[i] = v + h
			up := f(x)
			x[i] = v - h
			gradient[i] = (up - f(x)) / (2 * h)
			x[i] = v
		}
		return f(x)
	}
}

func TestNUTS(t *testing.T) {
	planted := func(name string, draw func(r *rand.Rand, s *curve,
		f func(x []float64) float64)) bug[curve, []float64] {
		return bug[curve, []float64]{name, "x", func(y []float64) func(*rand.Rand, *curve) error {
			m, _ := curveJoint(draw).Model(y)
			return m.Blocks[0].Update
		}}
	}
	kills(t, curveJoint(func(r *rand.Rand, s *curve, f func([]float64) float64) {
		s.nuts.Draw(r, s.X, withGradient(f))
	}),
		planted("half the log density", func(r *rand.Rand, s *curve, f func([]float64) float64) {
			s.nuts.Draw(r, s.X, withGradient(func(x []float64) float64 { return f(x) / 2 }))
		}),
		planted("leapfrog steps that are never refused", func(r *rand.Rand, s *curve,
			f func([]float64) float64) {
			g, p := make([]float64, 2), []float64{r.NormFloat64(), r.NormFloat64()}
			density := withGradient(f)
			for range 3 {
				density(s.X, g)
				for i := range p {
					p[i] += 0.2 * g[i]
					s.X[i] += 0.4 * p[i]
				}
				density(s.X, g)
				for i := range p {
					p[i] += 0.2 * g[i]
				}
			}
		}),
		planted("a gradient of another density, for a log density of its own", func(r *rand.Rand,
			s *curve, f func([]float64) float64) {
			s.nuts.Draw(r, s.X, withGradient(func(x []float64) float64 { return f(x) - x[1] }))
		}),
	)
	// A wrong gradient only costs draws, because the energy is right.
	kills(t, curveJoint(func(r *rand.Rand, s *curve, f func([]float64) float64) {
		s.nuts.Draw(r, s.X, func(x, g []float64) float64 {
			withGradient(f)(x, g)
			g[0] *= 0.7
			return f(x)
		})
	}))
}

// A normal of 20 coordinates with scales from 0.1 to 10 and neighbours that depend on each other.
func TestNUTSLearns(t *testing.T) {
	const d = 20
	r, n, x := sampler.Stream("nuts", 1, 0), update.NUTS{}, make([]float64, d)
	scale := func(i int) float64 { return math.Pow(10, 2*float64(i)/(d-1)-1) }
	target := func(x, g []float64) float64 {
		lp, before := 0.0, 0.0
		clear(g)
		for i, v := range x {
			z := v/scale(i) - 0.6*before
			lp -= z * z / (2 * 0.64)
			g[i] -= z / 0.64 / scale(i)
			if i > 0 {
				g[i-1] += 0.6 * z / 0.64 / scale(i-1)
			}
			before = v / scale(i)
			if i == 0 {
				lp += z*z/(2*0.64) - z*z/2
				g[0] += z/0.64/scale(0) - z/scale(0)
			}
		}
		return lp
	}
	for range 1000 {
		n.Draw(r, x, target)
	}
	n.Freeze()
	draws := make([][]float64, d)
	for range 2000 {
		n.Draw(r, x, target)
		for i, v := range x {
			draws[i] = append(draws[i], v/scale(i))
		}
	}
	for i, c := range draws {
		square := 0.0
		for _, v := range c {
			square += v * v / 2000
		}
		if ess := diag.ESSMean([][]float64{c}); ess < 400 || math.Abs(square-1) > 0.25 {
			t.Errorf("coordinate %d: second moment %.3f, %.0f effective draws of 2000", i, square,
				ess)
		}
	}
	if n.Draws != 2000 || n.Gradients > 60_000 || n.Divergent > 0 {
		t.Errorf("%d draws, %d gradients, %d divergent", n.Draws, n.Gradients, n.Divergent)
	}
	if a := testing.AllocsPerRun(100, func() { n.Draw(r, x, target) }); a != 0 {
		t.Errorf("%g allocations", a)
	}
}

func TestNUTSRefuses(t *testing.T) {
	r, n := sampler.Stream("refuse", 1, 0), update.NUTS{}
	wantPanic(t, "NUTS: the log density of the present value [1] is NaN", func() {
		n.Draw(r, []float64{1}, func(_, g []float64) float64 { g[0] = 0; return nan })
	})
	wantPanic(t, "or its gradient [NaN]", func() {
		n.Draw(r, []float64{1}, func(_,
			g []float64) float64 {
			g[0] = nan
			return 0
		})
	})
	// A wall: the density is NaN beyond 2. Draws stay below it.
	x := []float64{1}
	for range 500 {
		n.Draw(r, x, func(x, g []float64) float64 {
			g[0] = -x[0]
			if x[0] > 2 {
				return nan
			}
			return -x[0] * x[0] / 2
		})
		if x[0] > 2 {
			t.Fatal("a draw where the density is NaN")
		}
	}
	if n.Divergent == 0 {
		t.Error("no draw is called divergent")
	}
}
