package criticism

import (
	"context"
	"math"
	"math/rand/v2"

	"gibbslab/sampler"
	"gibbslab/sampler/normal"
	"gibbslab/sampler/variate"
	"gibbslab/sampler/verify"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func poisson(r *rand.Rand, rate float64) float64 {
	return float64(variate.Poisson(r, rate))
}

// examsJoint is the joint distribution of the model of the scores, for n of them.
func examsJoint(p normal.Prior, n int) verify.Joint[normal.State, []float64] {
	return verify.Joint[normal.State, []float64]{
		Prior: func(r *rand.Rand) (*normal.State, error) {
			mu := p.Nu + math.Sqrt(p.Tau2)*r.NormFloat64()
			return &normal.State{Mu: mu, Sigma2: variate.InvGamma(r, p.Alpha, p.Beta)}, nil
		},
		Data: func(r *rand.Rand, s *normal.State) ([]float64, error) {
			y := make([]float64, n)
			for i := range y {
				y[i] = variate.Normal(r, s.Mu, math.Sqrt(s.Sigma2))
			}
			return y, nil
		},
		Model: p.Model,
	}
}

// examsCase is the model of the scores and its draws given y.
func examsCase(
	p normal.Prior, j verify.Joint[normal.State, []float64], y []float64, seed uint64,
) Case[normal.State, []float64] {
	tr := must(sampler.Run(context.Background(), must(j.Model(y)), sampler.Settings{Seed: seed}))
	return Case[normal.State, []float64]{
		Trace: tr, Joint: j, Data: y, Seed: seed,
		LogLik: must(Pointwise(tr, len(y), func(d *sampler.Draw, i int) float64 {
			return logNormal(y[i], d.Scalar("mu"), d.Scalar("sigma2"))
		})),
		Replicate: func(r *rand.Rand, d *sampler.Draw, y []float64) {
			for i := range y {
				y[i] = variate.Normal(r, d.Scalar("mu"), math.Sqrt(d.Scalar("sigma2")))
			}
		},
		Priors: []LogPrior{
			{"of mu", func(d *sampler.Draw) float64 { return logNormal(d.Scalar("mu"), p.Nu, p.Tau2) }},
			{"of sigma2", func(d *sampler.Draw) float64 {
				return variate.InvGammaLogProb(d.Scalar("sigma2"), p.Alpha, p.Beta)
			}},
		},
	}
}

// coalJoint is the joint distribution of the model of the mines.
func coalJoint(change bool) verify.Joint[mines, []float64] {
	return verify.Joint[mines, []float64]{
		Prior: func(r *rand.Rand) (*mines, error) {
			s, err := coal(change).Init(r)
			s.sums = make([]float64, 113)
			return s, err
		},
		Data: func(r *rand.Rand, s *mines) ([]float64, error) {
			y := make([]float64, 112)
			for i := range y {
				rate := s.Mu
				if i < s.K {
					rate = s.Lambda
				}
				y[i] = poisson(r, rate)
				s.sums[i+1] = s.sums[i] + y[i]
			}
			return y, nil
		},
		Model: func(y []float64) (sampler.Model[mines], error) { return coalGiven(y, change), nil },
		LogLikelihood: func(y []float64, s *mines) float64 {
			log := 0.0
			for i, v := range y {
				rate := s.Mu
				if i < s.K {
					rate = s.Lambda
				}
				log += variate.PoissonLogProb(int(v), rate)
			}
			return log
		},
	}
}

// coalCase is the model of the mines and its draws given y.
func coalCase(
	j verify.Joint[mines, []float64], y []float64, seed uint64, thin int,
) Case[mines, []float64] {
	set := sampler.Settings{Seed: seed, Thin: thin}
	tr := must(sampler.Run(context.Background(), must(j.Model(y)), set))
	rate := func(d *sampler.Draw, i int) float64 {
		if float64(i) < d.Scalar("k") {
			return d.Scalar("lambda")
		}
		return d.Scalar("mu")
	}
	return Case[mines, []float64]{
		Trace: tr, Joint: j, Data: y, Seed: seed,
		LogLik: must(Pointwise(tr, len(y), func(d *sampler.Draw, i int) float64 {
			return variate.PoissonLogProb(int(y[i]), rate(d, i))
		})),
		Replicate: func(r *rand.Rand, d *sampler.Draw, y []float64) {
			for i := range y {
				y[i] = poisson(r, rate(d, i))
			}
		},
		Priors: []LogPrior{
			{"of lambda", func(d *sampler.Draw) float64 { return variate.GammaLogProb(d.Scalar("lambda"), 2, 1) }},
			{"of mu", func(d *sampler.Draw) float64 { return variate.GammaLogProb(d.Scalar("mu"), 2, 1) }},
		},
	}
}

// schoolsJoint is the joint distribution of the eight schools.
func schoolsJoint() verify.Joint[coaching, []float64] {
	return verify.Joint[coaching, []float64]{
		Prior: func(r *rand.Rand) (*coaching, error) {
			s := &coaching{Theta: make([]float64, 8), Mu: 5 * r.NormFloat64()}
			s.Nu = variate.InvGamma(r, 0.5, 1./25)
			s.Tau2 = variate.InvGamma(r, 0.5, 1/s.Nu)
			for j := range s.Theta {
				s.Theta[j] = variate.Normal(r, s.Mu, math.Sqrt(s.Tau2))
			}
			return s, nil
		},
		Data: func(r *rand.Rand, s *coaching) ([]float64, error) {
			y := make([]float64, 8)
			for j := range y {
				y[j] = variate.Normal(r, s.Theta[j], se[j])
			}
			return y, nil
		},
		Model: func(y []float64) (sampler.Model[coaching], error) { return schoolsGiven(y), nil },
		LogLikelihood: func(y []float64, s *coaching) float64 {
			log := 0.0
			for j, v := range y {
				log += logNormal(v, s.Theta[j], se[j]*se[j])
			}
			return log
		},
	}
}

// schoolsCase is the model of the eight schools and its draws given y. To leave out a school is to
// leave out its effect too, so the effects are integrated out of the log likelihood.
func schoolsCase(
	j verify.Joint[coaching, []float64], y []float64, seed uint64,
) Case[coaching, []float64] {
	set := sampler.Settings{Seed: seed, Thin: 20}
	tr := must(sampler.Run(context.Background(), must(j.Model(y)), set))
	return Case[coaching, []float64]{
		Trace: tr, Joint: j, Data: y, Seed: seed,
		LogLik: must(Pointwise(tr, len(y), func(d *sampler.Draw, i int) float64 {
			tau := d.Scalar("tau")
			return logNormal(y[i], d.Scalar("mu"), se[i]*se[i]+tau*tau)
		})),
		Replicate: func(r *rand.Rand, d *sampler.Draw, y []float64) {
			for i := range y {
				y[i] = variate.Normal(r, d.Scalar("mu"), math.Hypot(se[i], d.Scalar("tau")))
			}
		},
		Priors: []LogPrior{
			{"of mu", func(d *sampler.Draw) float64 { return logNormal(d.Scalar("mu"), 0, 25) }},
			{"of tau", func(d *sampler.Draw) float64 { return variate.HalfCauchyLogProb(d.Scalar("tau"), 5) }},
		},
	}
}
