package graph

import (
	"fmt"
	"slices"
	"strings"

	"gibbslab/sampler/bugs/internal/expr"
)

// checkShapes checks that elements are there and defined, and that vectors stand where vectors are
// needed.
func (g *Graph) checkShapes() {
	for _, s := range g.Statements {
		if s.Rows.N == 0 || s.wrong != 0 {
			continue
		}
		g.inStatement(s, right, func() {
			seen := map[*expr.Expr]bool{s.Left: true}
			for _, e := range s.expressions() {
				g.present(s, e, seen)
			}
			for _, e := range append(slices.Clone(s.Args), s.Value) {
				g.numbers(s, e)
			}
		})
		if s.wrong == 0 {
			g.inStatement(s, right, func() { g.fits(s) })
		}
	}
}

// present checks that all elements to which e refers are there and defined.
func (g *Graph) present(s *Statement, e *expr.Expr, seen map[*expr.Expr]bool) {
	if e == nil || seen[e] || e.Op == expr.Call && e.Name == "length" {
		return
	}
	seen[e] = true
	for _, a := range e.Args {
		g.present(s, a, seen)
	}
	if e.Op == expr.Elem && e != s.Left {
		for row, i := range e.PositionColumn(s.Rows) {
			if i == -2 {
				g.outside(s, e, row)
				return
			}
			if i >= 0 && e.Array.Def[i] == expr.Undefined {
				g.undefined(s, e, row, int(i))
				return
			}
		}
	}
	if e.Op != expr.Slice || e == s.Left {
		return
	}
	for row := range s.Rows.N {
		at, ok := e.List(s.Rows.Env(row))
		missing := slices.IndexFunc(at, func(i int) bool { return e.Array.Def[i] == expr.Undefined })
		switch {
		case missing >= 0:
			g.undefined(s, e, row, at[missing])
			return
		case !ok && g.outside(s, e, row), !e.Counts:
			return
		}
	}
}

// numbers checks that functions of data have finite values. It leaves the branches of ifelse alone.
func (g *Graph) numbers(s *Statement, e *expr.Expr) bool {
	if e == nil || e.Op != expr.Call || e.Name == "ifelse" ||
		slices.ContainsFunc(e.Args, func(a *expr.Expr) bool { return !g.numbers(s, a) }) {
		return e == nil || e.Op != expr.Call || e.Name == "ifelse"
	}
	if f := expr.Functions[e.Name]; f.Scalar == nil || e.IsVector() ||
		strings.Contains("+-*<=>==neg", e.Name) {
		return true
	}
	row := e.Column(s.Rows).First(endless)
	if row >= 0 {
		g.fail(g.place(s, e), "%s", g.notANumber(s, e, row))
	}
	return row < 0
}

func (g *Graph) undefined(s *Statement, e *expr.Expr, row, i int) {
	where := g.where(s, s.Rows.Env(row), e)
	if _, ok := g.given[e.Name]; ok {
		g.fail(g.place(s, e), "%s is missing in the data%s. Give its value, or say in the model how it "+
			"is distributed, and it is drawn", name(e.Array, i), where)
	} else {
		g.fail(g.place(s, e), "%s is not defined%s. Other elements of %s are: define this one too, or "+
			"give it with the data", name(e.Array, i), where, e.Name)
	}
}

// outside reports an index that is known and out of range in a row.
func (g *Graph) outside(s *Statement, e *expr.Expr, row int) bool {
	env := s.Rows.Env(row)
	for k, x := range e.Args {
		for _, end := range append([]*expr.Expr{x}, x.Args...) {
			v, ok := end.Eval(env)
			if dim := e.Array.Dims[k]; ok && !expr.Inside(v, dim) && (end == x || x.Op == expr.Range) {
				must := fmt.Sprintf("is %s", describe(e.Array.Dims))
				if len(e.Args) == 1 {
					must = fmt.Sprintf("has %s", count(dim, "element"))
				}
				if _, given := g.given[e.Name]; given {
					must += " in the data"
				}
				must = fmt.Sprintf("%s %s", e.Name, must)
				if !expr.Inside(v, 1<<40) {
					must = "an index is a whole number from 1"
				}
				is, where := "is", g.where(s, env, x)
				switch {
				case x.Op == expr.Range && end == x.Args[0]:
					is = "begins at"
				case x.Op == expr.Range:
					is = "goes to"
				case x.Op == expr.Counter && v > float64(dim) && e == s.Left:
					where = ". Let the loop end earlier, or give more data: NaN for what is to be predicted"
				case x.Op == expr.Counter:
					where = ""
				case v == 0 && x.Op == expr.Elem:
					where += fmt.Sprintf(". If %s counts from 0, write %s + 1", x.Name, x)
				}
				g.fail(g.place(s, e), "%s of %s %s %g, and %s%s", index(e, k), e.Name, is, v, must, where)
				return true
			}
		}
	}
	return false
}

