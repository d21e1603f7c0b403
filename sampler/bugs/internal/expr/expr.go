// Package expr holds the expressions of a model: elements of arrays, loop counters, numbers and
// functions of these.
package expr

import (
	"iter"
	"slices"
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
	arrays  []*Array
	vector  bool
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

// Parts are e and everything in it.
func (e *Expr) Parts() iter.Seq[*Expr] { return func(yield func(*Expr) bool) { e.Walk(yield) } }

// PartsOf are some expressions and everything in them.
func PartsOf(all []*Expr) iter.Seq[*Expr] {
	return func(yield func(*Expr) bool) {
		_ = slices.ContainsFunc(all, func(e *Expr) bool { return !e.Walk(yield) })
	}
}

// Has tells whether f is true of e or of anything in it.
func (e *Expr) Has(f func(*Expr) bool) bool {
	return !e.Walk(func(x *Expr) bool { return !f(x) })
}

// Contains tells whether x is e or in it.
func (e *Expr) Contains(x *Expr) bool { return e.Has(func(y *Expr) bool { return y == x }) }

// Shift takes an expression and a number that is added to it apart: i and −1 for i − 1. It is e and
// 0 if none is.
func (e *Expr) Shift() (of *Expr, by float64) {
	switch {
	case e.Op != Call || e.Name != "+" && e.Name != "-" || e.Args[1].Op != Num:
		return e, 0
	case e.Name == "-":
		return e.Args[0], -e.Args[1].Value
	}
	return e.Args[0], e.Args[1].Value
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
	return e != nil && e.Unknown && slices.Contains(e.arrays, a)
}

// include adds arrays to those that are in e; expressions share the list while it is the same.
func (e *Expr) include(arrays ...*Array) {
	if len(e.arrays) == 0 {
		e.arrays = arrays
	}
	for _, a := range arrays {
		if !slices.Contains(e.arrays, a) {
			e.arrays = append(slices.Clip(e.arrays), a)
		}
	}
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

// Union adds to a list what it does not have.
func Union[T comparable](list []T, more ...T) []T {
	for _, x := range more {
		if !slices.Contains(list, x) {
			list = append(list, x)
		}
	}
	return list
}

// Names joins the names of arrays.
func Names(arrays []*Array) string {
	var s []string
	for _, a := range arrays {
		s = append(s, a.Name)
	}
	return strings.Join(s, ", ")
}
