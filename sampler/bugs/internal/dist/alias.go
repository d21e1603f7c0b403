package dist

import (
	"maps"
	"slices"

	"gibbslab/sampler/bugs/internal/expr"
)

// An alias is another name or another parametrisation of a distribution: Normal(mu, sigma) is
// dnorm(mu, 1/sigma^2). The capitalised names are those of package variate, or of gonum's
// stat/distuv, with the parameters there.
type alias struct {
	of       string
	params   []string
	to       string // the parameters of the distribution, from a, b and c; "": the same
	positive bool   // truncated to positive values
}

var aliases = map[string]alias{
	"ddirich":     {"ddirch", []string{"concentrations"}, "", false},
	"dbinom":      {"dbin", []string{"size", "probability"}, "b, a", false},
	"dmnorm.vcov": {"dmnorm", []string{"mean", "covariance matrix"}, "a, inverse(b)", false},
	"dchisq":      {"dchisqr", []string{"degrees of freedom"}, "", false},
	"dnbinom":     {"dnegbin", []string{"size", "probability"}, "b, a", false},

	"Normal":       {"dnorm", []string{"Mu", "Sigma"}, "a, b^-2", false},
	"LogNormal":    {"dlnorm", []string{"Mu", "Sigma"}, "a, b^-2", false},
	"HalfNormal":   {"dnorm", []string{"Sigma"}, "0, a^-2", true},
	"HalfCauchy":   {"dt", []string{"Scale"}, "0, a^-2, 1", true},
	"StudentsT":    {"dt", []string{"Mu", "Sigma", "Nu"}, "a, b^-2, c", false},
	"Gamma":        {"dgamma", []string{"Alpha", "Beta"}, "", false},
	"InverseGamma": {"dinvgamma", []string{"Alpha", "Beta"}, "", false},
	"Exponential":  {"dexp", []string{"Rate"}, "", false},
	"Beta":         {"dbeta", []string{"Alpha", "Beta"}, "", false},
	"Uniform":      {"dunif", []string{"Min", "Max"}, "", false},
	"Laplace":      {"ddexp", []string{"Mu", "Scale"}, "a, b^-1", false},
	"Poisson":      {"dpois", []string{"Lambda"}, "", false},
	"Bernoulli":    {"dbern", []string{"P"}, "", false},
	"Binomial":     {"dbin", []string{"N", "P"}, "b, a", false},
	"Categorical":  {"dcat", []string{"Weights"}, "", false},
	"Dirichlet":    {"ddirch", []string{"Alpha"}, "", false},
	"InvGamma":     {"dinvgamma", []string{"shape", "scale"}, "", false},
	"StudentT":     {"dt", []string{"df", "location", "scale"}, "b, c^-2, a", false},
	"Weibull":      {"dweib", []string{"shape", "scale"}, "a, b^(-a)", false},
	"Pareto":       {"dpar", []string{"shape", "lo"}, "", false},
	"Logistic":     {"dlogis", []string{"location", "scale"}, "a, b^-1", false},
	"NegBinomial":  {"dnegbin", []string{"mean", "size"}, "b/(a + b), b", false},
	"BetaBinomial": {"dbetabin", []string{"n", "a", "b"}, "b, c, a", false},
}

// named has other names of a parameter, and its value in BUGS' terms from that of a.
var named = map[string]map[string]string{
	"precision":                  precisions,
	"precision of the logarithm": precisions,
	"rate":                       {"rate": "a", "scale": "a^-1"},
	"mean":                       {"mean": "a"},
	"shape":                      {"shape": "a"},
}

var precisions = map[string]string{"tau": "a", "prec": "a", "sd": "a^-2", "var": "a^-1"}

// Named returns the parameter of d that a name such as sd means, with its value in BUGS' terms.
func (d *Dist) Named(p *expr.Pool, name string, v *e) (k int, value *e, ok bool) {
	for k, param := range d.Params {
		if to, ok := named[param][name]; ok {
			return k, formulas(to)(p, nil, []*e{v})[0], true
		}
	}
	return 0, nil, false
}

// NamedOf lists the names that a parameter of d may have.
func (d *Dist) NamedOf() (names []string) {
	for _, param := range d.Params {
		names = slices.AppendSeq(names, maps.Keys(named[param]))
	}
	slices.Sort(names)
	return names
}
