// Package bugs makes a sampler of a model that is stated once, in the BUGS language:
//
//	m, err := bugs.Compile(`model {
//	   for (i in 1:N) { y[i] ~ dnorm(mu, tau) }
//	   mu  ~ dnorm(80, 1/16)
//	   tau ~ dgamma(3, 50)
//	   sigma2 <- 1/tau
//	}`, bugs.Data{"y": scores, "N": len(scores)})
//	trace, err := sampler.Run(ctx, m.Sampler(), sampler.Settings{})
//
// Every distribution is one log density. For each unknown, the package puts what is deterministic
// into the factors that contain the unknown, multiplies their logarithms out, and collects the
// terms by functions of the unknown. The set of these functions names the full conditional: {x, x²}
// is normal, {log x, x} is gamma, {log x, log(1−x)} is beta. The coefficients are its parameters.
// Where no name is known, the unknown is drawn by enumeration or by slice sampling. [Model.Plan]
// says what was chosen and why.
//
// The dialect is that of JAGS 4.3: dnorm(mean, precision), dgamma(shape, rate). Beside it stand
// names with the parameters of gonum's stat/distuv: Normal(mu, sigma), Gamma(alpha, beta), and
// dnorm(mu, sd = 2).
//
// Elements are counted from one, as the language does: the trace has theta[1], theta[2], …
package bugs

import (
	"fmt"
	"slices"

	"gibbslab/sampler/bugs/internal/block"
	"gibbslab/sampler/bugs/internal/data"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/graph"
	"gibbslab/sampler/bugs/internal/syntax"
)

// Data are the values of variables by name: numbers, slices of numbers, and slices of slices. NaN
// is a missing value.
type Data map[string]any

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

func arrays(values Data) (map[string]data.Array, error) {
	out := map[string]data.Array{}
	for name, v := range values {
		if a, ok := v.(data.Array); ok { // from ReadData
			out[name] = a
			continue
		}
		a, err := data.From(v)
		if err != nil {
			return nil, fmt.Errorf("bugs: data: %s: %w", name, err)
		}
		out[name] = a
	}
	return out, nil
}

func compile(program *syntax.Program, given map[string]data.Array, options block.Options) (m *Model,
	err error) {
	defer func() {
		if fault := recover(); fault != nil {
			m, err = nil, fmt.Errorf("bugs: this model hits a fault of the compiler, %v; please report "+
				"it with its data", fault)
		}
	}()
	g, err := graph.Build(program, given)
	if err != nil {
		return nil, err
	}
	m = &Model{text: program.Source, program: program, given: given, graph: g, options: options}
	if m.plan, err = block.New(g, options); err != nil {
		return nil, err
	}
	m.bind()
	m.logs = m.plan.NewLogs()
	m.monitor = m.outputs()
	return m, m.derive()
}

// outputs are the variables that are recorded if the author does not say which: the unknowns, and
// what the model computes from them and does not use.
func (m *Model) outputs() (names []string) {
	used := map[*expr.Array]bool{}
	for _, s := range m.graph.Statements {
		for _, e := range append(slices.Clone(s.Args), s.Value, s.Lower, s.Upper) {
			e.Walk(func(x *expr.Expr) bool {
				if x.Array != s.Left.Array {
					used[x.Array] = true
				}
				return true
			})
		}
	}
	for _, a := range m.graph.Order {
		if a.Unknowns && (a.State && !a.Computed || !used[a]) {
			names = append(names, a.Name)
		}
	}
	return names
}

// Monitor says which variables the trace has; without it, the unknowns and what the model computes
// from them and does not use. An unknown name is an error of the sampler.
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

// Start gives the chains initial values, by name; NaN leaves an element to the model. Without it,
// each chain draws its own.
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
	Kind     string // "normal", "gamma", "slice", …
	Why      string
	Drawn    int // how many numbers it draws
	Cost     int // products in a sweep, roughly
}

// Plan says how each unknown is drawn.
func (m *Model) Plan() Plan {
	var out Plan
	for _, b := range m.plan.Blocks {
		out = append(out, Update{b.Name, b.Kind, b.Why, b.Drawn, b.Cost})
	}
	return out
}

// String is the plan as a table.
func (p Plan) String() string {
	return p.Report().String()
}
