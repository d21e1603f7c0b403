package verify_test

import (
	"math"
	"math/rand/v2"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"
	"gibbslab/sampler/verify"
)

// noData is for models in which everything is unknown.
type noData struct{}

func none[S any](*rand.Rand, *S) (noData, error) { return noData{}, nil }

// update is what a block does, given the data.
type update[S, D any] func(d D) func(r *rand.Rand, s *S) error

// mutant replaces one block of a joint's sampler.
func mutant[S, D any](
	j verify.Joint[S, D], name, block string, wrong update[S, D],
) verify.Mutant[S, D] {
	return verify.Mutant[S, D]{Name: name, Block: block, Model: func(d D) (sampler.Model[S], error) {
		m, err := j.Model(d)
		if err != nil {
			return m, err
		}
		return verify.Replace(m, block, wrong(d))
	}}
}

// In pair, the support of one number depends on the other: x ~ U(0.1, 10), y | x ~ U(0, x).
type pair struct{ x, y float64 }

func (s *pair) logJoint() float64 {
	if s.x < 0.1 || s.x > 10 || s.y < 0 || s.y > s.x {
		return math.Inf(-1)
	}
	return -math.Log(s.x)
}

// given y the density of x is proportional to 1/x from lo on.
func drawX(r *rand.Rand, lo float64) float64 { return lo * math.Pow(10/lo, r.Float64()) }

func pairJoint() verify.Joint[pair, noData] {
	prior := func(r *rand.Rand) (*pair, error) {
		x := 0.1 + 9.9*r.Float64()
		return &pair{x, x * r.Float64()}, nil
	}
	return verify.Joint[pair, noData]{
		Prior: prior, Data: none[pair],
		Model: func(noData) (sampler.Model[pair], error) {
			return sampler.Model[pair]{
				Init: prior,
				Blocks: []sampler.Block[pair]{
					{Name: "x", Update: func(r *rand.Rand,
						s *pair) error {
						s.x = drawX(r, max(0.1, s.y))
						return nil
					}},
					{Name: "y", Update: func(r *rand.Rand, s *pair) error { s.y = s.x * r.Float64(); return nil }},
				},
				Params: []sampler.Param[pair]{
					sampler.Scalar("x", func(s *pair) float64 { return s.x }),
					sampler.Scalar("y", func(s *pair) float64 { return s.y }),
				},
				LogJoint: (*pair).logJoint,
			}, nil
		},
	}
}

func pairMutants() []verify.Mutant[pair, noData] {
	var all []verify.Mutant[pair, noData]
	add := func(name, block string, wrong func(r *rand.Rand, s *pair)) {
		all = append(all, mutant(pairJoint(), name, block, func(noData) func(*rand.Rand, *pair) error {
			return func(r *rand.Rand, s *pair) error { wrong(r, s); return nil }
		}))
	}
	add("density of x uniform", "x", func(r *rand.Rand, s *pair) {
		lo := max(0.1, s.y)
		s.x = lo + (10-lo)*r.Float64()
	})
	add("y does not bound x", "x", func(r *rand.Rand, s *pair) { s.x = drawX(r, 0.1) })
	add("0.1 does not bound x", "x", func(r *rand.Rand, s *pair) { s.x = drawX(r, s.y) })
	add("y on (0.1, x)", "y", func(r *rand.Rand, s *pair) { s.y = 0.1 + (s.x-0.1)*r.Float64() })
	add("y on (0, 10)", "y", func(r *rand.Rand, s *pair) { s.y = 10 * r.Float64() })
	return all
}

// category is drawn by a Metropolised Gibbs step (Liu, Biometrika 83 (1996) 681–682): propose one
// of the others, z', in proportion to its probability, and accept it with (1 − p(z))/(1 − p(z')).
type category struct{ z int }

// weights of the categories given an observation from N(z, 1), with prior 0.5, 0.3, 0.2.
func (category) weights(y float64) (w [3]float64) {
	sum := 0.0
	for k, p := range [3]float64{0.5, 0.3, 0.2} {
		w[k] = p * math.Exp(-(y-float64(k))*(y-float64(k))/2)
		sum += w[k]
	}
	for k := range w {
		w[k] /= sum
	}
	return w
}

func categoryJoint() verify.Joint[category, float64] {
	return verify.Joint[category, float64]{
		Prior: func(r *rand.Rand) (*category, error) {
			return &category{variate.Categorical(r, []float64{0.5, 0.3, 0.2})}, nil
		},
		Data: func(r *rand.Rand, s *category) (float64, error) {
			return float64(s.z) + r.NormFloat64(), nil
		},
		Model: func(y float64) (sampler.Model[category], error) {
			return sampler.Model[category]{
				Init: func(r *rand.Rand) (*category, error) { return &category{r.IntN(3)}, nil },
				Blocks: []sampler.Block[category]{{Name: "z",
					Update: metropolised(y, func(w [3]float64, from, to int) float64 {
						return (1 - w[from]) / (1 - w[to])
					})}},
				Params: []sampler.Param[category]{sampler.Scalar("z",
					func(s *category) float64 { return float64(s.z) })},
				LogJoint: func(s *category) float64 { return math.Log(s.weights(y)[s.z]) },
			}, nil
		},
	}
}

func metropolised(
	y float64, accept func(w [3]float64, from, to int) float64,
) func(r *rand.Rand, s *category) error {
	return func(r *rand.Rand, s *category) error {
		w := s.weights(y)
		others := w
		others[s.z] = 0
		if to := variate.Categorical(r, others[:]); r.Float64() < accept(w, s.z, to) {
			s.z = to
		}
		return nil
	}
}

func categoryMutants() []verify.Mutant[category, float64] {
	var all []verify.Mutant[category, float64]
	add := func(name string, accept func(w [3]float64, from, to int) float64) {
		all = append(all, mutant(categoryJoint(), name, "z",
			func(y float64) func(*rand.Rand, *category) error {
				return metropolised(y, accept)
			}))
	}
	add("correction for two categories", func(w [3]float64, from, to int) float64 {
		return w[to] / w[from]
	})
	add("no correction", func([3]float64, int, int) float64 { return 1 })
	add("correction upside down", func(w [3]float64, from, to int) float64 {
		return (1 - w[to]) / (1 - w[from])
	})
	return all
}
