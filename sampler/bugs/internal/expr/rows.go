package expr

import "math"

// Rows are the instances of a statement: the values of its loop counters, outermost first.
type Rows struct {
	N        int
	Counters [][]int32 // by depth, N values each
}

// Env returns the counters of row i.
func (r *Rows) Env(i int) []int32 {
	env := make([]int32, len(r.Counters))
	for d, c := range r.Counters {
		env[d] = c[i]
	}
	return env
}

// Pick returns some of the rows.
func (r *Rows) Pick(rows []int32) *Rows {
	out := &Rows{N: len(rows)}
	for _, c := range r.Counters {
		d := make([]int32, len(rows))
		for i, k := range rows {
			d[i] = c[k]
		}
		out.Counters = append(out.Counters, d)
	}
	return out
}

// A Column has the values of an expression in all rows, or one value if they are equal.
type Column struct {
	V       []float64
	Unknown []bool // nil if all are known
}

// At is the value in row i.
func (c Column) At(i int) (v float64, ok bool) {
	if len(c.V) == 1 {
		i = 0
	}
	return c.V[i], c.Unknown == nil || !c.Unknown[i]
}

// AllKnown tells whether there is no unknown.
func (c Column) AllKnown() bool {
	for _, u := range c.Unknown {
		if u {
			return false
		}
	}
	return true
}

var unknownColumn = Column{V: []float64{math.NaN()}, Unknown: []bool{true}}

// Column computes e in all rows.
func (e *Expr) Column(r *Rows) Column {
	if r.N == 0 {
		return Column{}
	}
	switch e.Op {
	case Num:
		return Column{V: []float64{e.Value}}
	case Counter:
		v := make([]float64, r.N)
		for i, c := range r.Counters[e.Depth] {
			v[i] = float64(c)
		}
		return Column{V: v}
	case Elem:
		at := e.PositionColumn(r)
		out := Column{V: make([]float64, len(at))}
		for i, k := range at {
			if k >= 0 && e.Array.Fixed(int(k)) {
				out.V[i] = e.Array.Value[k]
				continue
			}
			if out.Unknown == nil {
				out.Unknown = make([]bool, len(at))
			}
			out.V[i], out.Unknown[i] = math.NaN(), true
		}
		return out
	case Call:
		if f := Functions[e.Name]; f.Scalar != nil && !e.IsVector() {
			return e.scalarColumn(r, f)
		}
	}
	if !e.hasCounter() {
		if v, ok := e.Eval(nil); ok {
			return Column{V: []float64{v}}
		}
		return unknownColumn
	}
	out := Column{V: make([]float64, r.N)}
	for i := range r.N {
		v, ok := e.Eval(r.Env(i))
		if !ok {
			if out.Unknown == nil {
				out.Unknown = make([]bool, r.N)
			}
			out.Unknown[i] = true
		}
		out.V[i] = v
	}
	return out
}

func (e *Expr) scalarColumn(r *Rows, f Function) Column {
	n := 1
	args := make([]Column, len(e.Args))
	for k, a := range e.Args {
		args[k] = a.Column(r)
		n = max(n, len(args[k].V))
	}
	out := Column{V: make([]float64, n)}
	for i := range n {
		var v Args
		for k, a := range args {
			x, ok := a.At(i)
			if !ok {
				if out.Unknown == nil {
					out.Unknown = make([]bool, n)
				}
				out.Unknown[i] = true
			}
			v[k] = x
		}
		out.V[i] = f.Scalar(v)
	}
	return out
}

func (e *Expr) hasCounter() bool { return !e.Walk(func(x *Expr) bool { return x.Op != Counter }) }

// PositionColumn is where the element e is in its array, in all rows or once if it is the same in
// all; −1 where an index is unknown, −2 where one is outside.
func (e *Expr) PositionColumn(r *Rows) []int32 {
	if r.N == 0 {
		return nil
	}
	at := []int32{0}
	for k, x := range e.Args {
		dim := e.Array.Dims[k]
		c := x.Column(r)
		if len(c.V) > len(at) {
			grown := make([]int32, len(c.V))
			for i := range grown {
				grown[i] = at[0]
			}
			at = grown
		}
		for i := range at {
			v, ok := c.At(i)
			switch {
			case at[i] < 0:
			case !ok:
				at[i] = -1
			case !Inside(v, dim):
				at[i] = -2
			default:
				at[i] = at[i]*int32(dim) + int32(v) - 1
			}
		}
	}
	return at
}
