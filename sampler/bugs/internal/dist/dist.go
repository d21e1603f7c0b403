// Package dist holds the distributions of the BUGS language as expressions: each is one log
// density, from which everything else is derived.
package dist

import (
	"maps"
	"slices"

	"gibbslab/sampler/bugs/internal/expr"
)

type e = expr.Expr

// A Dist is a distribution.
type Dist struct {
	Name     string
	Params   []string // what the parameters are
	Vector   []bool   // which parameters are vectors or matrices
	Discrete bool
	Multi    bool    // its value is a vector or a matrix
	Lo, Hi   float64 // the support, where the parameters do not move it
	Tex      string
	// Log is the log density of x; nil for a distribution with vectors.
	Log func(p *expr.Pool, x *e, a []*e) *e
}

// Names returns the names of the distributions, sorted.
func Names() []string {
	names := slices.AppendSeq(slices.Collect(maps.Keys(All)), maps.Keys(aliases))
	slices.Sort(names)
	return names
}

// Find returns the distribution with a name, how its parameters are called, and a function that
// turns parameters as written into those of the distribution.
func Find(name string) (d *Dist, params []string, to func(p *expr.Pool, a []*e) []*e, positive,
	ok bool) {
	to = func(_ *expr.Pool, a []*e) []*e { return a }
	if a, ok := aliases[name]; ok {
		if a.to != "" {
			f := formulas(a.to)
			to = func(p *expr.Pool, a []*e) []*e { return f(p, nil, a) }
		}
		return All[a.of], a.params, to, a.positive, true
	}
	if d, ok = All[name]; !ok {
		return nil, nil, nil, false, false
	}
	return d, d.Params, to, false, true
}
