package tex

import (
	"slices"
	"strings"

	"gibbslab/sampler/bugs/internal/algebra"
	"gibbslab/sampler/bugs/internal/expr"
)

// element is an element of a vector or a matrix, with letters for indices; nil if there is no one
// formula for all elements.
func element(pool *expr.Pool, v *expr.Expr, index ...*expr.Expr) *expr.Expr {
	if isCall(v, "c") && len(index) == 1 {
		return pattern(pool, v.Args, index[0])
	}
	if isCall(v, "c") { // a matrix, by rows
		n := 1
		for n*n < len(v.Args) {
			n++
		}
		var rows []*expr.Expr
		for row := range slices.Chunk(v.Args, n) {
			rows = append(rows, pattern(pool, row, index[1]))
		}
		return pattern(pool, rows, index[0])
	}
	if v.Op != expr.Slice {
		return nil
	}
	args := slices.Clone(v.Args)
	for k, a := range args {
		if a.Op == expr.All || a.Op == expr.Range && a.Args[0].Op == expr.Num && a.Args[0].Value == 1 {
			args[k], index = index[0], index[1:]
		} else if a.Op == expr.Range {
			return nil
		}
	}
	return pool.Elem(v.Array, args...)
}

// pattern finds the formula of expressions that differ in an index alone, which is 1, 2, … in them.
func pattern(pool *expr.Pool, es []*expr.Expr, index *expr.Expr) *expr.Expr {
	same, counts := true, true
	for i, e := range es {
		if e == nil || e.Op != es[0].Op || e.Name != es[0].Name || len(e.Args) != len(es[0].Args) {
			return nil
		}
		same = same && e == es[0]
		counts = counts && e.Op == expr.Num && e.Value == float64(i+1)
	}
	switch {
	case same:
		return es[0]
	case counts:
		return index
	case len(es[0].Args) == 0:
		return nil
	}
	args := make([]*expr.Expr, len(es[0].Args))
	for k := range args {
		var col []*expr.Expr
		for _, e := range es {
			col = append(col, e.Args[k])
		}
		if args[k] = pattern(pool, col, index); args[k] == nil {
			return nil
		}
	}
	return pool.With(es[0], args)
}

// A form is the quadratic form in the log density of a multivariate normal factor, in two letters k
// and l, or the trace in that of a Wishart factor.
type form struct {
	*algebra.Factor
	k, l   *expr.Expr
	matrix *expr.Expr   // its element
	of     []*expr.Expr // what stands in the place of l
}

// form writes a factor in letters; with one letter, k is l. If listed, a mean may be a list of its
// elements. It returns nil if that cannot be done.
func (w *writer) form(f *algebra.Factor, letters int, listed bool) *form {
	piece, pool := f.Piece, w.g.Pool
	depth := len(piece.Rows.Counters)
	k := pool.Intern(expr.Expr{Op: expr.Counter, Name: "k", Depth: depth})
	l := pool.Intern(expr.Expr{Op: expr.Counter, Name: "l", Depth: depth + letters - 1})
	dims, ok := piece.Left.Shape(piece.Rows.Env(0))
	if !ok {
		return nil
	}
	out := &form{k: k, l: l}
	var log *expr.Expr
	if piece.Statement.Dist.Name == "dwish" {
		out.matrix = element(pool, piece.Left, k, l)
		log = element(pool, piece.Args[0], k, l)
	} else {
		out.matrix = element(pool, piece.Args[1], k, l)
		var d [2]*expr.Expr
		for i, c := range []*expr.Expr{k, l} {
			y, m := element(pool, piece.Left, c), element(pool, piece.Args[0], c)
			if mean := piece.Args[0]; m == nil && listed && isCall(mean, "c") {
				m = pool.Call("select", append([]*expr.Expr{c}, mean.Args...)...)
			}
			if y == nil || m == nil {
				return nil
			}
			d[i], out.of = pool.Sub(y, m), []*expr.Expr{y, m}
		}
		log = pool.Mul(d[0], d[1])
	}
	if out.matrix == nil || log == nil {
		return nil
	}
	rows := &expr.Rows{Counters: make([][]int32, depth+letters)}
	n := int32(dims[0])
	for row := range piece.Rows.N {
		env := piece.Rows.Env(row)
		for i := int32(1); i <= n; i++ {
			for j := int32(1); j <= n && (j == 1 || letters == 2); j++ {
				for d, v := range append(slices.Clone(env), []int32{i, j}[:letters]...) {
					rows.Counters[d] = append(rows.Counters[d], v)
				}
				rows.N++
			}
		}
	}
	out.Factor = &algebra.Factor{Piece: piece, Rows: rows,
		Log: pool.Mul(pool.Num(-0.5), out.matrix, log)}
	return out
}

