// Package normal is the Gibbs sampler for the mean and the variance of a normal distribution, with
// a normal prior on the mean and an inverse gamma prior on the variance:
//
//	y_i | μ, σ² ~ N(μ, σ²),   μ ~ N(ν, τ²),   σ² ~ InvGamma(α, β).
//
// [Prior.Model] is the sampler. [Prior.Exact] is its posterior by quadrature, without Monte Carlo
// error. The course uses this model for exam scores, because every answer of the sampler can be
// checked against the exact one.
//
// In the language of gibbslab/sampler/bugs:
//
//	model {
//	   for (i in 1:n) { y[i] ~ Normal(mu, sqrt(sigma2)) }
//	   mu     ~ Normal(nu, sqrt(tau2))
//	   sigma2 ~ InverseGamma(alpha, beta)
//	}
//
// Source: P. D. Hoff, A First Course in Bayesian Statistical Methods (2009), chapter 6.
package normal

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"gibbslab/internal/numeric"
	"gibbslab/sampler"
	"gibbslab/sampler/variate"
)

// State is what the sampler updates: the mean and the variance.
type State struct {
	Mu, Sigma2 float64
}

// Model returns the Gibbs sampler of p(μ, σ² | y). A sweep draws each parameter given the other:
//
//	μ  | σ², y ~ N(μ*, (σ*)²),      (σ*)² = 1/(1/τ² + n/σ²),  μ* = (σ*)² (ν/τ² + Σ y/σ²)
//	σ² | μ,  y ~ InvGamma(α*, β*),   α* = α + n/2,             β* = β + ½ Σ (y − μ)²
//
// It records mu, in the unit of y, sigma2, in the unit squared, and lp__, the log joint density
// with all its constants. Chains start from the prior. The data must be finite and not empty; they
// are copied.
//
// Source: Gelman et al., Bayesian Data Analysis (3rd ed. 2013), section 3.4 and 11.1.
func (p Prior) Model(y []float64) (sampler.Model[State], error) {
	if err := errors.Join(p.validate(), checkData(y)); err != nil {
		return sampler.Model[State]{}, err
	}
	y = append([]float64(nil), y...)
	n := float64(len(y))
	var sum float64
	for _, v := range y {
		sum += v
	}
	return sampler.Model[State]{
		Init: func(r *rand.Rand) (*State, error) {
			mu := p.Nu + math.Sqrt(p.Tau2)*r.NormFloat64()
			return &State{Mu: mu, Sigma2: variate.InvGamma(r, p.Alpha, p.Beta)}, nil
		},
		Blocks: []sampler.Block[State]{
			sampler.Update("mu", func(r *rand.Rand, s *State) {
				variance := 1 / (1/p.Tau2 + n/s.Sigma2)
				mean := variance * (p.Nu/p.Tau2 + sum/s.Sigma2)
				s.Mu = variate.Normal(r, mean, math.Sqrt(variance))
			}),
			sampler.Update("sigma2", func(r *rand.Rand, s *State) {
				s.Sigma2 = variate.InvGamma(r, p.Alpha+n/2, p.Beta+squares(y, s.Mu)/2)
			}),
		},
		Params: []sampler.Param[State]{
			sampler.Scalar("mu", func(s *State) float64 { return s.Mu }),
			sampler.Scalar("sigma2", func(s *State) float64 { return s.Sigma2 }),
		},
		LogJoint: func(s *State) float64 { return p.logJoint(y, s) },
		Data:     []any{p, y},
	}, nil
}

func squares(y []float64, mu float64) float64 {
	var sum float64
	for _, v := range y {
		sum += (v - mu) * (v - mu)
	}
	return sum
}

// logJoint is log p(y, μ, σ²).
func (p Prior) logJoint(y []float64, s *State) float64 {
	prior := variate.NormalLogProb(s.Mu, p.Nu, math.Sqrt(p.Tau2)) +
		variate.InvGammaLogProb(s.Sigma2, p.Alpha, p.Beta)
	return prior - float64(len(y))/2*(math.Log(2*math.Pi)+math.Log(s.Sigma2)) - squares(y,
		s.Mu)/(2*s.Sigma2)
}

// Predict draws one new observation for each draw of the parameters, ỹ ~ N(μ, σ²): draws from the
// posterior predictive distribution, chains × draws, in the unit of y. Add them to the trace under
// a name of your choice, or use them directly.
//
// r must not be the stream of a chain: use sampler.Stream("predict", seed, 0).
func Predict(r *rand.Rand, tr *sampler.Trace) ([][]float64, error) {
	if r == nil {
		return nil, errors.New("normal: Predict: the *rand.Rand is nil: " +
			`give sampler.Stream("predict", 1, 0)`)
	}
	mu, err := tr.Chains("mu")
	if err != nil {
		return nil, fmt.Errorf("normal: Predict: %w", err)
	}
	sigma2, err := tr.Chains("sigma2")
	if err != nil {
		return nil, fmt.Errorf("normal: Predict: %w", err)
	}
	y := make([][]float64, len(mu))
	for c := range mu {
		if len(mu[c]) != len(sigma2[c]) {
			return nil, fmt.Errorf("normal: Predict: chain %d has %d draws of mu and %d of "+
				"sigma2: give them in pairs", c, len(mu[c]), len(sigma2[c]))
		}
		y[c] = make([]float64, len(mu[c]))
		for i := range y[c] {
			y[c][i] = mu[c][i] + math.Sqrt(sigma2[c][i])*r.NormFloat64()
		}
	}
	return y, nil
}

// Prior is the semi-conjugate prior of the mean and the variance of a normal:
//
//	μ ~ N(Nu, Tau2),   σ² ~ InvGamma(Alpha, Beta),   independent.
//
// Tau2 is a variance. Beta is a scale: E σ² = Beta/(Alpha−1) for Alpha > 1.
// There is no default: the zero value is refused.
type Prior struct {
	Nu    float64 // mean of μ, in the unit of the data
	Tau2  float64 // variance of μ, in that unit squared, positive
	Alpha float64 // shape of σ², positive; acts as 2·Alpha observations
	Beta  float64 // scale of σ², in the unit squared, positive
}

// validate returns nil for a proper prior: a finite Nu, and the others positive
// and finite. Otherwise the error names everything that is wrong.
func (p Prior) validate() error {
	var errs []error
	if !numeric.Finite(p.Nu) {
		errs = append(errs, fmt.Errorf("normal: Prior.Nu is %g, expected a finite number, the "+
			"prior mean of μ", p.Nu))
	}
	for _, f := range []struct {
		name, what string
		value      float64
	}{
		{"Tau2", "prior variance of μ", p.Tau2},
		{"Alpha", "prior shape of σ²", p.Alpha},
		{"Beta", "prior scale of σ²", p.Beta},
	} {
		if !numeric.Positive(f.value) {
			errs = append(errs, fmt.Errorf("normal: Prior.%s is %g, expected a positive finite "+
				"number, the %s", f.name, f.value, f.what))
		}
	}
	return errors.Join(errs...)
}

// checkData returns an error unless y holds at least one number and all are finite.
func checkData(y []float64) error {
	if len(y) == 0 {
		return errors.New("normal: no data: y is empty, expected at least one number; without " +
			"data the posterior is the prior")
	}
	for i, v := range y {
		if !numeric.Finite(v) {
			return fmt.Errorf("normal: y[%d] is %g, expected a finite number; remove or replace it", i, v)
		}
	}
	return nil
}
