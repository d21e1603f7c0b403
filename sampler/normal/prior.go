package normal

import (
	"errors"
	"fmt"

	"gibbslab/internal/numeric"
)

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
