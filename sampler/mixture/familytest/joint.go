package familytest

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/sampler"
	"gibbslab/sampler/mixture"
	"gibbslab/sampler/verify"
)

// Blocks runs [verify.Blocks] on the joint distribution of the family under one sampler. The error
// holds the report if a block is wrong.
func Blocks[X any](c Case[X], s Sampler) error {
	j, err := Joint(c, s)
	if err != nil {
		return err
	}
	c.Settings.Replications = cmp.Or(c.Settings.Replications, 700)
	report, err := verify.Blocks(j, c.Settings)
	if err == nil && report.Wrong {
		err = fmt.Errorf("familytest: %s: %v", s.Name, report)
	}
	return err
}

// Joint is the joint distribution of data and of the state of a sampler, for the tests of package
// verify.
//
// A chain's Init draws the partition from its prior, but parameters given the data. So Prior draws
// the parameters again, from statistics without observations. Data draws every observation given
// the parameters of its component, and then counts the statistics of all components again.
func Joint[X any](c Case[X], s Sampler) (verify.Joint[mixture.State, []X], error) {
	f, err := c.bind()
	if err != nil {
		return verify.Joint[mixture.State, []X]{}, err
	}
	size := f.Size()
	empty := make([]float64, size.Stats)
	f.Clear(empty)
	j := verify.Joint[mixture.State, []X]{
		Prior: func(r *rand.Rand) (*mixture.State, error) {
			m, err := s.Model(f)
			if err != nil {
				return nil, err
			}
			state, err := m.Init(r)
			if err != nil {
				return nil, err
			}
			if state.Theta != nil {
				for _, k := range state.Active {
					f.Draw(r, state.Base, empty, state.Theta[k])
				}
			}
			return state, nil
		},
		Data: func(r *rand.Rand, s *mixture.State) ([]X, error) {
			x := make([]X, len(c.Data))
			theta := make([]float64, size.Theta)
			for _, k := range s.Active {
				if s.Theta != nil {
					copy(theta, s.Theta[k])
				} else {
					f.Draw(r, s.Base, empty, theta)
				}
				for i, l := range s.Labels {
					if l == k {
						x[i] = c.Observe(r, theta, i)
					}
				}
			}
			bound, err := c.Family(x)
			if err != nil {
				return nil, err
			}
			for _, k := range s.Active {
				bound.Clear(s.Stats[k])
			}
			for i, k := range s.Labels {
				bound.Add(s.Stats[k], i)
			}
			return x, nil
		},
		Model: func(x []X) (sampler.Model[mixture.State], error) {
			f, err := c.Family(x)
			if err != nil {
				return sampler.Model[mixture.State]{}, err
			}
			m, err := s.Model(f)
			m.Params = slices.DeleteFunc(m.Params, func(p sampler.Param[mixture.State]) bool {
				return p.Name == "z"
			})
			return m, err
		},
		LogLikelihood: func(x []X, s *mixture.State) float64 { return c.logLikelihood(x, s) },
		Functions:     functions(c),
	}
	return j, nil
}

// logLikelihood is log p(x | partition, parameters), with the parameters integrated out if the
// state has none.
func (c Case[X]) logLikelihood(x []X, s *mixture.State) float64 {
	f, err := c.Family(x)
	if err != nil {
		return math.NaN()
	}
	sum := 0.0
	if s.Theta == nil {
		for _, k := range s.Active {
			sum += f.(mixture.Conjugate).LogMarginal(s.Stats[k])
		}
		return sum
	}
	for i, k := range s.Labels {
		sum += f.LogLikelihood(s.Theta[k], i)
	}
	return sum
}

// functions are test functions that relate the partition to the data.
func functions[X any](c Case[X]) []verify.Function[mixture.State, []X] {
	last := len(c.Data) - 1
	list := []verify.Function[mixture.State, []X]{
		{Name: "first two together", Of: func(_ []X, s *mixture.State) float64 {
			if s.Labels[0] == s.Labels[1] {
				return 1
			}
			return 0
		}},
		{Name: "size of the last one's cluster", Of: func(_ []X, s *mixture.State) float64 {
			return float64(s.Sizes[s.Labels[last]])
		}},
		{Name: "empty components", Of: func(_ []X, s *mixture.State) float64 {
			return float64(s.K - len(s.Active))
		}},
		{Name: "sum of squared sizes", Of: func(_ []X, s *mixture.State) float64 {
			sum := 0.0
			for _, n := range s.Sizes {
				sum += float64(n * n)
			}
			return sum
		}},
	}
	if c.Number == nil {
		return list
	}
	return append(list, verify.Function[mixture.State, []X]{Name: "distances within clusters",
		Of: func(x []X, s *mixture.State) float64 {
			sum := 0.0
			for i, k := range s.Labels {
				for j, l := range s.Labels[:i] {
					if k == l {
						sum += math.Abs(c.Number(x[i]) - c.Number(x[j]))
					}
				}
			}
			return sum
		}},
		verify.Function[mixture.State, []X]{Name: "an observation and its parameter",
			Of: func(x []X, s *mixture.State) float64 {
				if s.Theta == nil {
					return 0
				}
				return math.Abs(c.Number(x[2]) - s.Theta[s.Labels[2]][c.Param])
			}})
}