// fits checks the sizes of a statement's parts against each other, in its first row.
func (g *Graph) fits(s *Statement) {
	left, known := s.Left.Shape(s.Rows.Env(0))
	if !known && s.Left.Op == expr.Slice {
		return
	}
	if s.Deterministic() {
		d, ok := g.size(s, s.Value)
		if ok && expr.Size(d) != expr.Size(left) && (expr.Size(d) != 1 || len(left) == 0) {
			instead := ""
			if len(s.Left.Args) == 0 && len(d) == 1 {
				instead = fmt.Sprintf(". Write %s[1:%d] on the left, and %[1]s[] elsewhere", s.Rel.Left, d[0])
			}
			g.fail(s.Rel.Args[0].Pos, "The left side %s is %s, and the right side is %s%s", s.Rel.Left,
				describe(left), describe(d), instead)
		}
		return
	}
	for _, e := range []*expr.Expr{s.Lower, s.Upper} {
		if d, ok := g.size(s, e); e != nil && ok && expr.Size(d) != 1 {
			g.fail(g.place(s, e), "A limit of T(,) is one number, and %s is %s", text(e), describe(d))
		}
	}
	for k, e := range s.Args {
		d, ok := g.size(s, e)
		if !ok {
			continue
		}
		what, has := "The "+s.Dist.Params[k]+" of "+s.Rel.Dist, "has"
		if strings.HasSuffix(s.Dist.Params[k], "s") {
			has = "have"
		}
		var want int
		if n, matrix := expr.Size(left), strings.Contains(s.Dist.Params[k], "matrix"); !s.Dist.Multi {
			want = expr.Size(d)
		} else if want = n; matrix && s.Dist.Name == "dmnorm" {
			want = n * n
		}
		switch vector := s.Dist.Vector[k]; {
		case !vector && expr.Size(d) != 1:
			g.fail(s.at[k], "%s must be one number, and this is %s. In a loop over i write the element "+
				"with [i]", what, describe(d))
		case vector && len(d) == 0 && s.Dist.Name != "dinterval":
			g.fail(s.at[k], "%s must be a vector, and this is one number", what)
		case vector && !s.Dist.Multi && len(d) > 1:
			g.fail(s.at[k], "%s must be a vector, and this is %s. One row of it is written with [i,]", what,
				describe(d))
		case vector && expr.Size(d) != want:
			g.fail(s.at[k], "%s %s %s, and must have %d, for %s is %s", what, has,
				count(expr.Size(d), "element"), want, s.Rel.Left, describe(left))
		}
	}
}

// size returns the dimensions of an expression in the first row. It reports operands that do not
// fit each other; ok is false then, and if the size is not known.
func (g *Graph) size(s *Statement, e *expr.Expr) (dims []int, ok bool) {
	switch {
	case e == nil || e.Op != expr.Call && e.Op != expr.Slice:
		return nil, true
	case e.Op == expr.Slice:
		return e.Shape(s.Rows.Env(0))
	}
	var all [][]int
	for _, a := range e.Args {
		d, ok := g.size(s, a)
		if !ok {
			return nil, false
		}
		all = append(all, d)
	}
	bad := func(format string, a ...any) ([]int, bool) {
		g.fail(g.place(s, e), format, a...)
		return nil, false
	}
	d := all[0]
	dims, ok = e.CallDims(all, s.Rows.Env(0))
	switch name := e.Name; {
	case !ok && (name == "inverse" || name == "logdet"):
		return bad("%s takes a square matrix, and %s is %s", name, text(e.Args[0]), describe(d))
	case !ok && name == "t":
		return bad("t takes a matrix or a vector, and %s is %s", text(e.Args[0]), describe(d))
	case !ok && name == "rep":
		return bad("rep repeats a whole number of times that is known, and not more than %d elements",
			Most)
	case !ok && name == "%*%":
		return bad("%s cannot be multiplied as matrices: %s is %s, and %s is %s. The columns of the "+
			"first must be as many as the rows of the second", text(e), text(e.Args[0]), describe(d),
			text(e.Args[1]), describe(all[1]))
	case !ok:
		k := len(all) - 1
		return bad("%s needs vectors of the same length, and %s is %s, and %s is %s", name,
			text(e.Args[k-1]), describe(all[k-1]), text(e.Args[k]), describe(all[k]))
	case expr.Functions[name].Scalar == nil:
		return dims, true
	}
	first := slices.IndexFunc(all, func(d []int) bool { return expr.Size(d) != 1 })
	for k, d := range all {
		if expr.Size(d) != 1 && !slices.Equal(d, all[first]) {
			return bad("The vectors of %s must have the same length, and %s is %s, %s is %s", text(e),
				text(e.Args[first]), describe(all[first]), text(e.Args[k]), describe(d))
		}
	}
	return dims, true
}
