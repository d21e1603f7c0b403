package regress

import (
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/sampler/update"
)

// ellipse is scratch space of drawEllipse.
type ellipse struct {
	step           update.Elliptical
	x, mean, other []float64 // β, and then the effects
}

// drawEllipse draws β and all effects given the family's parameters, with the latent variables
// integrated out, by a step of elliptical slice sampling: the prior times the normal approximation
// N(z_i; η_i, 1/w_i) of the likelihood is the normal distribution, and the likelihood over its
// approximation is the likelihood of the step. So it is exact, and needs no latent variables, which
// are drawn next.
//
// It is for families whose latent variables hold η nearly where it is. approximate fills s.z and
// s.w, which may depend on all but β and the effects.
//
// Source: Nishihara, Murray & Adams, "Parallel MCMC with generalized elliptical slice sampling",
// Journal of Machine Learning Research 15 (2014) 2087–2112, section 3.
func (f *fit) drawEllipse(r *rand.Rand, s *State) error {
	e, p := &s.ellipse, f.p
	f.approximate(s)
	if e.x == nil {
		e.x = make([]float64, p+len(s.Effects))
		e.mean, e.other = slices.Clone(e.x), slices.Clone(e.x)
	}
	get := func(x []float64) {
		copy(x, s.Beta)
		copy(x[p:], s.Effects)
	}
	set := func(x []float64) {
		for j := range s.Beta {
			s.Beta[j] = e.mean[j] + x[j]
		}
		for j := range s.Effects {
			s.Effects[j] = e.mean[p+j] + x[p+j]
		}
	}
	get(e.x)
	if err := f.drawBeta(noNoise, s, false); err != nil {
		return err
	}
	get(e.mean)
	if err := f.drawBeta(r, s, false); err != nil {
		return err
	}
	get(e.other)
	for j, m := range e.mean {
		e.x[j] -= m
		e.other[j] -= m
	}
	e.step.Draw(r, e.x, e.other, func(x []float64) float64 {
		set(x)
		f.predict(s)
		sum := f.family.logDensity(f, s)
		for i, z := range s.z {
			sum += s.w[i] * (z - s.eta[i]) * (z - s.eta[i]) / 2
		}
		if math.IsNaN(sum) { // η has overflowed
			return math.Inf(-1)
		}
		return sum
	})
	set(e.x)
	f.predict(s)
	return nil
}

// noNoise has normal draws that are 0: a draw from a normal distribution is then its mean.
var noNoise = rand.New(zeros{})

type zeros struct{}

func (zeros) Uint64() uint64 { return 0 }
