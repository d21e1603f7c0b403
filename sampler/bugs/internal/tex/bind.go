package tex

import (
	"slices"
	"strings"

	"gibbslab/sampler/bugs/internal/algebra"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/graph"
)

// A Sum runs over the values of a counter.
type Sum struct{ Counter, Lo, Hi *expr.Expr }

// A Cond is a condition: A = B, A ≤ B, the element A is given, or Row is in Set.
type Cond struct {
	A, B *expr.Expr
	Rel  string
	Row  []*expr.Expr
	Set  *expr.Rows
}

// A Place is where a factor meets the unknown: the factor in the letters of the unknown, the counters that
// are left, and for which of their values the unknown is meant.
type Place struct {
	Factor *algebra.Factor
	Sums   []Sum
	Conds  []Cond
	Log    *expr.Expr
	Whole  bool // the unknown stands in it as it is written: other elements are meant as well
	letter func(e *expr.Expr) *expr.Expr
}

// Letter writes an expression of the factor in the letters of the place.
func (p *Place) Letter(e *expr.Expr) *expr.Expr { return p.letter(e) }

// An Unknown is an element of a statement, in letters, and what is needed to write about it.
type Unknown struct {
	Statement *graph.Statement
	X         *expr.Expr
	pool      *expr.Pool
	slots     map[string]int
	arrays    map[string]*expr.Array
	own       map[string]bool // its letters
	drawn     []bool          // by position
	with      []*expr.Array   // its array, and those that are computed from it step by step
	hidden    map[*expr.Expr]*expr.Expr
	shown     map[*expr.Expr]*expr.Expr
	x         *algebra.Expander
}

// newUnknown names the elements of a statement.
func newUnknown(g *graph.Graph, s *graph.Statement) *Unknown {
	u := &Unknown{Statement: s, arrays: g.Arrays, pool: expr.NewPool(), slots: map[string]int{}, own: map[string]bool{},
		hidden: map[*expr.Expr]*expr.Expr{}, shown: map[*expr.Expr]*expr.Expr{}}
	u.x = algebra.NewExpander(u.pool)
	for _, l := range s.Loops {
		u.own[l.Var] = true
	}
	a := s.Left.Array
	letters := u.translate(func(e *expr.Expr) *expr.Expr { return u.counter(s.Loops[e.Depth].Var) })
	var args []*expr.Expr
	for k, l := range s.Left.Args {
		if l.Op == expr.All || l.Op == expr.Range {
			name := u.fresh("v")
			if s.Dist.Name != "ddirch" && s.Dist.Name != "dmulti" {
				name = u.fresh(map[bool]string{true: "k", false: "l"}[k == len(s.Left.Args)-2 || len(s.Left.Args) == 1])
			}
			u.own[name] = true
			l = u.counter(name)
		} else {
			l = letters(l)
		}
		args = append(args, l)
	}
	u.X = u.pool.Elem(a, args...)
	for i, d := range a.Def {
		u.drawn = append(u.drawn, d == int32(s.ID) && !a.Observed[i])
	}
	return u
}

// counter is the letter of a counter.
func (u *Unknown) counter(name string) *expr.Expr {
	if _, ok := u.slots[name]; !ok {
		u.slots[name] = len(u.slots)
	}
	return u.pool.Intern(expr.Expr{Op: expr.Counter, Name: name, Depth: u.slots[name]})
}

// fresh is a letter that neither the unknown nor the model has.
func (u *Unknown) fresh(name string, taken ...string) string {
	for _, n := range append([]string{name}, "i", "j", "k", "l", "m", "h", "r", "q", "u", "b", "c") {
		if !u.own[n] && !slices.Contains(taken, n) && u.arrays[n] == nil {
			return n
		}
	}
	return name + "'"
}

// translate returns a function that writes an expression with other counters, and in the pool of u.
func (u *Unknown) translate(counter func(*expr.Expr) *expr.Expr) func(*expr.Expr) *expr.Expr {
	done := map[*expr.Expr]*expr.Expr{}
	var f func(e *expr.Expr) *expr.Expr
	f = func(e *expr.Expr) *expr.Expr {
		if e == nil {
			return nil
		}
		if x, ok := done[e]; ok {
			return x
		}
		var out *expr.Expr
		if e.Op == expr.Counter {
			out = counter(e)
		} else {
			args := make([]*expr.Expr, len(e.Args))
			for i, a := range e.Args {
				args[i] = f(a)
			}
			out = u.pool.With(e, args)
		}
		done[e] = out
		return out
	}
	return f
}

// references are the elements of an array in e; plain is false if one is not a single element.
func references(e *expr.Expr, a *expr.Array) (out []*expr.Expr, plain bool) {
	plain = true
	e.Walk(func(x *expr.Expr) bool {
		if x.Array == a && !slices.Contains(out, x) {
			out = append(out, x)
			plain = plain && x.Op == expr.Elem
		}
		return true
	})
	return out, plain
}

