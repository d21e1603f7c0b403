// Package expr holds the expressions of a model: elements of arrays, loop counters, numbers and
// functions of these.
package expr

import (
	"math"
	"strconv"
	"strings"

	"gibbslab/sampler/bugs/internal/syntax"
)

// An Op is what an expression is at its top.
type Op uint8

const (
	Num     Op = iota // Value
	Counter           // the counter of the loop at depth Depth, called Name
	Elem              // an element of Array, with an index in Args for each dimension
	Slice             // a part of Array; an index may be All or a Range
	All               // an empty index
	Range             // Args[0] to Args[1]
	Call              // the function Name of Args
)

// An Expr is an expression. Those of a Pool are unique: equal expressions are the same pointer.
type Expr struct {
	Op    Op
	Name  string // of a function, a counter or an array
	Value float64
	Depth int
	Array *Array
	Args  []*Expr
	Pos   syntax.Pos

	ID      int  // the order in which a Pool met them
	Unknown bool // contains an element of an array of the state
	Counts  bool // contains a counter
}

// A Pool makes expressions unique.
type Pool struct {
	exprs map[string]*Expr
	key   []byte
}

// NewPool returns an empty pool.
func NewPool() *Pool { return &Pool{exprs: map[string]*Expr{}} }

// Intern returns the expression of the pool that equals e. The arguments of e are in the pool.
func (p *Pool) Intern(e Expr) *Expr {
	k := append(p.key[:0], byte(e.Op))
	switch e.Op {
	case Num:
		k = strconv.AppendUint(k, math.Float64bits(e.Value), 36)
	case Counter:
		k = strconv.AppendInt(k, int64(e.Depth), 36)
	case Call, Elem, Slice:
		k = append(k, e.Name...)
	}
	for _, a := range e.Args {
		k = append(k, ',')
		k = strconv.AppendInt(k, int64(a.ID), 36)
		e.Unknown = e.Unknown || a.Unknown
		e.Counts = e.Counts || a.Counts
	}
	p.key = k
	if x, ok := p.exprs[string(k)]; ok {
		return x
	}
	e.Counts = e.Counts || e.Op == Counter
	e.Unknown = e.Unknown || e.Array != nil && e.Array.State
	e.ID = len(p.exprs)
	p.exprs[string(k)] = &e
	return &e
}

// Num returns a number.
func (p *Pool) Num(v float64) *Expr { return p.Intern(Expr{Op: Num, Value: v}) }

// Call returns a function of expressions; what has only numbers in it is computed.
func (p *Pool) Call(name string, args ...*Expr) *Expr {
	numbers := len(args) > 0
	for _, a := range args {
		numbers = numbers && a.Op == Num
	}
	if f, ok := Functions[name]; numbers && ok && f.Scalar != nil {
		var v Args
		for i, a := range args {
			v[i] = a.Value
		}
		return p.Num(f.Scalar(v))
	}
	switch { // what a reader would not write
	case name == "+" && isNum(args[0], 0), name == "*" && isNum(args[0], 1):
		return args[1]
	case (name == "+" || name == "-") &&
		isNum(args[1], 0), (name == "*" || name == "/" || name == "^") && isNum(args[1], 1):
		return args[0]
	case name == "neg" && args[0].Op == Call && args[0].Name == "neg":
		return args[0].Args[0]
	}
	return p.Intern(Expr{Op: Call, Name: name, Args: args})
}

// Elem returns an element of an array.
func (p *Pool) Elem(a *Array, index ...*Expr) *Expr {
	return p.Intern(Expr{Op: Elem, Name: a.Name, Array: a, Args: index})
}

func isNum(e *Expr, v float64) bool { return e.Op == Num && e.Value == v }

// Add is the sum of expressions.
func (p *Pool) Add(a ...*Expr) *Expr { return p.fold("+", a) }

// Mul is the product of expressions.
func (p *Pool) Mul(a ...*Expr) *Expr { return p.fold("*", a) }

func (p *Pool) fold(op string, a []*Expr) *Expr {
	e := a[0]
	for _, b := range a[1:] {
		e = p.Call(op, e, b)
	}
	return e
}

// Sub is a − b.
func (p *Pool) Sub(a, b *Expr) *Expr { return p.Call("-", a, b) }

// Div is a / b.
func (p *Pool) Div(a, b *Expr) *Expr { return p.Call("/", a, b) }

// Pow is a to the power of a number.
func (p *Pool) Pow(a *Expr, v float64) *Expr { return p.Call("^", a, p.Num(v)) }

// Log is the natural logarithm of a.
func (p *Pool) Log(a *Expr) *Expr { return p.Call("log", a) }

// Neg is −a.
func (p *Pool) Neg(a *Expr) *Expr { return p.Call("neg", a) }

