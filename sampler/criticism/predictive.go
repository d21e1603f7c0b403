package criticism

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"gibbslab/sampler/verify"
)

// PredictiveP is a posterior predictive p-value: the share of replicated data sets in which a
// statistic is larger than in the data, plus half the share in which it is equal. Values near 0 or
// 1 say that the model does not produce data like these. Values are not uniform if the model is
// right: they gather around ½, because the data were used to fit the model.
//
// Source: Gelman, Meng & Stern, Statistica Sinica 6 (1996) 733–807; half of the ties as usual for
// discrete data.
func PredictiveP(
	y []float64, replicates [][]float64, statistic func(y []float64) float64,
) (float64, error) {
	if len(replicates) == 0 || statistic == nil {
		return 0, errors.New("criticism: PredictiveP needs replicated data sets, see Trace.Replicate, " +
			"and a statistic")
	}
	observed, share := statistic(y), 0.0
	for s, rep := range replicates {
		if len(rep) != len(y) {
			return 0, fmt.Errorf("criticism: replicate %d has %d observations, and the data %d", s, len(rep),
				len(y))
		}
		v := statistic(rep)
		if math.IsNaN(v) || math.IsNaN(observed) {
			return 0, fmt.Errorf("criticism: the statistic is NaN, of replicate %d or of the data", s)
		}
		switch {
		case v > observed:
			share++
		case v == observed:
			share += 0.5
		}
	}
	return share / float64(len(replicates)), nil
}

// PriorPredictive draws data sets from the prior: parameters from it, and data given these.
func PriorPredictive[S, D any](j verify.Joint[S, D], sets int, r *rand.Rand) ([]D, error) {
	if j.Prior == nil || j.Data == nil || r == nil || sets < 1 {
		return nil, errors.New("criticism: PriorPredictive needs a joint with Prior and Data, a " +
			"positive number of data sets, and random numbers")
	}
	out := make([]D, sets)
	for i := range out {
		s, err := j.Prior(r)
		if err != nil {
			return nil, fmt.Errorf("criticism: the prior: %w", err)
		}
		if out[i], err = j.Data(r, s); err != nil {
			return nil, fmt.Errorf("criticism: data given a draw of the prior: %w", err)
		}
	}
	return out, nil
}
