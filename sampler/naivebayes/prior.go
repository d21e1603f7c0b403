package naivebayes

import (
	"errors"
	"fmt"

	"gibbslab/sampler/variate"
)

// Prior is the prior of the model, and says whether its concentrations are sampled. The zero value
// is uniform: γ_π = 1 and γ_θ = 1 for all classes and words, fixed.
//
// Concentrations act as counts seen before the data. They must lie between 1e-100 and 1e100.
type Prior struct {
	// GammaPi holds the concentrations of π: one number for all classes, or one for each. Nil is 1.
	GammaPi []float64
	// GammaTheta holds the concentrations of each θ_k: one number for all words, or one for each.
	// Nil is 1, far too smooth for text: 0.1 or 0.01 is better, and sampling the scale is best.
	GammaTheta []float64

	// PiSpread, if positive, multiplies γ_π by an unknown scale s with log s ~ N(0, PiSpread²). s
	// is sampled with the rest; GammaPi is then the prior median. 0 keeps γ_π fixed. At most 10.
	PiSpread float64
	// ThetaSpread does the same for γ_θ. With GammaTheta 0.1, a ThetaSpread of 2 says: between
	// 0.002 and 5.
	ThetaSpread float64
}

// Limits of concentrations, which keep products of two of them in range, and of spreads.
const (
	minGamma, maxGamma = 1e-100, 1e100
	maxSpread          = 10
)

func (p Prior) check(k, v int) error {
	var errs []error
	for _, f := range []struct {
		field, of string
		gamma     []float64
		n         int
	}{{"GammaPi", "class", p.GammaPi, k}, {"GammaTheta", "word", p.GammaTheta, v}} {
		if n := len(f.gamma); n > 1 && n != f.n {
			errs = append(errs, fmt.Errorf("naivebayes: Prior.%s has %d numbers, expected one for "+
				"all, or %d, one for each %s", f.field, n, f.n, f.of))
		}
		for i, g := range f.gamma {
			if !(g >= minGamma && g <= maxGamma) {
				errs = append(errs, fmt.Errorf("naivebayes: Prior.%s[%d] is %g, expected a "+
					"positive number, from %g to %g; 1 is uniform", f.field, i, g, minGamma, maxGamma))
				break
			}
		}
	}
	for _, f := range []struct {
		field  string
		spread float64
	}{{"PiSpread", p.PiSpread}, {"ThetaSpread", p.ThetaSpread}} {
		if !(f.spread >= 0 && f.spread <= maxSpread) {
			errs = append(errs, fmt.Errorf("naivebayes: Prior.%s is %g, expected the standard "+
				"deviation of a log scale, from 0 (fixed) to %d", f.field, f.spread, maxSpread))
		}
	}
	return errors.Join(errs...)
}

// spelled writes out n concentrations, whether none, one or n were given.
func spelled(gamma []float64, n int) []float64 {
	full := make([]float64, n)
	for i := range full {
		switch len(gamma) {
		case 0:
			full[i] = 1
		case 1:
			full[i] = gamma[0]
		default:
			full[i] = gamma[i]
		}
	}
	return full
}

// logSpread is the log density of log s, N(0, spread²).
func logSpread(logScale, spread float64) float64 {
	return variate.NormalLogProb(logScale, 0, spread)
}
