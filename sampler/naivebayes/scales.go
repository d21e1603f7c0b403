package naivebayes

import (
	"math"
	"math/rand/v2"

	"gibbslab/sampler"
	"gibbslab/sampler/update"
)

// maxLogScale bounds |log s|: ten standard deviations or more of any hyperprior.
const maxLogScale = maxSpread * maxSpread

// likelihood is the log likelihood of a scale s of concentrations γ, given what the sampler draws.
// fit is Σ γ_i log x_i over the drawn probability vectors, or 0 if they are integrated out.
type likelihood func(p *problem, s *State, scale, fit float64) float64

// The likelihoods of the scale of γ_π: with π drawn, and with π integrated out.
func piGivenPi(p *problem, _ *State, scale, fit float64) float64 {
	return logDirichletNorm(scale, p.gammaPi) + scale*fit
}
func piGivenLabels(p *problem, s *State, scale, _ float64) float64 {
	return logPolya(scale, p.gammaPi, s.Docs)
}

// The likelihoods of the scale of γ_θ: with θ drawn, and with θ integrated out.
func thetaGivenTheta(p *problem, _ *State, scale, fit float64) float64 {
	return float64(p.k)*logDirichletNorm(scale, p.gammaTheta) + scale*fit
}
func thetaGivenLabels(p *problem, s *State, scale, _ float64) float64 {
	sum := 0.0
	for _, counts := range s.Words {
		sum += logPolya(scale, p.gammaTheta, counts)
	}
	return sum
}

// scaleBlocks are the updates of the scales that are sampled: p(log s | rest) ∝ N(log s; 0,
// spread²) times the likelihood, by slice sampling.
func (p *problem) scaleBlocks(ofPi, ofTheta likelihood) []sampler.Block[State] {
	var blocks []sampler.Block[State]
	if spread := p.prior.PiSpread; spread > 0 {
		blocks = append(blocks, sampler.Update("pi_scale", func(r *rand.Rand, s *State) {
			fit := dot(p.gammaPi, s.LogPi)
			x := slice(r, math.Log(s.PiScale), func(x float64) float64 {
				return logSpread(x, spread) + ofPi(p, s, math.Exp(x), fit)
			})
			p.setPiScale(s, math.Exp(x))
		}))
	}
	if spread := p.prior.ThetaSpread; spread > 0 {
		blocks = append(blocks, sampler.Update("theta_scale", func(r *rand.Rand, s *State) {
			fit := 0.0
			for _, logTheta := range s.LogTheta {
				fit += dot(p.gammaTheta, logTheta)
			}
			x := slice(r, math.Log(s.ThetaScale), func(x float64) float64 {
				return logSpread(x, spread) + ofTheta(p, s, math.Exp(x), fit)
			})
			p.setThetaScale(s, math.Exp(x))
		}))
	}
	return blocks
}

// dot is Σ a_i b_i, 0 if b is nil.
func dot(a, b []float64) float64 {
	sum := 0.0
	for i, x := range b {
		sum += a[i] * x
	}
	return sum
}

// setPiScale and setThetaScale update the concentrations for a new scale.
func (p *problem) setPiScale(s *State, scale float64) {
	s.PiScale = scale
	for c, g := range p.gammaPi {
		s.GammaPi[c] = scale * g
	}
}

func (p *problem) setThetaScale(s *State, scale float64) {
	s.ThetaScale, s.GammaThetaSum = scale, 0
	for w, g := range p.gammaTheta {
		s.GammaTheta[w] = scale * g
		s.GammaThetaSum += s.GammaTheta[w]
	}
}

// drawScale draws a scale from its hyperprior.
func drawScale(r *rand.Rand, spread float64) float64 {
	return math.Exp(min(max(spread*r.NormFloat64(), -maxLogScale), maxLogScale))
}

// slice makes a slice-sampling step from x, for a density on [−maxLogScale, maxLogScale].
func slice(r *rand.Rand, x float64, logDensity func(x float64) float64) float64 {
	x = min(max(x, -maxLogScale), maxLogScale) // the log of an exponential may be off by a digit
	return update.Slice(r, x, 1, -maxLogScale, maxLogScale, logDensity)
}
