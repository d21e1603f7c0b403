package block

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"gibbslab/sampler/bugs/internal/algebra"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/graph"
	"gibbslab/sampler/variate"
)

// mostCells limits the tables of an elimination: of one step, and of all together.
const (
	mostStep  = 20_000
	mostCells = 1_000_000
	fewDear   = 6       // so few unknowns are drawn one by one, such as two change points, if
	dear      = 100_000 // a sweep over their tables takes more products
)

// A domain is the range of a discrete unknown: size whole numbers from first on.
type domain struct{ first, size int }

// An elimination draws linked discrete unknowns together: it sums over one after the other, and
// draws them backwards. On a chain of states that is forward filtering and backward sampling.
//
// Source: Koller & Friedman (2009), "Probabilistic Graphical Models", section 9.3; for chains Chib
// (1996), "Calculating posterior distributions and modal estimates in Markov mixture models".
type elimination struct {
	at     []int32 // addresses of the unknowns
	domain []domain
	tables []*table
	steps  []step
	cells  int // of the tables and the messages
	ready  int // accumulator with a flag: the constant tables are filled in
}

// A step sums over one unknown: its weights given the unknowns that are left.
type step struct {
	unknown int
	given   []int     // the unknowns that its weights depend on
	first   int       // of its weights, which the message to later steps follows: the cell
	inputs  [][]int32 // of each table and message, its cell for each weight
	outer   int       // combinations of given
}

// A scope is what an elimination works with: cells from base on, which depend on unknowns by
// strides.
type scope struct {
	base   int
	vars   []int
	stride []int
}

// eliminate draws the linked ones of discrete unknowns together, if their tables are small. It
// returns what is left.
func (p *Plan) eliminate(singles []*single) []*single {
	domains := map[*graph.Statement]domain{}
	var arrays []*expr.Array
	var some []*single
	for _, one := range singles {
		first, n, ok := p.values(one.s)
		if one.kind == "enumerate" && ok && len(one.bounds) == 0 && one.s.Lower == nil &&
			one.s.Upper == nil && !p.recomputes(one.s.Left.Array) {
			domains[one.s] = domain{first, n}
			arrays = expr.Union(arrays, one.s.Left.Array)
			some = append(some, one)
		}
	}
	for n := -1; n != len(some); { // until all factors can be tables
		n = len(some)
		some = slices.DeleteFunc(some, func(one *single) bool {
			a := one.s.Left.Array
			elsewhere := func(s *graph.Statement) bool {
				_, mine := domains[s]
				return s.Left.Array == a && !mine && len(targets(s)) > 0
			}
			ok := !slices.ContainsFunc(p.Graph.Statements, elsewhere) && !slices.ContainsFunc(one.factors,
				func(f *algebra.Factor) bool { return !p.tabular(f, arrays) })
			if !ok {
				arrays = slices.DeleteFunc(arrays, func(b *expr.Array) bool { return b == a })
				delete(domains, one.s)
			}
			return !ok
		})
	}
	some = slices.DeleteFunc(some, func(one *single) bool { // not linked to another one
		return !slices.ContainsFunc(one.factors,
			func(f *algebra.Factor) bool { return len(discreteRefs(f.Log, arrays)) > 1 })
	})
	if len(some) == 0 || !p.compileElimination(some, domains, arrays) {
		return singles
	}
	return slices.DeleteFunc(singles, func(one *single) bool { return slices.Contains(some, one) })
}

// discreteRefs are the different elements of some arrays in an expression.
func discreteRefs(e *expr.Expr, arrays []*expr.Array) (out []*expr.Expr) {
	for x := range e.Parts() {
		if slices.Contains(arrays, x.Array) {
			out = expr.Union(out, x)
		}
	}
	return out
}

// tabular tells whether a factor depends on a few single elements of the arrays in each row.
func (p *Plan) tabular(f *algebra.Factor, arrays []*expr.Array) bool {
	refs := discreteRefs(f.Log, arrays)
	for _, x := range refs {
		if x.Op != expr.Elem || slices.Contains(x.PositionColumn(f.Rows), -1) {
			return false
		}
	}
	return len(refs) <= 6
}

func (p *Plan) compileElimination(some []*single, domains map[*graph.Statement]domain,
	arrays []*expr.Array) bool {
	el := &elimination{}
	number := map[int32]int{} // of unknowns by address
	b := &Block{Form: &Form{}}
	most, mine := 0, []*expr.Array(nil)
	for _, one := range some {
		for _, i := range targets(one.s) {
			at := int32(one.s.Left.Array.Base + i)
			number[at] = len(el.at)
			el.at, el.domain = append(el.at, at), append(el.domain, domains[one.s])
		}
		most = max(most, domains[one.s].size)
		mine = expr.Union(mine, one.s.Left.Array)
		b.note(one)
	}
	var scopes []scope
	for _, f := range b.Form.Factors {
		t, fresh := p.newTable(f, mine, number, el)
		if el.cells > mostCells {
			return false
		}
		el.tables, scopes = append(el.tables, t), append(scopes, fresh...)
	}
	if !el.order(scopes) {
		return false
	}
	for _, s := range el.steps {
		b.Cost += s.outer * el.domain[s.unknown].size * len(s.inputs)
	}
	if len(el.at) < fewDear && b.Cost > dear {
		return false
	}
	b.Name = expr.Names(mine)
	b.Kind = fmt.Sprintf("all %d values, %d at once", most, len(el.at))
	b.Why = "few values that depend on each other: sums over one unknown after the other, then " +
		"draws backwards"
	cells, weights := p.acc(el.cells), p.acc(most)
	el.ready = p.acc(1)
	p.put(b, func(r *rand.Rand, s *State) { el.draw(r, s, s.acc[cells], s.acc[weights]) })
	return true
}

