package verify_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/verify"
)

type point struct{ x, left float64 } // left is what the block leaves behind in one test

// pointJoint is x ~ N(0, 1) and y | x ~ N(x, 1), with one block that a test may change.
func pointJoint() verify.Joint[point, float64] {
	prior := func(r *rand.Rand) (*point, error) { return &point{x: r.NormFloat64()}, nil }
	return verify.Joint[point, float64]{
		Prior: prior,
		Data:  func(r *rand.Rand, s *point) (float64, error) { return s.x + r.NormFloat64(), nil },
		Model: func(y float64) (sampler.Model[point], error) {
			return sampler.Model[point]{
				Init: prior,
				Blocks: []sampler.Block[point]{{Name: "x", Update: func(r *rand.Rand, s *point) error {
					s.x = y/2 + math.Sqrt(0.5)*r.NormFloat64()
					return nil
				}}},
				Params:   []sampler.Param[point]{sampler.Scalar("x", func(s *point) float64 { return s.x })},
				LogJoint: func(s *point) float64 { return -s.x*s.x/2 - (y-s.x)*(y-s.x)/2 },
			}, nil
		},
	}
}

// changed is a joint whose model is changed.
func changed(change func(y float64, m *sampler.Model[point])) verify.Joint[point, float64] {
	j := pointJoint()
	model := j.Model
	j.Model = func(y float64) (sampler.Model[point], error) {
		m, err := model(y)
		change(y, &m)
		return m, err
	}
	return j
}

// TestFailingBlocksAreFound: each of the three tests reports a block that fails, by name.
func TestFailingBlocksAreFound(t *testing.T) {
	set := verify.Settings{Seed: 1, Replications: 200}
	for name, c := range map[string]struct {
		update func(r *rand.Rand, s *point) error
		want   string
	}{
		"error": {func(*rand.Rand, *point) error { return errors.New("out of luck") },
			`block "x": out of luck`},
		"panic": {func(r *rand.Rand, s *point) error { return []error{nil}[int(s.x*0)+1] },
			`block "x" panicked`},
		"nil pointer": {func(*rand.Rand, *point) error { var s *point; s.x++; return nil },
			`block "x" panicked`},
		"NaN": {func(r *rand.Rand, s *point) error { s.x = math.NaN(); return nil }, "x is NaN"},
		"sometimes": {func(r *rand.Rand,
			s *point) error {
			s.x = math.Sqrt(s.x + 1.5)
			return nil
		}, "x is NaN"},
	} {
		j := changed(func(_ float64, m *sampler.Model[point]) { m.Blocks[0].Update = c.update })
		blocks, err := verify.Blocks(j, set)
		if err != nil || len(blocks.WrongBlocks()) != 1 || blocks.WrongBlocks()[0] != "x" ||
			!strings.Contains(blocks.String(), c.want) {
			t.Errorf("%s, Blocks: %v %v", name, err, blocks)
		}
		whole, err := verify.JointTest(j, set)
		if err != nil || !whole.Wrong || !strings.Contains(whole.String(), c.want) {
			t.Errorf("%s, JointTest: %v %v", name, err, whole)
		}
		sbc, err := verify.SBC(j, set)
		if err != nil || !sbc.Wrong || !strings.Contains(sbc.String(), c.want) {
			t.Errorf("%s, SBC: %v %v", name, err, sbc)
		}
	}
	// A state that the next reader cannot read, and one far outside the support, are findings too.
	j := changed(func(_ float64, m *sampler.Model[point]) {
		m.Params[0].Read = func(s *point, dst []float64) { dst[0] = []float64{s.x}[int(max(0, s.x-5))] }
		m.Blocks[0].Update = func(r *rand.Rand, s *point) error { s.x = 100; return nil }
	})
	if blocks, err := verify.Blocks(j, set); err != nil ||
		!strings.Contains(blocks.String(), `Read of parameter "x" panicked`) {
		t.Errorf("%v %v", err, blocks)
	}
	j = changed(func(_ float64, m *sampler.Model[point]) {
		m.LogJoint = func(s *point) float64 { return math.Log(max(0, 6-math.Abs(s.x))) }
		m.Blocks[0].Update = func(r *rand.Rand, s *point) error { s.x = math.Inf(1); return nil }
	})
	if blocks, err := verify.Blocks(j, set); err != nil || len(blocks.WrongBlocks()) != 1 {
		t.Errorf("infinite: %v %v", err, blocks)
	}
}

