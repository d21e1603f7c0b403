package source

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"

	"gibbslab/sampler/bugs/internal/algebra"
	"gibbslab/sampler/bugs/internal/expr"
)

// How strongly an expression binds.
const (
	sum = iota
	product
	operand
)

func level(s string, is, needed int) string {
	if is < needed {
		return "(" + s + ")"
	}
	return s
}

func number(v float64) string {
	switch {
	case math.IsInf(v, 1):
		return "math.Inf(1)"
	case math.IsInf(v, -1):
		return "math.Inf(-1)"
	case math.IsNaN(v):
		return "math.NaN()"
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// float writes a number that is a float64 in every place.
func float(v float64) string {
	s := number(v)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s
}

// asFloat writes an element of an array as a float64.
func (p *printer) asFloat(a *expr.Array, s string) string {
	if p.isInt(a) {
		return "float64(" + s + ")"
	}
	return s
}

// expr writes an expression as a float64.
func (p *printer) expr(e *expr.Expr, needed int) string {
	f, fixed := p.fixed[e]
	switch {
	case fixed:
		return f
	case e.Op == expr.Num && e.Value < 0:
		return level(number(e.Value), sum, needed)
	case e.Op == expr.Num:
		return number(e.Value)
	case e.Op == expr.Counter:
		return "float64(" + p.value(e) + ")"
	case e.Op == expr.Elem:
		return p.asFloat(e.Array, p.element(e))
	case e.Op != expr.Call:
		return p.refuse("the vector %s stands where a number is needed", e)
	case known(e) && !e.Counts && expr.Functions[e.Name].Scalar == nil:
		return p.constant(e)
	}
	return p.call(e, needed)
}

// list writes expressions with commas.
func (p *printer) list(es []*expr.Expr) string {
	return strings.Join(p.texts(es), ", ")
}

func (p *printer) texts(es []*expr.Expr) (all []string) {
	for _, e := range es {
		all = append(all, p.expr(e, sum))
	}
	return all
}

// call writes a function.
func (p *printer) call(e *expr.Expr, needed int) string {
	a := e.Args
	arg := func(k, needed int) string { return p.expr(a[k], needed) }
	switch e.Name {
	case "+":
		return level(added(arg(0, sum), arg(1, sum)), sum, needed)
	case "-":
		return level(arg(0, sum)+" - "+arg(1, product), sum, needed)
	case "neg":
		return level("-"+arg(0, product), sum, needed)
	case "*":
		return level(arg(0, product)+"*"+arg(1, product), product, needed)
	case "/":
		return level(quotient(arg(0, product), arg(1, operand)), product, needed)
	case "^":
		return p.power(arg(0, sum), a[1], needed)
	case "log":
		if x := a[0]; x.Op == expr.Elem && isState(x.Array) && !p.isInt(x.Array) && p.positive(x.Array) {
			return "math.Log(" + arg(0, sum) + ")"
		}
	case "step":
		return "indicator(" + atLeast(a[0], func(e *expr.Expr) string { return p.expr(e, sum) }) + ")"
	case "<", ">", "<=", ">=", "==", "!=":
		return "indicator(" + p.comparison(e) + ")"
	case "select":
		return "[...]float64{" + p.list(a[1:]) + "}[" + p.index(a[0]) + "]"
	}
	f := expr.Functions[e.Name]
	switch {
	case e.Name == "logmass.dnorm":
		return "logMass(" + p.list(a) + ")"
	case e.Name == "sort.at":
		return "slices.Sorted(slices.Values(" + p.vector(a[0]) + "))[" + p.index(a[1]) + "]"
	case e.Name == "logdet":
		return "logDet(" + p.vector(a[0]) + ")"
	case e.Name == "inverse.at":
		return "inverse(" + p.vector(a[0]) + ").At(" + p.index(a[1]) + ", " + p.index(a[2]) + ")"
	case f.Go == "":
		return p.refuse("the function %s in %s cannot be printed yet", e.Name, e)
	case f.Scalar == nil && (len(a) == 1 || e.Name == "inprod"):
		var vectors []string
		for _, x := range a {
			vectors = append(vectors, p.vector(x))
		}
		return expr.Fill(f.Go, vectors)
	case f.Scalar == nil:
		return expr.Fill(f.Go, []string{"[]float64{" + p.list(a) + "}"})
	}
	return expr.Fill(f.Go, p.texts(a))
}

// added is a sum.
func added(x, y string) string {
	if rest, negative := strings.CutPrefix(y, "-"); negative {
		return x + " - " + rest
	}
	return x + " + " + y
}

// quotient keeps whole constants from dividing as integers.
func quotient(a, b string) string {
	if !strings.ContainsAny(a+b, ".[(") {
		a = "float64(" + a + ")"
	}
	return a + "/" + b
}

func (p *printer) power(x string, by *expr.Expr, needed int) string {
	v := by.Value
	if by.Op != expr.Num {
		v = math.NaN()
	}
	switch v {
	case 2:
		return "square(" + x + ")"
	case 0.5:
		return "math.Sqrt(" + x + ")"
	case -2:
		return level("1/square("+x+")", product, needed)
	case -1:
		if strings.ContainsAny(x, " */") {
			x = "(" + x + ")"
		}
		return level(quotient("1", x), product, needed)
	}
	name := "power("
	if v == math.Trunc(v) || math.Abs(v) == 0.5 {
		name = "math.Pow("
	}
	return name + x + ", " + p.expr(by, sum) + ")"
}

// atoms writes a product of expressions.
func (p *printer) atoms(atoms []algebra.Atom, more ...string) string {
	var up, down []string
	for _, a := range atoms {
		by := &expr.Expr{Op: expr.Num, Value: math.Abs(a.Pow)}
		switch {
		case a.Pow == 1:
			up = append(up, p.expr(a.E, product))
		case a.Pow > 0:
			up = append(up, p.power(p.expr(a.E, sum), by, operand))
		case a.Pow == -1:
			down = append(down, p.expr(a.E, operand))
		default:
			down = append(down, p.power(p.expr(a.E, sum), by, operand))
		}
	}
	up = append(up, more...)
	if len(up) == 0 && len(down) > 0 {
		up = []string{"1"}
	}
	s := strings.Join(up, "*")
	for _, d := range down {
		s = quotient(s, d)
	}
	return s
}

// deviation writes the standard deviation that belongs to a precision.
func (p *printer) deviation(e *expr.Expr) string {
	if e.Op == expr.Call && e.Name == "^" && e.Args[1].Op == expr.Num && e.Args[1].Value == -2 &&
		e.Args[0].Op == expr.Elem && p.positive(e.Args[0].Array) {
		return p.expr(e.Args[0], sum)
	}
	return "1/math.Sqrt(" + p.expr(e, sum) + ")"
}

// positive tells whether all elements of an array are drawn from positive numbers.
func (p *printer) positive(a *expr.Array) bool {
	for _, d := range a.Def {
		if d < 0 || p.Graph.Statements[d].Deterministic() {
			return false
		}
		s := p.Graph.Statements[d]
		lower := s.Lower
		if s.Dist.Name == "dunif" {
			lower = s.Args[0]
		}
		cut := lower != nil && lower.Op == expr.Num && lower.Value >= 0
		if s.Dist.Lo < 0 && !cut || s.Dist.Name == "ddirch" {
			return false
		}
	}
	return true
}

// constant gives a number that is computed from the data a name.
func (p *printer) constant(e *expr.Expr) string {
	v, ok := e.Eval(nil)
	if !ok {
		return p.refuse("%s is not known", e)
	}
	text := e.String()
	if n, ok := p.vectors[text]; ok {
		return n
	}
	n := p.fresh(word(strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			return c
		}
		return '.'
	}, text)), "2")
	p.vectors[text] = n
	p.numbers += fmt.Sprintf("%s = %s // %s\n", n, float(v), text)
	return n
}
