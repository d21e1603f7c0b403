package lda

import (
	"fmt"

	"gibbslab/sampler"
)

// A Learner changes α and β after each sweep: [Optimise], [SampleHyper] or [HDP]. Each documents
// what it also records.
type Learner interface {
	complete() (Learner, error)     // with the defaults filled in
	block() sampler.Block[State]    // the update of α and β
	params() []sampler.Param[State] // beside alpha and beta
	logJoint(s *State) float64      // lp__
}

// A gammaPart is a shape or a rate of a gamma prior, with its default.
type gammaPart struct {
	name      string
	value     *float64
	otherwise float64
}

// completeGammas replaces zeros by the defaults, and reports the first value that is wrong.
func completeGammas(parts ...gammaPart) error {
	for _, f := range parts {
		if *f.value == 0 {
			*f.value = f.otherwise
		}
		if !isConcentration(*f.value) {
			return fmt.Errorf("%s is %g, expected %g to %g, or 0 for %g",
				f.name, *f.value, minConcentration, maxConcentration, f.otherwise)
		}
	}
	return nil
}
