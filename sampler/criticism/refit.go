package criticism

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

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
