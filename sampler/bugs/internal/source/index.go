package source

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gibbslab/sampler/bugs/internal/expr"
)

// element writes an element of the state or of the data.
func (p *printer) element(e *expr.Expr) string {
	if f, ok := p.fixed[e]; ok {
		return f
	}
	if a := e.Array; !isState(a) && a.Unknowns && !slices.ContainsFunc(a.Value, isKnown) {
		p.refuse("%s is computed from the unknowns", e)
	}
	return p.at(e.Array, e.Args)
}

// at writes a part of an array.
func (p *printer) at(a *expr.Array, index []*expr.Expr) string {
	p.used[a] = !isState(a)
	return p.name(a) + p.indices(index)
}

func (p *printer) indices(index []*expr.Expr) (s string) {
	for _, i := range index {
		s += "[" + p.index(i) + "]"
	}
	return s
}

// isInt tells whether the elements of an array are whole numbers in Go.
func (p *printer) isInt(a *expr.Array) bool {
	if !isState(a) {
		return p.ints[a] && len(a.Dims) > 0
	}
	return !a.Computed && !slices.ContainsFunc(a.Def, func(d int32) bool {
		return d >= 0 && !p.Graph.Statements[d].Deterministic() && !p.Graph.Statements[d].Dist.Discrete
	})
}

// counter takes a counter that is a position, and a number that is added to it, apart.
func (p *printer) counter(e *expr.Expr) (name string, by int, ok bool) {
	of, v := e.Shift()
	if of.Op != expr.Counter || p.whole[of.Name] {
		return "", 0, false
	}
	return word(of.Name), int(v), true
}

func shifted(s string, k int) string {
	switch {
	case k > 0:
		return fmt.Sprintf("%s + %d", s, k)
	case k < 0:
		return fmt.Sprintf("%s - %d", s, -k)
	}
	return s
}

// value writes a whole number of the model as an int.
func (p *printer) value(e *expr.Expr) string {
	factor := func(e *expr.Expr) string {
		if s := p.value(e); strings.Contains(s, " ") {
			return "(" + s + ")"
		}
		return p.value(e)
	}
	if name, by, ok := p.counter(e); ok {
		return shifted(name, by+1)
	}
	tried, isTried := p.fixed[e]
	switch {
	case isTried:
		return "int(" + tried + ")"
	case e.Op == expr.Num && e.Value == math.Trunc(e.Value):
		return strconv.Itoa(int(e.Value))
	case e.Op == expr.Counter:
		return word(e.Name)
	case e.Op == expr.Elem && isState(e.Array) && !p.isInt(e.Array):
		return "int(" + p.element(e) + ")"
	case e.Op == expr.Elem:
		p.ints[e.Array] = p.ints[e.Array] || !isState(e.Array)
		return p.element(e)
	case e.Op == expr.Call && (e.Name == "+" || e.Name == "-"):
		return p.value(e.Args[0]) + " " + e.Name + " " + factor(e.Args[1])
	case e.Op == expr.Call && e.Name == "*":
		return factor(e.Args[0]) + "*" + factor(e.Args[1])
	case e.Op == expr.Call && e.Name == "step":
		return "oneIf(" + atLeast(e.Args[0], p.side(e)) + ")"
	case e.Op == expr.Call && expr.IsComparison(e.Name):
		return "oneIf(" + p.comparison(e) + ")"
	}
	return "int(" + p.expr(e, sum) + ")"
}

// side writes the two sides of a comparison: as whole numbers if both are.
func (p *printer) side(e *expr.Expr) func(*expr.Expr) string {
	for _, a := range e.Args {
		if !a.Walk(p.isWhole) {
			return func(e *expr.Expr) string { return p.expr(e, sum) }
		}
	}
	return p.value
}

func (p *printer) comparison(e *expr.Expr) string {
	write := p.side(e)
	return write(e.Args[0]) + " " + e.Name + " " + write(e.Args[1])
}

// isWhole tells whether an expression is a whole number, if its parts are: a counter, an element of
// the state, a sum or a product, or a comparison. A quotient is not.
func (p *printer) isWhole(e *expr.Expr) bool {
	if _, tried := p.fixed[e]; tried { // by a slice, as a float64
		return false
	}
	switch e.Op {
	case expr.Num:
		return e.Value == math.Trunc(e.Value)
	case expr.Elem:
		return isState(e.Array) && p.isInt(e.Array)
	case expr.Call:
		return expr.IsComparison(e.Name) || slices.Contains([]string{"+", "-", "*", "step"}, e.Name)
	}
	return true
}

// atLeast is the condition that e is at least zero.
func atLeast(e *expr.Expr, write func(*expr.Expr) string) string {
	if e.Op == expr.Call && e.Name == "-" {
		return write(e.Args[0]) + " >= " + write(e.Args[1])
	}
	return write(e) + " >= 0"
}

// index writes an index, which Go counts from zero.
func (p *printer) index(e *expr.Expr) string {
	if name, by, ok := p.counter(e); ok {
		return shifted(name, by)
	}
	switch {
	case e.Op == expr.Num:
		return strconv.Itoa(int(e.Value) - 1)
	case e.Op == expr.Call && e.Name == "+" && e.Args[0].Op == expr.Num && e.Args[0].Value == 1:
		return p.value(e.Args[1])
	}
	return p.value(e) + " - 1"
}

// isPart tells whether an index is more than one position.
func isPart(e *expr.Expr) bool { return e.Op == expr.All || e.Op == expr.Range }

// wholeMatrix tells whether a slice is all of an array with two dimensions.
func wholeMatrix(e *expr.Expr) bool {
	return e.Op == expr.Slice && len(e.Args) == 2 && e.Args[0].IsAll(e.Array.Dims[0]) &&
		e.Args[1].IsAll(e.Array.Dims[1])
}

// wholeRow tells whether a slice is all of the last dimension and one position of the others.
func wholeRow(e *expr.Expr) bool {
	for k, a := range e.Args {
		last := k == len(e.Args)-1
		if last != isPart(a) || last && !a.IsAll(e.Array.Dims[k]) {
			return false
		}
	}
	return true
}
