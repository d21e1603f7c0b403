package verify_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gibbslab/internal/turns"
	"gibbslab/sampler"
	updates "gibbslab/sampler/update"
	"gibbslab/sampler/variate"
	"gibbslab/sampler/verify"
)

// TestConditionalPassesRightBlocks: draws, slice and Metropolis steps and NUTS, under flat priors.
func TestConditionalPassesRightBlocks(t *testing.T) {
	others := map[string]func(r *rand.Rand, s *flatLine) error{
		"slice": func(r *rand.Rand, s *flatLine) error {
			s.sigma2 = updates.Slice(r, s.sigma2, 1, 0, math.Inf(1), func(v float64) float64 {
				s.sigma2 = v
				return s.logJoint()
			})
			return nil
		},
		"Metropolis": func(r *rand.Rand, s *flatLine) error { return walk(r, s, true) },
	}
	seeds := 3
	if slow || turns.Short(t) {
		seeds = 1
	}
	for seed := range seeds {
		check := func(what string, m sampler.Model[flatLine], block string) {
			set := verify.Settings{Seed: uint64(seed), Replications: 1000}
			report, err := verify.Conditional(m, block, set, coordinates(block)...)
			if err != nil || report.Wrong {
				t.Errorf("seed %d, %s: %v\n%v", seed, what, err, report)
			}
		}
		for _, b := range flatModel().Blocks {
			check(b.Name, flatModel(), b.Name)
		}
		for name, f := range others {
			m, err := verify.Replace(flatModel(), "sigma2", f)
			if err != nil {
				t.Fatal(err)
			}
			check(name, m, "sigma2")
		}
	}
}

// walk multiplies σ² by a random factor. The density of log σ² has the Jacobian σ².
func walk(r *rand.Rand, s *flatLine, jacobian bool) error {
	old, lp := s.sigma2, s.logJoint()
	factor := math.Exp(r.NormFloat64())
	s.sigma2 *= factor
	change := s.logJoint() - lp
	if jacobian {
		change += math.Log(factor)
	}
	if math.Log(1-r.Float64()) > change {
		s.sigma2 = old
	}
	return nil
}

// TestConditionalFindsWrongBlocks: each is found, and no other block of the model is blamed.
func TestConditionalFindsWrongBlocks(t *testing.T) {
	n := float64(len(lineX))
	for _, c := range []struct {
		name, block, want string
		update            func(r *rand.Rand, s *flatLine) error
	}{
		{"wrong shape", "sigma2", "sigma2", func(r *rand.Rand, s *flatLine) error {
			s.sigma2 = variate.InvGamma(r, n/2+0.5, s.squares()/2)
			return nil
		}},
		{"wrong sign", "a", "a", func(r *rand.Rand, s *flatLine) error {
			sum := 0.0
			for i, x := range lineX {
				sum += lineY[i] + s.b*x
			}
			s.a = sum/n + math.Sqrt(s.sigma2/n)*r.NormFloat64()
			return nil
		}},
		{"scale for variance", "a", "spread", func(r *rand.Rand, s *flatLine) error {
			sum := 0.0
			for i, x := range lineX {
				sum += lineY[i] - s.b*x
			}
			s.a = sum/n + s.sigma2/n*r.NormFloat64()
			return nil
		}},
		{"no Jacobian", "sigma2", "sigma2", func(r *rand.Rand, s *flatLine) error {
			return walk(r, s, false)
		}},
		{"tempered", "both", "is wrong: it changes", drawNUTS(1, 0.7)},
		{"independent", "both", "product of a and b", func(r *rand.Rand, s *flatLine) error {
			var xx, xy, x, y float64 // the right marginals, without the correlation of a and b
			for i := range lineX {
				x, y = x+lineX[i]/n, y+lineY[i]/n
			}
			for i := range lineX {
				xx, xy = xx+(lineX[i]-x)*(lineX[i]-x), xy+(lineX[i]-x)*(lineY[i]-y)
			}
			s.a = y - xy/xx*x + math.Sqrt(s.sigma2*(1/n+x*x/xx))*r.NormFloat64()
			s.b = xy/xx + math.Sqrt(s.sigma2/xx)*r.NormFloat64()
			return nil
		}},
		{"fails", "a", "fails", func(*rand.Rand, *flatLine) error { panic("no") }},
		{"NaN", "a", "fails", func(_ *rand.Rand, s *flatLine) error { s.a = math.NaN(); return nil }},
	} {
		wrong, err := verify.Replace(flatModel(), c.block, c.update)
		if err != nil {
			t.Fatal(err)
		}
		if c.name == "NaN" || c.name == "fails" {
			wrong.Blocks = wrong.Blocks[:1]
		}
		report, err := verify.Conditional(wrong, c.block, verify.Settings{}, coordinates(c.block)...)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if !report.Wrong || !strings.Contains(report.Verdict(), c.want) {
			t.Errorf("%s: want %q in\n%v", c.name, c.want, report)
		}
		for _, other := range []string{"a", "sigma2"} {
			if other == c.block || len(wrong.Blocks) == 1 {
				continue
			}
			report, err := verify.Conditional(wrong, other, verify.Settings{}, coordinates(other)...)
			if err != nil || report.Wrong {
				t.Errorf("%s: of %s, %v %v", c.name, other, err, report)
			}
		}
	}
}

