package block

import (
	"math"
	"slices"

	"gibbslab/sampler/bugs/internal/data"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/graph"
	"gibbslab/sampler/bugs/internal/law"
	"gibbslab/sampler/bugs/internal/syntax"
)

// An oracle computes the log density of a model from its text, one statement and one row after the
// other, with the distributions of package law. It uses nothing of the algebra, of substitution, of
// pieces, or of compiled programs.
type oracle struct {
	g     *graph.Graph
	defs  map[*expr.Array][]int32     // as the graph had them
	rowAt map[*expr.Array]map[int]int // of links
	// instead, if not nil, is the log density of a row in place of the model's own.
	instead func(st *graph.Statement, row int) (v float64, ok bool)
}

func newOracle(program *syntax.Program, given map[string]data.Array) (*oracle, error) {
	g, err := graph.Build(program, given, false)
	if err != nil {
		return nil, err
	}
	o := &oracle{g: g, defs: map[*expr.Array][]int32{}, rowAt: map[*expr.Array]map[int]int{}}
	for _, a := range g.Order {
		o.defs[a] = slices.Clone(a.Def)
		for i := range a.Def { // all is known: Eval computes
			a.Def[i] = expr.Known
		}
	}
	return o, nil
}

// set copies the unknowns of a state of p.
func (o *oracle) set(p *Plan, s *State) {
	for _, a := range p.Graph.Order {
		b := o.g.Arrays[a.Name]
		for i := range a.Value {
			if a.State && a.Def[i] >= 0 && !a.Observed[i] {
				b.Value[i] = s.X[a.Base+i]
			}
		}
	}
	for _, step := range o.g.Steps() {
		st := step.Statement
		if !st.Deterministic() {
			continue
		}
		for _, env := range rowsOf(step) {
			x := vectorOf(st.Value, env)
			k := 0
			st.Left.Positions(env, func(i int) { st.Left.Array.Value[i] = x[min(k, len(x)-1)]; k++ })
		}
	}
}

func rowsOf(step graph.Step) (out [][]int32) {
	for row := range step.Statement.Rows.N {
		if step.Rows == nil {
			out = append(out, step.Statement.Rows.Env(row))
		}
	}
	for _, row := range step.Rows {
		out = append(out, step.Statement.Rows.Env(int(row)))
	}
	return out
}

func vectorOf(e *expr.Expr, env []int32) []float64 {
	if !e.IsVector() {
		v, ok := e.Eval(env)
		if !ok {
			return []float64{math.NaN()}
		}
		return []float64{v}
	}
	x, _, ok := e.EvalVector(env)
	if !ok { // an index that is outside: impossible
		return nil
	}
	return x
}

// logComplement is log(1 − p) of a probability that is nearly one, by its linear predictor if it
// has a link.
func (o *oracle) logComplement(e *expr.Expr, p float64, env []int32) float64 {
	for e.Op == expr.Elem {
		i, _ := e.Position(env)
		d := o.defs[e.Array][i]
		if d < 0 || !o.g.Statements[d].Deterministic() {
			break
		}
		st := o.g.Statements[d]
		e, env = st.Value, st.Rows.Env(o.rowOf(e.Array, i))
	}
	if e.Op != expr.Call {
		return math.Log1p(-p)
	}
	switch eta := vectorOf(e.Args[0], env)[0]; e.Name {
	case "ilogit":
		return -eta - math.Log1p(math.Exp(-eta))
	case "phi":
		return math.Log(math.Erfc(eta/math.Sqrt2) / 2)
	case "icloglog":
		return -math.Exp(eta)
	}
	return math.Log1p(-p)
}

// rowOf is the row of the statement that computes an element.
func (o *oracle) rowOf(a *expr.Array, i int) int {
	if o.rowAt[a] == nil {
		o.rowAt[a] = map[int]int{}
		for k, d := range o.defs[a] {
			if d < 0 || !o.g.Statements[d].Deterministic() {
				continue
			}
			st := o.g.Statements[d]
			for row := range st.Rows.N {
				if at, _ := st.Left.Position(st.Rows.Env(row)); at == k {
					o.rowAt[a][k] = row
				}
			}
		}
	}
	return o.rowAt[a][i]
}

