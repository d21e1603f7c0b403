package algebra

import (
	"math"

	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/graph"
)

// A Factor is a factor of the joint density, or a part of one: the log density of a piece as a
// scalar expression in its rows.
type Factor struct {
	Piece *graph.Piece
	Log   *expr.Expr
	Rows  *expr.Rows
	Poly  Poly
	Owner []int32 // the row of the piece that each row belongs to; nil: the same
}

// RowOf is the row of the piece that a row belongs to.
func (f *Factor) RowOf(row int) int {
	if f.Owner == nil {
		return row
	}
	return int(f.Owner[row])
}

// Factors returns the factors of a piece. Most have one. A distribution of a vector has one more
// with a row for each element, counted by a counter of its own.
func (x *Expander) Factors(piece *graph.Piece) []*Factor {
	p, s := x.Pool, piece.Statement
	rows := piece.Rows
	x.rows = rows.N
	one := func(e *expr.Expr) *Factor {
		return &Factor{Piece: piece, Log: e, Rows: rows, Poly: x.Expand(e)}
	}
	switch s.Dist.Name {
	case "dcat":
		pick := x.at(piece.Args[0], piece.Left)
		if total := x.total(piece.Args[0], rows); total != nil {
			return []*Factor{one(p.Sub(p.Log(pick), p.Log(total)))}
		}
		return []*Factor{one(p.Log(pick))}
	case "ddirch", "dmulti":
		return x.each(piece)
	case "dmnorm":
		return []*Factor{one(x.normal(piece))}
	case "dwish":
		return []*Factor{one(x.wishart(piece))}
	case "dinterval":
		return []*Factor{one(p.Call("interval",
			append([]*expr.Expr{piece.Left, piece.Args[0]}, elements(p, piece.Args[1])...)...))}
	}
	e := s.Dist.Log(p, piece.Left, piece.Args)
	if piece.Lower != nil || piece.Upper != nil {
		lo, hi := piece.Lower, piece.Upper
		if lo == nil {
			lo = p.Num(math.Inf(-1))
		}
		if hi == nil {
			hi = p.Num(math.Inf(1))
		}
		e = p.Sub(e, p.Call("logmass."+s.Dist.Name, append([]*expr.Expr{lo, hi}, piece.Args...)...))
		if lo.Unknown || hi.Unknown { // the unknowns must leave x inside
			e = p.Add(e, p.Call("inside", piece.Left, lo, hi))
		}
	}
	switch s.Dist.Name {
	case "dunif":
		if piece.Args[0].Unknown || piece.Args[1].Unknown {
			e = p.Add(e, p.Call("inside", piece.Left, piece.Args[0], piece.Args[1]))
		}
	case "dpar":
		if piece.Args[1].Unknown {
			e = p.Add(e, p.Call("inside", piece.Left, piece.Args[1], p.Num(math.Inf(1))))
		}
	}
	return []*Factor{one(e)}
}

func elements(p *expr.Pool, v *expr.Expr) []*expr.Expr {
	out, ok := p.Elements(v)
	if !ok {
		return []*expr.Expr{v}
	}
	return out
}

// at is the element of a vector at an index, which may be unknown.
func (x *Expander) at(v, index *expr.Expr) *expr.Expr {
	p := x.Pool
	if v.Op == expr.Call {
		if index.Op == expr.Num {
			return v.Args[int(index.Value)-1]
		}
		return p.Call("select", append([]*expr.Expr{index}, v.Args...)...)
	}
	args := make([]*expr.Expr, len(v.Args))
	for k, a := range v.Args {
		args[k] = a
		switch a.Op {
		case expr.All:
			args[k] = index
		case expr.Range:
			args[k] = p.Add(index, p.Sub(a.Args[0], p.Num(1)))
		}
	}
	return p.Elem(v.Array, args...)
}

// total is the sum of probabilities, or nil if it is always one.
func (x *Expander) total(v *expr.Expr, rows *expr.Rows) *expr.Expr {
	p := x.Pool
	if v.Op == expr.Slice {
		if !v.Array.Unknowns {
			if sumsToOne(v.Array) {
				return nil
			}
		} else if x.SumsToOne != nil && x.SumsToOne(v, rows) {
			return nil
		}
		return p.Call("sum", v)
	}
	if d := v.Args[0]; isCall(d, "/") { // a_k / (a_1 + a_2 + …)
		var tops []*expr.Expr
		for _, e := range v.Args {
			if !isCall(e, "/") || e.Args[1] != d.Args[1] {
				return p.Call("sum", v)
			}
			tops = append(tops, e.Args[0])
		}
		if p.Add(tops...) == d.Args[1] || p.Call("sum", p.Call("c", tops...)) == d.Args[1] {
			return nil
		}
	}
	if t := x.Expand(p.Add(v.Args...)); len(t) == 1 && len(t[0].Atoms) == 0 && t[0].C == 1 {
		return nil
	}
	return p.Call("sum", v)
}

