// Package law holds the distributions of the BUGS language as numbers, in the parametrisation of
// the JAGS 4.3 manual: log densities, draws, and probabilities of intervals. A normal distribution
// has a precision, a gamma a rate.
package law

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/internal/numeric"
)

// Law is a distribution of one number. Its functions take its parameters in the order of Params.
type Law struct {
	Name     string
	Params   []string // names for messages
	Discrete bool

	// Support is the smallest interval that holds all possible values.
	Support func(p []float64) (lo, hi float64)
	// Check says which parameter is impossible, as a clause, or "".
	Check func(p []float64) string
	// CheckKnown is Check where NaN stands for a parameter that is not known. k is the parameter.
	CheckKnown func(p []float64) (k int, clause string)
	// LogDensity is −Inf outside the support, and if Check refuses the parameters.
	LogDensity func(x float64, p []float64) float64
	Draw       func(r *rand.Rand, p []float64) float64

	kinds string // what each parameter may be, see wrong
	more  func(p []float64) string
	// tails are log P(X ≤ x) and log P(X > x), for x in the support.
	tails func(x float64, p []float64) (lower, upper float64)
	// inverse is the x with a given log P(X ≤ x), or log P(X > x) if upper. Nil: by search.
	inverse func(logq float64, upper bool, p []float64) float64
	// truncated draws from the interval. Nil: by rejection or inversion.
	truncated func(r *rand.Rand, p []float64, lo, hi float64) float64
}

type vec = []float64

var laws = func() map[string]Law {
	m := map[string]Law{}
	for _, l := range slices.Concat(continuous, gammas, discrete) {
		m[l.Name] = l.complete()
	}
	return m
}()

// Find returns the distribution of one number with this name.
func Find(name string) (Law, bool) {
	l, ok := laws[name]
	return l, ok
}

// complete adds what all laws have in common.
func (l Law) complete() Law {
	kinds, more, density := l.kinds, l.more, l.LogDensity
	names := l.Params
	check := func(p []float64, all bool) (int, string) {
		unknown := false
		for i := range kinds {
			if !all && math.IsNaN(p[i]) {
				unknown = true
			} else if must := wrong(kinds[i], p[i]); must != "" {
				return i, fmt.Sprintf("the %s is %g, and must be %s", names[i], p[i], must)
			}
		}
		if more != nil && !unknown {
			return 0, more(p)
		}
		return 0, ""
	}
	l.Check = func(p []float64) string {
		_, clause := check(p, true)
		return clause
	}
	l.CheckKnown = func(p []float64) (k int, clause string) { return check(p, false) }
	support, whole := l.Support, l.Discrete
	l.LogDensity = func(x float64, p []float64) float64 {
		for i := range kinds {
			if wrong(kinds[i], p[i]) != "" {
				return math.Inf(-1)
			}
		}
		if more != nil && more(p) != "" {
			return math.Inf(-1)
		}
		if lo, hi := support(p); x < lo || x > hi || whole && x != math.Floor(x) {
			return math.Inf(-1)
		}
		return density(x, p)
	}
	inside := l.tails
	l.tails = func(x float64, p []float64) (lower, upper float64) {
		if whole {
			x = math.Floor(x)
		}
		switch lo, hi := support(p); {
		case math.IsNaN(x):
			return x, x
		case x < lo || x == lo && !whole:
			return math.Inf(-1), 0
		case x >= hi:
			return 0, math.Inf(-1)
		}
		return inside(x, p)
	}
	return l
}

// wrong says what a parameter must be, if it is not.
func wrong(kind byte, v float64) string {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return "a finite number"
	case kind == 'p' && v <= 0:
		return "positive"
	case kind == 'n' && v < 0:
		return "at least 0"
	case kind == 'u' && (v < 0 || v > 1):
		return "from 0 to 1"
	case kind == 'i' && (v < 0 || v != math.Floor(v)):
		return "a whole number that is at least 0"
	}
	return ""
}

// checkWeights is Check for numbers of which each is at least 0, and one is positive.
func checkWeights(one, all string, p []float64) string {
	sum := 0.0
	for k, w := range p {
		if w < -1e-12 || !numeric.Finite(w) { // 1 - the sum of the others may be below 0 by rounding
			return fmt.Sprintf(one+" is %g, and must be a finite number that is at least 0", k+1, w)
		}
		sum += w
	}
	if !(sum > 0) {
		return fmt.Sprintf("all %s are 0, and at least one must be positive", all)
	}
	return ""
}
