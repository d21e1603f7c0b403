package verify_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"
	"gibbslab/sampler/verify"
)

// A model of your own: measurements y_i ~ N(μ, σ²) with priors μ ~ N(0, 4) and σ² ~ InvGamma(5, 8).
type measured struct{ mu, sigma2 float64 }

// measuredJoint is all that the tests need: a draw from the prior, a draw of data, and the sampler.
// Its first block uses σ² instead of the precision 1/σ².
func measuredJoint() verify.Joint[measured, []float64] {
	prior := func(r *rand.Rand) (*measured, error) {
		return &measured{2 * r.NormFloat64(), variate.InvGamma(r, 5, 8)}, nil
	}
	data := func(r *rand.Rand, s *measured) ([]float64, error) {
		y := make([]float64, 5)
		for i := range y {
			y[i] = s.mu + math.Sqrt(s.sigma2)*r.NormFloat64()
		}
		return y, nil
	}
	model := func(y []float64) (sampler.Model[measured], error) {
		n := float64(len(y))
		around := func(mu float64) (sum, squares float64) {
			for _, v := range y {
				sum, squares = sum+v, squares+(v-mu)*(v-mu)
			}
			return sum, squares
		}
		return sampler.Model[measured]{
			Init: prior,
			Blocks: []sampler.Block[measured]{
				{Name: "mu", Update: func(r *rand.Rand, s *measured) error {
					sum, _ := around(0)
					v := 1 / (1/4. + n*s.sigma2) // wrong: n/σ²
					s.mu = v*sum*s.sigma2 + math.Sqrt(v)*r.NormFloat64()
					return nil
				}},
				{Name: "sigma2", Update: func(r *rand.Rand, s *measured) error {
					_, squares := around(s.mu)
					s.sigma2 = variate.InvGamma(r, 5+n/2, 8+squares/2)
					return nil
				}},
			},
			Params: []sampler.Param[measured]{
				sampler.Scalar("mu", func(s *measured) float64 { return s.mu }),
				sampler.Scalar("sigma2", func(s *measured) float64 { return s.sigma2 }),
			},
			LogJoint: func(s *measured) float64 {
				_, squares := around(s.mu)
				return -s.mu*s.mu/8 - (6+n/2)*math.Log(s.sigma2) - (8+squares/2)/s.sigma2
			},
		}, nil
	}
	return verify.Joint[measured, []float64]{Prior: prior, Data: data, Model: model}
}

// Which of the two blocks is wrong? Chains of this sampler mix well and look fine.
func ExampleBlocks() {
	report, err := verify.Blocks(measuredJoint(), verify.Settings{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(report.Verdict())
	for _, row := range report.Report().Table.Rows {
		fmt.Println(row[0], row[1])
	}
	fmt.Println("to fix:", report.WrongBlocks())
	// Output:
	// Block "mu" is wrong: it changes the joint distribution of parameters and data.
	// mu WRONG
	// sigma2 nothing found
	// to fix: [mu]
}

// A joint of any types in the form that code for all of them takes.
func ExampleOpaque() {
	j := verify.Opaque(measuredJoint())
	r := sampler.Stream("example", 1, 0)
	s, err := j.Prior(r)
	if err != nil {
		fmt.Println(err)
		return
	}
	data, err := j.Data(r, s)
	fmt.Printf("%T %T %v\n", s.Of, data, err)
	// Output: *verify_test.measured []float64 <nil>
}

// If the sampler is wrong, whole sweeps, each followed by new data, drift away from the prior.
func ExampleJointTest() {
	report, err := verify.JointTest(measuredJoint(), verify.Settings{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(report.Verdict())
	// Output:
	// The sampler is wrong: 20 sweeps, each followed by new data, change the joint distribution of parameters and data.
}

// A right sampler, by simulation-based calibration.
func ExampleSBC() {
	report, err := verify.SBC(pairJoint(), verify.Settings{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(report.Verdict())
	for _, f := range report.Functions {
		fmt.Println(f.Function, "ranked in", len(f.Ranks), "data sets")
	}
	// Output:
	// The ranks are uniform: the sampler draws from the posterior, as far as the test functions show.
	// x ranked in 400 data sets
	// y ranked in 400 data sets
	// lp__ ranked in 400 data sets
}

// The sampler with a wrong block, around the five measurements at hand.
func ExamplePosterior() {
	y := []float64{1.2, 0.4, -0.3, 2.1, 0.8}
	around, err := verify.Posterior(measuredJoint(), y, func(y, more []float64) []float64 {
		return append(slices.Clip(y), more...)
	}, 50)
	if err != nil {
		fmt.Println(err)
		return
	}
	report, err := verify.SBC(around, verify.Settings{Seed: 1})
	fmt.Println(report.Wrong, err)
	// Output:
	// true <nil>
}

// The coin's state is 0 or 1, and 1 should be twice as frequent; the sampler flips a fair coin.
func ExampleEnumerate() {
	type coin struct{ heads int }
	fair := sampler.Model[coin]{
		Init: func(r *rand.Rand) (*coin, error) { return &coin{}, nil },
		Blocks: []sampler.Block[coin]{{Name: "flip",
			Update: func(r *rand.Rand, s *coin) error { s.heads = r.IntN(2); return nil }}},
	}
	report, err := verify.Enumerate(fair, []float64{1, 2}, func(s *coin) int { return s.heads },
		verify.Settings{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("wrong: %t, total variation %.2f\n", report.Wrong, report.TotalVariation)
	// Output:
	// wrong: true, total variation 0.17
}

// Would the tests have found that the support of x depends on y?
func ExampleMutants() {
	joint := pairJoint()
	report, err := verify.Mutants(joint, verify.Settings{Seed: 1}, verify.Mutant[pair, noData]{
		Name: "y does not bound x", Block: "x",
		Model: func(d noData) (sampler.Model[pair], error) {
			m, err := joint.Model(d)
			if err != nil {
				return m, err
			}
			return verify.Replace(m, "x", func(r *rand.Rand, s *pair) error {
				s.x = drawX(r, 0.1)
				return nil
			})
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(report.Verdict())
	fmt.Println("survivors:", len(report.Survivors()), "rightly named:", report.RightlyNamed())
	// Output:
	// The sampler passes, and all mutants are found: 1, of which 1 with the wrong block named.
	// survivors: 0 rightly named: 1
}
