package compute

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"gibbslab/sampler/bugs/internal/expr"
)

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
	case (e.Name == "max" || e.Name == "min") && len(args) == 2: // as in max(0.01, min(p, 0.99))
		n.kind, n.two = scalar, func(a, b float64) float64 { return max(a, b) }
		if e.Name == "min" {
			n.two = func(a, b float64) float64 { return min(a, b) }
		}
		n.f = func(a expr.Args) float64 { return n.two(a[0], a[1]) }
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
	case "sort.at":
		return func(x []float64) float64 {
			var few [16]float64
			all := append(few[:0], x[:len(x)-1]...)
			slices.Sort(all)
			return all[int(x[len(x)-1])-1]
		}
	case "rank.at", "order.at":
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
	all := make([][][]int, len(e.Args)) // by argument and row
	length, most := make([]float64, rows.N), 0
	for k, v := range e.Args {
		all[k] = make([][]int, rows.N)
		for row := range rows.N {
			all[k][row], _ = v.List(rows.Env(row))
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
					i = x[j]
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
