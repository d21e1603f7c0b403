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

// Refit replaces the terms of [LOO] that cannot be trusted. It fits the model again without each
// observation whose k̂ is above the limit, or without its whole group if the log likelihood is
// [LogLik.Grouped]. fit is that of [KFold]: it is given the observations to leave out, and returns
// their log likelihood. The other terms stay. A refitted point has no k̂.
//
// [Elpd.Match] takes less time, and often suffices.
func (e *Elpd) Refit(fit func(fold []int) (*LogLik, error)) (*Elpd, error) {
	if fit == nil {
		return nil, errors.New("criticism: Refit was given no function that fits the model")
	}
	var few []int
	out, err := e.replace("refitted", func(i int, fold []int) (p Point, _ []float64, err error) {
		l, err := fit(fold)
		if err != nil {
			return p, nil, err
		}
		if l == nil || l.Len() != len(fold) {
			return p, nil, fmt.Errorf("return the log likelihood of each of the %d observations left "+
				"out, in this order", len(fold))
		}
		x, err := l.Total()
		if err != nil {
			return p, nil, err
		}
		p = Point{K: math.NaN(), ESS: math.NaN()}
		p.Elpd, p.MCSE, err = logMean(chainsOf(x, l.chains))
		if w := Smooth(x, l.relESS); w.K > w.Limit {
			few = append(few, i)
		}
		return p, nil, err
	})
	if err == nil && len(few) > 0 {
		out.warn("even without them, few draws come near %d of the refitted observations, such as %s: "+
			"their terms have larger errors than they say; draw more when you refit", len(few),
			e.Points[few[0]].Name)
	}
	return out, err
}

// replace computes the terms of the bad observations again. better gives the new term, and the
// influence of each draw on it if it comes from the same draws. A term whose k̂ is still above the
// limit stays as it was.
func (e *Elpd) replace(
	how string, better func(i int, fold []int) (Point, []float64, error),
) (*Elpd, error) {
	if e == nil || e.loglik == nil {
		return nil, errors.New("criticism: there is nothing to replace: call Refit and Match on a " +
			"result of LOO")
	}
	l, count, apart, bad := e.loglik, 0, e.apart, e.Bad()
	points, total := slices.Clone(e.Points), slices.Clone(e.total)
	var w looWorker
	influence := make([]float64, l.draws)
	for _, i := range bad {
		p, moved, err := better(i, l.fold(i))
		if err != nil {
			return nil, fmt.Errorf("criticism: without %s: %w", l.names[i], err)
		}
		if p.K > e.Limit {
			continue
		}
		x, err := l.observation(i)
		if err != nil {
			return nil, err
		}
		least, top, _ := ends(x)
		w.point(x, least, top, l.relESS, influence)
		for s, v := range influence {
			total[s] -= v
		}
		if moved == nil {
			apart += p.MCSE * p.MCSE
		}
		for s, v := range moved {
			total[s] += v
		}
		p.Name, p.P = points[i].Name, points[i].P+points[i].Elpd-p.Elpd
		points[i] = p
		count++
	}
	method := e.Method
	if count > 0 {
		method += fmt.Sprintf(", %d %s", count, how)
	}
	return l.loo(method, points, total, apart), nil
}

// fold are the observations of a group, or the one observation.
func (l *LogLik) fold(i int) []int {
	if l.members != nil {
		return l.members[i]
	}
	return []int{i}
}

// loo sums up points of LOO. total is the influence of each draw on all of them, and apart the
// variance of those that do not come from these draws.
func (l *LogLik) loo(method string, points []Point, total []float64, apart float64) *Elpd {
	e := newElpd(method, l.draws, limit(l.draws), points)
	e.loglik, e.total, e.apart = l, total, apart
	e.MCSE = math.Sqrt(math.Pow(l.mcse(total), 2) + apart)
	if bad := e.Bad(); len(bad) > 0 {
		worst := points[largest(points, 1)[0]]
		e.warn("k̂ is above %.2f for %d of %d observations, and largest for %s (%.2f): they are "+
			"very influential or the model does not fit them. Look at them. Then use Match or Refit, or "+
			"a likelihood with heavier tails", e.Limit, len(bad), len(points), worst.Name, worst.K)
	}
	if n := l.draws; n < fewDraws {
		e.warn("%d draws are too few to judge the weights: there is no k̂; draw more", n)
	}
	return e
}
