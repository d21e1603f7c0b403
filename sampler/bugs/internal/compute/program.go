// Package compute evaluates expressions in many rows at once, and sums of products whose equal
// parts were added up once.
package compute

import (
	"slices"

	"gibbslab/sampler/bugs/internal/expr"
)

// batch is how many rows are computed at once.
const batch = 256

type kind uint8

const (
	number  kind = iota // a column of numbers
	address             // an element of the state, at a known place
	lookup              // an element at a place that depends on the state
	add
	sub
	mul
	div
	neg
	square
	log
	exp
	scalar // a function of up to eight numbers
	reduce // a function of any number of numbers
	pick   // the element that the first argument counts
	inside // the logarithm of: the interval is the one that the variable lies in
)

// A node is a step of a program.
type node struct {
	kind    kind
	uniform bool // the same in all rows
	late    bool // depends on the target
	kept    int  // where its value is kept between Prepare and the evaluations; −1: nowhere
	args    []int
	num     []float64 // one for each row, or one for all
	addr    []int32
	stride  []int32 // of lookup, for each argument
	dims    []int32
	f       func(expr.Args) float64
	one     func(a float64) float64
	two     func(a, b float64) float64
	g       func([]float64) float64
	e       *expr.Expr
	name    string // of a function
}

// A Program computes an expression in rows.
type Program struct {
	Rows  int
	nodes []node
	kept  int
	late  bool
	id    int   // in the pool
	outs  []int // the nodes of the expressions
}

// Scratch is the memory of one chain for programs.
type Scratch struct {
	rows int // the length of bufs
	bufs [][]float64
	regs []float64     // of each node, in one row
	kept [][][]float64 // by program
	args []float64

	adjoint [][]float64 // of Gradient

	matrix, inverted []float64 // of inverse
}

// NewScratch returns an empty Scratch.
func NewScratch() *Scratch { return &Scratch{} }

func (s *Scratch) grow(p *Program) {
	if rows := min(p.Rows, batch); rows > s.rows {
		s.rows, s.bufs = rows, nil
	}
	n := len(p.nodes)
	for len(s.bufs) < n {
		s.bufs = append(s.bufs, make([]float64, s.rows))
	}
	if len(s.regs) < n {
		s.regs = make([]float64, 2*n)
	}
}

// NewProgram compiles e for the rows. Of targets, what does not depend on them is computed by
// Prepare, once for many evaluations.
func NewProgram(pool *expr.Pool, e *expr.Expr, rows *expr.Rows, targets ...*expr.Array) *Program {
	return newProgram(pool, []*expr.Expr{e}, rows, targets)
}

// NewPrograms compiles several expressions for the same rows, with their common parts once.
func NewPrograms(pool *expr.Pool, es []*expr.Expr, rows *expr.Rows) *Program {
	return newProgram(pool, es, rows, nil)
}

func newProgram(pool *expr.Pool, es []*expr.Expr, rows *expr.Rows, targets []*expr.Array) *Program {
	p := &Program{Rows: rows.N, id: pool.Programs}
	pool.Programs++
	if rows.N == 0 {
		return p
	}
	at := map[*expr.Expr]int{}
	for _, e := range es {
		p.outs = append(p.outs, p.compile(pool, e, rows, at))
	}
	for i := range p.nodes {
		n := &p.nodes[i]
		n.kept = -1
		n.late = n.e != nil && slices.Contains(targets, n.e.Array)
		for _, a := range n.args {
			n.late = n.late || p.nodes[a].late
		}
		p.late = p.late || n.late
	}
	for i := range p.nodes {
		for _, a := range p.nodes[i].args {
			if m := &p.nodes[a]; p.nodes[i].late && !m.late && m.kept < 0 && m.kind != number {
				m.kept = p.kept
				p.kept++
			}
		}
	}
	return p
}

// Each calls f with each value of each expression: the expression, the row and the value.
func (p *Program) Each(s *Scratch, x []float64, f func(k, row int, v float64)) {
	s.grow(p)
	if p.Rows == 1 {
		p.Row(s, x, 0, func(k int, v float64) { f(k, 0, v) })
		return
	}
	for b := 0; b < p.Rows; b += batch {
		m := min(batch, p.Rows-b)
		for i := range p.nodes {
			if !p.nodes[i].uniform || b == 0 {
				p.step(s, nil, i, x, b, m)
			}
		}
		for k, i := range p.outs {
			v, mask := p.values(s, nil, i, b)
			for r := range m {
				f(k, b+r, v[r&mask])
			}
		}
	}
}