// order finds an order of elimination in which the tables stay small, the smallest first.
func (el *elimination) order(scopes []scope) bool {
	by := make([][]*scope, len(el.at)) // that an unknown is in
	for i := range scopes {
		for _, v := range scopes[i].vars {
			by[v] = expr.Union(by[v], &scopes[i])
		}
	}
	given := func(v int) (others []int, cells int) {
		cells = el.domain[v].size
		for _, s := range by[v] {
			for _, u := range s.vars {
				if u != v && !slices.Contains(others, u) {
					others = append(others, u)
					cells = min(cells*el.domain[u].size, 2*mostStep)
				}
			}
		}
		return others, cells
	}
	size := make([]int, len(el.at))
	for v := range size {
		_, size[v] = given(v)
	}
	for range el.at {
		v := -1
		for u, n := range size {
			if n > 0 && (v < 0 || n < size[v]) {
				v = u
			}
		}
		others, cells := given(v)
		slices.Sort(others)
		s := step{unknown: v, given: others, first: el.cells, outer: cells / el.domain[v].size}
		if el.cells += cells + s.outer; cells > mostStep || el.cells > mostCells {
			return false
		}
		for _, in := range by[v] {
			s.inputs = append(s.inputs, el.input(s, in))
		}
		message := &scope{base: s.first + cells, vars: others, stride: make([]int, len(others))}
		stride := s.outer
		for k, u := range others {
			stride /= el.domain[u].size
			message.stride[k] = stride
			by[u] = slices.DeleteFunc(by[u], func(x *scope) bool { return slices.Contains(x.vars, v) })
			by[u] = append(by[u], message)
		}
		size[v] = 0
		for _, u := range others {
			_, size[u] = given(u)
		}
		el.steps = append(el.steps, s)
	}
	return true
}

// input finds the cell of a scope for each weight of a step.
func (el *elimination) input(s step, in *scope) []int32 {
	n := el.domain[s.unknown].size
	cells := make([]int32, s.outer*n)
	value := make([]int, len(s.given)+1) // of the given unknowns, and of the unknown
	for i := range cells {
		rest := i / n
		value[len(s.given)] = i % n
		for k := len(s.given) - 1; k >= 0; k-- {
			d := el.domain[s.given[k]].size
			value[k], rest = rest%d, rest/d
		}
		at := in.base
		for k, v := range in.vars {
			j := slices.Index(s.given, v)
			if j < 0 {
				j = len(s.given)
			}
			at += in.stride[k] * value[j]
		}
		cells[i] = int32(at)
	}
	return cells
}

func (el *elimination) draw(r *rand.Rand, s *State, cells, weights []float64) {
	first := s.acc[el.ready][0] == 0
	changed := first
	for _, t := range el.tables {
		if first || !t.constant {
			t.fill(s, cells, first)
			changed = true
		}
	}
	s.acc[el.ready][0] = 1
	if changed {
		for i := range el.steps {
			el.sum(&el.steps[i], cells)
		}
	}
	for i := len(el.steps) - 1; i >= 0; i-- {
		st := &el.steps[i]
		row := 0
		for _, u := range st.given {
			row = row*el.domain[u].size + int(s.X[el.at[u]]) - el.domain[u].first
		}
		d := el.domain[st.unknown]
		w := weights[:d.size]
		copy(w, cells[st.first+row*d.size:])
		s.X[el.at[st.unknown]] = float64(d.first + variate.Categorical(r, w))
	}
}

// sum computes the weights of a step and its message: their sums, of which the largest is 1.
func (el *elimination) sum(st *step, cells []float64) {
	n := el.domain[st.unknown].size
	w := cells[st.first : st.first+st.outer*n]
	for i := range w {
		w[i] = 1
	}
	for _, in := range st.inputs {
		for i, at := range in {
			w[i] *= cells[at]
		}
	}
	message := cells[st.first+len(w) : st.first+len(w)+st.outer]
	top := 0.0
	for j := range message {
		message[j] = 0
		for _, v := range w[j*n : (j+1)*n] {
			message[j] += v
		}
		top = max(top, message[j])
	}
	if top > 0 {
		for j := range message {
			message[j] /= top
		}
	}
}
