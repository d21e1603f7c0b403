package regress

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gibbslab/internal/numeric"
	"gibbslab/sampler"
	"gibbslab/sampler/update"
	"gibbslab/sampler/variate"
)

// A Family is the law of an observation given its linear predictor η = xᵀβ: [Normal], [Student],
// [Probit], [Logit], [Ordinal], [Poisson] or [NegativeBinomial].
type Family interface {
	// check refuses values of y, and parameters of the family; NaN is missing.
	check(y []float64) error
	// start sets the family's own parameters in a new chain.
	start(r *rand.Rand, f *fit, s *State)
	// latent fills s.z and s.w given s.eta; the precision of a missing observation is 0.
	latent(r *rand.Rand, f *fit, s *State)
	// blocks draw the family's own parameters.
	blocks(f *fit) []sampler.Block[State]
	// numbers are its own parameters.
	numbers() []number
	// logDensity is that of y given s.eta and of the family's own parameters.
	logDensity(f *fit, s *State) float64
	// logLik is the log density of y in row i, with all constants.
	logLik(s *State, i int, y, eta float64) float64
	// simulate draws y for row i.
	simulate(r *rand.Rand, s *State, i int, eta float64) float64
}

// A number is a parameter of a family: its name and where it is.
type number struct {
	name string
	at   func(s *State) *float64
}

var (
	sigmaNumber = number{"sigma", func(s *State) *float64 { return &s.Sigma }}
	dfNumber    = number{"df", func(s *State) *float64 { return &s.DF }}
	sizeNumber  = number{"size", func(s *State) *float64 { return &s.Size }}
)

// A halfT is the prior of a standard deviation; scale 0 is 1/σ.
type halfT struct{ df, scale float64 }

// check names the fields that hold the prior.
func (h halfT) check(what string) error {
	if h.scale != 0 && !numeric.Positive(h.scale) || !numeric.Positive(h.df) {
		return fmt.Errorf("regress: %s has Scale %g and DF %g: expected positive numbers, or 0 for "+
			"the default", what, h.scale, h.df)
	}
	return nil
}

// draw draws σ given the sum of squares of n numbers that have it.
func (h halfT) draw(r *rand.Rand, sigma float64, n int, squares float64) float64 {
	if h.scale == 0 {
		return math.Sqrt(variate.InvGamma(r, float64(n)/2, squares/2))
	}
	return math.Sqrt(update.HalfT(r, sigma*sigma, h.df, h.scale, n, squares))
}

func (h halfT) logDensity(sigma float64) float64 {
	if h.scale == 0 {
		return -math.Log(sigma)
	}
	return variate.StudentTLogProb(sigma, h.df, 0, h.scale)
}

// orOne is the default of 1.
func orOne(x float64) float64 {
	if x == 0 {
		return 1
	}
	return x
}

// checkFinite refuses infinite y.
func checkFinite(y []float64) error {
	for i, v := range y {
		if math.IsInf(v, 0) {
			return fmt.Errorf("regress: Y[%d] is %g, expected a finite number", i, v)
		}
	}
	return nil
}

// checkCounts refuses what is no count up to most(i), nil for any.
func checkCounts(y []float64, expected string, most func(i int) float64) error {
	for i, v := range y {
		if !math.IsNaN(v) && (v != math.Floor(v) || v < 0 || most != nil && v > most(i) ||
			math.IsInf(v, 0)) {
			return fmt.Errorf("regress: Y[%d] is %g, expected %s", i, v, expected)
		}
	}
	return nil
}
