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
		if row := e.Column(s.Rows).First(endless); row >= 0 {
			g.fail(s.at[k], "%s", g.notANumber(s, e, row))
			return
		}
	}
	for _, w := range s.positive {
		c := w.value.Column(s.Rows)
		if row := c.First(func(v float64) bool { return !(v > 0) }); row >= 0 {
			g.fail(w.at, "The %s of %s is %g, and must be positive%s", w.name, s.Rel.Dist, c.V[row],
				g.where(s, s.Rows.Env(row), w.value))
			return
		}
	}
}

// endless tells whether v is not a finite number.
func endless(v float64) bool { return !(math.Abs(v) <= math.MaxFloat64) }

// notANumber names the operation of e whose result is not a number, and its operands.
func (g *Graph) notANumber(s *Statement, e *expr.Expr, row int) string {
	env := s.Rows.Env(row)
search:
	for {
		for _, a := range e.Args {
			if v, ok := a.Eval(env); e.Op == expr.Call && ok && endless(v) {
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
			p[k] = math.NaN()
			if c.V != nil {
				p[k] = c.Known(row)
			}
		}
		q := p
		if k := len(p) - 1; s.Dist.Vector[k] {
			if weights == nil || s.Args[k].Counts {
				weights = vector(s.Args[k], s.Rows.Env(row))
			}
			q = weights
		}
		lo, up := limits[0].Known(row), limits[1].Known(row)
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
					x, c.text, g.where(s, env, s.Left))
			}
			return
		}
	}
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
