package regress

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gibbslab/internal/turns"
	"gibbslab/sampler"
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
		{Regression{X: [][]float64{{1, -1}, {1, nan}, {1, 1}, {1, 2}, {1, 0}, {1, 0.5}},
			Y: []float64{1, 0, 4, 3, 2, 0}, Family: Poisson{}, Offset: []float64{0, 1, 0, -1, 0, 2},
			Missing: &Missing{SD: 1, Scale: 1}}, "missing", []verify.Coordinate[State]{
			{Name: "x", At: func(s *State) *float64 { return &s.Filled[0] }, Changed: func(s *State) {
				s.x[3] = s.Filled[0]
			}}}, nil,
			func(s *State) float64 { return s.Filled[0] }},
		{Regression{Y: numbers, Family: Normal{Scale: 1}}, "beta", []verify.Coordinate[State]{
			{Name: "one", At: func(s *State) *float64 { return &s.Beta[0] }},
			{Name: "x", At: func(s *State) *float64 { return &s.Beta[1] }}}, nil,
			func(s *State) float64 { return -(s.Beta[0] - 1) * (s.Beta[0] - 1) / 2 }},
	} {
		if c.g.Names, c.g.Prior = twoNames, proper; c.g.X == nil {
			c.g.X = twoColumns
		}
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

// The log density of all rows is the sum of those of each, up to a constant, and the prior: with
// enough rows that their products leave the range of numbers, and in the tails.
func TestLogDensityOfManyRows(t *testing.T) {
	const n = 3000
	r := sampler.Stream("many rows", 1, 0)
	trials := make([]float64, n)
	for i := range trials {
		trials[i] = float64(1 + i%3/2) // 1, 1, 2
	}
	for _, family := range []Family{Normal{Scale: 1}, Student{Scale: 1}, Probit{}, Logit{},
		Logit{Trials: trials}, Poisson{}, NegativeBinomial{}, Ordinal{Levels: 4}} {
		f := &fit{reg: Regression{Family: family}, family: family, p: 1}
		s := [2]*State{{Sigma: 0.3, DF: 7, Size: 2.5, Cuts: []float64{0, 1, 3}},
			{Sigma: 2, DF: 1e6, Size: 1e4, Cuts: []float64{0, 0.01, 2}}}
		for i := range n {
			y := float64(r.IntN(2))
			switch family.(type) {
			case NegativeBinomial, Poisson:
				y = float64(r.IntN(8))
			case Ordinal:
				y = float64(r.IntN(4))
			}
			if f.observed++; i%10 == 3 {
				y = math.NaN()
				f.observed--
			}
			f.y = append(f.y, y)
			for k := range s {
				s[k].eta = append(s[k].eta, []float64{1, 3, 40}[i%3]*r.NormFloat64())
			}
		}
		f.setCounts()
		prior, want, size := &fit{family: family}, 0.0, 0.0
		for k, sign := range []float64{1, -1} {
			want += sign * family.logDensity(prior, s[k])
			for i, y := range f.y {
				if !math.IsNaN(y) {
					lp := sign * family.logLik(s[k], i, y, s[k].eta[i])
					want, size = want+lp, size+math.Abs(lp)
				}
			}
		}
		got := family.logDensity(f, s[0]) - family.logDensity(f, s[1])
		if math.Abs(got-want) > 1e-12*size {
			t.Errorf("%T: a difference of %g, expected %g", family, got, want)
		}
	}
}
