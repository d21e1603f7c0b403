// Package compute evaluates expressions in many rows at once, and sums of products whose equal
// parts were added up once.
package compute

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

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
	args    []int
	num     []float64 // one for each row, or one for all
	addr    []int32
	stride  []int32 // of lookup, for each argument
	dims    []int32
	f       func(expr.Args) float64
	one     func(a float64) float64
	two     func(a, b float64) float64
	g       func([]float64) float64
	uniform bool // the same in all rows
	late    bool // depends on the target
	kept    int  // where its value is kept between Prepare and the evaluations; −1: nowhere
	e       *expr.Expr
	name    string // of a function
}

// A Program computes an expression in rows.
type Program struct {
	Rows  int
	nodes []node
	kept  int
	late  bool
	outs  []int // the nodes of the expressions
}

// Scratch is the memory of one chain for programs.
type Scratch struct {
	bufs [][]float64
	kept map[*Program][][]float64
	args []float64

	adjoint [][]float64 // of Gradient

	matrix, inverted []float64 // of inverse
}

// NewScratch returns an empty Scratch.
func NewScratch() *Scratch { return &Scratch{kept: map[*Program][][]float64{}} }

func (s *Scratch) grow(n int) {
	for len(s.bufs) < n {
		s.bufs = append(s.bufs, make([]float64, batch))
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
	p := &Program{Rows: rows.N}
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
	s.grow(len(p.nodes))
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

func (p *Program) put(n node) int {
	n.uniform = n.kind != number && n.kind != address || n.kind == number && len(n.num) == 1 ||
		n.kind == address && len(n.addr) == 1
	for _, a := range n.args {
		n.uniform = n.uniform && p.nodes[a].uniform
	}
	if n.kind == lookup && len(n.addr) > 1 {
		n.uniform = false
	}
	p.nodes = append(p.nodes, n)
	return len(p.nodes) - 1
}

var kinds = map[string]kind{"+": add, "-": sub, "*": mul, "/": div, "neg": neg, "log": log,
	"exp": exp}

func (p *Program) compile(pool *expr.Pool, e *expr.Expr, rows *expr.Rows,
	at map[*expr.Expr]int) int {
	if i, ok := at[e]; ok {
		return i
	}
	i := p.compileNew(pool, e, rows, at)
	at[e] = i
	return i
}

func (p *Program) compileNew(pool *expr.Pool, e *expr.Expr, rows *expr.Rows,
	at map[*expr.Expr]int) int {
	if l := pool.LogOfLink(e); l != nil {
		return p.compile(pool, l, rows, at)
	}
	if !e.Unknown && !e.IsVector() {
		if c := e.Column(rows); c.AllKnown() {
			return p.put(node{kind: number, num: c.V})
		}
	}
	switch e.Op {
	case expr.Elem:
		return p.element(pool, e, rows, at)
	case expr.Slice:
		panic("a vector where a number is needed: " + e.String())
	}
	var args []int
	for _, a := range e.Args {
		if a.IsVector() {
			els, ok := pool.Elements(a)
			if !ok {
				return p.ragged(e, rows)
			}
			for _, x := range els {
				args = append(args, p.compile(pool, x, rows, at))
			}
			continue
		}
		args = append(args, p.compile(pool, a, rows, at))
	}
	n := node{args: args, name: e.Name}
	f, known := expr.Functions[e.Name]
	switch {
	case e.Name == "^" && e.Args[1].Op == expr.Num && e.Args[1].Value == 2:
		n.kind, n.args = square, args[:1]
	case kinds[e.Name] != 0:
		n.kind = kinds[e.Name]
	case e.Name == "select":
		n.kind = pick
	case e.Name == "interval":
		n.kind = inside
	case (e.Name == "max" || e.Name == "min") || known && f.Reduce != nil:
		n.kind, n.g = reduce, f.Reduce
	case known && f.Scalar != nil:
		n.kind, n.f, n.one, n.two = scalar, f.Scalar, f.One, f.Two
	default:
		n.kind, n.g = reduce, vectorFunction(e, len(args))
	}
	return p.put(n)
}

// vectorFunction is a function of all elements of its arguments.
func vectorFunction(e *expr.Expr, n int) func(x []float64) float64 {
	switch e.Name {
	case "logdet":
		k := int(math.Sqrt(float64(n)))
		return func(x []float64) float64 { return expr.Functions["logdet"].Matrix(x, k) }
	case "inverse.at": // see gather, which remembers the inverse for the other elements
		return nil
	case "inprod":
		return func(x []float64) float64 {
			s, h := 0.0, len(x)/2
			for i := range h {
				s += x[i] * x[h+i]
			}
			return s
		}
	case "sort.at", "rank.at", "order.at":
		f := expr.Functions[e.Name[:len(e.Name)-3]].Vector
		return func(x []float64) float64 { m := len(x) - 1; return f([][]float64{x[:m]})[int(x[m])-1] }
	case "interp.lin":
		return func(x []float64) float64 {
			h := (len(x) - 1) / 2
			return expr.Interpolate(x[0], x[1:1+h], x[1+h:])
		}
	}
	panic("no function " + e.Name)
}

// element compiles an element of an array.
func (p *Program) element(pool *expr.Pool, e *expr.Expr, rows *expr.Rows,
	at map[*expr.Expr]int) int {
	a := e.Array
	if num, ok := e.Data(rows); ok {
		return p.put(node{kind: number, num: num})
	}
	if addr, ok := e.Addresses(rows); ok {
		return p.put(node{kind: address, addr: addr, e: e})
	}
	if !a.State {
		panic("an unknown index looks into " + a.Name + ", which is not in the state")
	}
	n := node{kind: lookup, e: e, addr: []int32{int32(a.Base)}}
	stride := 1
	for k := len(e.Args) - 1; k >= 0; k-- {
		n.args = append(n.args, p.compile(pool, e.Args[k], rows, at))
		n.stride = append(n.stride, int32(stride))
		n.dims = append(n.dims, int32(a.Dims[k]))
		stride *= a.Dims[k]
	}
	return p.put(n)
}

// ragged compiles a function of slices whose length differs between rows.
func (p *Program) ragged(e *expr.Expr, rows *expr.Rows) int {
	f := expr.Functions[e.Name]
	if e.Name != "inprod" && (len(e.Args) != 1 || f.Reduce == nil) {
		panic("a range of varying length in " + e.String())
	}
	all := make([][][]int32, len(e.Args)) // by argument and row
	length, most := make([]float64, rows.N), 0
	for k, v := range e.Args {
		all[k] = make([][]int32, rows.N)
		for row := range rows.N {
			v.Positions(rows.Env(row), func(i int) { all[k][row] = append(all[k][row], int32(i)) })
			most = max(most, len(all[k][row]))
			length[row] = float64(len(all[k][row]))
		}
	}
	n := node{kind: reduce, args: []int{p.put(node{kind: number, num: length})}}
	for k, v := range e.Args {
		for j := range most {
			m := node{kind: address, addr: make([]int32, rows.N), e: v}
			if !v.Array.State {
				m = node{kind: number, num: make([]float64, rows.N)}
			}
			for row, x := range all[k] {
				i := 0
				if j < len(x) {
					i = int(x[j])
				}
				if v.Array.State {
					m.addr[row] = int32(v.Array.Base + i)
				} else {
					m.num[row] = v.Array.Value[i]
				}
			}
			n.args = append(n.args, p.put(m))
		}
	}
	n.g = func(x []float64) float64 {
		h := int(x[0])
		if e.Name == "inprod" {
			return floats.Dot(x[1:1+h], x[1+most:1+most+h])
		}
		return f.Reduce(x[1 : 1+h])
	}
	return p.put(n)
}

// Prepare computes what does not depend on the target in rows lo to hi−1.
func (p *Program) Prepare(s *Scratch, x []float64, lo, hi int) {
	if p.kept == 0 {
		return
	}
	kept := s.kept[p]
	if kept == nil {
		kept = make([][]float64, p.kept)
		for i := range p.nodes {
			if n := &p.nodes[i]; n.kept >= 0 {
				kept[n.kept] = make([]float64, map[bool]int{true: 1, false: p.Rows}[n.uniform])
			}
		}
		s.kept[p] = kept
	}
	s.grow(len(p.nodes))
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

// Prepared is like Values, after Prepare for these rows.
func (p *Program) Prepared(s *Scratch, x []float64, lo, hi int, f func(row int, v []float64)) {
	p.run(s, x, lo, hi, true, f)
}

func (p *Program) run(s *Scratch, x []float64, lo, hi int, prepared bool,
	f func(row int, v []float64)) {
	s.grow(len(p.nodes))
	var kept [][]float64
	prepared = prepared && p.late
	if prepared {
		kept = s.kept[p]
	}
	last := len(p.nodes) - 1
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

// step computes one node in m rows from b on.
func (p *Program) step(s *Scratch, kept [][]float64, i int, x []float64, b, m int) {
	n := &p.nodes[i]
	if n.kind == number {
		return
	}
	if n.uniform {
		m = 1
	}
	out := s.bufs[i][:m]
	if n.kind == address {
		if n.uniform {
			out[0] = x[n.addr[0]]
			return
		}
		addr := n.addr[b : b+m]
		for r := range out {
			out[r] = x[addr[r]]
		}
		return
	}
	var u, v []float64
	var mu, mv int
	if n.kind <= scalar && n.kind != lookup || n.kind == pick {
		u, mu = p.values(s, kept, n.args[0], b)
		if len(n.args) > 1 {
			v, mv = p.values(s, kept, n.args[1], b)
		}
	}
	switch n.kind {
	case add:
		for r := range out {
			out[r] = u[r&mu] + v[r&mv]
		}
	case sub:
		for r := range out {
			out[r] = u[r&mu] - v[r&mv]
		}
	case mul:
		for r := range out {
			out[r] = u[r&mu] * v[r&mv]
		}
	case div:
		for r := range out {
			out[r] = u[r&mu] / v[r&mv]
		}
	case neg:
		for r := range out {
			out[r] = -u[r&mu]
		}
	case square:
		for r := range out {
			out[r] = u[r&mu] * u[r&mu]
		}
	case log:
		for r := range out {
			out[r] = expr.Log(u[r&mu])
		}
	case exp:
		for r := range out {
			out[r] = math.Exp(u[r&mu])
		}
	case scalar:
		switch {
		case n.one != nil:
			for r := range out {
				out[r] = n.one(u[r&mu])
			}
		case n.two != nil:
			for r := range out {
				out[r] = n.two(u[r&mu], v[r&mv])
			}
		default:
			p.gather(s, kept, n, out, x, b)
		}
	case pick:
		for r := range out {
			out[r] = math.NaN()
			if k := int(u[r&mu]); k >= 1 && k < len(n.args) {
				v, mv := p.values(s, kept, n.args[k], b)
				out[r] = v[r&mv]
			}
		}
	case reduce:
		if n.name != "sum" {
			p.gather(s, kept, n, out, x, b)
			return
		}
		clear(out)
		for _, a := range n.args {
			v, mv := p.values(s, kept, a, b)
			for r := range out {
				out[r] += v[r&mv]
			}
		}
	default:
		p.gather(s, kept, n, out, x, b)
	}
}

// gather computes a node of any number of arguments, row by row.
func (p *Program) gather(s *Scratch, kept [][]float64, n *node, out, x []float64, b int) {
	for r := range out {
		args := p.row(s, kept, n, b, r)
		switch n.kind {
		case scalar:
			var few expr.Args
			copy(few[:], args)
			out[r] = n.f(few)
		case reduce:
			if n.name == "inverse.at" {
				out[r] = s.inverse(args)
				continue
			}
			out[r] = n.g(args)
		case inside:
			out[r] = interval(args)
		case lookup:
			out[r] = math.NaN()
			if at := n.at(args); at >= 0 {
				out[r] = x[at]
			}
		}
	}
}

// row has the arguments of a node in row b + r. They are valid until the next call.
func (p *Program) row(s *Scratch, kept [][]float64, n *node, b, r int) []float64 {
	s.args = s.args[:0]
	for _, a := range n.args {
		v, mask := p.values(s, kept, a, b)
		s.args = append(s.args, v[r&mask])
	}
	return s.args
}

// at is the address that a lookup has with these indices, or −1.
func (n *node) at(index []float64) int32 {
	at := n.addr[0]
	for k, v := range index {
		if v < 1 || v > float64(n.dims[k]) {
			return -1
		}
		at += n.stride[k] * (int32(v) - 1)
	}
	return at
}

// inverse is an element of the inverse of a matrix, whose numbers come first, then the two indices.
// The last inverse is kept for its other elements.
func (s *Scratch) inverse(args []float64) float64 {
	n := len(args) - 2
	k := int(math.Sqrt(float64(n)))
	if !slices.Equal(s.matrix, args[:n]) {
		s.matrix = append(s.matrix[:0], args[:n]...)
		s.inverted = expr.Inverse(s.matrix, k)
	}
	return s.inverted[(int(args[n])-1)*k+int(args[n+1])-1]
}

// interval is 0 if the variable args[1] lies in the interval number args[0] between the cut points
// args[2:], and the logarithm of zero if not. The value 0 means: at or below the first cut point.
func interval(args []float64) float64 {
	k, cuts := int(args[0]), args[2:]
	if k < 0 || k > len(cuts) || k > 0 && args[1] <= cuts[k-1] || k < len(cuts) && args[1] > cuts[k] {
		return expr.Impossible
	}
	return 0
}
