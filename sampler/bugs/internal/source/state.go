package source

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/graph"
)

// state writes the struct of the unknowns.
func (p *printer) state() string {
	b := "\n// state is the state of a chain.\ntype state struct {\n"
	for _, a := range p.arrays() {
		if isState(a) {
			b += fmt.Sprintf("%s %s\n", strings.TrimPrefix(p.name(a), "s."), p.typeOf(a))
		}
	}
	if p.widths != "" {
		b += p.widths + "Warm bool // the warm-up is over: the widths stay\n"
	}
	return b + "}\n\n"
}

func (p *printer) typeOf(a *expr.Array) string {
	return dims(a.Dims) + map[bool]string{true: "int", false: "float64"}[p.isInt(a)]
}

func dims(d []int) (s string) {
	for _, n := range d {
		s += fmt.Sprintf("[%d]", n)
	}
	return s
}

// partly tells whether some elements of an array are given, or defined by other statements.
func partly(a *expr.Array) bool { return open(a) < a.Size() }

// open is how many elements are drawn.
func open(a *expr.Array) (n int) {
	for i, v := range a.Value {
		if v != v && a.Def[i] >= 0 {
			n++
		}
	}
	return n
}

// start writes the function that makes the state of a new chain.
func (p *printer) start() string {
	b := "// start makes the state of a new chain. The intervals are those in which good starts " +
		"were found.\n"
	if p.Values != nil {
		b = "// start makes the state of a new chain. Few states of this model are possible: all " +
			"chains\n// begin with values that are.\n"
	}
	b += "func start(r *rand.Rand) (*state, error) {\ns := &state{}\n"
	for _, a := range p.arrays() {
		if !isState(a) {
			continue
		}
		if a.Computed {
			if slices.ContainsFunc(a.Value, isKnown) {
				b += p.name(a) + " = " + p.givenName(a) + "\n"
			}
			continue
		}
		if p.Values != nil {
			value := number(p.Values(a)[0])
			if len(a.Dims) > 0 {
				value = p.typeOf(a) + table(p.Values(a), a.Dims, "0")
			}
			b += p.name(a) + " = " + value + "\n"
			continue
		}
		heads, at := over(a.Dims)
		if p.inParts(a) {
			heads = nil
		} else if partly(a) {
			b += fmt.Sprintf("%s = %s\n", p.name(a), p.givenName(a))
			heads = append(heads, "if "+p.missing(a, at, true)+" {\n")
		}
		span, value := p.Start(a), ""
		switch {
		case p.isInt(a):
			value = fmt.Sprintf("%d + r.IntN(%d)", int(span.Lo), int(span.Hi-span.Lo)+1)
		case p.isDirichlet(a):
			value = "1.0 / " + strconv.Itoa(a.Dims[len(a.Dims)-1])
		default:
			if lo, hi := round(span.Lo, math.Ceil), round(span.Hi, math.Floor); lo < hi {
				span = Span{lo, hi}
			}
			value = fmt.Sprintf("between(r, %s, %s)", number(span.Lo), number(span.Hi))
		}
		if !p.inParts(a) {
			b += nest(heads, p.name(a)+at+" = "+value+"\n")
			continue
		}
		for _, s := range p.statements(a) {
			if !s.Deterministic() {
				heads, index := p.left(s)
				b += nest(heads, p.name(a)+"["+strings.Join(index, "][")+"] = "+value+"\n")
			}
		}
	}
	for _, r := range p.tables {
		b += r.name + "(s)\n"
	}
	return b + "return s, nil\n}\n"
}

// round keeps three digits.
func round(v float64, to func(float64) float64) float64 {
	u := math.Pow(10, math.Floor(math.Log10(math.Abs(v)))-2)
	if v == 0 || u == 0 || math.IsInf(v, 0) {
		return v
	}
	f, _ := strconv.ParseFloat(strconv.FormatFloat(to(v/u)*u, 'g', 3, 64), 64)
	return f
}

func (p *printer) isDirichlet(a *expr.Array) bool {
	return !slices.ContainsFunc(a.Def, func(d int32) bool {
		return d < 0 || p.Graph.Statements[d].Dist == nil || p.Graph.Statements[d].Dist.Name != "ddirch"
	})
}

// params writes the variables of the trace.
func (p *printer) params() (b string) {
	for _, name := range p.Monitor {
		a := p.Graph.Arrays[name]
		heads, at := over(a.Dims)
		switch {
		case (!isState(a) || p.inParts(a)) && !a.Computed:
			b += p.computed(a)
		case partly(a) && len(a.Dims) > 0 && !a.Computed:
			heads = append(heads, "if "+p.missing(a, at, true)+" {\n")
			b += fmt.Sprintf("{Name: %q, Shape: []int{%d}, Coords: [][]string{{%s}},\n"+
				"// named as in the model, which counts from one\n"+
				"Read: func(s *state, dst []float64) {\nn := 0\n%s}},\n", a.Name, open(a), elements(a),
				nest(heads, fmt.Sprintf("dst[n] = %s\nn++\n", p.asFloat(a, p.name(a)+at))))
		case len(a.Dims) == 1 && !p.isInt(a):
			b += fmt.Sprintf("sampler.Vector(%q, %d, func(s *state) []float64 { return %s[:] }),\n", name,
				a.Dims[0], p.name(a))
		default:
			index := strings.Split(strings.Trim(at, "[]"), "][")
			b += param(a, assign(a, heads, index, p.asFloat(a, p.name(a)+at)))
		}
	}
	return b
}

