package source

import (
	"fmt"
	"go/token"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"gibbslab/sampler/bugs/internal/expr"
)

// How strongly an expression binds.
const (
	sum = iota
	product
	operand
)

// reserved are words that data cannot have as names.
var reserved = strings.Fields(`
	break default func interface select case defer go map struct chan else goto package switch
	const fallthrough if range type continue for import return var len min max append make new
	copy float64 int string bool true false nil any iota math rand sampler update variate
	state model start r s v k weights shape rate scale precision linear concentration lo hi
	logDensity cap clear close error byte init main between square slice logOf p a b`)

// word turns a name of the model into one of Go, with a small first letter if it has one.
func (p *printer) word(name string) string {
	out, up := "", false
	field := strings.HasPrefix(name, ".")
	for _, c := range name {
		switch {
		case c == '.' || c == '_' || c == '\'' || c == '[' || c == ']' || c == ',' || c == ' ' ||
			c == ':':
			up = out != ""
		case up:
			out, up = out+string(unicode.ToUpper(c)), false
		default:
			out += string(c)
		}
	}
	if !field && (len(out) == 1 && strings.Contains("rsv", out) || token.IsKeyword(out)) {
		out += "1"
	}
	return out
}

// unique is a name in capitals that no other has.
func (p *printer) unique(taken map[string]bool, name string) string {
	w := p.word("." + strings.TrimPrefix(name, "update "))
	w = strings.ToUpper(w[:1]) + w[1:]
	key := w
	if strings.HasPrefix(name, "update ") {
		key = "update " + w
	}
	for taken[key] {
		w, key = w+"2", key+"2"
	}
	taken[key] = true
	return w
}

// name is what a variable is called: s.TauC, or the name of data.
func (p *printer) name(a *expr.Array) string {
	if n, ok := p.names[a]; ok {
		return n
	}
	var n string
	if isState(a) {
		n = "s." + p.unique(p.fields, a.Name)
	} else {
		n = p.word(a.Name)
		if p.taken[n] {
			n += "Data"
		}
		for p.taken[n] {
			n += "2"
		}
		p.taken[n] = true
	}
	p.names[a] = n
	return n
}

// element writes an element of the state or of the data.
func (p *printer) element(e *expr.Expr) string {
	if f, ok := p.fixed[e]; ok {
		return f
	}
	a := e.Array
	if !isState(a) && a.Unknowns {
		p.refuse("%s is computed from the unknowns", e)
	}
	s := p.name(a)
	if !isState(a) {
		p.used[a] = true
	}
	for _, i := range e.Args {
		s += "[" + p.index(i) + "]"
	}
	return s
}

// isInt tells whether the elements of an array are whole numbers in Go.
func (p *printer) isInt(a *expr.Array) bool {
	if !isState(a) {
		return p.ints[a] && len(a.Dims) > 0
	}
	for _, d := range a.Def {
		if d >= 0 && p.Graph.Statements[d].Dist != nil && !p.Graph.Statements[d].Dist.Discrete {
			return false
		}
	}
	return true
}

// value writes a whole number of the model as an int.
func (p *printer) value(e *expr.Expr) string {
	switch {
	case e.Op == expr.Num && e.Value == math.Trunc(e.Value):
		return strconv.Itoa(int(e.Value))
	case e.Op == expr.Counter && p.whole[e.Name]:
		return p.word(e.Name)
	case e.Op == expr.Counter:
		return p.word(e.Name) + " + 1"
	case e.Op == expr.Elem:
		if !isState(e.Array) {
			p.ints[e.Array] = true
		}
		s := p.element(e)
		if isState(e.Array) && !p.isInt(e.Array) {
			return "int(" + s + ")"
		}
		return s
	case e.Op == expr.Call && (e.Name == "+" || e.Name == "-"):
		if e.Args[0].Op == expr.Counter && e.Args[1].Op == expr.Num && !p.whole[e.Args[0].Name] {
			k := int(e.Args[1].Value)
			if e.Name == "-" {
				k = -k
			}
			return shifted(p.word(e.Args[0].Name), k+1)
		}
		return p.value(e.Args[0]) + " " + e.Name + " " + p.operandInt(e.Args[1])
	case e.Op == expr.Call && e.Name == "step":
		write := p.value
		if !e.Args[0].Walk(p.isWhole) {
			write = func(e *expr.Expr) string { return p.expr(e, sum) }
		}
		return p.need("oneIf") + "(" + p.atLeast(e.Args[0], write) + ")"
	case isComparison(e):
		return p.need("oneIf") + "(" + p.comparison(e) + ")"
	case e.Op == expr.Call && e.Name == "*":
		return p.operandInt(e.Args[0]) + "*" + p.operandInt(e.Args[1])
	}
	return "int(" + p.expr(e, sum) + ")"
}

