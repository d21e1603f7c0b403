package mixture

import (
	"errors"
	"fmt"
)

// join is errors.Join, with the package's name before each sentence.
func join(errs ...error) error {
	var all []error
	for _, err := range errs {
		if err != nil {
			all = append(all, fmt.Errorf("mixture: %w", err))
		}
	}
	return errors.Join(all...)
}

// largest bounds numbers: squares and sums of squares must stay finite.
const largest = 1e100

// finite returns an error if a number is NaN, infinite or larger than largest.
func finite(name string, x ...float64) error {
	return bounded(name, -largest, "a finite number of size up to 1e+100; remove or replace it", x)
}

// positive returns an error unless a number is positive and within the bounds.
func positive(name string, x ...float64) error {
	return bounded(name, 1/largest, "a positive number, from 1e-100 to 1e+100", x)
}

func bounded(name string, least float64, expected string, x []float64) error {
	for i, v := range x {
		if !(v >= least && v <= largest) {
			if len(x) > 1 || name == "x" || name == "fresh" {
				name = fmt.Sprintf("%s[%d]", name, i)
			}
			return fmt.Errorf("%s is %g, expected %s", name, v, expected)
		}
	}
	return nil
}

// Errors for missing arguments.
var errNoPartition = errors.New("mixture: the law of the partition is nil: give mixture.DP{…}, " +
	"MFM{…} or Finite{…}")

// sizeOf checks that a family is usable, and returns its size.
func sizeOf(f Family) (FamilySize, error) {
	if f == nil {
		return FamilySize{}, errors.New("mixture: the family is nil: give what Normal.Family or " +
			"another one returned, and look at its error")
	}
	s := f.Size()
	if s.N < 0 || s.New < 0 || s.Stats < 0 || s.Theta < 0 || s.Base < 0 {
		return s, fmt.Errorf("mixture: the family has a size of %+v: no number may be negative", s)
	}
	return s, nil
}

var errNoEstimate = errors.New("mixture: Ball: the estimate is empty: give what EstimateVI or " +
	"EstimateBinder returned")
