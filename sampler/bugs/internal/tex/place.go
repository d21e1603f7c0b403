package tex

import (
	"slices"

	"gibbslab/sampler/bugs/internal/algebra"
	"gibbslab/sampler/bugs/internal/expr"
)

// A Place is where a factor meets the unknown: the factor in the letters of the unknown, the
// counters that are left, and for which of their values the unknown is meant.
type Place struct {
	Factor *algebra.Factor
	Sums   []Sum
	Conds  []Cond
	Log    *expr.Expr
	k, l   *expr.Expr // the letters of a symmetric form, and its matrix
	matrix *expr.Expr
	Whole  bool // the unknown stands in it as it is written: other elements are meant as well
	Mixed  bool // two of them may be the unknown
	letter func(e *expr.Expr) *expr.Expr
	stated func(e *expr.Expr) *expr.Expr // the same, where other elements may be meant too
}

// Letter writes an expression of the factor in the letters of the place.
func (p *Place) Letter(e *expr.Expr) *expr.Expr { return p.letter(e) }

// places finds where a factor meets the unknown, or leaves the factor as it is.
func (u *Unknown) places(f *algebra.Factor, whole bool) (out []*Place) {
	refs, plain := references(f.Log, u.X.Array)
	// a uniform density
	if left := f.Piece.Left; len(refs) == 0 && left.Op == expr.Elem && left.Array == u.X.Array {
		refs = []*expr.Expr{left}
	}
	mixed := plain && len(refs) > 1 && u.coincide(f, refs)
	steps := len(u.with) > 1 && mentions(f.Log, u.with[1:]) // it is also in what is computed from it
	if !plain || len(refs) == 0 || mixed || whole || steps {
		p := u.place(f, nil)
		p.Mixed = mixed
		return []*Place{p}
	}
	for _, r := range refs {
		if p := u.place(f, r); p != nil {
			out = append(out, p)
		}
	}
	return out
}

// coincide tells whether two references may be the same element.
func (u *Unknown) coincide(f *algebra.Factor, refs []*expr.Expr) bool {
	var columns [][]int32
	for _, r := range refs {
		columns = append(columns, r.PositionColumn(f.Rows))
	}
	for row := range f.Rows.N {
		for i, c := range columns {
			for _, d := range columns[:i] {
				p, q := c[min(row, len(c)-1)], d[min(row, len(d)-1)]
				if p == q || p == -1 || q == -1 {
					return true
				}
			}
		}
	}
	return false
}

// place puts the unknown in for a reference; without one, the factor stays as it is. It returns nil
// if no element that is drawn is meant.
func (u *Unknown) place(f *algebra.Factor, ref *expr.Expr) *Place {
	s := f.Piece.Statement
	names := make([]string, len(f.Rows.Counters))
	for d := range names {
		switch {
		case d < len(s.Loops):
			names[d] = s.Loops[d].Var
		case s.Dist.Name == "dmnorm" || s.Dist.Name == "dwish":
			names[d] = u.fresh([]string{"k", "l"}[d-len(s.Loops)], names[:d]...)
		default:
			names[d] = u.fresh("v", names[:d]...)
		}
	}
	bound := make([]*expr.Expr, len(names))
	var equal [][2]*expr.Expr
	if ref != nil {
		if pos := ref.PositionColumn(f.Rows); !slices.ContainsFunc(pos, func(i int32) bool {
			return i == -1 || i >= 0 && u.drawn[i]
		}) {
			return nil
		}
		for k, e := range ref.Args {
			l := u.X.Args[k]
			if of, by := e.Shift(); of.Op == expr.Counter && bound[of.Depth] == nil {
				bound[of.Depth] = u.plus(l, -by)
			} else {
				equal = append(equal, [2]*expr.Expr{e, l})
			}
		}
	}
	p := &Place{Factor: f, Whole: ref == nil}
	taken := slices.Clone(names)
	p.letter = u.translate(func(e *expr.Expr) *expr.Expr {
		d := e.Depth
		if bound[d] == nil {
			n := names[d]
			if u.own[n] {
				n = u.fresh(n, taken...)
				taken = append(taken, n)
			}
			bound[d] = u.counter(n)
			p.Sums = append(p.Sums, Sum{Counter: bound[d]})
		}
		return bound[d]
	})
	free := map[*expr.Expr]bool{}
	for d := range names { // letters for the counters that are left, in order
		n := len(p.Sums)
		p.letter(&expr.Expr{Op: expr.Counter, Name: names[d], Depth: d})
		free[bound[d]] = len(p.Sums) > n
	}
	at := 0
	for d := range names {
		lo, hi := u.ends(f, d, p.letter)
		if free[bound[d]] {
			p.Sums[at].Lo, p.Sums[at].Hi = lo, hi
			at++
		} else {
			p.within(u, bound[d], lo, hi)
		}
	}
	for _, q := range equal {
		if e := p.letter(q[0]); e != q[1] {
			if e.Op == expr.Num && q[1].Op == expr.Num {
				return nil
			}
			p.Conds = append(p.Conds, Cond{A: e, B: q[1], Rel: "="})
		}
	}
	if f.Piece.Index != nil {
		p.subset(u, bound)
	}
	p.Log = u.symmetricElements(p.letter(f.Log))
	if ref != nil {
		r := p.letter(ref)
		p.Log = u.pool.Put(p.Log, r, u.X)
		old := p.letter
		p.stated = old
		p.letter = func(e *expr.Expr) *expr.Expr { return u.pool.Put(old(e), r, u.X) }
	}
	return p
}

