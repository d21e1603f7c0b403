package block

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/sampler/bugs/internal/algebra"
	"gibbslab/sampler/bugs/internal/compute"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/graph"
	"gibbslab/sampler/variate"
)

// mostValues is how many values are tried one by one.
const mostValues = 1000

// values returns the first value of the elements of a discrete statement, and how many they have at
// most. ok is false if that is not known, or if there are too many.
func (p *Plan) values(s *graph.Statement) (first, n int, ok bool) {
	for piece := range p.pieces(s) {
		last := 0.0
		c := expr.Column{V: []float64{1}}
		switch s.Dist.Name {
		case "dbern":
		case "dcat":
			first, c = 1, lengthOf(p.Graph.Pool, piece.Args[0]).Column(piece.Rows)
		case "dbin", "dbetabin":
			c = piece.Args[len(piece.Args)-1].Column(piece.Rows)
		default:
			return 0, 0, false
		}
		for i := range c.V {
			last = max(last, c.Known(i)) // NaN stays
		}
		if math.IsNaN(last) {
			return 0, 0, false
		}
		n = max(n, int(last)+1-first)
	}
	return first, n, n > 0 && n <= mostValues
}

// lengthOf is how many elements a vector of probabilities has. It may depend on the row.
func lengthOf(pool *expr.Pool, v *expr.Expr) *expr.Expr {
	if v.Op != expr.Slice {
		return pool.Num(float64(len(v.Args)))
	}
	n := pool.Num(1)
	for k, i := range v.Args {
		switch i.Op {
		case expr.All:
			n = pool.Mul(n, pool.Num(float64(v.Array.Dims[k])))
		case expr.Range:
			n = pool.Mul(n, pool.Add(pool.Sub(i.Args[1], i.Args[0]), pool.Num(1)))
		}
	}
	return n
}

// enumerate compiles a draw from all values of each element.
func (p *Plan) enumerate(one *single, el []int, b *Block) bool {
	first, n, ok := p.values(one.s)
	if !ok {
		return false
	}
	b.Kind = fmt.Sprintf("all %d values", n)
	if p.gathered(one, el, b, first, n) {
		return true
	}
	few, rest, together := p.tried(one, el, first, n)
	for _, f := range few {
		b.Cost += len(f.of)
	}
	b.Cost += n * rest.rows()
	if together {
		p.enumerateTogether(one, el, b, rest, few, first, n)
	} else {
		p.put(b, p.drawEach(one, el, rest, nil, first, n))
	}
	return true
}

// enumerateTogether compiles the draws of elements that are independent given the rest: all are
// given the same value at once, and the rows of all are computed together.
func (p *Plan) enumerateTogether(one *single, el []int, b *Block, views views, few []*runs,
	first, n int) {
	w := p.acc(n * len(el))
	row := p.acc(n)
	lim := p.bounds(one, el)
	base := one.s.Left.Array.Base
	p.put(b, func(r *rand.Rand, s *State) {
		weights := s.acc[w]
		clear(weights)
		for _, f := range few {
			f.add(s, weights, n)
		}
		for _, v := range views {
			v.program.Prepare(s.prog, s.X, 0, v.program.Rows)
		}
		for j := range n {
			for _, i := range el {
				s.X[base+i] = float64(first + j)
			}
			for _, v := range views {
				v.program.Prepared(s.prog, s.X, 0, v.program.Rows, func(from int, x []float64) {
					for k, y := range x {
						weights[int(v.element[from+k])*n+j] += y
					}
				})
			}
		}
		for k, i := range el {
			all := weights[k*n : (k+1)*n]
			lo, hi := lim.lo[k](s), lim.hi[k](s)
			for j, v := range all {
				if x := float64(first + j); x < lo || x > hi || math.IsNaN(v) {
					all[j] = math.Inf(-1)
				}
			}
			copy(s.acc[row], all)
			s.X[base+i] = float64(first + variate.LogCategorical(r, s.acc[row]))
		}
	})
}

// A gather is an entry of a table that the target looks up: at + stride·value.
type gather struct {
	at, stride int32
	times      float64
}

