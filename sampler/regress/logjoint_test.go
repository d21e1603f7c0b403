package regress

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gibbslab/internal/turns"
	"gibbslab/sampler/verify"
)

// LogJoint has each factor that depends on the numbers that a block draws: the two agree along
// these, given data. With the prior of a number left out they do not.
func TestLogJoint(t *testing.T) {
	turns.Long(t)
	positive := func(name string, at func(s *State) *float64) []verify.Coordinate[State] {
		return []verify.Coordinate[State]{{Name: name, Lo: 0, Hi: math.Inf(1), At: at}}
	}
	sigma := positive("sigma", func(s *State) *float64 { return &s.Sigma })
	numbers := []float64{1, 2, 0.5, 3}
	for _, c := range []struct {
		g     Regression
		block string
		x     []verify.Coordinate[State]
		extra func(s *State) float64 // of the coordinate, where the state has another one
		prior func(s *State) float64
	}{
		{Regression{Y: numbers, Family: Normal{Scale: 1, DF: 3}}, "sigma", sigma, nil,
			func(s *State) float64 { return halfT{3, 1}.logDensity(s.Sigma) }},
		{Regression{Y: numbers}, "sigma", sigma, nil,
			func(s *State) float64 { return -math.Log(s.Sigma) }},
		{Regression{Y: numbers, Family: Student{Scale: 1}}, "df",
			positive("df", func(s *State) *float64 { return &s.DF }), nil,
			func(s *State) float64 { return 0.3 * s.DF }}, // without the prior it is improper
		{Regression{Y: []float64{1, 0, 4, 3}, Family: NegativeBinomial{Shape: 3, Rate: 1}}, "size",
			positive("size", func(s *State) *float64 { return &s.Size }), nil,
			func(s *State) float64 { return 2*math.Log(s.Size) - s.Size }},
		{Regression{Y: numbers, Family: Normal{Scale: 1}, Groups: &Groups{Of: []int{0, 1, 2, 1},
			Vary: []string{"x"}, Scale: []float64{1}}}, "covariance",
			positive("deviation", func(s *State) *float64 { return &s.Factor[0] }),
			func(s *State) float64 { return math.Log(s.Factor[0]) }, // of its square, the variance
			func(s *State) float64 { return math.Log(s.Factor[0]) }},
		{Regression{Y: numbers, Family: Normal{Scale: 1}}, "beta", []verify.Coordinate[State]{
			{Name: "one", At: func(s *State) *float64 { return &s.Beta[0] }},
			{Name: "x", At: func(s *State) *float64 { return &s.Beta[1] }}}, nil,
			func(s *State) float64 { return -(s.Beta[0] - 1) * (s.Beta[0] - 1) / 2 }},
	} {
		c.g.X, c.g.Names, c.g.Prior = twoColumns, twoNames, proper
		m, err := c.g.Model()
		if err != nil {
			t.Fatal(err)
		}
		if c.block == "beta" { // which needs the precision at the present sigma
			latent, beta := m.Blocks[0].Update, m.Blocks[1].Update
			m, err = verify.Replace(m, "beta", func(r *rand.Rand, s *State) error {
				return errors.Join(latent(r, s), beta(r, s))
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		right := m.LogJoint
		for _, broken := range []bool{false, true} {
			m.LogJoint = func(s *State) float64 {
				lp := right(s)
				if c.extra != nil {
					lp += c.extra(s)
				}
				if broken {
					lp -= c.prior(s)
				}
				return lp
			}
			report, err := verify.Conditional(m, c.block, verify.Settings{Seed: 1,
				Replications: 1000}, c.x...)
			if err != nil || report.Wrong != broken {
				t.Errorf("%T, block %s, prior left out: %v: %v\n%s", c.g.Family, c.block, broken, err,
					report)
			}
		}
	}
}