func isComparison(e *expr.Expr) bool {
	return e.Op == expr.Call && slices.Contains([]string{"==", "!=", "<", ">", "<=", ">="}, e.Name)
}

// comparison writes a > b, with whole numbers if both are.
func (p *printer) comparison(e *expr.Expr) string {
	write := p.value
	if !e.Args[0].Walk(p.isWhole) || !e.Args[1].Walk(p.isWhole) {
		write = func(e *expr.Expr) string { return p.expr(e, sum) }
	}
	return write(e.Args[0]) + " " + e.Name + " " + write(e.Args[1])
}

// isWhole tells whether an expression is a counter, a whole number of the state, or a function.
func (p *printer) isWhole(e *expr.Expr) bool {
	switch e.Op {
	case expr.Num:
		return e.Value == math.Trunc(e.Value)
	case expr.Elem:
		return isState(e.Array) && p.isInt(e.Array)
	}
	return true
}

// atLeast is the condition that e is at least zero.
func (p *printer) atLeast(e *expr.Expr, write func(*expr.Expr) string) string {
	if e.Op == expr.Call && e.Name == "-" {
		return write(e.Args[0]) + " >= " + write(e.Args[1])
	}
	return write(e) + " >= 0"
}

func (p *printer) operandInt(e *expr.Expr) string {
	s := p.value(e)
	if strings.Contains(s, " ") {
		return "(" + s + ")"
	}
	return s
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

// index writes an index, which Go counts from zero.
func (p *printer) index(e *expr.Expr) string {
	switch {
	case e.Op == expr.Num:
		return strconv.Itoa(int(e.Value) - 1)
	case e.Op == expr.Counter && !p.whole[e.Name]:
		return p.word(e.Name)
	case e.Op == expr.Call && (e.Name == "+" || e.Name == "-") && e.Args[0].Op == expr.Counter &&
		e.Args[1].Op == expr.Num &&
		!p.whole[e.Args[0].Name]:
		k := int(e.Args[1].Value)
		if e.Name == "-" {
			k = -k
		}
		return shifted(p.word(e.Args[0].Name), k)
	}
	if e.Op == expr.Call && e.Name == "+" && e.Args[0].Op == expr.Num && e.Args[0].Value == 1 {
		return p.value(e.Args[1])
	}
	return p.value(e) + " - 1"
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

func level(s string, is, needed int) string {
	if is < needed {
		return "(" + s + ")"
	}
	return s
}

// expr writes an expression as a float64.
func (p *printer) expr(e *expr.Expr, needed int) string {
	if f, ok := p.fixed[e]; ok {
		return f
	}
	switch e.Op {
	case expr.Num:
		if e.Value < 0 {
			return level(number(e.Value), sum, needed)
		}
		return number(e.Value)
	case expr.Counter:
		return "float64(" + p.value(e) + ")"
	case expr.Elem:
		s := p.element(e)
		if p.isInt(e.Array) {
			return "float64(" + s + ")"
		}
		return s
	case expr.Slice, expr.All, expr.Range:
		return p.refuse("the vector %s stands where a number is needed", e)
	}
	if known(e) && !e.Counts && p.hasVector(e) {
		return p.constant(e)
	}
	return p.call(e, needed)
}

// hasVector tells whether the function is one of a vector.
func (p *printer) hasVector(e *expr.Expr) bool { return expr.Functions[e.Name].Scalar == nil }

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
	n := p.word(strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			return c
		}
		return '.'
	}, text))
	for p.taken[n] {
		n += "2"
	}
	p.taken[n], p.vectors[text] = true, n
	p.numbers = append(p.numbers, fmt.Sprintf("%s = %s // %s\n", n, float(v), text))
	return n
}

// float writes a number that is a float64 in every place.
func float(v float64) string {
	s := number(v)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s
}

func (p *printer) need(helper string) string {
	p.helpers[helper] = true
	return helper
}

// plain are functions of package math.
var plain = map[string]string{"exp": "math.Exp", "abs": "math.Abs", "sin": "math.Sin",
	"cos": "math.Cos", "tan": "math.Tan",
	"round": "math.Round", "trunc": "math.Trunc", "arctan": "math.Atan", "tanh": "math.Tanh"}