// ends are the first and the last value of a counter of a factor.
func (u *Unknown) ends(f *algebra.Factor, d int, letter func(*expr.Expr) *expr.Expr) (lo,
	hi *expr.Expr) {
	s, one := f.Piece.Statement, u.pool.Num(1)
	if d < len(s.Loops) {
		hi = letter(s.Loops[d].Hi)
		if v, ok := value(hi); ok && len(hi.Args) > 0 {
			hi = u.pool.Num(v) // length(x)
		}
		return letter(s.Loops[d].Lo), hi
	}
	for k, l := range f.Piece.Left.Args {
		switch l.Op {
		case expr.All:
			return one, u.pool.Num(float64(f.Piece.Left.Array.Dims[k]))
		case expr.Range:
			return one, u.plus(u.pool.Sub(letter(l.Args[1]), letter(l.Args[0])), 1)
		}
	}
	return one, one
}

// within adds the conditions that a counter which stands for a letter of the unknown is in its
// range, where the range of the letter does not say so.
func (p *Place) within(u *Unknown, e, lo, hi *expr.Expr) {
	for _, c := range []Cond{{A: lo, B: e, Rel: "≤"}, {A: e, B: hi, Rel: "≤"}} {
		if !u.always(c) {
			p.Conds = append(p.Conds, c)
		}
	}
}

// always tells whether a condition holds for all elements of the unknown. It must not have other
// counters.
func (u *Unknown) always(c Cond) bool {
	for x := range expr.PartsOf([]*expr.Expr{c.A, c.B}) {
		if x.Op == expr.Counter && !u.own[x.Name] {
			return false
		}
	}
	ok := true
	u.Each(func(env []int32) { ok = ok && c.Holds(env, known) })
	return ok
}

// subset narrows the ranges of counters to some rows of a statement, or adds the condition that a
// row is one of them.
func (p *Place) subset(u *Unknown, bound []*expr.Expr) {
	rows := p.Factor.Piece.Rows
	size := 1
	lows, highs := make([]int32, len(rows.Counters)), make([]int32, len(rows.Counters))
	for d, c := range rows.Counters {
		lows[d], highs[d] = slices.Min(c), slices.Max(c)
		size *= int(highs[d]-lows[d]) + 1
	}
	if size != rows.N {
		p.Conds = append(p.Conds, Cond{Rel: "in", Row: bound[:len(rows.Counters)], Set: rows})
		return
	}
	p.Conds = slices.DeleteFunc(p.Conds, func(c Cond) bool { return c.Rel == "≤" })
	for d := range rows.Counters {
		lo, hi := u.pool.Num(float64(lows[d])), u.pool.Num(float64(highs[d]))
		i := slices.IndexFunc(p.Sums, func(s Sum) bool { return s.Counter == bound[d] })
		if i < 0 {
			p.within(u, bound[d], lo, hi)
			continue
		}
		for end, v := range map[**expr.Expr]*expr.Expr{&p.Sums[i].Lo: lo, &p.Sums[i].Hi: hi} {
			if is, ok := value(*end); !ok || is != v.Value {
				*end, p.Sums[i].Part = v, true
			}
		}
	}
}

// symmetricElements writes the elements below the diagonal of a precision matrix as those above it.
func (u *Unknown) symmetricElements(log *expr.Expr) *expr.Expr {
	for x := range log.Parts() {
		if x.Op == expr.Elem && u.precisions[x.Array] && x.Array != u.X.Array &&
			x.Args[0].Op == expr.Num && x.Args[1].Op == expr.Num && x.Args[0].Value > x.Args[1].Value {
			log = u.pool.Put(log, x, u.pool.With(x, []*expr.Expr{x.Args[1], x.Args[0]}))
		}
	}
	return log
}
