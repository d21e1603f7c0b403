package mixture

import (
	"math"
	"math/rand/v2"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"
)

// model puts the blocks together, and adds whatever every partition law needs.
func (m *problem) model(auxiliary int, blocks ...sampler.Block[State]) sampler.Model[State] {
	if h, ok := m.Family.(Hierarchical); ok {
		blocks = append(blocks, sampler.Update("base", func(r *rand.Rand, s *State) {
			h.DrawBase(r, s.Base, s.Theta, s.Active)
		}))
	}
	if m.c == nil && m.size.New > 0 {
		blocks = append(blocks, sampler.Update("auxiliary", m.drawAux))
	}
	params := []sampler.Param[State]{
		sampler.Scalar("clusters", func(s *State) float64 { return float64(len(s.Active)) }),
	}
	if m.law.dp.sampled() {
		blocks = append(blocks, sampler.Update("alpha", m.drawAlpha))
		params = append(params, sampler.Scalar("alpha", func(s *State) float64 { return s.Alpha }))
	}
	if m.law.terms != nil {
		for i := range blocks { // in the same block, because the old k belongs to the old clusters
			update := blocks[i].Update
			blocks[i].Update = func(r *rand.Rand, s *State) error {
				err := update(r, s)
				m.drawK(r, s)
				return err
			}
		}
		params = append(params, sampler.Scalar("k", func(s *State) float64 { return float64(s.K) }))
	}
	if m.size.Base > 0 {
		params = append(params, sampler.Vector("base", m.size.Base,
			func(s *State) []float64 { return s.Base }))
	}
	if m.size.N > 0 {
		params = append(params, sampler.Param[State]{Name: "z", Shape: []int{m.size.N},
			Every: every(m.size.N), Read: readPartition})
	}
	if m.size.New > 0 {
		params = append(params, sampler.Param[State]{Name: "density", Shape: []int{m.size.New},
			Read: m.readDensity})
	}
	model := sampler.Model[State]{
		Init:   func(r *rand.Rand) (*State, error) { return m.start(r, auxiliary), nil },
		Blocks: blocks,
		Params: params,
		Data:   []any{m.data, auxiliary},
	}
	if m.c != nil {
		model.LogJoint = m.logJoint
	}
	return model
}

// every returns the cadence for recording n labels: at most a thousand labels per draw on average.
func every(n int) int { return 1 + (n-1)/1000 }

// readPartition reads labels, numbered in order of first appearance.
func readPartition(s *State, dst []float64) {
	rename, next := s.scratch.Rename, 0
	for i := range rename {
		rename[i] = -1
	}
	for i, k := range s.Labels {
		if rename[k] < 0 {
			rename[k] = next
			next++
		}
		dst[i] = float64(rename[k])
	}
}

// readDensity reads the predictive density at the new points.
func (m *problem) readDensity(s *State, dst []float64) {
	logNew := logWeight(m.law.logNext, s)
	total := math.Exp(logNew)
	for _, k := range s.Active {
		total += math.Exp(m.law.logSize[s.Sizes[k]])
	}
	for j := range dst {
		i := m.size.N + j
		sum := 0.0
		if m.c != nil {
			sum = math.Exp(logNew + m.prior[i])
		} else {
			for _, theta := range s.scratch.Aux { // from the prior: see drawAux
				sum += math.Exp(logNew+m.LogLikelihood(theta, i)) / float64(len(s.scratch.Aux))
			}
		}
		for _, k := range s.Active {
			sum += math.Exp(m.law.logSize[s.Sizes[k]] + m.logMember(s, k, i))
		}
		dst[j] = sum / total
	}
}

// logMember is the log density of a new point in slot k.
func (m *problem) logMember(s *State, k, i int) float64 {
	if m.theta {
		return m.LogLikelihood(s.Theta[k], i)
	}
	return m.c.LogPredictive(s.Stats[k], i)
}

// logJoint is log p(partition, α, x), parameters integrated out, up to a constant. It is the same
// for all samplers of a model, and does not depend on labels.
func (m *problem) logJoint(s *State) float64 {
	sum := 0.0
	for t, k := range s.Active {
		if m.law.logNew != nil && t > 0 {
			sum += m.law.logNew[t]
		}
		sum += m.law.logRise[s.Sizes[k]] + m.c.LogMarginal(s.Stats[k])
	}
	if m.law.logNew == nil {
		logAlpha := math.Log(s.Alpha)
		a, _ := math.Lgamma(s.Alpha)
		b, _ := math.Lgamma(s.Alpha + float64(len(s.Labels)))
		sum += float64(len(s.Active))*logAlpha + a - b
		if dp := m.law.dp; dp.sampled() {
			sum += (dp.Shape-1)*logAlpha - dp.Rate*s.Alpha
		}
	}
	return sum
}

// drawAlpha draws α of a DP given t clusters of n observations, by the auxiliary variable of
// Escobar & West (1995):
//
//	η | α ~ Beta(α+1, n),
//	α | η ~ Gamma(a+t, b−log η) with odds (a+t−1) : n(b−log η), else Gamma(a+t−1, b−log η).
func (m *problem) drawAlpha(r *rand.Rand, s *State) {
	a, b := m.law.dp.Shape, m.law.dp.Rate
	n, t := float64(len(s.Labels)), float64(len(s.Active))
	if n == 0 {
		s.Alpha = variate.Gamma(r, a, b)
		return
	}
	// This is log η of a beta variate. η itself may round to 1, so use gammas: −log1p(G₂/G₁).
	ratio := math.Exp(variate.LogGamma(r, n) - variate.LogGamma(r, s.Alpha+1))
	rate := b + math.Log1p(ratio)
	shape := a + t
	if odds := (shape - 1) / (n * rate); r.Float64()*(1+odds) >= odds {
		shape--
	}
	s.Alpha = max(variate.Gamma(r, shape, rate), 1/largest)
}
