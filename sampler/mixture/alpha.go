package mixture

import (
	"math"
	"math/rand/v2"

	"gibbslab/sampler/variate"
)

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