// Prepare computes what does not depend on the target in rows lo to hi−1.
func (p *Program) Prepare(s *Scratch, x []float64, lo, hi int) {
	if p.kept == 0 {
		return
	}
	for len(s.kept) <= p.id {
		s.kept = append(s.kept, nil)
	}
	kept := s.kept[p.id]
	if kept == nil {
		kept = make([][]float64, p.kept)
		for i := range p.nodes {
			if n := &p.nodes[i]; n.kept >= 0 {
				kept[n.kept] = make([]float64, map[bool]int{true: 1, false: p.Rows}[n.uniform])
			}
		}
		s.kept[p.id] = kept
	}
	s.grow(p)
	if hi-lo == 1 {
		p.row(s, kept, early, x, lo)
		return
	}
	for b := lo; b < hi; b += batch {
		m := min(batch, hi-b)
		for i := range p.nodes {
			n := &p.nodes[i]
			if n.late || n.uniform && b > lo {
				continue
			}
			p.step(s, nil, i, x, b, m)
			if n.kept >= 0 {
				if n.uniform {
					kept[n.kept][0] = s.bufs[i][0]
				} else {
					copy(kept[n.kept][b:b+m], s.bufs[i][:m])
				}
			}
		}
	}
}

// Sum adds up the values in rows lo to hi−1. After Prepare for these rows only what depends on the
// target is computed, if prepared is true.
func (p *Program) Sum(s *Scratch, x []float64, lo, hi int, prepared bool) float64 {
	total := 0.0
	p.run(s, x, lo, hi, prepared, func(_ int, v []float64) {
		for _, y := range v {
			total += y
		}
	})
	return total
}

// Values calls f with the values of some rows after the other: the first row, and the values.
func (p *Program) Values(s *Scratch, x []float64, lo, hi int, f func(row int, v []float64)) {
	p.run(s, x, lo, hi, false, f)
}

// Value is the value in a row.
func (p *Program) Value(s *Scratch, x []float64, row int) float64 {
	s.grow(p)
	p.row(s, nil, every, x, row)
	return s.regs[len(p.nodes)-1]
}

// Row calls f with the value of each expression in a row.
func (p *Program) Row(s *Scratch, x []float64, row int, f func(k int, v float64)) {
	s.grow(p)
	p.row(s, nil, every, x, row)
	for k, i := range p.outs {
		f(k, s.regs[i])
	}
}

// Prepared is like Values, after Prepare for these rows.
func (p *Program) Prepared(s *Scratch, x []float64, lo, hi int, f func(row int, v []float64)) {
	p.run(s, x, lo, hi, true, f)
}

func (p *Program) run(s *Scratch, x []float64, lo, hi int, prepared bool,
	f func(row int, v []float64)) {
	s.grow(p)
	var kept [][]float64
	prepared = prepared && p.late
	if prepared && p.kept > 0 {
		kept = s.kept[p.id]
	}
	last := len(p.nodes) - 1
	if hi-lo == 1 {
		which := every
		if prepared {
			which = late
		}
		p.row(s, kept, which, x, lo)
		f(lo, s.regs[last:last+1])
		return
	}
	for b := lo; b < hi; b += batch {
		m := min(batch, hi-b)
		for i := range p.nodes {
			n := &p.nodes[i]
			if prepared && !n.late || n.uniform && b > lo {
				continue
			}
			p.step(s, kept, i, x, b, m)
		}
		out, mask := p.values(s, kept, last, b)
		if mask == 0 {
			buf := s.bufs[last]
			v := out[0]
			for r := range m {
				buf[r] = v
			}
			out = buf
			f(b, out[:m])
			buf[0] = v
			continue
		}
		f(b, out[:m])
	}
}

// values is where the values of a node are, and a mask for the row: 0 if they are the same in all.
func (p *Program) values(s *Scratch, kept [][]float64, i, b int) ([]float64, int) {
	n := &p.nodes[i]
	mask := -1
	if n.uniform {
		mask = 0
	}
	switch {
	case n.kind == number && n.uniform:
		return n.num, 0
	case n.kind == number:
		return n.num[b:], -1
	case kept != nil && n.kept >= 0 && n.uniform:
		return kept[n.kept], 0
	case kept != nil && n.kept >= 0:
		return kept[n.kept][b:], -1
	}
	return s.bufs[i], mask
}