// TestConditionalFindsForgottenPrior: LogJoint has a prior of a, and the block has none.
func TestConditionalFindsForgottenPrior(t *testing.T) {
	m := flatModel()
	m.LogJoint = func(s *flatLine) float64 { return s.logJoint() - 10*s.a*s.a } // N(0, 1/20)
	report, err := verify.Conditional(m, "a", verify.Settings{}, coordinates("a")...)
	if err != nil || !report.Wrong {
		t.Error(err, report)
	}
}

// TestConditionalFindsWrongGradient: the sign of b's gradient is wrong. NUTS stays in the right
// distribution, as it must whatever the force; the report names the gradient.
func TestConditionalFindsWrongGradient(t *testing.T) {
	m, err := verify.Replace(flatModel(), "both", drawNUTS(-1, 1))
	if err != nil {
		t.Fatal(err)
	}
	x := coordinates("both")
	set := verify.Settings{Replications: 1000}
	report, err := verify.Conditional(m, "both", set, x...)
	if err != nil || report.Wrong {
		t.Errorf("with the right gradient beside it: %v %v", err, report)
	}
	right := x[1].Gradient
	for _, wrong := range []float64{-1, 1.01, math.NaN()} {
		x[1].Gradient = func(s *flatLine) float64 { return wrong * right(s) }
		report, err = verify.Conditional(m, "both", set, x...)
		if err != nil || !report.Wrong || report.Gradients[0].Wrong || !report.Gradients[1].Wrong ||
			!strings.Contains(report.Verdict(), "The gradient of b is wrong") {
			t.Errorf("gradient times %g: %v %v", wrong, err, report)
		}
	}
}

// TestConditionalErrors: models that cannot be tested give an error in a sentence.
func TestConditionalErrors(t *testing.T) {
	changed := func(f func(m *sampler.Model[flatLine])) sampler.Model[flatLine] {
		m := flatModel()
		f(&m)
		return m
	}
	a := coordinates("a")
	for want, call := range map[string]func() (*verify.ConditionalReport, error){
		"proper stand-in for each flat prior": func() (*verify.ConditionalReport, error) {
			return verify.Conditional(changed(func(m *sampler.Model[flatLine]) { m.LogJoint = nil }), "a",
				verify.Settings{}, a...)
		},
		"no block \"z\"": func() (*verify.ConditionalReport, error) {
			return verify.Conditional(flatModel(), "z", verify.Settings{}, a...)
		},
		"no coordinates": func() (*verify.ConditionalReport, error) {
			return verify.Conditional(flatModel(), "a", verify.Settings{})
		},
		"changes more than the coordinates": func() (*verify.ConditionalReport, error) {
			return verify.Conditional(flatModel(), "both", verify.Settings{}, a...)
		},
		"conditional is improper": func() (*verify.ConditionalReport, error) {
			return verify.Conditional(changed(func(m *sampler.Model[flatLine]) {
				m.LogJoint = func(*flatLine) float64 { return 0 }
			}), "a", verify.Settings{}, a...)
		},
		"LogJoint is NaN": func() (*verify.ConditionalReport, error) {
			return verify.Conditional(changed(func(m *sampler.Model[flatLine]) {
				m.LogJoint = func(*flatLine) float64 { return math.NaN() }
			}), "a", verify.Settings{}, a...)
		},
		"support from 2 to 1": func() (*verify.ConditionalReport, error) {
			x := a[0]
			x.Lo, x.Hi = 2, 1
			return verify.Conditional(flatModel(), "a", verify.Settings{}, x)
		},
	} {
		if report, err := call(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error with %q: %v %v", want, err, report)
		}
	}
}

