package verify_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/verify"
)

// A hierarchy without data: μ ~ N(0, 1), τ ~ N(0, 1), θ ~ N(μ + τ, 1/4).
type hierarchy struct{ mu, tau, theta float64 }

// hierarchyJoint has an interweaving step: it shifts μ, and θ with it. If forgets is set, it does
// not shift θ. Then μ is a new draw from its prior, and its own distribution stays right.
func hierarchyJoint(forgets bool) verify.Joint[hierarchy, noData] {
	prior := func(r *rand.Rand) (*hierarchy, error) {
		s := &hierarchy{mu: r.NormFloat64(), tau: r.NormFloat64()}
		s.theta = s.mu + s.tau + 0.5*r.NormFloat64()
		return s, nil
	}
	return verify.Joint[hierarchy, noData]{
		Prior: prior, Data: none[hierarchy],
		Model: func(noData) (sampler.Model[hierarchy], error) {
			scalar := sampler.Scalar[hierarchy]
			return sampler.Model[hierarchy]{
				Init: prior,
				Blocks: []sampler.Block[hierarchy]{
					{Name: "interweave", Update: func(r *rand.Rand, s *hierarchy) error {
						old := s.mu
						s.mu = r.NormFloat64() // the rest is non-centred: θ − μ stays
						if !forgets {
							s.theta += s.mu - old
						}
						return nil
					}},
					{Name: "theta", Update: func(r *rand.Rand, s *hierarchy) error {
						s.theta = s.mu + s.tau + 0.5*r.NormFloat64()
						return nil
					}},
				},
				Params: []sampler.Param[hierarchy]{
					scalar("mu", func(s *hierarchy) float64 { return s.mu }),
					scalar("tau", func(s *hierarchy) float64 { return s.tau }),
					scalar("theta", func(s *hierarchy) float64 { return s.theta }),
				},
			}, nil
		},
	}
}

// TestPairsSeeRelations: each parameter alone keeps its distribution. Only a product of two shows
// that the interweaving step forgets one. There is no LogJoint.
func TestPairsSeeRelations(t *testing.T) {
	set := verify.Settings{Replications: 2000}
	report, err := verify.Blocks(hierarchyJoint(true), set)
	if err != nil || !slices.Equal(report.WrongBlocks(), []string{"interweave"}) ||
		report.Blocks[0].Function != "product of mu and theta" {
		t.Errorf("%v\n%v", err, report)
	}
	for seed := range uint64(5) {
		set.Seed = seed
		report, err = verify.Blocks(hierarchyJoint(false), set)
		if err != nil || report.Wrong {
			t.Errorf("%v\n%v", err, report)
		}
	}
	if !strings.Contains(report.String(), "Without a LogJoint") {
		t.Errorf("not said in\n%v", report)
	}
	likely := hierarchyJoint(false)
	likely.LogLikelihood = func(_ noData, s *hierarchy) float64 {
		return -math.Pow(s.theta-s.mu-s.tau, 2)
	}
	report, err = verify.Blocks(likely, set)
	if err != nil || !strings.Contains(report.String(), "only products of pairs") {
		t.Errorf("%v\n%v", err, report)
	}
}

// TestPairsOfManyParameters: the number of pairs has a limit, and a parameter that is constant or
// infinite does no harm.
func TestPairsOfManyParameters(t *testing.T) {
	j := hierarchyJoint(false)
	inner := j.Model
	j.Model = func(d noData) (sampler.Model[hierarchy], error) {
		m, err := inner(d)
		for _, name := range strings.Split("a b c d e f g h i j k l", " ") {
			m.Params = append(m.Params, sampler.Scalar(name, func(s *hierarchy) float64 {
				switch name {
				case "a":
					return 3
				case "b":
					return math.Inf(1)
				}
				return s.mu
			}))
		}
		return m, err
	}
	report, err := verify.SBC(j, verify.Settings{Replications: 40, Thin: 1, Warmup: 1})
	if err != nil {
		t.Fatal(err)
	}
	products := 0
	for _, f := range report.Functions {
		if strings.HasPrefix(f.Function, "product of ") {
			products++
		}
	}
	if products != 28 {
		t.Errorf("%d products", products)
	}
}
