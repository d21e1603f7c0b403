package regress

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"gibbslab/sampler/variate"
)

// approximate finds the mode of all coefficients by Newton's method, and their precision there, of
// which it fills the lower triangle.
func (m *multinomial) approximate() error {
	s, d := m.state(), m.p*(m.k-1)
	m.mode, m.precision = s.Beta, make([]float64, d*d)
	gradient, step := make([]float64, d), make([]float64, d)
	for range 100 {
		now := m.logJoint(s)
		m.derivatives(s, gradient)
		if err := variate.MultiNormalPrecision(noNoise, m.precision, gradient, s.coefficients[0].q,
			step); err != nil {
			return err
		}
		if dot(gradient, step) < 1e-9 {
			break
		}
		floats.Add(m.mode, step)
		for half := 0; !(m.logJoint(s) >= now) && half < 30; half++ {
			floats.Scale(0.5, step)
			floats.Sub(m.mode, step)
		}
	}
	return nil
}

// derivatives fills the gradient of logJoint, which has filled s.eta, and the precision, its second
// derivatives with the other sign: Σ_i p_ik(1[k=l] − p_il) x_i x_iᵀ for categories k and l, and
// those of the prior. s.eta becomes the probabilities.
func (m *multinomial) derivatives(s *State, gradient []float64) {
	p, d, prior := m.p, len(gradient), m.parts[0]
	clear(m.precision)
	for a, b := range s.Beta {
		gradient[a] = prior.base[a%p] * (prior.mean[a%p] - b)
		m.precision[a*d+a] = prior.base[a%p]
	}
	for i, x := range prior.x {
		eta := s.eta[i*m.k : (i+1)*m.k]
		all := floats.LogSumExp(eta)
		for k, v := range eta {
			eta[k] = math.Exp(v - all) // p_ik
		}
		for a := range gradient {
			k, v := a/p, x[a%p]
			gradient[a] += (m.parts[k].y[i] - eta[k+1]) * v
			for l := range k + 1 {
				w := -eta[k+1] * eta[l+1]
				if l == k {
					w += eta[k+1]
				}
				to := m.precision[a*d+l*p : a*d+min(l*p+p, a+1)]
				floats.AddScaled(to, w*v, x[:len(to)])
			}
		}
	}
}

// drawAll draws all coefficients by a step of elliptical slice sampling, as [fit.drawEllipse] does:
// the normal approximation takes the place of the prior, and logJoint over it that of the
// likelihood.
func (m *multinomial) drawAll(r *rand.Rand, s *State) error {
	e, d := &s.ellipse, len(m.mode)
	floats.SubTo(e.x, s.Beta, m.mode)
	if err := m.normal(r, s, e.other); err != nil {
		return err
	}
	e.step.Draw(r, e.x, e.other, func(x []float64) float64 {
		floats.AddTo(s.Beta, m.mode, x)
		sum := m.logJoint(s)
		for a, v := range x {
			row := m.precision[a*d : a*d+a+1]
			sum += v * (dot(row, x) - row[a]*v/2)
		}
		if math.IsNaN(sum) { // η has overflowed
			return math.Inf(-1)
		}
		return sum
	})
	floats.AddTo(s.Beta, m.mode, e.x)
	return nil
}

// normal draws from the normal approximation less its mean.
func (m *multinomial) normal(r *rand.Rand, s *State, dst []float64) error {
	c := s.coefficients[0]
	return variate.MultiNormalPrecision(r, m.precision, c.b, c.q, dst)
}
