package graph

import (
	"fmt"
	"math"

	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/law"
	"gibbslab/sampler/bugs/internal/syntax"
)

// A written parameter is not one of the distribution's own, such as sd = s, and must be positive.
type written struct {
	name  string
	value *expr.Expr
	at    syntax.Pos
}

// checkValues checks what is known of the parameters, and the data, of all distributions.
func (g *Graph) checkValues() {
	for _, s := range g.Statements {
		if s.Deterministic() || s.wrong != 0 || s.Rows.N == 0 {
			continue
		}
		a := s.Left.Array
		g.inStatement(s, right, func() {
			g.parameters(s)
			g.support(s, func(i int) float64 {
				if a.Observed[i] {
					return a.Value[i]
				}
				return math.NaN()
			})
		})
	}
}

// CheckStart checks values of the unknown elements of an array; NaN is none. The error is of the
// type syntax.Errors and shows the statements.
func (g *Graph) CheckStart(a *expr.Array, values []float64) error {
	check := &Graph{Source: g.Source}
	for i, v := range values {
		if d := a.Def[i]; v == v && (d < 0 || a.Observed[i] || g.Statements[d].Deterministic()) {
			why := "it is known. Write NaN for this element"
			if d >= 0 && !a.Observed[i] {
				why = fmt.Sprintf("line %d computes it. Give initial values to what it is computed from",
					g.Statements[d].Rel.Pos.Line)
			}
			return fmt.Errorf("bugs: Start: %s cannot have an initial value, for %s", name(a, i), why)
		}
	}
	for _, s := range g.Statements {
		if s.Left.Array == a && !s.Deterministic() {
			check.support(s, func(i int) float64 {
				if a.Observed[i] {
					return math.NaN()
				}
				return values[i]
			})
		}
	}
	return check.failed()
}

// parameters checks numbers among the parameters one by one.
func (g *Graph) parameters(s *Statement) {
	for k, e := range s.Args {
		if s.Dist.Vector[k] {
			continue
		}
		c := e.Column(s.Rows)
		for row := range c.V {
			if v, ok := c.At(row); ok && !(math.Abs(v) <= math.MaxFloat64) {
				g.fail(s.at[k], "%s", g.notANumber(s, e, row))
				return
			}
		}
	}
	for _, w := range s.positive {
		c := w.value.Column(s.Rows)
		for row := range c.V {
			if v, ok := c.At(row); ok && !(v > 0) {
				g.fail(w.at, "The %s of %s is %g, and must be positive%s", w.name, s.Rel.Dist, v,
					g.where(s, s.Rows.Env(row), w.value))
				return
			}
		}
	}
}

// notANumber names the operation of e whose result is not a number, and its operands.
func (g *Graph) notANumber(s *Statement, e *expr.Expr, row int) string {
	env := s.Rows.Env(row)
search:
	for {
		for _, a := range e.Args {
			if v, ok := a.Eval(env); e.Op == expr.Call && ok && !(math.Abs(v) <= math.MaxFloat64) {
				e = a
				continue search
			}
		}
		break
	}
	message, joint := text(e)+" is not a finite number", ", for "
	for _, a := range e.Args {
		if v, ok := a.Eval(env); ok && a.Op != expr.Num && e.Op == expr.Call {
			message += fmt.Sprintf("%s%s is %g", joint, text(a), v)
			joint = " and "
		}
	}
	return message + g.where(s, env, e)
}

// support checks the values of a statement's elements, as far as the parameters are known. NaN
// stands for a value that is not given.
func (g *Graph) support(s *Statement, value func(i int) float64) {
	if s.Dist.Multi {
		g.supportOfVector(s, value)
		return
	}
	l, scalar := law.Find(s.Dist.Name)
	at := s.Left.PositionColumn(s.Rows)
	columns := make([]expr.Column, len(s.Args))
	for k, e := range s.Args {
		if !s.Dist.Vector[k] {
			columns[k] = e.Column(s.Rows)
		}
	}
	var limits [2]expr.Column
	for k, e := range []*expr.Expr{s.Lower, s.Upper} {
		limits[k] = expr.Column{V: []float64{math.Inf(2*k - 1)}}
		if e != nil {
			limits[k] = e.Column(s.Rows)
		}
	}
	p := make([]float64, len(s.Args))
	var weights []float64
	for row := range s.Rows.N {
		for k, c := range columns {
			v, ok := math.NaN(), false
			if c.V != nil {
				v, ok = c.At(row)
			}
			if p[k] = v; !ok {
				p[k] = math.NaN()
			}
		}
		q := p
		if k := len(p) - 1; s.Dist.Vector[k] {
			if weights == nil || s.Args[k].Counts {
				weights = vector(s.Args[k], s.Rows.Env(row))
			}
			q = weights
		}
		lo, up := limit(limits[0], row), limit(limits[1], row)
		x := value(int(at[min(row, len(at)-1)]))
		if c := g.clause(s, l, scalar, q, lo, up, x, p); c.text != "" {
			env := s.Rows.Env(row)
			switch {
			case c.param >= 0:
				g.fail(s.at[c.param], "%s%s%s", capital(c.text), g.where(s, env, s.Args[c.param]), c.hint)
			case c.limit:
				g.fail(g.place(s, s.Lower), "%s%s", c.text, g.where(s, env, s.Lower, s.Upper))
			default:
				g.fail(s.Rel.Left.Pos, "%s is %g, and %s%s", name(s.Left.Array, int(at[min(row, len(at)-1)])),
					x, c.text,
					g.where(s, env, s.Left))
			}
			return
		}
	}
}

