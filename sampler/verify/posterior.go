package verify

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"gibbslab/sampler"
)

// Posterior is the joint distribution around the data at hand: parameters from their posterior
// given the data, and further data given these. All tests of a [Joint] work with it, SBC above all:
//
//	around, err := verify.Posterior(joint, y, func(y, more []float64) []float64 {
//		return slices.Concat(y, more)
//	}, 200)
//	report, err := verify.SBC(around, set)
//
// A prior that is wide makes data sets that nobody will ever see, and a sampler may fail for those
// and be right for yours, or the other way round. Here the data sets are like yours.
//
// join puts the data and further data together into one data set, which Joint.Model must take. Each
// draw of the parameters ends a chain of its own with this number of sweeps, which must be long
// enough to forget its start.
//
// The draws come from the sampler under test. So an error of the sampler shows only where it makes
// the posterior given all data contradict the posterior given the first: run SBC with the prior,
// too.
//
// Source: Säilynoja, Schmitt, Bürkner & Vehtari, "Posterior SBC: simulation-based calibration
// checking conditional on data", arXiv:2502.03279 (2025).
func Posterior[S, D any](
	j Joint[S, D], data D, join func(data, more D) D, sweeps int,
) (Joint[S, D], error) {
	if j.Data == nil || j.Model == nil || join == nil || sweeps < 1 {
		return j, errors.New("verify: Posterior needs a joint with Data and Model, a function that " +
			"joins data, and at least one sweep")
	}
	m, err := j.Model(data)
	if err != nil {
		return j, fmt.Errorf("verify: Posterior: the model for the data at hand: %w", err)
	}
	around := j
	around.Prior = func(r *rand.Rand) (*S, error) { return endOf(m, r, sweeps) }
	around.Data = func(r *rand.Rand, s *S) (D, error) {
		more, err := j.Data(r, s)
		if err != nil {
			return more, err
		}
		return join(data, more), nil
	}
	return around, nil
}

// endOf is the state of a chain after this number of sweeps.
func endOf[S any](m sampler.Model[S], r *rand.Rand, sweeps int) (*S, error) {
	n := 0
	for s, err := range m.Sweeps(context.Background(), r) {
		if n++; err != nil || n == sweeps {
			return s, err
		}
	}
	return nil, errors.New("the chain ended")
}
