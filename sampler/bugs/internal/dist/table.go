package dist

import (
	"math"
	"strings"
	"sync"

	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/syntax"
)

var inf = math.Inf(1)

// What a distribution gives besides one real number.
const (
	whole = 1 << iota
	vector
)

// table has the distributions as the language states them. In log densities a, b and c are the
// parameters, and d a fourth; [] stands before a parameter that is a vector or a matrix.
var table = []struct {
	name, tex   string
	gives       int
	lo, hi      float64
	params, log string
}{
	{"dnorm", `\mathrm{N}`, 0, -inf, inf, "mean, precision",
		"-0.9189385332046727 + 0.5*log(b) + -0.5*b*(x - a)^2"},
	{"dlnorm", `\mathrm{LogNormal}`, 0, 0, inf, "mean of the logarithm, precision of the logarithm",
		"-0.9189385332046727 + 0.5*log(b) + -log(x) + -0.5*b*(log(x) - a)^2"},
	{"dgamma", `\mathrm{Gamma}`, 0, 0, inf, "shape, rate",
		"a*log(b) + -loggam(a) + (a - 1)*log(x) + -(b*x)"},
	{"dinvgamma", `\mathrm{InvGamma}`, 0, 0, inf, "shape, scale",
		"a*log(b) + -loggam(a) + -(a + 1)*log(x) + -(b/x)"},
	{"dexp", `\mathrm{Exp}`, 0, 0, inf, "rate", "log(a) - a*x"},
	{"dchisqr", `\chi^2`, 0, 0, inf, "degrees of freedom",
		"0.5*a*log(0.5) + -loggam(0.5*a) + (0.5*a - 1)*log(x) + -(0.5*x)"},
	{"dweib", `\mathrm{Weibull}`, 0, 0, inf, "shape, rate of x to the power of the shape",
		"log(a) + log(b) + (a - 1)*log(x) + -(b*x^a)"},
	{"dgen.gamma", `\mathrm{GenGamma}`, 0, 0, inf, "shape, rate, power",
		"log(c) + a*c*log(b) + (a*c - 1)*log(x) + -(b*x)^c + -loggam(a)"},
	{"ddexp", `\mathrm{Laplace}`, 0, -inf, inf, "mean, rate",
		"-0.6931471805599453 + log(b) + -(b*abs(x - a))"},
	{"dlogis", `\mathrm{Logistic}`, 0, -inf, inf, "mean, rate",
		"log(b) + b*(x - a) + -2*softplus(b*(x - a))"},
	{"dt", `t`, 0, -inf, inf, "location, precision, degrees of freedom",
		"loggam(0.5*(c + 1)) + -loggam(0.5*c) + 0.5*log(b) + -0.5*log(3.141592653589793*c) + " +
			"-(0.5*(c + 1)*log(1 + b*(x - a)^2/c))"},
	{"df", `F`, 0, 0, inf, "degrees of freedom above, degrees of freedom below",
		"loggam(0.5*a + 0.5*b) + -loggam(0.5*a) + -loggam(0.5*b) + 0.5*a*log(a/b) + " +
			"(0.5*a - 1)*log(x) + -((0.5*a + 0.5*b)*log(1 + a*x/b))"},
	{"dbeta", `\mathrm{Beta}`, 0, 0, 1, "a, b",
		"loggam(a + b) + -loggam(a) + -loggam(b) + (a - 1)*log(x) + (b - 1)*log(1 - x)"},
	{"dunif", `\mathrm{U}`, 0, -inf, inf, "lower end, upper end", "-log(b - a)"},
	{"dpar", `\mathrm{Pareto}`, 0, 0, inf, "shape, lower end",
		"log(a) + a*log(b) + -((a + 1)*log(x))"},
	{"dpois", `\mathrm{Poisson}`, whole, 0, inf, "mean", "x*log(a) + -a + -logfact(x)"},
	{"dbern", `\mathrm{Bernoulli}`, whole, 0, 1, "probability",
		"x*log(a) + (1 - x)*log(1 - a)"},
	{"dbin", `\mathrm{Binomial}`, whole, 0, inf, "probability, size",
		"x*log(a) + (b - x)*log(1 - a) + logfact(b) + -logfact(x) + -logfact(b - x)"},
	{"dnegbin", `\mathrm{NegBin}`, whole, 0, inf, "probability, size",
		"b*log(a) + x*log(1 - a) + loggam(x + b) + -loggam(b) + -logfact(x)"},
	{"dbetabin", `\mathrm{BetaBin}`, whole, 0, inf, "a, b, size",
		"logfact(c) + -logfact(x) + -logfact(c - x) + loggam(x + a) + loggam(c - x + b) + " +
			"-loggam(a + b + c) + loggam(a + b) + -loggam(a) + -loggam(b)"},
	{"dhyper", `\mathrm{Hyper}`, whole, 0, inf,
		"number of the first kind, number of the second kind, sample size, odds ratio",
		"logdensity.dhyper(x, a, b, c, d)"},
	{"dnchisqr", `\chi^2`, 0, 0, inf, "degrees of freedom, non-centrality",
		"logdensity.dnchisqr(x, a, b)"},
	// those with vectors have their log densities in package algebra
	{"dcat", `\mathrm{Cat}`, whole, 1, inf, "[]probabilities", ""},
	{"ddirch", `\mathrm{Dirichlet}`, vector, 0, 1, "[]concentrations", ""},
	{"dmulti", `\mathrm{Multinomial}`, whole | vector, 0, inf, "[]probabilities, size", ""},
	{"dmnorm", `\mathrm{N}`, vector, -inf, inf, "[]mean, []precision matrix", ""},
	{"dwish", `\mathrm{Wishart}`, vector, -inf, inf, "[]inverse scale matrix, degrees of freedom", ""},
	{"dinterval", `\mathrm{Interval}`, whole, 0, inf, "variable, []cut points", ""},
}