// linear is the linear predictor of a probability that has a link.
func (o *oracle) linear(e *expr.Expr, env []int32) float64 {
	if e.Op == expr.Call {
		return vectorOf(e.Args[0], env)[0]
	}
	i, _ := e.Position(env)
	st := o.g.Statements[o.defs[e.Array][i]]
	return o.linear(st.Value, st.Rows.Env(o.rowOf(e.Array, i)))
}

// joint is the log density of a state: of the statements in which, or of all if that is nil.
func (o *oracle) joint(p *Plan, s *State, which map[int]bool) (sum float64) {
	o.set(p, s)
	for _, st := range o.g.Statements {
		if st.Deterministic() || which != nil && !which[st.ID] {
			continue
		}
		for row := range st.Rows.N {
			sum += o.row(st, row)
		}
	}
	return sum
}

// informed are the statements on which something observed depends.
func (o *oracle) informed() map[int]bool {
	in := map[int]bool{}
	for _, st := range o.g.Statements {
		st.Left.Array.Summarise()
		for i, d := range o.defs[st.Left.Array] {
			in[st.ID] = in[st.ID] || !st.Deterministic() && d == int32(st.ID) && st.Left.Array.Observed[i]
		}
	}
	for range o.g.Statements { // parents of what is informed, again and again
		for _, st := range o.g.Statements {
			if !in[st.ID] {
				continue
			}
			for _, e := range append(slices.Clone(st.Args), st.Lower, st.Upper, st.Value, st.Left) {
				e.Walk(func(x *expr.Expr) bool {
					for _, parent := range o.g.Statements {
						if x.Array == parent.Left.Array && (x != st.Left || st.Deterministic()) {
							in[parent.ID] = true
						}
					}
					return true
				})
			}
		}
	}
	return in
}

// row is the log density of one row of a statement.
func (o *oracle) row(st *graph.Statement, row int) float64 {
	if o.instead != nil {
		if v, ok := o.instead(st, row); ok {
			return v
		}
	}
	env := st.Rows.Env(row)
	var x, flat []float64
	var each [][]float64
	st.Left.Positions(env, func(i int) { x = append(x, st.Left.Array.Value[i]) })
	for _, a := range st.Args {
		v := vectorOf(a, env)
		if v == nil {
			return math.Inf(-1)
		}
		flat, each = append(flat, v...), append(each, v)
	}
	switch name := st.Dist.Name; {
	case name == "dinterval":
		if x[0] == law.Interval(flat[0], flat[1:]) {
			return 0
		}
		return math.Inf(-1)
	case st.Dist.Multi:
		l, _ := law.FindVector(name)
		return l.LogDensity(x, each)
	case (name == "dbin" || name == "dbern") && flat[0] > 0.999 && st.Lower == nil && st.Upper == nil:
		// 1 − p has lost digits
		size := 1.0
		if name == "dbin" {
			size = flat[1]
		}
		l, _ := law.Find("dbin")
		v := l.LogDensity(x[0], []float64{0.5, size}) + size*math.Ln2 // of the number of orders
		if v += x[0] * math.Log(flat[0]); x[0] < size {
			v += (size - x[0]) * o.logComplement(st.Args[0], flat[0], env)
		}
		return v
	default:
		l, _ := law.Find(name)
		v := l.LogDensity(x[0], flat)
		if st.Lower == nil && st.Upper == nil {
			return v
		}
		lo, hi := math.Inf(-1), math.Inf(1)
		if st.Lower != nil {
			lo = vectorOf(st.Lower, env)[0]
		}
		if st.Upper != nil {
			hi = vectorOf(st.Upper, env)[0]
		}
		if x[0] < lo || x[0] > hi {
			return math.Inf(-1)
		}
		return v - l.LogMass(lo, hi, flat)
	}
}
