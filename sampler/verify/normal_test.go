package verify_test

import (
	"math"
	"math/rand/v2"

	"gibbslab/sampler"
	"gibbslab/sampler/normal"
	"gibbslab/sampler/variate"
	"gibbslab/sampler/verify"
)

// normalPrior has a σ² with four moments and no fifth. Neither the data nor the prior dominates the
// posterior.
var normalPrior = normal.Prior{Nu: 1, Tau2: 2, Alpha: 5, Beta: 8}

type (
	normalState  = normal.State
	normalMutant = verify.Mutant[normal.State, []float64]
)

// normalJoint is the joint distribution of the normal model with n data.
func normalJoint(p normal.Prior, n int) verify.Joint[normalState, []float64] {
	return verify.Joint[normalState, []float64]{
		Prior: func(r *rand.Rand) (*normalState, error) {
			mu := p.Nu + math.Sqrt(p.Tau2)*r.NormFloat64()
			return &normalState{Mu: mu, Sigma2: variate.InvGamma(r, p.Alpha, p.Beta)}, nil
		},
		Data: func(r *rand.Rand, s *normalState) ([]float64, error) {
			y := make([]float64, n)
			for i := range y {
				y[i] = s.Mu + math.Sqrt(s.Sigma2)*r.NormFloat64()
			}
			return y, nil
		},
		Model: p.Model,
	}
}

// normalMutants are the errors that people make in the two formulas.
func normalMutants(p normal.Prior) []normalMutant {
	// muLaw draws μ from a normal whose mean and variance are computed from σ², the sum of the data
	// and their number.
	muLaw := func(law func(s2, sum, n float64) (mean,
		sd float64)) func(y []float64) func(*rand.Rand, *normalState) error {
		return func(y []float64) func(*rand.Rand, *normalState) error {
			sum := 0.0
			for _, v := range y {
				sum += v
			}
			return func(r *rand.Rand, s *normalState) error {
				mean, sd := law(s.Sigma2, sum, float64(len(y)))
				s.Mu = mean + sd*r.NormFloat64()
				return nil
			}
		}
	}
	s2Law := func(law func(r *rand.Rand, ss, n, mu float64,
		y []float64) float64) func(y []float64) func(*rand.Rand, *normalState) error {
		return func(y []float64) func(*rand.Rand, *normalState) error {
			return func(r *rand.Rand, s *normalState) error {
				ss := 0.0
				for _, v := range y {
					ss += (v - s.Mu) * (v - s.Mu)
				}
				s.Sigma2 = law(r, ss, float64(len(y)), s.Mu, y)
				return nil
			}
		}
	}
	variance := func(s2, n float64) float64 { return 1 / (1/p.Tau2 + n/s2) }
	var all []normalMutant
	add := func(name, block string, wrong func(y []float64) func(*rand.Rand, *normalState) error) {
		all = append(all, normalMutant{Name: name, Block: block,
			Model: func(y []float64) (sampler.Model[normalState], error) {
				m, err := p.Model(y)
				if err != nil {
					return m, err
				}
				return verify.Replace(m, block, wrong(y))
			}})
	}
	add("variance for sd", "mu", muLaw(func(s2, sum, n float64) (float64, float64) {
		v := variance(s2, n)
		return v * (p.Nu/p.Tau2 + sum/s2), v
	}))
	add("σ for σ²", "mu", muLaw(func(s2, sum, n float64) (float64, float64) {
		s := math.Sqrt(s2)
		v := variance(s, n)
		return v * (p.Nu/p.Tau2 + sum/s), math.Sqrt(v)
	}))
	add("σ² for the precision", "mu", muLaw(func(s2, sum, n float64) (float64, float64) {
		v := 1 / (1/p.Tau2 + n*s2)
		return v * (p.Nu/p.Tau2 + sum*s2), math.Sqrt(v)
	}))
	add("prior mean left out", "mu", muLaw(func(s2, sum, n float64) (float64, float64) {
		v := variance(s2, n)
		return v * sum / s2, math.Sqrt(v)
	}))
	add("prior precision left out", "mu", muLaw(func(s2, sum, n float64) (float64, float64) {
		return sum / n, math.Sqrt(s2 / n)
	}))
	add("draws from the prior", "mu", muLaw(func(s2, sum, n float64) (float64, float64) {
		return p.Nu, math.Sqrt(p.Tau2)
	}))
	add("n+1 data", "mu", muLaw(func(s2, sum, n float64) (float64, float64) {
		v := variance(s2, n+1)
		return v * (p.Nu/p.Tau2 + sum/s2), math.Sqrt(v)
	}))
	add("sd 10 % too large", "mu", muLaw(func(s2, sum, n float64) (float64, float64) {
		v := variance(s2, n)
		return v * (p.Nu/p.Tau2 + sum/s2), 1.1 * math.Sqrt(v)
	}))
	add("a step that is never rejected", "mu", func(y []float64) func(*rand.Rand, *normalState) error {
		return func(r *rand.Rand, s *normalState) error {
			s.Mu += 0.5 * r.NormFloat64()
			return nil
		}
	})
	add("nothing is drawn", "mu", func(y []float64) func(*rand.Rand, *normalState) error {
		return func(r *rand.Rand, s *normalState) error { return nil }
	})
	add("rate for scale", "sigma2", s2Law(func(r *rand.Rand, ss, n, _ float64, _ []float64) float64 {
		return variate.InvGamma(r, p.Alpha+n/2, 1/(p.Beta+ss/2))
	}))
	add("gamma for inverse gamma", "sigma2",
		s2Law(func(r *rand.Rand, ss, n, _ float64, _ []float64) float64 {
			return 1 / variate.InvGamma(r, p.Alpha+n/2, p.Beta+ss/2)
		}))
	add("n for n/2", "sigma2", s2Law(func(r *rand.Rand, ss, n, _ float64, _ []float64) float64 {
		return variate.InvGamma(r, p.Alpha+n, p.Beta+ss/2)
	}))
	add("(n−1)/2 for n/2", "sigma2", s2Law(func(r *rand.Rand, ss, n, _ float64, _ []float64) float64 {
		return variate.InvGamma(r, p.Alpha+(n-1)/2, p.Beta+ss/2)
	}))
	add("sum of squares not halved", "sigma2",
		s2Law(func(r *rand.Rand, ss, n, _ float64, _ []float64) float64 {
			return variate.InvGamma(r, p.Alpha+n/2, p.Beta+ss)
		}))
	add("squares about the mean of the data", "sigma2",
		s2Law(func(r *rand.Rand, ss, n, mu float64, y []float64) float64 {
			mean := 0.0
			for _, v := range y {
				mean += v / n
			}
			return variate.InvGamma(r, p.Alpha+n/2, p.Beta+(ss-n*(mu-mean)*(mu-mean))/2)
		}))
	add("first observation forgotten", "sigma2",
		s2Law(func(r *rand.Rand, ss, n, mu float64, y []float64) float64 {
			return variate.InvGamma(r, p.Alpha+n/2, p.Beta+(ss-(y[0]-mu)*(y[0]-mu))/2)
		}))
	add("σ kept for σ²", "sigma2", s2Law(func(r *rand.Rand, ss, n, _ float64, _ []float64) float64 {
		return math.Sqrt(variate.InvGamma(r, p.Alpha+n/2, p.Beta+ss/2))
	}))
	add("shape 1 % too large", "sigma2",
		s2Law(func(r *rand.Rand, ss, n, _ float64, _ []float64) float64 {
			return variate.InvGamma(r, 1.01*(p.Alpha+n/2), p.Beta+ss/2)
		}))
	return all
}