// call writes a function.
func (p *printer) call(e *expr.Expr, needed int) string {
	a := e.Args
	one := func() string { return "(" + p.expr(a[0], sum) + ")" }
	switch e.Name {
	case "+":
		x, y := p.expr(a[0], sum), p.expr(a[1], sum)
		if strings.HasPrefix(y, "-") {
			return level(x+" - "+y[1:], sum, needed)
		}
		return level(x+" + "+y, sum, needed)
	case "-":
		return level(p.expr(a[0], sum)+" - "+p.expr(a[1], product), sum, needed)
	case "neg":
		return level("-"+p.expr(a[0], product), sum, needed)
	case "*":
		return level(p.expr(a[0], product)+"*"+p.expr(a[1], product), product, needed)
	case "/":
		return level(p.quotient(p.expr(a[0], product), p.expr(a[1], operand)), product, needed)
	case "^":
		return p.power(p.expr(a[0], sum), a[1], needed)
	case "log":
		if x := a[0]; x.Op == expr.Elem && isState(x.Array) && !p.isInt(x.Array) && p.positive(x.Array) {
			return "math.Log" + one()
		}
		return p.need("logOf") + one()
	case "loggam":
		return p.need("logGamma") + one()
	case "logfact":
		return p.need("logGamma") + "(" + p.expr(a[0], sum) + " + 1)"
	case "ilogit":
		return p.need("logistic") + one()
	case "softplus":
		return p.need("softPlus") + one()
	case "phi":
		return p.need("phi") + one()
	case "logphi":
		return p.need("logOf") + "(" + p.need("phi") + one() + ")"
	case "icloglog":
		return "(-math.Expm1(-math.Exp" + one() + "))"
	case "logicloglog":
		return p.need("logOf") + "(-math.Expm1(-math.Exp" + one() + "))"
	case "==", "!=", "<", ">", "<=", ">=":
		return p.need("indicator") + "(" + p.comparison(e) + ")"
	case "step":
		return p.need("indicator") + "(" + p.atLeast(a[0],
			func(e *expr.Expr) string { return p.expr(e, sum) }) + ")"
	case "select":
		var list []string
		for _, x := range a[1:] {
			list = append(list, p.expr(x, sum))
		}
		return "[...]float64{" + strings.Join(list, ", ") + "}[" + p.index(a[0]) + "]"
	case "max", "min":
		if len(a) == 2 && a[0].Op != expr.Slice && a[1].Op != expr.Slice {
			return e.Name + "(" + p.expr(a[0], sum) + ", " + p.expr(a[1], sum) + ")"
		}
	}
	if f, ok := plain[e.Name]; ok {
		return f + one()
	}
	return p.refuse("the function %s in %s cannot be printed yet", e.Name, e)
}

// quotient keeps whole constants from dividing as integers.
func (p *printer) quotient(a, b string) string {
	if !strings.ContainsAny(a, ".[(") && !strings.ContainsAny(b, ".[(") {
		a = "float64(" + a + ")"
	}
	return a + "/" + b
}

// deviation writes the standard deviation that belongs to a precision.
func (p *printer) deviation(precision *expr.Expr) string {
	e := precision
	if e.Op == expr.Call && e.Name == "^" && e.Args[1].Op == expr.Num && e.Args[1].Value == -2 &&
		e.Args[0].Op == expr.Elem && p.positive(e.Args[0].Array) {
		return p.expr(e.Args[0], sum)
	}
	return "1/math.Sqrt(" + p.expr(e, sum) + ")"
}

func (p *printer) power(x string, by *expr.Expr, needed int) string {
	if by.Op == expr.Num {
		switch by.Value {
		case 2:
			return p.need("square") + "(" + x + ")"
		case 0.5:
			return "math.Sqrt(" + x + ")"
		case -2:
			return level("1/"+p.need("square")+"("+x+")", product, needed)
		case -1:
			return level(p.quotient("1",
				level(x, map[bool]int{true: sum, false: operand}[strings.ContainsAny(x, " */")],
					operand)), product, needed)
		}
	}
	return "math.Pow(" + x + ", " + p.expr(by, sum) + ")"
}

// positive tells whether all elements of an array are drawn from positive numbers.
func (p *printer) positive(a *expr.Array) bool {
	for _, d := range a.Def {
		if d < 0 {
			return false
		}
		s := p.Graph.Statements[d]
		lower := s.Lower
		if s.Dist != nil && s.Dist.Name == "dunif" {
			lower = s.Args[0]
		}
		cut := lower != nil && lower.Op == expr.Num && lower.Value >= 0
		if s.Dist == nil || s.Dist.Lo < 0 && !cut || s.Dist.Name == "ddirch" {
			return false
		}
	}
	return true
}