// gathered compiles the quick way, in which all factors are entries of tables that the target
// picks: naive Bayes, LDA, Bayesian networks.
func (p *Plan) gathered(one *single, el []int, b *Block, first, n int) bool {
	a := one.s.Left.Array
	number := map[int32]int{}
	for k, i := range el {
		number[int32(a.Base+i)] = k
	}
	lists := make([][]gather, len(el))
	merged := make([]map[gather]int, len(el))
	logs := false
	if len(one.bounds) > 0 || p.recomputes(a) {
		return false
	}
	t := compute.NewTape(p.space, 0)
	for _, f := range one.factors {
		for _, term := range f.Poly {
			if !term.Mentions(a) {
				continue
			}
			table, times, ok := p.lookup(term, f, a)
			if !ok {
				return false
			}
			place := p.place(t, table, f.Rows, table.Array.Base, nil)
			if place.Index == nil {
				return false
			}
			for row := range f.Rows.N {
				index := place.Index[min(row, len(place.Index)-1)]
				k, mine := number[index]
				if !mine {
					if int(index) >= a.Base && int(index) < a.Base+a.Size() {
						continue // observed
					}
					return false
				}
				g := gather{place.Pos[min(row, len(place.Pos)-1)], place.Stride, 0}
				v := term.C * times[min(row, len(times)-1)]
				if merged[k] == nil {
					merged[k] = map[gather]int{}
				}
				j, have := merged[k][g]
				if !have {
					j = len(lists[k])
					merged[k][g] = j
					lists[k] = append(lists[k], g)
				}
				lists[k][j].times += v
			}
		}
	}
	if len(t.Finish().Init) > 0 || t.Entries() > 0 { // an index that has to be computed
		return false
	}
	for _, list := range lists {
		b.Cost += len(list) * n
		for _, g := range list {
			logs = logs || g.times != 1 || len(list) > 6
		}
	}
	if !p.sameLength(one.s, n) {
		return false
	}
	w, table := p.acc(n), p.acc(map[bool]int{true: p.Graph.N, false: 0}[logs])
	var used []*expr.Array
	for _, f := range one.factors {
		for x := range f.Log.Parts() {
			if x.Op == expr.Elem && x.Array != a && x.Array.State {
				used = expr.Union(used, x.Array)
			}
		}
	}
	p.put(b, func(r *rand.Rand, s *State) {
		weights, l := s.acc[w], s.acc[table]
		if logs {
			for _, u := range used {
				for i := u.Base; i < u.Base+u.Size(); i++ {
					l[i] = expr.Log(s.X[i])
				}
			}
		}
		for k, i := range el {
			if logs {
				clear(weights)
				for _, g := range lists[k] {
					at := g.at + g.stride*int32(first)
					for j := range weights {
						weights[j] += g.times * l[at]
						at += g.stride
					}
				}
				s.X[a.Base+i] = float64(first + variate.LogCategorical(r, weights))
				continue
			}
			for j := range weights {
				weights[j] = 1
			}
			for _, g := range lists[k] {
				at := g.at + g.stride*int32(first)
				for j := range weights {
					weights[j] *= s.X[at]
					at += g.stride
				}
			}
			s.X[a.Base+i] = float64(first + variate.Categorical(r, weights))
		}
	})
	return true
}

// lookup tells whether a term is a number times the logarithm of an element that the target picks.
func (p *Plan) lookup(term algebra.Term, f *algebra.Factor, a *expr.Array) (table *expr.Expr,
	times []float64, ok bool) {
	times = []float64{1}
	for _, at := range term.Atoms {
		e := at.E
		if !e.Unknown {
			c := e.Column(f.Rows)
			if !c.AllKnown() || at.Pow != 1 {
				return nil, nil, false
			}
			if len(times) < len(c.V) {
				times = slices.Repeat(times, len(c.V))
			}
			for i := range times {
				v, _ := c.At(i)
				times[i] *= v
			}
			continue
		}
		if table != nil || at.Pow != 1 || e.Op != expr.Call || e.Name != "log" ||
			e.Args[0].Op != expr.Elem || !e.Args[0].Array.State {
			return nil, nil, false
		}
		table = e.Args[0]
	}
	if table == nil || table.Array == a {
		return nil, nil, false
	}
	direct := 0
	for _, i := range table.Args {
		if i.Op == expr.Elem && i.Array == a {
			direct++
		} else if i.Mentions(a) {
			return nil, nil, false
		}
	}
	return table, times, direct == 1
}