// inLetters finds where a multivariate normal factor meets the unknown, in letters; nil if that
// cannot be done.
func (w *writer) inLetters(f *algebra.Factor) (out []*Place) {
	u := w.Unknown
	q := w.form(f, 2, false)
	if q == nil || f.Piece.Args[1].Mentions(u.X.Array) {
		return nil
	}
	var refs []*expr.Expr
	for _, e := range q.of {
		r, plain := references(e, u.X.Array)
		if !plain {
			return nil
		}
		refs = append(refs, r...)
	}
	if u.coincide(q.Factor, refs) {
		return nil
	}
	for _, r := range refs {
		if !r.Contains(q.l) { // in both places: the form is symmetric
			if p := u.place(q.Factor, r); p != nil {
				p.k, p.l, p.matrix = p.letter(q.k), p.letter(q.l), p.letter(q.matrix)
				out = append(out, p)
			}
			continue
		}
		twice := *q.Factor
		twice.Log = w.g.Pool.Mul(w.g.Pool.Num(2), twice.Log)
		if p := u.place(&twice, r); p != nil {
			p.Conds = append(p.Conds, Cond{A: p.letter(q.k), B: p.letter(q.l), Rel: "≠"})
			out = append(out, p)
		}
		one := w.form(f, 1, false)
		for _, e := range one.of {
			again, _ := references(e, u.X.Array)
			for _, s := range again {
				if p := u.place(one.Factor, s); p != nil && len(again) == 1 {
					out = append(out, p)
				} else if len(again) > 1 {
					return nil
				}
			}
		}
	}
	return out
}

// symmetric writes terms that differ only by the two letters of a symmetric form alike.
func (u *Unknown) symmetric(p *Place, t Term) Term {
	if p.k == nil {
		return t
	}
	swap := u.translate(func(e *expr.Expr) *expr.Expr {
		switch e {
		case p.k:
			return p.l
		case p.l:
			return p.k
		}
		return e
	})
	other := t
	other.In = nil
	for _, a := range t.In {
		other.In = append(other.In,
			algebra.Atom{E: u.pool.Put(swap(a.E), swap(p.matrix), p.matrix), Pow: a.Pow})
	}
	byID := func(a, b algebra.Atom) int { return a.E.ID - b.E.ID }
	slices.SortStableFunc(t.In, byID)
	slices.SortStableFunc(other.In, byID)
	if text(product(1, other.In)) < text(product(1, t.In)) {
		return other
	}
	return t
}

// wishart derives a Wishart full conditional. ok is false if the factors are not as simple as that.
func (w *writer) wishart() (ok bool) {
	u := w.Unknown
	if slices.ContainsFunc(u.X.Args, func(a *expr.Expr) bool { return a.Op != expr.Counter }) ||
		len(u.X.Args) != 2 {
		return false
	}
	all := u.pool.Intern(expr.Expr{Op: expr.All})
	det := u.pool.Call("logdet",
		u.pool.Intern(expr.Expr{Op: expr.Slice, Name: u.X.Name, Array: u.X.Array,
			Args: []*expr.Expr{all, all}}))
	n := float64(u.X.Array.Dims[0])
	var places []*Place
	var terms []Term
	for _, f := range w.b.Form.Factors {
		q := w.form(f, 2, true)
		if q == nil || q.matrix.Array != u.X.Array ||
			slices.ContainsFunc(f.Piece.Args[:1], func(e *expr.Expr) bool { return e.Mentions(u.X.Array) }) {
			return false
		}
		p, whole := u.place(q.Factor,
			q.matrix), u.place(&algebra.Factor{Piece: f.Piece, Log: u.pool.Num(0), Rows: f.Piece.Rows}, nil)
		if p == nil {
			return false
		}
		places = append(places, p)
		terms = append(terms, u.terms(p, nil)...)
		if f.Piece.Statement == u.Statement {
			c, atoms := flat(whole.letter(f.Piece.Args[1]))
			terms = append(terms, u.term(&Place{}, c/2, atoms, det), Term{C: -(n + 1) / 2, Fun: det})
		} else {
			terms = append(terms, u.term(whole, 0.5, nil, det))
		}
	}
	w.Places, w.Groups = places, u.order(u.collect(terms))
	w.ownLast()
	w.factors()
	x, a, b := w.all(), write(u.X.Args[0], sums), write(u.X.Args[1], sums)
	w.say("**Step 2.** Take logarithms, and write the quadratic forms as sums over the elements of "+
		"$%s$. What does not contain $%s$ goes into the constant:", x, x)
	df, scales := scale(w.Groups[0].Terms, 2), scale(w.Groups[1].Terms, -2)
	half := writeTerms(u.simplify(scale(df, 0.5))) + times
	if len(df) > 1 {
		half = `\tfrac12\,` + bracket(writeTerms(u.simplify(df))) + times
	}
	w.formula(w.given(`\log p`) + " = " + strings.TrimPrefix(half, "1"+times) + write(det, products) +
		` - \tfrac12\,\sum_{` + a + `,` + b + `} ` + bracket(writeTerms(scales)) +
		times + w.x() + constant)
	m := w.free("S", "R", "V")
	w.say("**Step 3.** This is the log of a Wishart density. With $\\nu$ degrees of freedom and "+
		"inverse scale matrix $%s$, and $%s$ rows, it is $\\tfrac12 (\\nu - %s) \\log|%s| - \\tfrac12 "+
		"\\operatorname{tr}(%s\\,%s)$.", m, number(n), number(n+1), x, m, x)
	w.say("**Step 4.** So the parameters are:")
	df = u.simplify(append(df, Term{C: n + 1}))
	w.Params = [][]Term{df, scales}
	w.formula(join([]string{x + ` \mid \cdots \;\sim\; \mathrm{Wishart}(` + m + `, \nu)`,
		`\nu = ` + u.withNumbers(df), index(m, nil, []string{a, b}) + " = " + u.withNumbers(scales)},
		wide))
	return true
}
