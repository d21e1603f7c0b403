// Package bugs makes a sampler of a model that is stated once, in the BUGS language:
//
//	m, err := bugs.Compile(`model {
//	   for (i in 1:N) { y[i] ~ Normal(mu, sqrt(sigma2)) }
//	   mu     ~ Normal(80, 4)
//	   sigma2 ~ InverseGamma(3, 50)
//	}`, bugs.Data{"y": scores, "N": len(scores)})
//	trace, err := sampler.Run(ctx, m.Sampler(), sampler.Settings{})
//
// Every distribution is one log density. For each unknown, the package puts what is deterministic
// into the factors that contain the unknown, multiplies their logarithms out, and collects the
// terms by functions of the unknown. The set of these functions names the full conditional: {x, x²}
// is normal, {log x, x} is gamma, {log x, log(1−x)} is beta. The coefficients are its parameters.
// Where no name is known, the unknown is drawn by enumeration, by slice sampling, or together with
// others along the gradient. [Model.Plan] says what was chosen and why, [Model.Derivation] how it
// follows; [Model.Choose] and [Model.Replace] put another in its place.
//
// # The language
//
// The dialect is that of JAGS 4.3. x ~ f(…) says that x is drawn, x <- … that it is computed, and
// for (i in 1:N) { … } repeats statements, and for (i in x) { … } does so for the numbers in a
// vector. Their order does not matter. Names may have dots. y[i,j] is an element, y[i,] a row, y[]
// all of y. An index may be an unknown: mu[z[i]]. A link may stand
// on the left: logit(p[i]) <- …, and log, probit, cloglog. x ~ f(…) T(a, b) cuts the distribution
// off at a and b. A block data { … } computes from data first. # begins a comment.
//
// Distributions with the parameters of BUGS, where dnorm takes a precision, 1/variance:
//
//	dnorm dlnorm dt dlogis ddexp dgamma dgen.gamma dinvgamma dexp dweib dpar dchisqr df
//	dbeta dunif dbern dbin dbetabin dnegbin dpois dcat dhyper dnchisqr
//	ddirch dmulti dmnorm dwish dinterval
//
// A parameter may have a name: dnorm(mu, sd = 2), dnorm(mu, var = s2), dgamma(2, scale = 3).
// Distributions with capital letters have the parameters of package variate, where Normal takes a
// standard deviation, or of gonum's stat/distuv (StudentsT, InverseGamma):
//
//	Normal(Mu, Sigma) LogNormal(Mu, Sigma) StudentT(df, location, scale) StudentsT(Mu, Sigma, Nu)
//	Laplace(Mu, Scale) Logistic(location, scale) HalfNormal(Sigma) HalfCauchy(Scale)
//	Gamma(Alpha, Beta) InvGamma(shape, scale) InverseGamma(Alpha, Beta) Exponential(Rate)
//	Weibull(shape, scale) Pareto(shape, lo) Beta(Alpha, Beta) Uniform(Min, Max) Bernoulli(P)
//	Binomial(N, P) BetaBinomial(n, a, b) Poisson(Lambda) NegBinomial(mean, size)
//	Categorical(Weights) Dirichlet(Alpha)
//
// Functions: abs exp log sqrt pow round trunc sin cos tan and their inverses, logit ilogit probit
// phi pnorm cloglog icloglog loggam logfact, step equals ifelse and the comparisons, sum mean sd
// prod min max length, inprod %*% t inverse logdet, sort rank order rep interp.lin. dnorm(x, mu,
// tau), pnorm and qnorm are the density, the probability of at most x, and its inverse, and so for
// all distributions of one number but dcat; logdensity.norm(x, mu, tau) is the logarithm. With them
// a likelihood can be written by hand: one[i] ~ dbern(p[i]), where all one[i] are 1 and no p[i] is
// above 1, or zero[i] ~ dpois(-log p[i] + C), where all are 0 and no mean is negative.
//
// Refused, each with a sentence that says what to write instead: I(,), cut, dsum, dnormmix, dflat,
// car.normal and all cycles, differential equations, deviance, mixtures with an unknown number of
// components.
//
// # Data
//
// [Data] are values by name: numbers, slices, slices of slices; NaN is missing, and is drawn. Files
// of R's dump and of the BUGS books, and JSON, come from [ReadData]. Columns of a datasets.Frame
// are slices already. Its groups count from zero, so add one in the model, alpha[rat[i] + 1]:
//
//	weight, err := frame.Numbers("weight")
//	rat, err := frame.Groups("rat")
//	m, err := bugs.Compile(text, bugs.Data{"y": weight, "rat": rat.Of, "N": frame.Len()})
//
// # Element numbers
//
// The language counts elements from one, and so do tables, pictures and the labels of the trace:
// theta[1] is the first element, and tr.Draws("theta[1]") its draws. Where some elements of a
// variable are observed, the trace has the others under their numbers in the model: y[3], or y[2.5]
// for row 2, column 5. Go counts from zero: arrays that come from the trace (sampler.Draw.Array),
// the slices of [Model.Values] and [Observed], and the code of [Model.Go].
//
// # What it costs
//
// Sums over data alone are computed once. So 100 000 observations in 100 groups take as long as
// what is left of them: some hundred products a sweep. An unknown whose density has no name costs a
// visit to each of its observations at each try. To compile takes some milliseconds for models of
// the books, and a tenth of a second for the largest; verify.Blocks and [Model.Without] compile for
// each new data set. What is slow, or mixes badly: growth curves with vague priors from starts of
// their own (give starts), elements of a matrix that is not Wishart, long loops in which a value
// is computed from the one before, and [Model.Go] has no text for some of these.
//
// In formulas, the names of Greek letters are Greek, tau.c is τ with the subscript c, and sigma2 is
// σ² if there is no sigma1.
package bugs