// elements lists the elements that are drawn, by their numbers in the model, as the trace does.
func elements(a *expr.Array) string {
	var all []string
	for i, v := range a.Value {
		if v != v && a.Def[i] >= 0 {
			label := strings.Trim(strings.ReplaceAll(fmt.Sprint(a.Index(i)), " ", "."), "[]")
			all = append(all, strconv.Quote(label))
		}
	}
	return strings.Join(all, ", ")
}

// param writes a variable of the trace that is read element by element, or a scalar.
func param(a *expr.Array, value string) string {
	if len(a.Dims) == 0 {
		return fmt.Sprintf("sampler.Scalar(%q, func(s *state) float64 { return %s }),\n", a.Name, value)
	}
	shape := strings.Trim(strings.ReplaceAll(fmt.Sprint(a.Dims), " ", ", "), "[]")
	return fmt.Sprintf("{Name: %q, Shape: []int{%s}, Read: func(s *state, dst []float64) {\n%s}},\n",
		a.Name, shape, value)
}

// assign writes the loops that read elements. Of a scalar it is the value.
func assign(a *expr.Array, heads, index []string, value string) string {
	if len(a.Dims) == 0 {
		return value
	}
	at, stride := "", 1
	for k := len(a.Dims) - 1; k >= 0; k-- {
		v := index[k]
		if stride > 1 && len(v) > 1 {
			v = "(" + v + ")"
		}
		if stride > 1 {
			v = fmt.Sprintf("%d*%s", stride, v)
		}
		if at != "" {
			v += " + " + at
		}
		at, stride = v, stride*a.Dims[k]
	}
	return nest(heads, fmt.Sprintf("dst[%s] = %s\n", at, value))
}

// inParts tells whether some elements of an array are drawn and others are computed.
func (p *printer) inParts(a *expr.Array) bool {
	return isState(a) && slices.ContainsFunc(p.statements(a), (*graph.Statement).Deterministic)
}

// statements are those that define elements of an array that are not given.
func (p *printer) statements(a *expr.Array) (out []*graph.Statement) {
	for _, d := range a.Def {
		if d >= 0 {
			out = expr.Union(out, p.Graph.Statements[d])
		}
	}
	return out
}

// left has the loops of a statement and the indices of what it defines.
func (p *printer) left(s *graph.Statement) (heads, index []string) {
	for _, i := range s.Left.Args {
		index = append(index, p.index(named(s, i)))
	}
	return p.rounds(s), index
}

// named is an expression where counters have the names of a statement.
func named(s *graph.Statement, e *expr.Expr) *expr.Expr {
	pool := expr.NewPool()
	return pool.PutCounters(e, func(x *expr.Expr) *expr.Expr {
		return pool.Intern(expr.Expr{Op: expr.Counter, Name: s.Loops[x.Depth].Var, Depth: x.Depth})
	})
}

// rounds has the heads of the loops of a statement.
func (p *printer) rounds(s *graph.Statement) (heads []string) {
	for _, l := range s.Loops {
		heads = append(heads, p.loop(l.Var, named(s, l.Lo), named(s, l.Hi)))
	}
	return heads
}

// computed writes a variable that is computed from the unknowns, or drawn in part. What cannot be
// written is left out, with a sentence.
func (p *printer) computed(a *expr.Array) (text string) {
	defer func() {
		if r, ok := recover().(refusal); ok {
			text = fmt.Sprintf("// %s is left out: %s.\n", a.Name, string(r))
		}
	}()
	if slices.ContainsFunc(a.Def, func(d int32) bool { return d < 0 }) {
		return p.refuse("some of its elements are not computed")
	}
	values := ""
	for _, s := range p.statements(a) {
		if i := slices.IndexFunc(p.Graph.Computed, func(c *graph.Piece) bool {
			return c.Statement == s
		}); i >= 0 {
			heads, index := p.left(s)
			copied := p.name(p.Graph.Computed[i].Left.Array) + "[" + strings.Join(index, "][") + "]"
			values += assign(a, heads, index, copied)
			continue
		}
		pieces, err := p.Graph.Deterministic(s)
		if err == nil && len(pieces) == 1 && s.Left.Op == expr.Slice && len(s.Loops) == 0 &&
			len(p.statements(a)) == 1 {
			return param(a, "copy(dst, "+p.vector(named(s, pieces[0].Value))+")\n")
		}
		if s.Left.Op != expr.Elem || err != nil || s.Deterministic() && len(pieces) != 1 {
			return p.refuse("its elements are computed in different ways")
		}
		heads, index := p.left(s)
		if !s.Deterministic() {
			values += assign(a, heads, index, p.asFloat(a, p.name(a)+"["+strings.Join(index, "][")+"]"))
			continue
		}
		values += assign(a, heads, index, p.expr(named(s, pieces[0].Value), sum))
	}
	return param(a, values)
}
