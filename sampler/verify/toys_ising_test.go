package verify_test

import (
	"math"
	"math/rand/v2"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"
	"gibbslab/sampler/verify"
)

// spins is an Ising model on a grid of 2 × 3, few enough for the table of all 64 states.
type spins [6]int8

var spinNeighbours = [6][]int{{1, 3}, {0, 2, 4}, {1, 5}, {0, 4}, {1, 3, 5}, {2, 4}}

const coupling, field = 0.5, 0.2

func (s *spins) logDensity() float64 {
	sum := 0.0
	for i, near := range spinNeighbours {
		sum += field * float64(s[i])
		for _, j := range near {
			sum += coupling * float64(s[i]) * float64(s[j]) / 2
		}
	}
	return sum
}

func spinState(k int) (s spins) {
	for i := range s {
		s[i] = int8(2*(k>>i&1) - 1)
	}
	return s
}

func (s *spins) number() (k int) {
	for i, v := range s {
		k |= int(v+1) / 2 << i
	}
	return k
}

// spinTable is the exact distribution.
func spinTable() []float64 {
	p := make([]float64, 64)
	for k := range p {
		s := spinState(k)
		p[k] = math.Exp(s.logDensity())
	}
	return p
}

// spinModel draws each spin given its neighbours. A mutant may get the sum of the neighbours wrong.
func spinModel(sum func(s *spins, i int) float64) sampler.Model[spins] {
	return sampler.Model[spins]{
		Init: func(r *rand.Rand) (*spins, error) { s := spinState(r.IntN(64)); return &s, nil },
		Blocks: []sampler.Block[spins]{{Name: "spins", Update: func(r *rand.Rand, s *spins) error {
			for i := range s {
				s[i] = -1
				if r.Float64() < 1/(1+math.Exp(-2*(field+coupling*sum(s, i)))) {
					s[i] = 1
				}
			}
			return nil
		}}},
		Params: []sampler.Param[spins]{{Name: "s", Shape: []int{2, 3},
			Read: func(s *spins, dst []float64) {
				for i, v := range s {
					dst[i] = float64(v)
				}
			}}},
		LogJoint: (*spins).logDensity,
	}
}

func spinSum(s *spins, i int) (sum float64) {
	for _, j := range spinNeighbours[i] {
		sum += float64(s[j])
	}
	return sum
}

// spinMutants are wrong sums of neighbours.
var spinMutants = []struct {
	name string
	sum  func(s *spins, i int) float64
}{
	{"the spin is its own neighbour",
		func(s *spins, i int) float64 { return spinSum(s, i) + float64(s[i]) }},
	{"the last neighbour is left out", func(s *spins, i int) float64 {
		near := spinNeighbours[i]
		return spinSum(s, i) - float64(s[near[len(near)-1]])
	}},
	{"the grid is a cylinder", func(s *spins, i int) float64 {
		if i%3 == 0 {
			return spinSum(s, i) + float64(s[i+2])
		}
		return spinSum(s, i)
	}},
}

func spinJoint() verify.Joint[spins, noData] {
	table := spinTable()
	return verify.Joint[spins, noData]{
		Prior: func(r *rand.Rand) (*spins, error) {
			s := spinState(variate.Categorical(r, table))
			return &s, nil
		},
		Data:  none[spins],
		Model: func(noData) (sampler.Model[spins], error) { return spinModel(spinSum), nil },
	}
}

func spinJointMutants() []verify.Mutant[spins, noData] {
	var all []verify.Mutant[spins, noData]
	for _, m := range spinMutants {
		all = append(all, verify.Mutant[spins, noData]{Name: m.name, Block: "spins",
			Model: func(noData) (sampler.Model[spins], error) {
				return spinModel(m.sum), nil
			}})
	}
	return all
}
