package block

import (
	"slices"

	"gibbslab/sampler/bugs/internal/algebra"
	"gibbslab/sampler/bugs/internal/compute"
	"gibbslab/sampler/bugs/internal/expr"
)

// runs is a factor whose rows are the same for many values of the target, as ifelse(i <= k, …) is:
// each row is computed once for each run of values.
type runs struct {
	program *compute.Program // its rows are the runs
	of      []run
}

// A run is an element of the target, and its values number from to to−1.
type run struct{ element, from, to int32 }

// tried are the factors of which all values of a target are tried, some in runs; together tells
// whether the elements are independent given the rest.
func (p *Plan) tried(one *single, el []int, first, n int) (few []*runs, rest views, together bool) {
	a, factors := one.s.Left.Array, append(slices.Clone(one.factors), one.bounds...)
	rest = p.views(factors, a, alone(el))
	if !rest.apart() || p.recomputes(a) {
		return nil, rest, false
	}
	factors = slices.DeleteFunc(factors, func(f *algebra.Factor) bool {
		r := p.inRuns(f, a, el, first, n)
		if r != nil {
			few = append(few, r)
		}
		return r != nil
	})
	if len(few) > 0 {
		rest = p.views(factors, a, alone(el))
	}
	return few, rest, len(few) > 0 || len(el) > 1
}

// inRuns finds the runs of a factor. It is nil if there are too many to save time, or if a row
// depends on several elements.
func (p *Plan) inRuns(f *algebra.Factor, a *expr.Array, el []int, first, n int) *runs {
	var inner []*expr.Expr // all that depends on the target, by the target and data alone
	var target *expr.Expr
	ok := f.Log.Walk(func(e *expr.Expr) bool { return e.Array != a || e.Op == expr.Elem })
	pool := p.Graph.Pool
	pool.Replace(f.Log, func(e *expr.Expr) *expr.Expr {
		switch {
		case !e.Mentions(a):
			return e
		case e.Array == a:
			ok = false // the target itself
			return e
		case e.IsVector() || e.Op != expr.Call && e.Op != expr.Elem || e.Has(
			func(x *expr.Expr) bool { return x.Array != nil && x.Array != a && !x.Array.AllKnown() }):
			return nil // look at its parts
		}
		for _, x := range references(e, a) {
			ok, target = ok && (target == nil || target == x), x
		}
		inner = append(inner, e)
		return e
	})
	if !ok || target == nil {
		return nil
	}
	v, order := p.arrange(f.Log, f.Rows, a, alone(el))
	if v.shared || len(order)*n > 1<<22 {
		return nil
	}
	rows := f.Rows.Pick(order)
	starts := make([][]int32, rows.N) // of the runs of each row
	before := make([]expr.Column, len(inner))
	for j := range n {
		x := pool.Num(float64(first + j))
		now := make([]expr.Column, len(inner))
		for k, e := range inner {
			if now[k] = pool.Put(e, target, x).Column(rows); !now[k].AllKnown() {
				return nil
			}
		}
		for i := range starts {
			other := j == 0
			for k := range inner {
				other = other || before[k].Known(i) != now[k].Known(i)
			}
			if other {
				starts[i] = append(starts[i], int32(j))
			}
		}
		before = now
	}
	s, which, values := &runs{}, []int32(nil), []float64(nil)
	for i, from := range starts {
		for k, j := range from {
			to := int32(n)
			if k+1 < len(from) {
				to = from[k+1]
			}
			s.of = append(s.of, run{v.element[i], j, to})
			which, values = append(which, order[i]), append(values, float64(first+int(j)))
		}
	}
	if 2*len(s.of) > rows.N*n {
		return nil
	}
	picked, row := p.numbered(f.Rows.Pick(which))
	value := expr.NewArray("value", []int{picked.N})
	value.Value, value.Def = values, slices.Repeat([]int32{expr.Known}, picked.N)
	s.program = compute.NewProgram(pool, pool.Put(f.Log, target, pool.Elem(value, row)), picked)
	return s
}

// add adds the log densities to the weights of all values, element by element.
func (s *runs) add(st *State, weights []float64, n int) {
	s.program.Values(st.prog, st.X, 0, s.program.Rows, func(row int, v []float64) {
		for i, y := range v {
			r := s.of[row+i]
			w := weights[int(r.element)*n:]
			for j := r.from; j < r.to; j++ {
				w[j] += y
			}
		}
	})
}
