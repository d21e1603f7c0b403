package mixture

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"
)

// Explicit is the Gibbs sampler of a mixture of K components that draws every unknown in turn:
//
//	labels       P(c_i = k | …) ∝ π_k f(x_i | θ_k), for all i
//	weights      π | … ~ Dirichlet(γ_1 + n_1, …, γ_K + n_K)
//	components   θ_k | … given the observations with label k, or from the prior if there are none
//
// It records pi, of shape K; the parameters of the family, of shape K and their own ("mu",
// "sigma2"); z, the labels, of shape N (every draw up to 1000 observations, fewer draws beyond);
// clusters, the number of components with observations; for new points density, their predictive
// density, and part, of shape K × New, what each component adds to it; and lp__ for conjugate
// families, with weights and parameters integrated out.
//
// The mean of part over the mean of density is the probability that a new observation at this point
// belongs to the component. The mean of part over density is not: it would give draws that make the
// point unlikely the same weight as the others.
//
// Labels switch: relabel with relabel.Pivot before you look at a single component.
func Explicit(p Finite, f Family) (sampler.Model[State], error) {
	m, err := newFinite(p, f)
	if err != nil {
		return sampler.Model[State]{}, err
	}
	return m.model(
		sampler.Update("labels", m.labels),
		sampler.Update("weights", m.weights),
		sampler.Update("components", m.components)), nil
}

// Collapsed is the sampler of a mixture of K components that draws only the labels:
//
//	P(c_i = k | the other labels) ∝ (n_k + γ_k) p(x_i | the other observations in k).
//
// It is for conjugate families, and mixes better than [Explicit]. It records the same parameters.
// Weights and parameters are drawn after each sweep given the labels, and no later draw depends on
// them.
func Collapsed(p Finite, f Conjugate) (sampler.Model[State], error) {
	if f == nil {
		_, err := sizeOf(nil)
		return sampler.Model[State]{}, err
	}
	m, err := newFinite(p, f)
	if err != nil {
		return sampler.Model[State]{}, err
	}
	return m.model(sampler.Update("labels", m.collapsed)), nil
}

// finiteProblem is a problem whose slots are components.
type finiteProblem struct {
	problem
	gamma    []float64
	logGamma [][]float64 // log(n + γ_k), by component; one row if all are equal
}

func newFinite(p Finite, f Family) (*finiteProblem, error) {
	size, err := sizeOf(f)
	gamma, errGamma := p.concentrations()
	if err != nil || errGamma != nil {
		return nil, errors.Join(err, errGamma)
	}
	m := &finiteProblem{problem: problem{Family: f, size: size, theta: true, k: p.K, law: &law{},
		data: []any{p, f}}, gamma: gamma}
	m.setUp()
	for k, g := range gamma {
		if k > 0 && len(p.Gamma) < 2 {
			m.logGamma = append(m.logGamma, m.logGamma[0])
			continue
		}
		row := make([]float64, size.N+1)
		for n := range row {
			row[n] = math.Log(float64(n) + g)
		}
		m.logGamma = append(m.logGamma, row)
	}
	return m, nil
}

// begin starts a chain from the prior.
func (m *finiteProblem) begin(r *rand.Rand) (*State, error) {
	s := m.emptyState(0)
	for k := range m.k {
		s.Active = append(s.Active, k)
	}
	s.Free = s.Free[:0]
	m.startHyper(r, s)
	s.LogWeights = make([]float64, m.k)
	variate.LogDirichlet(r, m.gamma, s.LogWeights)
	w := s.scratch.W[:m.k]
	for i := range s.Labels {
		copy(w, s.LogWeights)
		m.put(s, i, draw(r, w))
	}
	for k := range m.k {
		m.Draw(r, s.Base, m.empty, s.Theta[k])
	}
	m.components(r, s)
	return s, nil
}

func (m *finiteProblem) labels(r *rand.Rand, s *State) {
	w := s.scratch.W[:m.k]
	clear(s.Sizes)
	for i := range s.Labels {
		for k := range w {
			w[k] = s.LogWeights[k] + m.LogLikelihood(s.Theta[k], i)
		}
		s.Labels[i] = draw(r, w)
		s.Sizes[s.Labels[i]]++
	}
	m.recount(s)
}

func (m *finiteProblem) collapsed(r *rand.Rand, s *State) {
	m.recount(s)
	w := s.scratch.W[:m.k]
	for i := range s.Labels {
		m.take(s, i)
		for k := range w {
			w[k] = m.logGamma[k][s.Sizes[k]] + m.c.LogPredictive(s.Stats[k], i)
		}
		m.put(s, i, draw(r, w))
	}
	// in the same block: the old ones belong to the old labels
	m.weights(r, s)
	m.components(r, s)
}

func (m *finiteProblem) weights(r *rand.Rand, s *State) {
	w := s.scratch.W[:m.k]
	for k := range w {
		w[k] = m.gamma[k] + float64(s.Sizes[k])
	}
	variate.LogDirichlet(r, w, s.LogWeights)
}

func (m *finiteProblem) components(r *rand.Rand, s *State) {
	for k := range m.k {
		m.Draw(r, s.Base, s.Stats[k], s.Theta[k])
	}
}

// logJoint is log p(labels, x), weights and parameters integrated out, up to a constant.
func (m *finiteProblem) logJoint(s *State) float64 {
	sum := 0.0
	for k, n := range s.Sizes {
		a, _ := math.Lgamma(m.gamma[k] + float64(n))
		b, _ := math.Lgamma(m.gamma[k])
		sum += a - b + m.c.LogMarginal(s.Stats[k])
	}
	return sum
}

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