// TestIgnore: what only a block writes is no finding if the joint says so.
func TestIgnore(t *testing.T) {
	j := changed(func(_ float64, m *sampler.Model[point]) {
		right := m.Blocks[0].Update
		m.Blocks[0].Update = func(r *rand.Rand, s *point) error { s.left = 1; return right(r, s) }
		m.Params = append(m.Params, sampler.Scalar("left", func(s *point) float64 { return s.left }))
	})
	set := verify.Settings{Seed: 1, Replications: 200}
	if report, err := verify.Blocks(j, set); err != nil || !report.Wrong {
		t.Errorf("not ignored: %v %v", err, report)
	}
	j.Ignore = []string{"left"}
	if report, err := verify.Blocks(j, set); err != nil || report.Wrong {
		t.Errorf("ignored: %v %v", err, report)
	}
}

// TestErrors: a joint that does not work gives an error that says what to do.
func TestErrors(t *testing.T) {
	broken := func(change func(j *verify.Joint[point, float64])) verify.Joint[point, float64] {
		j := pointJoint()
		change(&j)
		return j
	}
	type joint = verify.Joint[point, float64]
	for want, j := range map[string]joint{
		"no Prior": broken(func(j *joint) { j.Prior = nil }),
		"no Data":  {},
		"no Model": {},
		"has no Of": broken(func(j *joint) {
			j.Functions = []verify.Function[point, float64]{{Name: "f"}}
		}),
		"Prior: no luck": broken(func(j *joint) {
			j.Prior = func(*rand.Rand) (*point,
				error) {
				return nil, errors.New("no luck")
			}
		}),
		"neither a state nor": broken(func(j *joint) {
			j.Prior = func(*rand.Rand) (*point,
				error) {
				return nil, nil
			}
		}),
		"Prior panicked": broken(func(j *joint) {
			j.Prior = func(*rand.Rand) (*point,
				error) {
				panic("no")
			}
		}),
		"Data panicked": broken(func(j *joint) {
			j.Data = func(_ *rand.Rand,
				s *point) (float64, error) {
				panic("no")
			}
		}),
		"log likelihood is NaN": broken(func(j *joint) {
			j.LogLikelihood = func(float64,
				*point) float64 {
				return math.NaN()
			}
		}),
		"LogLikelihood panicked": broken(func(j *joint) {
			j.LogLikelihood = func(float64,
				*point) float64 {
				panic("no")
			}
		}),
		"the model has no Blocks": changed(func(_ float64, m *sampler.Model[point]) { m.Blocks = nil }),
		"an Update and a name": changed(func(_ float64, m *sampler.Model[point]) {
			m.Blocks[0].Update = nil
		}),
		"nothing to test": changed(func(_ float64, m *sampler.Model[point]) {
			m.Params, m.LogJoint = nil, nil
		}),
		"no parameter of the": broken(func(j *joint) { j.Ignore = []string{"nothing"} }),
		"has no Read": changed(func(_ float64, m *sampler.Model[point]) {
			m.Params[0].Read = nil
		}),
		`the name "θ[1]" holds '['`: changed(func(_ float64, m *sampler.Model[point]) {
			m.Params[0].Name = "θ[1]"
		}),
		"data sets of one size": changed(func(y float64, m *sampler.Model[point]) {
			if y > 2 {
				m.Params[0].Shape = []int{2}
			}
		}),
		"the same for all": changed(func(y float64, m *sampler.Model[point]) {
			if y > 2 {
				m.Blocks = append(m.Blocks, sampler.Block[point]{Name: "y", Update: m.Blocks[0].Update})
			}
		}),
		"a LogJoint for one data set and none": changed(func(y float64, m *sampler.Model[point]) {
			if y > 2 {
				m.LogJoint = nil
			}
		}),
	} {
		set := verify.Settings{Seed: 1, Replications: 200}
		if _, err := verify.Blocks(j, set); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Blocks: error %v, want one with %q", err, want)
		}
		if _, err := verify.JointTest(j, set); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("JointTest: error %v, want one with %q", err, want)
		}
		if _, err := verify.SBC(j, set); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("SBC: error %v, want one with %q", err, want)
		}
	}
	_, err := verify.Blocks(pointJoint(), verify.Settings{Replications: 3, Sweeps: -1, FalseAlarm: 2})
	for _, want := range []string{"Replications is 3", "Sweeps is -1", "FalseAlarm is 2"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
	if _, err := verify.SBC(changed(func(_ float64, m *sampler.Model[point]) { m.Init = nil }),
		verify.Settings{}); err == nil || !strings.Contains(err.Error(), "no Init") {
		t.Errorf("SBC without Init: %v", err)
	}
	if _, err := verify.Mutants(pointJoint(), verify.Settings{}); err == nil {
		t.Error("no mutants, and no error")
	}
	wrong := changed(func(_ float64, m *sampler.Model[point]) {
		m.Blocks[0].Update = func(r *rand.Rand, s *point) error { s.x++; return nil }
	})
	if _, err := verify.Mutants(wrong, verify.Settings{},
		verify.Mutant[point, float64]{Name: "m", Block: "x", Model: wrong.Model}); err == nil ||
		!strings.Contains(err.Error(), "the original sampler is called wrong") {
		t.Errorf("mutants of a wrong sampler: %v", err)
	}
	m, _ := pointJoint().Model(0)
	if _, err := verify.Replace(m, "z", nil); err == nil ||
		!strings.Contains(err.Error(), `have ["x"]`) {
		t.Errorf("Replace: %v", err)
	}
}