// All has the distributions by their names in JAGS.
var All = func() map[string]*Dist {
	all := map[string]*Dist{}
	for _, t := range table {
		d := &Dist{Name: t.name, Tex: t.tex, Lo: t.lo, Hi: t.hi, Discrete: t.gives&whole != 0,
			Multi: t.gives&vector != 0}
		for _, param := range strings.Split(t.params, ", ") {
			bare, isVector := strings.CutPrefix(param, "[]")
			d.Params, d.Vector = append(d.Params, bare), append(d.Vector, isVector)
		}
		if t.log != "" {
			log := formulas(t.log)
			d.Log = func(p *expr.Pool, x *e, a []*e) *e { return log(p, x, a)[0] }
		}
		all[t.name] = d
	}
	return all
}()

var parsed sync.Map // formulas that have been read

// formulas reads formulas with commas between them, in a, b, c and x, as a function of these.
func formulas(text string) func(p *expr.Pool, x *e, a []*e) []*e {
	read, ok := parsed.Load(text)
	if !ok {
		program, err := syntax.Parse("model { x <- c(" + text + ") }")
		if err != nil {
			panic(err)
		}
		read, _ = parsed.LoadOrStore(text, program.Model[0].Args[0].Args)
	}
	return func(p *expr.Pool, x *e, a []*e) (out []*e) {
		var write func(n *syntax.Node) *e
		write = func(n *syntax.Node) *e {
			switch {
			case n.Kind == syntax.Number:
				return p.Num(n.Value)
			case n.Kind == syntax.Ref && n.Name == "x":
				return x
			case n.Kind == syntax.Ref:
				return a[n.Name[0]-'a']
			}
			args := make([]*e, len(n.Args))
			for i, arg := range n.Args {
				args[i] = write(arg)
			}
			return p.Call(n.Name, args...)
		}
		for _, n := range read.([]*syntax.Node) {
			out = append(out, write(n))
		}
		return out
	}
}
