package expr

import (
	"math"
	"slices"
)

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

// Known is the value in row i if it is known, and NaN otherwise.
func (c Column) Known(i int) float64 {
	if v, ok := c.At(i); ok {
		return v
	}
	return math.NaN()
}

// First is the first row with a known value for which f is true, or −1.
func (c Column) First(f func(v float64) bool) int {
	for i, v := range c.V {
		if (c.Unknown == nil || !c.Unknown[i]) && f(v) {
			return i
		}
	}
	return -1
}

// AllKnown tells whether there is no unknown.
func (c Column) AllKnown() bool { return !slices.Contains(c.Unknown, true) }

// put notes a value, or that it is not known.
func (c *Column) put(i int, v float64, ok bool) {
	if c.V[i] = v; !ok {
		if c.Unknown == nil {
			c.Unknown = make([]bool, len(c.V))
		}
		c.V[i], c.Unknown[i] = math.NaN(), true
	}
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
		if e.isWhole(r, e.Array.Fixed) {
			return Column{V: e.Array.Value}
		}
		at := e.PositionColumn(r)
		out := Column{V: make([]float64, len(at))}
		for i, k := range at {
			if ok := k >= 0 && e.Array.Fixed(int(k)); ok {
				out.V[i] = e.Array.Value[k]
			} else {
				out.put(i, 0, false)
			}
		}
		return out
	case Call:
		if f := Functions[e.Name]; f.Scalar != nil && !e.IsVector() {
			return e.scalarColumn(r, f)
		}
	}
	if !e.Counts {
		if v, ok := e.Eval(nil); ok {
			return Column{V: []float64{v}}
		}
		return unknownColumn
	}
	out := Column{V: make([]float64, r.N)}
	for i := range r.N {
		v, ok := e.Eval(r.Env(i))
		out.put(i, v, ok)
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
		known := true
		for k, a := range args {
			x, ok := a.At(i)
			v[k], known = x, known && ok
		}
		out.put(i, f.Scalar(v), known)
	}
	return out
}

// Addresses is where the state holds the element e, as PositionColumn has it. ok is false if e is
// no element of the state, or if an index is unknown.
func (e *Expr) Addresses(r *Rows) (at []int32, ok bool) {
	if e.Op != Elem || !e.Array.State {
		return nil, false
	}
	at = e.PositionColumn(r)
	for i, k := range at {
		if k < 0 {
			return nil, false
		}
		at[i] = int32(e.Array.Base) + k
	}
	return at, true
}

// Data are the numbers of the element e of an array of data, as Addresses has those of the state.
func (e *Expr) Data(r *Rows) (v []float64, ok bool) {
	if e.Op != Elem || e.Array.State {
		return nil, false
	}
	if e.isWhole(r, func(int) bool { return true }) {
		return e.Array.Value, true
	}
	for _, k := range e.PositionColumn(r) {
		if k < 0 {
			return nil, false
		}
		v = append(v, e.Array.Value[k])
	}
	return v, true
}

// isWhole tells whether the rows are the elements of a vector in order, which need no copy, and ok
// is true of each.
func (e *Expr) isWhole(r *Rows, ok func(i int) bool) bool {
	if len(e.Args) != 1 || e.Args[0].Op != Counter || r.N != len(e.Array.Value) {
		return false
	}
	for i, c := range r.Counters[e.Args[0].Depth] {
		if int(c) != i+1 || !ok(i) {
			return false
		}
	}
	return true
}

// PositionColumn is where the element e is in its array, in all rows or once if it is the same in
// all; −1 where an index is unknown, −2 where one is outside.
func (e *Expr) PositionColumn(r *Rows) []int32 {
	if r.N == 0 {
		return nil
	}
	at := []int32{0}
	for k, x := range e.Args {
		dim := e.Array.Dims[k]
		if x.Op == Counter && k == 0 { // one step for most data
			at = slices.Clone(r.Counters[x.Depth])
			for i, v := range at {
				if at[i] = v - 1; v < 1 || int(v) > dim {
					at[i] = -2
				}
			}
			continue
		}
		c := x.Column(r)
		if len(c.V) > len(at) {
			at = slices.Repeat(at[:1], len(c.V))
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