// With returns e with other arguments.
func (p *Pool) With(e *Expr, args []*Expr) *Expr {
	if e.Op == Call {
		return p.Call(e.Name, args...)
	}
	return p.Intern(Expr{Op: e.Op, Name: e.Name, Value: e.Value, Depth: e.Depth, Array: e.Array,
		Args: args, Pos: e.Pos})
}

// Replace returns e, in this pool, with f(x) in place of each part x of it, unless f(x) is nil.
func (p *Pool) Replace(e *Expr, f func(x *Expr) *Expr) *Expr {
	done := map[*Expr]*Expr{nil: nil}
	var walk func(e *Expr) *Expr
	walk = func(e *Expr) *Expr {
		out, ok := done[e]
		if ok {
			return out
		}
		if out = f(e); out == nil {
			args := make([]*Expr, len(e.Args))
			for i, a := range e.Args {
				args[i] = walk(a)
			}
			out = p.With(e, args)
		}
		done[e] = out
		return out
	}
	return walk(e)
}

// Walk calls f for e and everything in it until f returns false.
func (e *Expr) Walk(f func(*Expr) bool) bool {
	if e == nil {
		return true
	}
	if !f(e) {
		return false
	}
	for _, a := range e.Args {
		if !a.Walk(f) {
			return false
		}
	}
	return true
}

// Has tells whether f is true of e or of anything in it.
func (e *Expr) Has(f func(*Expr) bool) bool {
	return !e.Walk(func(x *Expr) bool { return !f(x) })
}

// Contains tells whether x is e or in it.
func (e *Expr) Contains(x *Expr) bool { return e.Has(func(y *Expr) bool { return y == x }) }

// Shift takes an expression and a number that is added to it apart: i and −1 for i − 1.
func (e *Expr) Shift() (of *Expr, by float64, ok bool) {
	if e.Op != Call || e.Name != "+" && e.Name != "-" || e.Args[1].Op != Num {
		return nil, 0, false
	}
	if e.Name == "-" {
		return e.Args[0], -e.Args[1].Value, true
	}
	return e.Args[0], e.Args[1].Value, true
}

// IsAll tells whether an index is all of a dimension of this length, by its values.
func (e *Expr) IsAll(dim int) bool {
	if e.Op != Range || e.Counts {
		return e.Op == All
	}
	lo, ok1 := e.Args[0].Eval(nil)
	hi, ok2 := e.Args[1].Eval(nil)
	return ok1 && ok2 && lo == 1 && int(hi) == dim
}

// Mentions tells whether an element of the array is in e.
func (e *Expr) Mentions(a *Array) bool {
	return e != nil && e.Unknown && !e.Walk(func(x *Expr) bool { return x.Array != a })
}

// String writes e as BUGS text.
func (e *Expr) String() string { return e.node().String() }

// node is the syntax of e.
func (e *Expr) node() *syntax.Node {
	n := &syntax.Node{Name: e.Name, Value: e.Value}
	switch e.Op {
	case Num:
		n.Kind = syntax.Number
	case Counter, Elem, Slice:
		n.Kind = syntax.Ref
	case All:
		n.Kind = syntax.All
	case Range:
		n.Kind = syntax.Range
	default:
		n.Kind = syntax.Call
	}
	for _, a := range e.Args {
		n.Args = append(n.Args, a.node())
	}
	return n
}

// Names joins the names of arrays.
func Names(arrays []*Array) string {
	var s []string
	for _, a := range arrays {
		s = append(s, a.Name)
	}
	return strings.Join(s, ", ")
}

// Elements returns the elements of a vector, by rows. ok is false if their number depends on the
// row.
func (p *Pool) Elements(e *Expr) (out []*Expr, ok bool) {
	if e.Op == Call && e.Name == "c" {
		return e.Args, true
	}
	if e.Op != Slice {
		return []*Expr{e}, true
	}
	lo, hi := make([]int, len(e.Args)), make([]int, len(e.Args))
	for k, a := range e.Args {
		switch a.Op {
		case All:
			lo[k], hi[k] = 1, e.Array.Dims[k]
		case Range:
			if a.Counts {
				return nil, false
			}
			l, ok1 := a.Args[0].Eval(nil)
			h, ok2 := a.Args[1].Eval(nil)
			if !ok1 || !ok2 {
				return nil, false
			}
			lo[k], hi[k] = int(l), int(h)
		default:
			continue
		}
	}
	idx := make([]*Expr, len(e.Args))
	var walk func(k int)
	walk = func(k int) {
		if k == len(idx) {
			out = append(out, p.Elem(e.Array, append([]*Expr(nil), idx...)...))
			return
		}
		if hi[k] == 0 {
			idx[k] = e.Args[k]
			walk(k + 1)
			return
		}
		for v := lo[k]; v <= hi[k]; v++ {
			idx[k] = p.Num(float64(v))
			walk(k + 1)
		}
	}
	walk(0)
	return out, true
}