// A log density that overflows far out, as Exp does, is not asked for there: counts y with the rate
// exp(a), and a normal prior of a. A LogJoint without the prior contradicts the block, and the
// verdict says what that means.
func TestConditionalOfALogRate(t *testing.T) {
	type state struct{ A float64 }
	logJoint := func(prior float64) func(s *state) float64 {
		return func(s *state) float64 {
			return variate.PoissonLogProb(3, math.Exp(s.A)) + prior*variate.NormalLogProb(s.A, 0, 1)
		}
	}
	m := sampler.Model[state]{
		Init: func(*rand.Rand) (*state, error) { return new(state), nil },
		Blocks: []sampler.Block[state]{sampler.Update("a", func(r *rand.Rand, s *state) {
			s.A = updates.Slice(r, s.A, 1, math.Inf(-1), math.Inf(1), func(a float64) float64 {
				return 3*a - math.Exp(a) - a*a/2
			})
		})},
		Params: []sampler.Param[state]{sampler.Scalar("a", func(s *state) float64 { return s.A })},
	}
	a := verify.Coordinate[state]{Name: "a", At: func(s *state) *float64 { return &s.A }}
	for _, prior := range []float64{1, 0} {
		m.LogJoint = logJoint(prior)
		report, err := verify.Conditional(m, "a", verify.Settings{}, a)
		if err != nil || report.Wrong != (prior == 0) {
			t.Fatal(report, err)
		}
		if report.Wrong && !strings.Contains(report.Verdict(), "LogJoint is wrong") {
			t.Error(report.Verdict())
		}
	}
}

// TestConditionalOfManyCoordinates: a block that draws 20 numbers together, each 2 % too wide. No
// coordinate and no pair shows that, and LogJoint does.
func TestConditionalOfManyCoordinates(t *testing.T) {
	const n = 20
	var x []verify.Coordinate[[n]float64]
	for i := range n {
		x = append(x, verify.Coordinate[[n]float64]{Name: fmt.Sprint("x", i),
			At: func(s *[n]float64) *float64 { return &s[i] }})
	}
	for _, wide := range []float64{1, 1.02} {
		m := sampler.Model[[n]float64]{
			Init: func(*rand.Rand) (*[n]float64, error) { return &[n]float64{}, nil },
			Blocks: []sampler.Block[[n]float64]{sampler.Update("x", func(r *rand.Rand, s *[n]float64) {
				for i := range s {
					s[i] = wide * r.NormFloat64()
				}
			})},
			LogJoint: func(s *[n]float64) (lp float64) {
				for _, v := range s {
					lp -= v * v / 2
				}
				return lp
			},
		}
		report, err := verify.Conditional(m, "x", verify.Settings{}, x...)
		if err != nil || report.Wrong != (wide > 1) || report.Wrong && report.Function != "LogJoint" ||
			report.Wrong != strings.Contains(report.Verdict(), "integrated out") ||
			!strings.Contains(report.String(), "they are worth") {
			t.Errorf("%v: %v\n%v", wide, err, report)
		}
	}
}