import (
	"fmt"
	"math/rand/v2"

	"gibbslab/sampler/bugs/internal/block"
	"gibbslab/sampler/bugs/internal/data"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/graph"
	"gibbslab/sampler/bugs/internal/syntax"
)

// State is the state of a chain.
type State = block.State

// Errors are the mistakes in a model, each with its line, its column, and the line itself.
type Errors = syntax.Errors

// A Model is a model with its data, compiled.
type Model struct {
	text    string
	program *syntax.Program
	given   map[string]data.Array
	graph   *graph.Graph
	plan    *block.Plan
	inits   map[string]data.Array
	monitor []string
	logs    *block.Logs
	derived []*derived
	options block.Options
}

// Compile reads a model and puts the data in. The error is of type [Errors] if the model or what
// the data say about it is wrong, and lists all mistakes that were found.
func Compile(text string, values Data) (*Model, error) {
	program, err := syntax.Parse(text)
	if err != nil {
		return nil, err
	}
	given, err := arrays(values)
	if err != nil {
		return nil, err
	}
	return compile(program, given, block.Options{})
}

func compile(program *syntax.Program, given map[string]data.Array, options block.Options) (m *Model,
	err error) {
	defer func() {
		if fault := recover(); fault != nil {
			m, err = nil, fmt.Errorf("bugs: this model hits a fault of the compiler, %v; please report "+
				"it with its data", fault)
		}
	}()
	if given, err = graph.Transform(program, given); err != nil {
		return nil, err
	}
	g, err := graph.Build(program, given, options.Open)
	if err != nil {
		return nil, err
	}
	m = &Model{text: program.Source, program: program, given: given, graph: g, options: options}
	if m.plan, err = block.New(g, options); err != nil {
		return nil, err
	}
	for _, b := range m.plan.Blocks { // the authors' updates get their model
		if o, ok := b.Own.(*own); ok {
			b.Bind(func(r *rand.Rand, s *State) { o.update(r, m, s) })
		}
	}
	m.logs = m.plan.NewLogs()
	m.monitor = m.outputs()
	return m, m.derive()
}

// outputs are the variables that are recorded if the author does not say which: the unknowns, and
// what the model computes from them and does not use.
func (m *Model) outputs() (names []string) {
	used := map[*expr.Array]bool{}
	for _, s := range m.graph.Statements {
		for x := range expr.PartsOf(s.Right()) {
			if x.Array != s.Left.Array {
				used[x.Array] = true
			}
		}
	}
	for _, a := range m.graph.Order {
		if a.Unknowns && (a.State && !a.Computed || !used[a]) {
			names = append(names, a.Name)
		}
	}
	return names
}

// Monitor says which variables the trace has, and no others. Without it, the trace has the unknowns
// and what the model computes from them and does not use itself: mu[i] <- a + b * x[i] needs
// Monitor("a", "b", "mu"). An unknown name is an error.
func (m *Model) Monitor(names ...string) (*Model, error) {
	n := *m
	for _, name := range names {
		a := m.graph.Arrays[name]
		if a == nil {
			return nil, fmt.Errorf("bugs: Monitor: %s", m.unknown(name))
		}
		if !a.Unknowns {
			return nil, fmt.Errorf("bugs: Monitor: %s is known: all its values are data", name)
		}
	}
	n.monitor = names
	n.derived = nil
	return &n, n.derive()
}

// Start gives the chains initial values, by name; NaN leaves an element to the model. What has none
// is drawn once, given these. Without Start, each chain draws its own values. Where the posterior
// may have several hills (mixtures, thresholds, factors), it tries eight for 45 sweeps each, and
// takes one with a probability in proportion to its density: a chain may never leave a hill, so
// those that are e¹³ times less probable must not have a third of the chains.
func (m *Model) Start(values Data) (*Model, error) {
	given, err := arrays(values)
	if err != nil {
		return nil, err
	}
	for name, v := range given {
		if err := m.checkStart(name, v); err != nil {
			return nil, err
		}
	}
	n := *m
	n.inits = given
	return &n, nil
}

// A Plan says which update draws which unknowns, and why.
type Plan []Update

// An Update is an entry of a [Plan].
type Update struct {
	Unknowns string // the variables, with commas
	// Kind is the name of a distribution ("normal", "gamma"), or how the unknown is drawn otherwise:
	// "enumerate", "slice" ("slice, separable" with sums over the data that are computed once a
	// step and not at each try), "NUTS" along the gradient, and others.
	Kind  string
	Why   string
	Drawn int // how many numbers it draws
	Cost  int // products in a sweep, roughly

	warnings []error // of the model, with its first update
}

// Plan says how each unknown is drawn. Shown, it has [Model.Warnings] below it.
func (m *Model) Plan() Plan {
	var out Plan
	for _, b := range m.plan.Blocks {
		out = append(out, Update{b.Name, b.Kind, b.Why, b.Drawn, b.Cost, nil})
	}
	if len(out) > 0 {
		out[0].warnings = m.Warnings()
	}
	return out
}

// String is the plan as a table.
func (p Plan) String() string {
	return p.Report().String()
}