// TestWarnings: the report says what the tests cannot see. To lack a LogJoint is no warning, so that
// a test of a program can fail on every warning.
func TestWarnings(t *testing.T) {
	still := changed(func(_ float64, m *sampler.Model[point]) {
		m.Blocks[0].Update = func(r *rand.Rand, s *point) error { return nil }
		m.LogJoint = nil
	})
	report, err := verify.Blocks(still, verify.Settings{})
	if err != nil || len(report.Warnings) != 1 {
		t.Fatal(err, report)
	}
	for _, want := range []string{"Without a LogJoint", `"x" changed no test function`} {
		if !strings.Contains(report.String(), want) {
			t.Errorf("no %q in %v", want, report)
		}
	}
	right := changed(func(_ float64, m *sampler.Model[point]) { m.LogJoint = nil })
	if report, err := verify.Blocks(right, verify.Settings{}); err != nil || report.Wrong ||
		len(report.Warnings) > 0 {
		t.Error(err, report)
	}
	ignorant := changed(func(_ float64, m *sampler.Model[point]) { // of the data: draws from the prior
		m.Blocks[0].Update = func(r *rand.Rand, s *point) error { s.x = r.NormFloat64(); return nil }
		m.LogJoint = nil
	})
	if report, err := verify.Blocks(ignorant, verify.Settings{}); err != nil || !report.Wrong {
		t.Error(err, report)
	}
	ignorant.LogLikelihood = func(y float64, s *point) float64 { return -(y - s.x) * (y - s.x) / 2 }
	if report, err := verify.Blocks(ignorant, verify.Settings{}); err != nil ||
		len(report.WrongBlocks()) != 1 {
		t.Error(err, report)
	}
	ignorant.LogLikelihood = nil
	ignorant.Functions = []verify.Function[point,
		float64]{{Name: "residual", Of: func(y float64, s *point) float64 { return y - s.x }}}
	if report, err := verify.Blocks(ignorant, verify.Settings{}); err != nil ||
		!strings.Contains(report.String(), "residual") || len(report.WrongBlocks()) != 1 {
		t.Error(err, report)
	}
}

// TestNoBlockChanges: a parameter without a block, or an element that a loop leaves out, keeps the
// joint distribution. Only a warning can tell. A constant is no parameter.
func TestNoBlockChanges(t *testing.T) {
	type state struct{ x [3]float64 }
	prior := func(r *rand.Rand) (*state, error) {
		return &state{[3]float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}}, nil
	}
	for from, want := range []string{"", "no block changes x[0]:", "no block changes x[0], x[1]:"} {
		report, err := verify.Blocks(verify.Joint[state, float64]{
			Prior: prior,
			Data:  func(r *rand.Rand, s *state) (float64, error) { return 1, nil },
			Model: func(float64) (sampler.Model[state], error) {
				return sampler.Model[state]{
					Init: prior,
					Blocks: []sampler.Block[state]{{Name: "x", Update: func(r *rand.Rand, s *state) error {
						for i := from; i < 3; i++ {
							s.x[i] = r.NormFloat64()
						}
						return nil
					}}},
					Params: []sampler.Param[state]{
						sampler.Vector("x", 3, func(s *state) []float64 { return s.x[:] }),
						sampler.Scalar("one", func(*state) float64 { return 1 }),
					},
					LogJoint: func(s *state) float64 { return -(s.x[0]*s.x[0] + s.x[1]*s.x[1] + s.x[2]*s.x[2]) / 2 },
				}, nil
			},
		}, verify.Settings{})
		if err != nil || report.Wrong || len(report.Warnings) != min(from, 1) ||
			!strings.Contains(report.String(), want) {
			t.Errorf("a loop from %d: %v\n%v", from, err, report)
		}
	}
}
