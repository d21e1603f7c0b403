package regress

import (
	"math"
	"math/rand/v2"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"
)

// Normal has normal errors, y_i ~ N(η_i, σ²), and records sigma. The zero value has the prior
// p(σ) ∝ 1/σ: with a flat prior of the coefficients, too, their posterior is that of least squares.
// Where coefficients, effects of groups and missing values together can fit each y exactly, such as
// with more columns than rows, there is no posterior without Scale, and Model says so.
type Normal struct {
	Scale float64 // of a half-t prior of σ, in the unit of y; 0 is p(σ) ∝ 1/σ
	DF    float64 // of this prior; 0 means 1, half-Cauchy
}

func (n Normal) prior() halfT { return halfT{orOne(n.DF), n.Scale} }

func (n Normal) check(y []float64) error {
	if err := n.prior().check("Normal"); err != nil {
		return err
	}
	return checkFinite(y)
}

func (n Normal) start(r *rand.Rand, f *fit, s *State) {
	s.Sigma = f.spread * math.Exp(r.NormFloat64()/2)
}

func (n Normal) latent(_ *rand.Rand, f *fit, s *State) {
	w := 1 / (s.Sigma * s.Sigma)
	for i := range s.w {
		s.w[i] = w
	}
	if f.equal() {
		s.z = f.y
		return
	}
	copy(s.z, f.y)
	for i, v := range f.y {
		if math.IsNaN(v) {
			s.z[i], s.w[i] = 0, 0
		}
	}
}

func (n Normal) blocks(f *fit) []sampler.Block[State] {
	prior := n.prior()
	return []sampler.Block[State]{sampler.Update("sigma", func(r *rand.Rand, s *State) {
		f.predict(s)
		s.Sigma = prior.draw(r, s.Sigma, f.observed, f.squares(s))
	})}
}

func (n Normal) numbers() []number { return []number{sigmaNumber} }

func (n Normal) logDensity(f *fit, s *State) float64 {
	return n.prior().logDensity(s.Sigma) - float64(f.observed)*math.Log(s.Sigma) -
		f.squares(s)/(2*s.Sigma*s.Sigma)
}

func (n Normal) logLik(s *State, _ int, y, eta float64) float64 {
	return variate.NormalLogProb(y, eta, s.Sigma)
}

func (n Normal) simulate(r *rand.Rand, s *State, _ int, eta float64) float64 {
	return eta + s.Sigma*r.NormFloat64()
}

// squares is the sum of squared residuals of what was observed, given s.eta.
func (f *fit) squares(s *State) (sum float64) {
	for i, v := range f.y {
		if e := v - s.eta[i]; !math.IsNaN(v) {
			sum += e * e
		}
	}
	return sum
}