func limit(c expr.Column, row int) float64 {
	if v, ok := c.At(row); ok {
		return v
	}
	return math.NaN()
}

// vector has the elements of a vector, and NaN for those that are not known.
func vector(e *expr.Expr, env []int32) []float64 {
	if x, _, ok := e.EvalVector(env); ok {
		return x
	}
	dims, ok := e.Shape(env)
	if !ok || e.Op != expr.Slice {
		return nil
	}
	x := make([]float64, expr.Size(dims))
	for i := range x {
		x[i] = math.NaN()
	}
	return x
}

// A clause is what is wrong with a row: a parameter, the limits of T(,), or the value.
type clause struct {
	text  string
	param int
	limit bool
	hint  string
}

func (g *Graph) clause(s *Statement, l law.Law, scalar bool, p []float64, lo, up, x float64,
	args []float64) clause {
	value := func(format string,
		a ...any) clause {
		return clause{text: fmt.Sprintf(format, a...), param: -1}
	}
	if !scalar { // dinterval
		if p == nil || len(p) > 0 && p[0] != p[0] {
			return clause{param: -1}
		}
		if c := law.CheckInterval(math.NaN(), p); c != "" {
			return clause{text: c, param: 1}
		}
		if y := law.Interval(args[0], p); args[0] == args[0] && x == x && x != y {
			return value("%s is %g, which lies in interval %g", text(s.Args[0]), args[0], y)
		}
		if c := law.CheckInterval(x, p); c != "" {
			return value("dinterval gives whole numbers from 0 to %d, for it has %s", len(p),
				count(len(p), "cut point"))
		}
		return clause{param: -1}
	}
	known := true
	for _, v := range p {
		known = known && v == v
	}
	if known || s.Dist.Name != "dcat" {
		if k, c := l.CheckKnown(p); c != "" {
			return clause{text: c, param: min(k, len(s.Args)-1), hint: hint(s, p, k)}
		}
	}
	least, most := math.NaN(), math.NaN()
	if p != nil {
		least, most = l.Support(p)
	}
	switch {
	case lo > up:
		return clause{text: fmt.Sprintf("T(%g,%g) leaves nothing: the lower limit is above the upper one",
			lo, up), param: -1, limit: true}
	case known && p != nil && (s.Lower != nil || s.Upper != nil) && lo == lo && up == up &&
		math.IsInf(l.LogMass(lo, up, p), -1):
		return clause{text: fmt.Sprintf("T(%g,%g) leaves nothing: %s gives %s here", lo, up, s.Rel.Dist,
			numbers(l, least, most)), param: -1, limit: true}
	case x != x:
	case x < least, x > most, l.Discrete && x != math.Trunc(x):
		return value("%s gives %s", s.Rel.Dist, numbers(l, least, most))
	case x < lo, x > up:
		return value("the limits T(,) are %g and %g", lo, up)
	case x == least && !l.Discrete && math.IsInf(density(l, x, p), 0):
		return value("%s gives numbers above %g", s.Rel.Dist, least)
	case x == most && !l.Discrete && math.IsInf(density(l, x, p), 0):
		return value("%s gives numbers below %g", s.Rel.Dist, most)
	case known && p != nil && l.Discrete && math.IsInf(l.LogDensity(x, p), -1):
		return value("%s gives it probability 0 with these parameters", s.Rel.Dist)
	}
	return clause{param: -1}
}

// density is the log density where 2 stands for what is not known; 0 if 2 is impossible.
func density(l law.Law, x float64, p []float64) float64 {
	q := append([]float64(nil), p...)
	for k, v := range q {
		if v != v {
			q[k] = 2
		}
	}
	if l.Check(q) != "" {
		return 0
	}
	return l.LogDensity(x, q)
}

// numbers says what a distribution gives.
func numbers(l law.Law, least, most float64) string {
	what := "numbers"
	if l.Discrete {
		what = "whole numbers"
	}
	low, high := least > math.Inf(-1), most < math.Inf(1)
	switch {
	case l.Name == "dbern":
		return "0 or 1"
	case low && high:
		return fmt.Sprintf("%s from %g to %g", what, least, most)
	case low:
		return fmt.Sprintf("%s of at least %g", what, least)
	case high:
		return fmt.Sprintf("%s of at most %g", what, most)
	}
	return what
}

// hint says what is often meant by an impossible parameter.
func hint(s *Statement, p []float64, k int) string {
	switch name := s.Dist.Params[min(k, len(s.Dist.Params)-1)]; {
	case name == "precision" && p[k] == 0:
		return ". For a prior that says little write a small precision, such as 1.0E-6"
	case name == "precision":
		return ". BUGS' second parameter is the precision, 1 / variance"
	case s.Dist.Name == "dgamma" && p[k] == 0:
		return ". For a prior that says little write a small number, such as 0.01"
	case s.Dist.Name == "dbin" && name == "probability" && p[0] > 1:
		return ". dbin(p, n) has the probability first; dbinom(n, p) has the size first"
	}
	return ""
}

func capital(s string) string { return string(s[0]-'a'+'A') + s[1:] }
