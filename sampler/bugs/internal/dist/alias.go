package dist

import (
	"slices"

	"gibbslab/sampler/bugs/internal/expr"
)

// An alias is another name or another parametrisation of a distribution: Normal(mu, sigma) is
// dnorm(mu, 1/sigma^2). The capitalised names have the parameters of gonum's stat/distuv.
type alias struct {
	of     string
	params []string
	to     func(p *expr.Pool, a []*e) []*e
	lower  bool // truncated to positive values
}

var aliases = map[string]alias{
	"ddirich": {of: "ddirch", params: []string{"concentrations"}},
	"dbinom": {of: "dbin", params: []string{"size", "probability"},
		to: func(p *expr.Pool, a []*e) []*e { return []*e{a[1], a[0]} }},
	"dchisq": {of: "dchisqr", params: []string{"degrees of freedom"}},
	"dnbinom": {of: "dnegbin", params: []string{"size", "probability"},
		to: func(p *expr.Pool, a []*e) []*e { return []*e{a[1], a[0]} }},

	"Normal": {of: "dnorm", params: []string{"Mu", "Sigma"},
		to: func(p *expr.Pool, a []*e) []*e { return []*e{a[0], inverseSquare(p, a[1])} }},
	"LogNormal": {of: "dlnorm", params: []string{"Mu", "Sigma"},
		to: func(p *expr.Pool, a []*e) []*e { return []*e{a[0], inverseSquare(p, a[1])} }},
	"HalfNormal": {of: "dnorm", params: []string{"Sigma"}, lower: true,
		to: func(p *expr.Pool, a []*e) []*e { return []*e{p.Num(0), inverseSquare(p, a[0])} }},
	"HalfCauchy": {of: "dt", params: []string{"Scale"}, lower: true,
		to: func(p *expr.Pool, a []*e) []*e { return []*e{p.Num(0), inverseSquare(p, a[0]), p.Num(1)} }},
	"StudentsT": {of: "dt", params: []string{"Mu", "Sigma", "Nu"},
		to: func(p *expr.Pool, a []*e) []*e { return []*e{a[0], inverseSquare(p, a[1]), a[2]} }},
	"Gamma":        {of: "dgamma", params: []string{"Alpha", "Beta"}},
	"InverseGamma": {of: "dinvgamma", params: []string{"Alpha", "Beta"}},
	"Exponential":  {of: "dexp", params: []string{"Rate"}},
	"Beta":         {of: "dbeta", params: []string{"Alpha", "Beta"}},
	"Uniform":      {of: "dunif", params: []string{"Min", "Max"}},
	"Laplace": {of: "ddexp", params: []string{"Mu", "Scale"},
		to: func(p *expr.Pool, a []*e) []*e { return []*e{a[0], p.Pow(a[1], -1)} }},
	"Poisson":   {of: "dpois", params: []string{"Lambda"}},
	"Bernoulli": {of: "dbern", params: []string{"P"}},
	"Binomial": {of: "dbin", params: []string{"N", "P"},
		to: func(p *expr.Pool, a []*e) []*e { return []*e{a[1], a[0]} }},
	"Categorical": {of: "dcat", params: []string{"Weights"}},
	"Dirichlet":   {of: "ddirch", params: []string{"Alpha"}},
}

func inverseSquare(p *expr.Pool, s *e) *e { return p.Pow(s, -2) }

// named has other names of a parameter, and what turns its value into BUGS' own.
var named = map[string]map[string]func(p *expr.Pool, v *e) *e{
	"precision":                  precisions,
	"precision of the logarithm": precisions,
	"rate": {"rate": same,
		"scale": func(p *expr.Pool, v *e) *e { return p.Pow(v, -1) }},
	"mean":  {"mean": same},
	"shape": {"shape": same},
}

var precisions = map[string]func(p *expr.Pool, v *e) *e{
	"tau": same, "prec": same,
	"sd":  inverseSquare,
	"var": func(p *expr.Pool, v *e) *e { return p.Pow(v, -1) },
}

func same(_ *expr.Pool, v *e) *e { return v }

// Named returns the parameter of d that a name such as sd means, with its value in BUGS' terms.
func (d *Dist) Named(p *expr.Pool, name string, v *e) (k int, value *e, ok bool) {
	for k, param := range d.Params {
		if f, ok := named[param][name]; ok {
			return k, f(p, v), true
		}
	}
	return 0, nil, false
}

// NamedOf lists the names that a parameter of d may have.
func (d *Dist) NamedOf() (names []string) {
	for _, param := range d.Params {
		for k := range named[param] {
			names = append(names, k)
		}
	}
	slices.Sort(names)
	return names
}

// Find returns the distribution with a name, how its parameters are called, and a function that
// turns parameters as written into those of the distribution.
func Find(name string) (d *Dist, params []string, to func(p *expr.Pool, a []*e) []*e, positive,
	ok bool) {
	if a, ok := aliases[name]; ok {
		if a.to == nil {
			a.to = func(_ *expr.Pool, a []*e) []*e { return a }
		}
		return All[a.of], a.params, a.to, a.lower, true
	}
	d, ok = All[name]
	if !ok {
		return nil, nil, nil, false, false
	}
	return d, d.Params, func(_ *expr.Pool, a []*e) []*e { return a }, false, true
}
