package verify_test

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gibbslab/sampler"
	"gibbslab/sampler/verify"
)

// The prior of θ is flat. Nothing can be drawn from it, but the block can be compared with
// LogJoint. Three counts with mean e^θ have the sum 12. The block accepts steps by the ratio of
// densities, as if steps up and down were equally likely, and they are not.
func ExampleConditional() {
	type rate struct{ theta float64 }
	logJoint := func(s *rate) float64 { return 12*s.theta - 3*math.Exp(s.theta) }
	model := sampler.Model[rate]{
		Init:     func(r *rand.Rand) (*rate, error) { return &rate{1 + r.Float64()}, nil },
		LogJoint: logJoint,
		Blocks: []sampler.Block[rate]{{Name: "theta", Update: func(r *rand.Rand, s *rate) error {
			old, before := s.theta, logJoint(s)
			s.theta += r.Float64() - 0.3 // wrong: the proposal is not symmetric
			if math.Log(1-r.Float64()) > logJoint(s)-before {
				s.theta = old
			}
			return nil
		}}},
	}
	report, err := verify.Conditional(model, "theta", verify.Settings{Seed: 1},
		verify.Coordinate[rate]{Name: "theta", At: func(s *rate) *float64 { return &s.theta }})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("wrong:", report.Wrong)

	// The derivative that an update by gradients uses is checked too.
	report, err = verify.Conditional(model, "theta", verify.Settings{Seed: 1},
		verify.Coordinate[rate]{Name: "theta", At: func(s *rate) *float64 { return &s.theta },
			Gradient: func(s *rate) float64 { return 12 + 3*math.Exp(s.theta) }})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, g := range report.Gradients {
		fmt.Println("gradient of", g.Coordinate, "wrong:", g.Wrong)
	}
	// Output:
	// wrong: true
	// gradient of theta wrong: true
}
