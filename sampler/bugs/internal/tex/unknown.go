package tex

import (
	"cmp"
	"slices"

	"gibbslab/sampler/bugs/internal/algebra"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/graph"
)

// An Unknown is an element of a statement, in letters, and what is needed to write about it.
type Unknown struct {
	Statement  *graph.Statement
	X          *expr.Expr
	pool       *expr.Pool
	slots      map[string]int
	arrays     map[string]*expr.Array
	own        map[string]bool // its letters
	loops      []string        // the letters of all loops
	drawn      []bool          // by position
	with       []*expr.Array   // its array, and those that are computed from it step by step
	hidden     map[*expr.Expr]*expr.Expr
	shown      map[*expr.Expr]*expr.Expr
	x          *algebra.Expander
	precisions map[*expr.Array]bool // matrices that are drawn
	switched   *expr.Expr           // is 0 or 1, and the logarithm of a choice was taken
}

// newUnknown names the elements of a statement.
func newUnknown(g *graph.Graph, s *graph.Statement) *Unknown {
	u := &Unknown{Statement: s, arrays: g.Arrays, pool: expr.NewPool(), slots: map[string]int{},
		precisions: map[*expr.Array]bool{}, own: map[string]bool{},
		hidden: map[*expr.Expr]*expr.Expr{}, shown: map[*expr.Expr]*expr.Expr{}}
	u.x = algebra.NewExpander(u.pool)
	u.x.Positive = func(e *expr.Expr) bool { return g.Positive(u.show(e)) }
	u.x.Finite = func(e *expr.Expr) bool { return g.Finite(u.show(e)) }
	u.x.Binary = func(e *expr.Expr) bool { return g.Binary(cmp.Or(u.shown[e], e)) }
	for _, l := range s.Loops {
		u.own[l.Var] = true
	}
	for _, t := range g.Statements {
		if t.Dist != nil && t.Dist.Name == "dwish" && len(t.Left.Array.Dims) == 2 {
			u.precisions[t.Left.Array] = true
		}
		for _, l := range t.Loops {
			u.loops = append(u.loops, l.Var)
		}
	}
	a := s.Left.Array
	letters := u.translate(func(e *expr.Expr) *expr.Expr { return u.counter(s.Loops[e.Depth].Var) })
	var args []*expr.Expr
	for k, l := range s.Left.Args {
		if !isRange(l) {
			args = append(args, letters(l))
			continue
		}
		name := "l"
		switch {
		case s.Dist.Name == "ddirch" || s.Dist.Name == "dmulti":
			name = "v"
		case k == len(s.Left.Args)-2 || len(s.Left.Args) == 1:
			name = "k"
		}
		name = u.fresh(name)
		u.own[name] = true
		args = append(args, u.counter(name))
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
		if !u.own[n] && !slices.Contains(taken, n) && u.arrays[n] == nil &&
			(n == name || !slices.Contains(u.loops, n)) {
			return n
		}
	}
	return name + "'"
}

// translate returns a function that writes an expression with other counters, and in the pool of u.
func (u *Unknown) translate(counter func(*expr.Expr) *expr.Expr) func(*expr.Expr) *expr.Expr {
	return func(e *expr.Expr) *expr.Expr { return u.pool.PutCounters(e, counter) }
}

// references are the elements of an array in e; plain is false if one is not a single element.
func references(e *expr.Expr, a *expr.Array) (out []*expr.Expr, plain bool) {
	plain = true
	for x := range e.Parts() {
		if x.Array == a && !slices.Contains(out, x) {
			out = append(out, x)
			plain = plain && x.Op == expr.Elem
		}
	}
	return out, plain
}

// plus adds a number to an index.
func (u *Unknown) plus(l *expr.Expr, v float64) *expr.Expr {
	l, w := l.Shift()
	if v += w; v < 0 {
		return u.pool.Sub(l, u.pool.Num(-v))
	}
	return u.pool.Add(l, u.pool.Num(v))
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

func mentions(e *expr.Expr, arrays []*expr.Array) bool {
	return e.Has(func(x *expr.Expr) bool { return x.Array != nil && slices.Contains(arrays, x.Array) })
}
