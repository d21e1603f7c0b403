package update_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/update"
	"gibbslab/sampler/variate"
	"gibbslab/sampler/verify"
)

func contains(s, want string) bool { return strings.Contains(s, want) }

// A standard deviation and a mean, both by slice sampling: τ ~ Exp(1), μ ~ N(0, 4) on [−1, 3], and
// y_i ~ N(μ, τ²).
type spread struct{ Mu, Tau float64 }

func spreadJoint(
	draw func(r *rand.Rand, x, width, lo, hi float64, f func(float64) float64) float64,
) verify.Joint[spread, []float64] {
	prior := func(r *rand.Rand) (*spread, error) {
		return &spread{variate.TruncatedNormal(r, 0, 2, -1, 3), r.ExpFloat64()}, nil
	}
	return verify.Joint[spread, []float64]{
		Prior: prior,
		Data: func(r *rand.Rand, s *spread) ([]float64, error) {
			y := make([]float64, 3)
			for i := range y {
				y[i] = s.Mu + s.Tau*r.NormFloat64()
			}
			return y, nil
		},
		Model: func(y []float64) (sampler.Model[spread], error) {
			joint := func(mu, tau float64) float64 {
				lp := -tau - mu*mu/8
				for _, v := range y {
					lp += normalLog(v, mu, tau*tau)
				}
				return lp
			}
			return sampler.Model[spread]{
				Init: prior,
				Blocks: []sampler.Block[spread]{
					{Name: "tau", Update: func(r *rand.Rand, s *spread) error {
						s.Tau = draw(r, s.Tau, 1, 0, inf,
							func(tau float64) float64 { return joint(s.Mu, tau) })
						return nil
					}},
					{Name: "mu", Update: func(r *rand.Rand, s *spread) error {
						s.Mu = draw(r, s.Mu, 0.7, -1, 3, func(mu float64) float64 {
							return joint(mu,
								s.Tau)
						})
						return nil
					}},
				},
				Params: []sampler.Param[spread]{
					sampler.Scalar("mu", func(s *spread) float64 { return s.Mu }),
					sampler.Scalar("tau", func(s *spread) float64 { return s.Tau }),
				},
				LogJoint: func(s *spread) float64 { return joint(s.Mu, s.Tau) },
			}, nil
		},
	}
}

// brokenSlice is slice sampling with planted bugs.
func brokenSlice(
	r *rand.Rand, x, width, lo, hi float64, f func(float64) float64, bug string,
) float64 {
	level := f(x) - r.ExpFloat64()
	if bug == "level" {
		level = f(x) + math.Log(r.Float64()*0.5+0.5)
	}
	left := x - width*r.Float64()
	right := left + width
	if bug == "to the right only" {
		left = x
	}
	if bug != "no stepping out" {
		for bug != "to the right only" && left > lo && f(left) > level {
			left -= width
		}
		for right < hi && f(right) > level {
			right += width
		}
	}
	left, right = max(left, lo), min(right, hi)
	for {
		y := left + r.Float64()*(right-left)
		if f(y) > level {
			return y
		}
		if bug == "shrinks to the middle" {
			left, right = left+(y-left)/2, right-(right-y)/2
			if left >= right {
				return x
			}
		} else if y < x {
			left = y
		} else {
			right = y
		}
	}
}

func TestSlice(t *testing.T) {
	right := func(r *rand.Rand, x, width, lo, hi float64, f func(float64) float64) float64 {
		y := update.Slice(r, x, width, lo, hi, f)
		return y
	}
	limited := func(r *rand.Rand, x, width, lo, hi float64, f func(float64) float64) float64 {
		y := update.SliceSteps(r, x, width, lo, hi, 3, f)
		return y
	}
	kills(t, spreadJoint(limited))
	var bugs []bug[spread, []float64]
	for _, name := range []string{"level", "to the right only", "shrinks to the middle"} {
		broken := spreadJoint(func(r *rand.Rand, x, width, lo, hi float64,
			f func(float64) float64) float64 {
			return brokenSlice(r, x, width, lo, hi, f, name)
		})
		for b, block := range []string{"tau", "mu"} {
			bugs = append(bugs, bug[spread, []float64]{name + ", " + block, block,
				func(y []float64) func(*rand.Rand, *spread) error {
					m, _ := broken.Model(y)
					return m.Blocks[b].Update
				}})
		}
	}
	kills(t, spreadJoint(right), bugs...)
	m, _ := spreadJoint(right).Model([]float64{1, 2, 3})
	noAllocations(t, m, &spread{1, 1})
}

// It needs few evaluations for a good width, and not many for a bad one.
func TestSliceEvaluations(t *testing.T) {
	r := sampler.Stream("slice", 1, 0)
	for width, most := range map[string]float64{"2.5": 7, "25": 12, "0.1": 60} {
		w := map[string]float64{"2.5": 2.5, "25": 25, "0.1": 0.1}[width]
		x, calls := 0.0, 0
		for range 2000 {
			x = update.Slice(r, x, w, -inf, inf, func(x float64) float64 { calls++; return -x * x / 2 })
		}
		if mean := float64(calls) / 2000; mean > most {
			t.Errorf("width %s: %.1f evaluations, want %g at most", width, mean, most)
		}
	}
}

func TestSliceRefuses(t *testing.T) {
	r := sampler.Stream("refuse", 1, 0)
	flat := func(float64) float64 { return 0 }
	wantPanic(t, "the interval from 2 to 2", func() { update.Slice(r, 2, 1, 2, 2, flat) })
	wantPanic(t, "x is 3", func() { update.Slice(r, 3, 1, 0, 2, flat) })
	wantPanic(t, "width 0", func() { update.Slice(r, 1, 0, 0, 2, flat) })
	wantPanic(t, "is the density proper?", func() { update.Slice(r, 1, 1, -inf, inf, flat) })
	wantPanic(t, "the log density at 1 is NaN", func() {
		update.Slice(r, 1, 1, 0, 2,
			func(float64) float64 { return nan })
	})
	wantPanic(t, "at the present value 1 is -Inf", func() {
		update.Slice(r, 1, 1, 0, 2,
			func(float64) float64 { return -inf })
	})
	n := 0
	x := update.Slice(r, 1, 5, 0, 2, func(float64) float64 { n++; return 0 })
	if x < 0 || x > 2 || n > 3 {
		t.Errorf("a flat density on [0, 2]: %g after %d evaluations", x, n)
	}
}