// sumsToOne tells whether the rows of a table of data sum to one.
func sumsToOne(a *expr.Array) bool {
	if len(a.Dims) == 0 {
		return false
	}
	n := a.Dims[len(a.Dims)-1]
	for i := 0; i < len(a.Value); i += n {
		s := 0.0
		for _, v := range a.Value[i : i+n] {
			s += v
		}
		if math.Abs(s-1) > 1e-9 {
			return false
		}
	}
	return true
}

// each has the factors of Dirichlet and multinomial distributions.
func (x *Expander) each(piece *graph.Piece) []*Factor {
	p, s := x.Pool, piece.Statement
	depth := len(piece.Rows.Counters)
	v := p.Intern(expr.Expr{Op: expr.Counter, Name: "v", Depth: depth})
	rows, owner := &expr.Rows{Counters: make([][]int32, depth+1)}, []int32(nil)
	for row := range piece.Rows.N {
		env, k := piece.Rows.Env(row), int32(0)
		piece.Left.Positions(env, func(int) {
			k++
			for d, c := range env {
				rows.Counters[d] = append(rows.Counters[d], c)
			}
			rows.Counters[depth] = append(rows.Counters[depth], k)
			rows.N++
			owner = append(owner, int32(row))
		})
	}
	value, a := x.at(piece.Left, v), piece.Args[0]
	param := x.at(a, v)
	if a.Op == expr.Call && len(a.Args) > 0 {
		param = p.Call("select", append([]*expr.Expr{v}, a.Args...)...)
	}
	var inner, outer *expr.Expr
	if s.Dist.Name == "ddirch" {
		inner = p.Sub(p.Mul(p.Sub(param, p.Num(1)), p.Log(value)), p.Call("loggam", param))
		outer = p.Call("loggam", p.Call("sum", a))
	} else {
		inner = p.Sub(p.Mul(value, p.Log(param)), p.Call("logfact", value))
		outer = p.Call("logfact", piece.Args[1])
		if total := x.total(a, piece.Rows); total != nil {
			outer = p.Sub(outer, p.Mul(piece.Args[1], p.Log(total)))
		}
	}
	// a concentration of zero: the element is zero
	if c := param.Column(rows); s.Dist.Name == "ddirch" {
		var some []int32
		for row := range rows.N {
			if v, known := c.At(row); !known || v != 0 {
				some = append(some, int32(row))
			}
		}
		if len(some) < rows.N {
			rows = rows.Pick(some)
			for i, row := range some {
				owner[i] = owner[row]
			}
		}
	}
	return []*Factor{{Piece: piece, Log: inner, Rows: rows, Poly: x.Expand(inner), Owner: owner},
		{Piece: piece, Log: outer, Rows: piece.Rows, Poly: x.Expand(outer)}}
}

// normal is the log density of a multivariate normal, written out.
func (x *Expander) normal(piece *graph.Piece) *expr.Expr {
	p := x.Pool
	y, mu, omega := elements(p, piece.Left), elements(p, piece.Args[0]), elements(p, piece.Args[1])
	n := len(y)
	e := p.Sub(p.Mul(p.Num(0.5), p.Call("logdet", p.Call("c", omega...))),
		p.Num(float64(n)*math.Log(2*math.Pi)/2))
	for i := range n {
		for j := range n {
			e = p.Sub(e, p.Mul(p.Num(0.5), omega[i*n+j], p.Sub(y[i], mu[i]), p.Sub(y[j], mu[j])))
		}
	}
	return e
}

// wishart is the log density of a Wishart distribution, written out (the matrix is a precision).
func (x *Expander) wishart(piece *graph.Piece) *expr.Expr {
	p := x.Pool
	y, r, k := elements(p, piece.Left), elements(p, piece.Args[0]), piece.Args[1]
	n := int(math.Sqrt(float64(len(y))))
	half := p.Num(0.5)
	e := p.Mul(half, p.Sub(k, p.Num(float64(n+1))), p.Call("logdet", p.Call("c", y...)))
	e = p.Add(e, p.Mul(half, k, p.Call("logdet", p.Call("c", r...))))
	for i := range y {
		e = p.Sub(e, p.Mul(half, r[i], y[i]))
	}
	e = p.Sub(e, p.Mul(p.Num(float64(n)*math.Ln2/2), k))
	for j := range n {
		e = p.Sub(e, p.Call("loggam", p.Mul(half, p.Sub(k, p.Num(float64(j))))))
	}
	return p.Sub(e, p.Num(float64(n*(n-1))/4*math.Log(math.Pi)))
}