// places finds where a factor meets the unknown.
func (u *Unknown) places(f *algebra.Factor) (out []*Place) {
	refs, plain := references(f.Log, u.X.Array)
	if left := f.Piece.Left; len(refs) == 0 && left.Op == expr.Elem && left.Array == u.X.Array { // a uniform density
		refs = []*expr.Expr{left}
	}
	if !plain || len(refs) == 0 || u.coincide(f, refs) {
		return []*Place{u.place(f, nil)}
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

// place puts the unknown in for a reference; without one, the factor stays as it is. It returns nil if no
// element that is drawn is meant.
func (u *Unknown) place(f *algebra.Factor, ref *expr.Expr) *Place {
	s := f.Piece.Statement
	names := make([]string, len(f.Rows.Counters))
	for d := range names {
		if names[d] = "v"; d < len(s.Loops) {
			names[d] = s.Loops[d].Var
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
			switch {
			case e.Op == expr.Counter && bound[e.Depth] == nil:
				bound[e.Depth] = l
			case isCall(e, "+", "-") && e.Args[0].Op == expr.Counter && bound[e.Args[0].Depth] == nil && e.Args[1].Op == expr.Num:
				bound[e.Args[0].Depth] = u.shift(l, e)
			default:
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
		switch {
		case free[bound[d]]:
			p.Sums[at].Lo, p.Sums[at].Hi = lo, hi
			at++
		default:
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
	p.Log = p.letter(f.Log)
	if ref != nil {
		r := p.letter(ref)
		p.Log = u.put(p.Log, r, u.X)
		old := p.letter
		p.letter = func(e *expr.Expr) *expr.Expr { return u.put(old(e), r, u.X) }
	}
	return p
}

// shift solves counter ± number = l for the counter.
func (u *Unknown) shift(l, e *expr.Expr) *expr.Expr {
	v := e.Args[1].Value
	if e.Name == "-" {
		v = -v
	}
	return u.plus(l, -v)
}

// plus adds a number to an index.
func (u *Unknown) plus(l *expr.Expr, v float64) *expr.Expr {
	if isCall(l, "+", "-") && l.Args[1].Op == expr.Num {
		w := l.Args[1].Value
		if l.Name == "-" {
			w = -w
		}
		l, v = l.Args[0], v+w
	}
	switch {
	case v < 0:
		return u.pool.Sub(l, u.pool.Num(-v))
	default:
		return u.pool.Add(l, u.pool.Num(v))
	}
}

// put replaces an expression in another.
func (u *Unknown) put(e, old, by *expr.Expr) *expr.Expr {
	if e == nil || old == by {
		return e
	}
	done := map[*expr.Expr]*expr.Expr{old: by}
	var f func(e *expr.Expr) *expr.Expr
	f = func(e *expr.Expr) *expr.Expr {
		if x, ok := done[e]; ok {
			return x
		}
		args := make([]*expr.Expr, len(e.Args))
		same := true
		for i, a := range e.Args {
			args[i] = f(a)
			same = same && args[i] == a
		}
		out := e
		if !same {
			out = u.pool.With(e, args)
		}
		done[e] = out
		return out
	}
	return f(e)
}

// ends are the first and the last value of a counter of a factor.
func (u *Unknown) ends(f *algebra.Factor, d int, letter func(*expr.Expr) *expr.Expr) (lo, hi *expr.Expr) {
	s, one := f.Piece.Statement, u.pool.Num(1)
	if d < len(s.Loops) {
		hi = letter(s.Loops[d].Hi)
		if v, ok := hi.Eval(nil2(hi)); ok && (hi.Op == expr.Call && !hi.Counts || len(hi.Args) > 0 && !hi.Counts) {
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

// nil2 are counters for an expression that has none.
func nil2(e *expr.Expr) []int32 {
	if e.Counts {
		return make([]int32, 64)
	}
	return nil
}

// within adds the conditions that a counter which stands for a letter of the unknown is in its range,
// where the range of the letter does not say so.
func (p *Place) within(u *Unknown, e, lo, hi *expr.Expr) {
	for _, c := range []Cond{{A: lo, B: e, Rel: "≤"}, {A: e, B: hi, Rel: "≤"}} {
		if !u.always(c) {
			p.Conds = append(p.Conds, c)
		}
	}
}

// always tells whether a condition holds for all elements of the unknown. It must not have other counters.
func (u *Unknown) always(c Cond) bool {
	for _, e := range []*expr.Expr{c.A, c.B} {
		if !e.Walk(func(x *expr.Expr) bool { return x.Op != expr.Counter || u.own[x.Name] }) {
			return false
		}
	}
	ok := true
	u.Each(func(env []int32) { ok = ok && c.Holds(env, known) })
	return ok
}

// Each calls f with the letters of each element that is drawn.
func (u *Unknown) Each(f func(env []int32)) {
	s := u.Statement
	for row := range s.Rows.N {
		env := make([]int32, 64)
		for d, v := range s.Rows.Env(row) {
			env[u.slots[s.Loops[d].Var]] = v
		}
		s.Left.Positions(s.Rows.Env(row), func(i int) {
			if !u.drawn[i] {
				return
			}
			at := s.Left.Array.Index(i)
			for k, l := range u.X.Args {
				if l.Op == expr.Counter {
					env[l.Depth] = int32(at[k])
				}
			}
			f(env)
		})
	}
}

func known(e *expr.Expr, env []int32) float64 {
	v, _ := e.Eval(env)
	return v
}

// Holds tells whether a condition holds.
func (c Cond) Holds(env []int32, value func(*expr.Expr, []int32) float64) bool {
	switch c.Rel {
	case "=":
		return value(c.A, env) == value(c.B, env)
	case "≤":
		return value(c.A, env) <= value(c.B, env)
	case "given":
		i := 0
		for k, e := range c.A.Args {
			i = i*c.A.Array.Dims[k] + int(value(e, env)) - 1
		}
		return c.A.Array.Fixed(i)
	}
	for i := range c.Set.N {
		same := true
		for d, e := range c.Row {
			same = same && value(e, env) == float64(c.Set.Counters[d][i])
		}
		if same {
			return true
		}
	}
	return false
}

// subset narrows the ranges of counters to some rows of a statement, or adds the condition that a row is
// one of them.
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
		if v, ok := p.Sums[i].Lo.Eval(nil2(p.Sums[i].Lo)); !ok || p.Sums[i].Lo.Counts || v != lo.Value {
			p.Sums[i].Lo = lo
		}
		if v, ok := p.Sums[i].Hi.Eval(nil2(p.Sums[i].Hi)); !ok || p.Sums[i].Hi.Counts || v != hi.Value {
			p.Sums[i].Hi = hi
		}
	}
}

// writeSum writes the sums and conditions of a place below a sign such as \sum.
func (p *Place) writeSum(sign, text string, skip ...*expr.Expr) Math {
	var ranges, counters, conds []Math
	for _, s := range p.Sums {
		if slices.Contains(skip, s.Counter) {
			continue
		}
		c := write(s.Counter, sums)
		counters = append(counters, c)
		lo, hi := write(s.Lo, sums), write(s.Hi, sums)
		ranges = append(ranges, Math{sign + `_{` + c.TeX + `=` + lo.TeX + `}^{` + hi.TeX + `} `, text + "_{" + c.Text + "=" + lo.Text + "…" + hi.Text + "} "})
	}
	inside := len(counters) > 0
	for _, c := range p.Conds {
		if inside && !p.guard(c) {
			conds = append(conds, c.write())
		}
	}
	if conds == nil {
		return join(ranges, Math{})
	}
	under := cat(join(counters, both(",")), both(": "), join(conds, comma))
	return Math{sign + `_{` + under.TeX + `} `, text + "_{" + under.Text + "} "}
}

// guard tells whether a condition is one of the unknown's letters alone.
func (p *Place) guard(c Cond) bool {
	for _, s := range p.Sums {
		for _, e := range append([]*expr.Expr{c.A, c.B}, c.Row...) {
			if e != nil && mentionsCounter(e, s.Counter) {
				return false
			}
		}
	}
	return true
}

// guards writes the conditions of the unknown's letters.
func (p *Place) guards() (out []Math) {
	for _, c := range p.Conds {
		if p.guard(c) {
			out = append(out, bracket(c.write()))
		}
	}
	return out
}

func (c Cond) write() Math {
	switch c.Rel {
	case "=":
		return cat(write(c.A, sums), Math{" = ", " = "}, write(c.B, sums))
	case "≤":
		return cat(write(c.A, sums), Math{` \le `, " ≤ "}, write(c.B, sums))
	case "given":
		return cat(write(c.A, sums), Math{` \text{ given}`, " given"})
	}
	var row, set []Math
	for _, e := range c.Row {
		row = append(row, write(e, sums))
	}
	wrap := func(ms []Math) Math {
		if len(ms) == 1 {
			return ms[0]
		}
		return paren(join(ms, both(",")))
	}
	for i := range c.Set.N {
		if c.Set.N > 8 && i > 2 && i < c.Set.N-1 {
			if i == 3 {
				set = append(set, Math{`\dots`, "…"})
			}
			continue
		}
		var values []Math
		for _, v := range c.Set.Env(i) {
			values = append(values, number(float64(v)))
		}
		set = append(set, wrap(values))
	}
	list := join(set, both(","))
	return cat(wrap(row), Math{` \in \{` + list.TeX + `\}`, " ∈ {" + list.Text + "}"})
}

func mentionsCounter(e, counter *expr.Expr) bool {
	return !e.Walk(func(x *expr.Expr) bool { return x != counter })
}

// density writes a distribution with its parameters, variances instead of precisions.
func density(name string, args []*expr.Expr) Math {
	return densityOf(strings.TrimSpace(name), args, Math{}, nil, nil)
}
