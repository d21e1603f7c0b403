package criticism

import (
	"errors"
	"fmt"
	"math"
)

// Future estimates how well a model of a series predicts the next value from those before it:
//
//	elpd = Σ_{t ≥ least} log p(y_t | y_0 … y_{t−1}).
//
// fit is given a number of observations, runs the sampler with these first ones only, and returns
// the log likelihood of all n: log p(y_t | θ, y_0 … y_{t−1}), with latent states integrated out. It
// is called with least observations first. Then its draws are weighted by the likelihood of the
// observations that they have not seen, and fit is called again only where k̂ of these weights is
// above the limit. Results have the names of the last log likelihood.
//
// Source: Bürkner, Gabry & Vehtari, "Approximate leave-future-out cross-validation for Bayesian
// time series models", Journal of Statistical Computation and Simulation 90 (2020) 2499–2523,
// arXiv:1902.06281.
func Future(n, least int, fit func(seen int) (*LogLik, error)) (*Elpd, error) {
	if fit == nil || least < 1 || least >= n {
		return nil, fmt.Errorf("criticism: Future needs a function that fits the model, and was given "+
			"%d observations of which the first %d are never predicted: give at least 1, and fewer than all",
			n, least)
	}
	var points []Point
	var l *LogLik
	var logs []float64
	seen, fits, draws := 0, 0, 0
	for t := least; t < n; t++ {
		w := Weighting{K: math.Inf(1)}
		if l != nil {
			x, err := l.observation(t - 1)
			if err != nil {
				return nil, err
			}
			for s, v := range x {
				logs[s] += v
			}
			w = Smooth(logs, l.relESS)
		}
		if l == nil || !(w.K <= w.Limit || math.IsNaN(w.K)) {
			var err error
			if l, err = fit(t); err != nil {
				return nil, fmt.Errorf("criticism: with %d observations: %w", t, err)
			}
			if l == nil || l.Len() != n {
				return nil, errors.New("criticism: Future: return the log likelihood of all observations, " +
					"not only of those that the model has seen")
			}
			seen, fits, draws = t, fits+1, max(draws, l.draws)
			logs = make([]float64, l.draws)
			w = Smooth(logs, l.relESS)
		}
		x, err := l.observation(t)
		if err != nil {
			return nil, err
		}
		terms := make([]float64, len(x))
		for s, v := range x {
			terms[s] = v + w.Log[s]
		}
		p := Point{Name: l.names[t], K: w.K, ESS: w.ESS, P: math.NaN(), MCSE: math.NaN()}
		if t == seen {
			p.K = math.NaN()
		}
		p.Elpd = logMeanExp(terms) + math.Log(float64(len(x)))
		points = append(points, p)
	}
	method := fmt.Sprintf("leave-future-out, %d fits", fits)
	if fits == 1 {
		method = "leave-future-out, 1 fit"
	}
	return newElpd(method, draws, math.NaN(), points), nil
}
