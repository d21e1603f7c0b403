package criticism

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
)

// Folds divides n observations at random into k folds of nearly equal size, for [KFold].
func Folds(n, k int, r *rand.Rand) ([][]int, error) {
	if r == nil || k < 2 || k > n {
		return nil, fmt.Errorf("criticism: Folds needs random numbers, and between 2 folds and as "+
			"many as there are observations; it was given %d folds of %d", k, n)
	}
	folds := make([][]int, k)
	for at, i := range r.Perm(n) {
		folds[at%k] = append(folds[at%k], i)
	}
	return folds, nil
}

// KFold estimates the expected log predictive density by fitting the model again without each fold.
// It takes as many runs as there are folds, and serves where the k̂ of [LOO] are too large. fit is
// given the observations of a fold, runs the sampler without them, and returns their log
// likelihood, in this order:
//
//	elpd, err := criticism.KFold(folds, func(fold []int) (*criticism.LogLik, error) {
//		tr, err := sampler.Run(ctx, model(without(y, fold)), settings)
//		if err != nil {
//			return nil, err
//		}
//		return criticism.Pointwise(tr, len(fold), func(d *sampler.Draw, i int) float64 {
//			return logDensity(d, y[fold[i]])
//		})
//	})
//
// Each observation from 0 on must be in one fold. A model with groups leaves out whole groups.
func KFold(folds [][]int, fit func(fold []int) (*LogLik, error)) (*Elpd, error) {
	if fit == nil {
		return nil, errors.New("criticism: KFold was given no function that fits the model")
	}
	n := 0
	for _, fold := range folds {
		n += len(fold)
	}
	points, seen, draws := make([]Point, n), make([]bool, n), 0
	for f, fold := range folds {
		if len(fold) == 0 {
			return nil, fmt.Errorf("criticism: fold %d is empty", f)
		}
		for _, i := range fold {
			if i < 0 || i >= n || seen[i] {
				return nil, fmt.Errorf("criticism: observation %d is not in exactly one of the folds "+
					"of %d observations", i, n)
			}
			seen[i] = true
		}
	}
	for f, fold := range folds {
		l, err := fit(fold)
		if err != nil {
			return nil, fmt.Errorf("criticism: fold %d: %w", f, err)
		}
		if l == nil || l.Len() != len(fold) {
			return nil, fmt.Errorf("criticism: fold %d has %d observations: return the log "+
				"likelihood of each, in this order", f, len(fold))
		}
		err = l.blocks(func(first int, block [][]float64) error {
			for j, x := range block {
				i := fold[first+j]
				points[i] = Point{Name: strconv.Itoa(i), Elpd: logMeanExp(x), P: math.NaN(),
					K: math.NaN(), ESS: math.NaN(), MCSE: math.NaN()}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		draws = max(draws, l.draws)
	}
	if n == 0 {
		return nil, errors.New("criticism: KFold was given no folds")
	}
	return newElpd(fmt.Sprintf("%d-fold", len(folds)), draws, math.NaN(), points), nil
}

func logMeanExp(x []float64) float64 {
	top := slices.Max(x)
	if math.IsInf(top, 0) {
		return top
	}
	sum := 0.0
	for _, v := range x {
		sum += math.Exp(v - top)
	}
	return top + math.Log(sum/float64(len(x)))
}
