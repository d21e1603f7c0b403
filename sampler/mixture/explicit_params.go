package mixture

import (
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/sampler"
)

// model puts together the blocks of a mixture of K components and the parameters to record.
func (m *finiteProblem) model(blocks ...sampler.Block[State]) sampler.Model[State] {
	if h, ok := m.Family.(Hierarchical); ok {
		blocks = append(blocks, sampler.Update("base", func(r *rand.Rand, s *State) {
			h.DrawBase(r, s.Base, s.Theta, s.Active)
		}))
	}
	params := []sampler.Param[State]{
		{Name: "pi", Shape: []int{m.k}, Read: func(s *State, dst []float64) {
			for k, l := range s.LogWeights {
				dst[k] = math.Exp(l)
			}
		}},
		sampler.Scalar("clusters", func(s *State) float64 {
			t := 0
			for _, n := range s.Sizes {
				if n > 0 {
					t++
				}
			}
			return float64(t)
		}),
	}
	for _, part := range m.Params() {
		length := 1
		for _, l := range part.Shape {
			length *= l
		}
		params = append(params, sampler.Param[State]{Name: part.Name,
			Shape: slices.Concat([]int{m.k}, part.Shape), Read: func(s *State, dst []float64) {
				for k := range m.k {
					part.Read(s.Theta[k], dst[k*length:(k+1)*length])
				}
			}})
	}
	if m.size.Base > 0 {
		params = append(params, sampler.Vector("base", m.size.Base,
			func(s *State) []float64 { return s.Base }))
	}
	if m.size.N > 0 {
		params = append(params, sampler.Param[State]{Name: "z", Shape: []int{m.size.N},
			Every: every(m.size.N), Read: func(s *State, dst []float64) {
				for i, k := range s.Labels {
					dst[i] = float64(k)
				}
			}})
	}
	if n := m.size.New; n > 0 {
		part := func(s *State, k, j int) float64 {
			return math.Exp(s.LogWeights[k] + m.LogLikelihood(s.Theta[k], m.size.N+j))
		}
		params = append(params,
			sampler.Param[State]{Name: "density", Shape: []int{n}, Read: func(s *State, dst []float64) {
				for j := range dst {
					dst[j] = 0
					for k := range m.k {
						dst[j] += part(s, k, j)
					}
				}
			}},
			sampler.Param[State]{Name: "part", Shape: []int{m.k, n}, Read: func(s *State, dst []float64) {
				for i := range dst {
					dst[i] = part(s, i/n, i%n)
				}
			}})
	}
	model := sampler.Model[State]{Init: m.begin, Blocks: blocks, Params: params, Data: m.data}
	if m.c != nil {
		model.LogJoint = m.logJoint
	}
	return model
}
