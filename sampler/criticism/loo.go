package criticism

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"

	"gibbslab/internal/parallel"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/internal/pareto"
)

// LOO estimates the expected log predictive density by leaving out one observation at a time:
//
//	elpd = Σ_i log p(y_i | all other y).
//
// It does not sample again. The posterior without y_i has the weights 1/p(y_i | θ_s) on the draws
// from the full one, and [Smooth] makes them reliable. Where it cannot, k̂ of the observation is
// above the limit: the observation is so influential, or the model fits it so badly, that the full
// posterior says little about the one without it. Then look at the observation, and use
// [Elpd.Match] or [Elpd.Refit]. A model of package bugs does both in one call, its LOO.
//
// Results do not depend on the number of processors. The values agree with ArviZ to 1e-8.
//
// Source: Vehtari, Gelman & Gabry, "Practical Bayesian model evaluation using leave-one-out
// cross-validation and WAIC", Statistics and Computing 27 (2017) 1413–1432, arXiv:1507.04544.
func LOO(l *LogLik) (*Elpd, error) {
	if l == nil {
		return nil, errNoLogLik
	}
	points := make([]Point, l.Len())
	workers := make([]looWorker, min(runtime.GOMAXPROCS(0), atOnce))
	errs := make([]error, atOnce)
	influences := make([][]float64, atOnce)
	total := make([]float64, l.draws)
	err := l.unchecked(func(first int, block [][]float64) error {
		parallel.Each(len(workers), len(block), func(w, i int) {
			least, top, finite := ends(block[i])
			if !finite {
				if errs[i] = l.check(first+i, block[i]); errs[i] != nil {
					return
				}
			}
			influences[i] = resized(influences[i], l.draws)
			points[first+i] = workers[w].point(block[i], least, top, l.relESS, influences[i])
		})
		if err := cmp.Or(errs...); err != nil {
			return err
		}
		const part = 512
		parallel.Each(len(workers), (l.draws+part-1)/part, func(_, at int) {
			lo, hi := at*part, min(at*part+part, l.draws)
			for i := range block { // always in this order
				sum := total[lo:hi]
				for s, v := range influences[i][lo:hi] {
					sum[s] += v
				}
			}
		})
		return nil
	})
	if err != nil {
		return nil, err
	}
	for i := range points {
		points[i].Name = l.names[i]
	}
	return l.loo("LOO", points, total, 0), nil
}

// A looWorker leaves out one observation after the other.
type looWorker struct {
	smoother
	logs []float64 // log weights, the largest is 0
	raw  []float64 // the weights themselves; 0 in the tail
}

// point computes the part of one observation from its log likelihood in each draw, whose smallest
// and largest values are given. influence[s] becomes the influence of draw s on it: elpd is the log
// of Σ weight × density / Σ weight, and moves by this much for each time that the draw counts more.
//
// The weights of draws outside the tail are exactly 1/p(y_i | θ_s), so weight times density is the
// same for all of them.
func (w *looWorker) point(x []float64, least, top, relESS float64, influence []float64) Point {
	n := float64(len(x))
	w.logs, w.raw = resized(w.logs, len(x)), resized(w.raw, len(x))
	for s, v := range x {
		w.logs[s] = least - v
	}
	p := Point{K: w.fit(w.logs, least-top, pareto.Tail(len(x), relESS*n))}
	exps(w.raw, w.logs)
	seen := inverses(w.raw, math.Exp(least-top)) // Σ p(y_i | θ_s) / exp(least)
	for j := range w.tail {
		w.raw[w.at[j]] = 0
	}
	sum, squares := sums(w.raw)
	product := n - float64(len(w.tail)) // Σ weight × density / exp(least)
	for j, v := range w.smoothed {
		sum += v
		squares += v * v
		product += v / w.weights[j]
	}
	if top-least > 600 { // seen may have overflowed
		seen = 0
		for _, v := range x {
			seen += math.Exp(v - top)
		}
		p.P = top - least
	}
	p.Elpd = least + math.Log(product/sum)
	p.P += math.Log(seen/n) - math.Log(product/sum)
	p.ESS = relESS * sum * sum / squares
	p.K = unfitted(p.K, p.ESS, relESS*n)
	one, over := 1/product, 1/sum
	for j := range w.tail {
		w.raw[w.at[j]] = sum / product // of influence 0
	}
	variance := linear(influence, w.raw, one, over)
	for j, v := range w.smoothed {
		d := v/w.weights[j]*one - v*over
		influence[w.at[j]] = d
		variance += d * d
	}
	p.MCSE = math.Sqrt(variance / relESS)
	return p
}

// mcse is the Monte Carlo standard error of a sum over the draws, of which these are the terms.
func (l *LogLik) mcse(terms []float64) float64 {
	var chains [][]float64
	squares, mean, left := 0.0, 0.0, terms
	for _, n := range l.chains {
		chains, left = append(chains, left[:n]), left[n:]
	}
	for _, v := range terms {
		mean += v / float64(len(terms))
	}
	for _, v := range terms {
		squares += (v - mean) * (v - mean)
	}
	relESS := diag.ESSMean(chains) / float64(len(terms))
	if math.IsNaN(relESS) {
		relESS = l.relESS
	}
	return math.Sqrt(squares / relESS)
}

func resized(x []float64, n int) []float64 { return slices.Grow(x[:0], n)[:n] }

// Weights returns the weights on the draws that leave out observation i. With them, means over the
// draws are means given all other observations. Only an Elpd of LOO has weights.
func (e *Elpd) Weights(i int) (Weighting, error) {
	if e.loglik == nil {
		return Weighting{}, fmt.Errorf("criticism: %s has no weights: use LOO", e.Method)
	}
	if i < 0 || i >= len(e.Points) {
		return Weighting{}, fmt.Errorf("criticism: there is no observation %d: there are %d, "+
			"counted from 0", i, len(e.Points))
	}
	x, err := e.loglik.observation(i)
	if err != nil {
		return Weighting{}, err
	}
	x = slices.Clone(x)
	for s := range x {
		x[s] = -x[s]
	}
	return Smooth(x, e.loglik.relESS), nil
}

// PIT is the probability, for each observation, of a value below y[i] if the model has not seen it;
// half the probability of y[i] itself is added. replicates are predictive draws from the full
// posterior, draws × observations, one from each draw (Trace.Replicate with 0 sets). If the model
// is right the values are uniform between 0 and 1.
//
// Source: Gelfand, Dey & Chang, Bayesian Statistics 4 (1992) 147–167; Vehtari & others, loo 2.8.
func (e *Elpd) PIT(y []float64, replicates [][]float64) ([]float64, error) {
	if len(y) != len(e.Points) || len(replicates) != e.Draws {
		return nil, fmt.Errorf("criticism: PIT was given %d observations and %d replicates, and "+
			"expects %d and one for each of the %d draws", len(y), len(replicates), len(e.Points), e.Draws)
	}
	pit := make([]float64, len(y))
	for i, v := range y {
		w, err := e.Weights(i)
		if err != nil {
			return nil, err
		}
		for s, row := range replicates {
			if len(row) != len(y) {
				return nil, fmt.Errorf("criticism: replicate %d has %d observations, and the data %d",
					s, len(row), len(y))
			}
			switch x := row[i]; {
			case math.IsNaN(x) || math.IsNaN(v):
				return nil, errors.New("criticism: PIT: the data or a replicate is NaN")
			case x < v:
				pit[i] += math.Exp(w.Log[s])
			case x == v:
				pit[i] += math.Exp(w.Log[s]) / 2
			}
		}
		pit[i] = min(pit[i], 1)
	}
	return pit, nil
}
