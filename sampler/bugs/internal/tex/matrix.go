package tex

import (
	"gibbslab/sampler/bugs/internal/algebra"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/graph"
)

// matrixElement is an element of a matrix or a vector that stands whole in a distribution; nil if it does not.
func (u *Unknown) matrixElement(v *expr.Expr, index ...*expr.Expr) *expr.Expr {
	if v.Op == expr.Call && v.Name == "c" && v.Args[0].Op == expr.Elem { // all elements, one by one
		a := v.Args[0].Array
		for i, e := range v.Args {
			at, ok := e.Position(nil2(e))
			if e.Op != expr.Elem || e.Array != a || !ok || e.Counts || at != i {
				return nil
			}
		}
		if len(v.Args) == a.Size() && len(a.Dims) == len(index) {
			return u.pool.Elem(a, index...)
		}
	}
	if v.Op != expr.Slice {
		return nil
	}
	args := make([]*expr.Expr, len(v.Args))
	for k, a := range v.Args {
		switch {
		case a.Op == expr.All && len(index) > 0:
			args[k], index = index[0], index[1:]
		case a.Op == expr.Range && len(index) > 0 && a.Args[0].Op == expr.Num && a.Args[0].Value == 1:
			args[k], index = index[0], index[1:]
		case a.Op == expr.All || a.Op == expr.Range:
			return nil
		default:
			args[k] = a
		}
	}
	if len(index) > 0 {
		return nil
	}
	return u.pool.Elem(v.Array, args...)
}

// logdet is the log determinant of the unknown matrix.
func (u *Unknown) logdet() *expr.Expr {
	all := u.pool.Intern(expr.Expr{Op: expr.All})
	args := make([]*expr.Expr, len(u.X.Args))
	for k := range args {
		args[k] = all
	}
	return u.pool.Call("logdet", u.pool.Intern(expr.Expr{Op: expr.Slice, Name: u.X.Name, Array: u.X.Array, Args: args}))
}

// wishart derives a Wishart full conditional in matrix notation. ok is false if the factors are not as simple
// as that.
func (w *writer) wishart() bool {
	u := w.Unknown
	n := len(u.X.Args)
	if n != 2 || u.X.Args[0].Op != expr.Counter || u.X.Args[1].Op != expr.Counter {
		return false
	}
	a, b := u.X.Args[0], u.X.Args[1]
	size := u.pool.Num(float64(u.X.Array.Dims[0]))
	det := u.logdet()
	var places []*Place
	var terms []Term
	for _, f := range w.b.Form.Factors {
		piece := f.Piece
		p := u.place(&algebra.Factor{Piece: piece, Log: u.pool.Num(0), Rows: piece.Rows}, nil)
		p.Whole = false
		var inner, outer *expr.Expr
		switch {
		case piece.Statement == u.Statement:
			r := u.matrixElement(p.letter(piece.Args[0]), a, b)
			if r == nil {
				return false
			}
			inner = r
			outer = u.pool.Sub(u.pool.Sub(p.letter(piece.Args[1]), size), u.pool.Num(1))
		case piece.Statement.Dist.Name == "dmnorm" && u.matrixElement(p.letter(piece.Args[1]), a, b) == u.X && !piece.Args[0].Mentions(u.X.Array):
			y, mean := u.difference(p, piece, a), u.difference(p, piece, b)
			if y == nil || mean == nil {
				return false
			}
			inner, outer = u.pool.Mul(y, mean), u.pool.Num(1)
		default:
			return false
		}
		for _, x := range []struct {
			c         float64
			rest, fun *expr.Expr
		}{{0.5, outer, det}, {-0.5, inner, u.X}} {
			c, atoms := flat(x.rest)
			terms = append(terms, u.term(p, c*x.c, atoms, x.fun))
		}
		places = append(places, p)
	}
	w.Places, w.Groups = places, u.collect(terms)
	w.factors()
	x := w.all()
	w.say("**Step 2.** Take logarithms, and write the quadratic forms as sums over the elements of %m. What does not contain %m goes into the constant:", x, x)
	var count, s Math
	var df, scaleOf []Term
	for _, g := range w.Groups {
		if g.Fun == det {
			df = scale(g.Terms, 2)
		} else {
			scaleOf = scale(g.Terms, -2)
		}
	}
	count, _ = writeTerms(u.simplify(df))
	s, _ = writeTerms(scaleOf)
	sum := Math{`\sum_{` + write(a, sums).TeX + `,` + write(b, sums).TeX + `} `, "Σ_{" + write(a, sums).Text + "," + write(b, sums).Text + "} "}
	w.formula(cat(w.given(`\log p`), Math{` = `, " = "}, number(0.5), times, bracket(count), times, write(det, products), Math{` - `, " − "}, number(0.5), times, sum, bracket(s), times, w.x(),
		Math{` + \text{const}`, " + const"}))
	w.say("**Step 3.** This is the log of a Wishart density: with ν degrees of freedom and inverse scale matrix S it is ½ (ν − p − 1) log |%m| − ½ Σ S %m, where p is the number of rows, here %m.", x, x, number(size.Value))
	w.say("**Step 4.** So the parameters are:")
	df = u.simplify(append(df, Term{C: size.Value + 1}))
	law := cat(x, Math{` \mid \cdots \;\sim\; \mathrm{Wishart}(S, \nu)`, " | … ~ Wishart(S, ν)"})
	quad := Math{`,\qquad `, ",   "}
	ab := []Math{write(a, sums), write(b, sums)}
	w.formula(join([]Math{law, cat(Math{`\nu = `, "ν = "}, u.withNumbers(df)), cat(index(both("S"), nil, ab), both(" = "), u.withNumbers(scaleOf))}, quad))
	return true
}

// difference is an element of y − mean of a multivariate normal piece.
func (u *Unknown) difference(p *Place, piece *graph.Piece, at *expr.Expr) *expr.Expr {
	y := u.matrixElement(p.letter(piece.Left), at)
	m := p.letter(piece.Args[0])
	mean := u.matrixElement(m, at)
	if mean == nil && m.Op == expr.Call && m.Name == "c" {
		mean = u.pool.Call("select", append([]*expr.Expr{at}, m.Args...)...)
	}
	if y == nil || mean == nil {
		return nil
	}
	return u.pool.Sub(y, mean)
}
