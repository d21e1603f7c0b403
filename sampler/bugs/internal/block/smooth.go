package block

import (
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"gibbslab/sampler/bugs/internal/algebra"
	"gibbslab/sampler/bugs/internal/compute"
	"gibbslab/sampler/bugs/internal/expr"
)

// A smooth factor is a sum of functions of one linear predictor η in each row, with coefficients
// that do not depend on the set: Σ cₖ φₖ(η). Newton's method writes it as κη − ½wη² near the mode.
type smooth struct {
	rows   *expr.Rows
	link   *expr.Expr    // η
	eta    *compute.Tape // the same, by row
	coef   *compute.Tape // the coefficients, function by function
	funs   []curve
	etaAcc int
	acc    int
	w, k   int // addresses of w and κ
}

// A curve is a function, with its first two derivatives, and perhaps a quicker sum of cᵢ φ(xᵢ).
type curve struct {
	value  func(x float64) float64
	slopes func(x float64) (slope, bend float64)
	total  func(c, x []float64) float64
}

// curves are the functions that a log likelihood may have of its linear predictor.
var curves = map[string]curve{
	"identity": {func(x float64) float64 { return x },
		func(x float64) (float64, float64) { return 1, 0 }, floats.Dot},
	"exp": {math.Exp, func(x float64) (float64, float64) {
		e := math.Exp(x)
		return e, e
	}, nil},
	"softplus": {expr.SoftPlus, func(x float64) (float64, float64) {
		q := expr.Logistic(x)
		return q, q * (1 - q)
	}, softPluses},
	"logphi": {expr.LogPhi, func(x float64) (float64, float64) {
		m := math.Exp(-x*x/2-expr.LogPhi(x)) / math.Sqrt(2*math.Pi)
		return m, -m * (x + m)
	}, nil},
	"logicloglog": {expr.Functions["logicloglog"].One, func(x float64) (float64, float64) {
		e := math.Exp(x)
		m := e / math.Expm1(e)
		if e > 700 {
			m = 0
		}
		return m, m * (1 - e - m)
	}, nil},
}

// softPluses is Σ cᵢ log(1 + exp xᵢ), with one logarithm for up to eight equal coefficients.
func softPluses(c, x []float64) (sum float64) {
	for i := 0; i < len(x); {
		product, first := 1.0, i
		for ; i < min(first+8, len(x)) && c[i] == c[first] && x[i] < 80; i++ {
			product *= 1 + math.Exp(x[i])
		}
		if i == first {
			sum += c[i] * expr.SoftPlus(x[i])
			i++
		} else {
			sum += c[first] * math.Log(product)
		}
	}
	return sum
}

// affine tells whether e is made of elements of the set by sums and by products with what is free
// of it.
func (p *Plan) affine(e *expr.Expr, set *normals) bool {
	free := func(e *expr.Expr) bool { return !p.dependsOn(e, set.arrays) }
	switch {
	case free(e):
		return true
	case e.Op == expr.Elem:
		return slices.Contains(set.arrays, e.Array)
	case e.Op != expr.Call:
		return false
	}
	switch e.Name {
	case "+", "-", "neg":
		return !slices.ContainsFunc(e.Args, func(a *expr.Expr) bool { return !p.affine(a, set) })
	case "*":
		return free(e.Args[0]) && p.affine(e.Args[1], set) || free(e.Args[1]) && p.affine(e.Args[0], set)
	case "/":
		return free(e.Args[1]) && p.affine(e.Args[0], set)
	}
	return false
}

// predictor finds the one linear predictor through which a factor depends on a set, or nil.
func (p *Plan) predictor(e *expr.Expr, set *normals) *expr.Expr {
	var found *expr.Expr
	ok := true
	var walk func(e *expr.Expr)
	walk = func(e *expr.Expr) {
		if !p.dependsOn(e, set.arrays) {
			return
		}
		if p.affine(e, set) {
			ok = ok && (found == nil || found == e)
			found = e
			return
		}
		if e.Op != expr.Call {
			ok = false
		}
		for _, a := range e.Args {
			walk(a)
		}
	}
	walk(e)
	if !ok {
		return nil
	}
	return found
}

// newSmooth writes a factor by its linear predictor, if it has one and all functions of it are
// known.
func (p *Plan) newSmooth(f *algebra.Factor, set *normals) *quad {
	eta := p.predictor(f.Log, set)
	if eta == nil {
		return nil
	}
	for _, t := range p.x.Expand(eta) {
		if mine, _, ok := p.in(t, set); !ok || len(mine) > 1 {
			return nil
		}
	}
	key := smoothKey{f, eta}
	q, ok := p.smooths[key]
	if !ok {
		q = p.compileSmooth(f, eta)
		p.smooths[key] = q
	}
	if q == nil || !p.isQuadratic(q.poly, q.rows, set) {
		return nil
	}
	return q
}

// A smoothKey is a factor with its linear predictor.
type smoothKey struct {
	f   *algebra.Factor
	eta *expr.Expr
}

func (p *Plan) compileSmooth(f *algebra.Factor, eta *expr.Expr) *quad {
	pool := p.Graph.Pool
	rows, row := p.numbered(f.Rows)
	hold := func(name string) *expr.Expr {
		return p.latent(name+"."+f.Piece.Left.Name+"."+eta.String(), f.Piece, rows, row)
	}
	z := hold("predictor")
	terms := p.x.Expand(pool.Put(f.Log, eta, z))
	s := &smooth{rows: rows, link: eta}
	t := compute.NewTape(p.space, 0)
	at := map[string]int{}
	for _, term := range terms {
		mine, rest := term.Split(func(e *expr.Expr) bool { return e.Mentions(z.Array) })
		if len(mine) == 0 {
			continue
		}
		name := functionOf(mine[0].E, z)
		if len(mine) > 1 || mine[0].Pow != 1 {
			return nil
		}
		k, ok := at[name]
		if !ok {
			c, ok := curveOf(name)
			if !ok {
				return nil
			}
			k = len(s.funs)
			at[name] = k
			s.funs = append(s.funs, c)
			t.Grow((k + 1) * rows.N)
		}
		t.Add(sequence(k*rows.N, rows.N), nil, rest, rows)
	}
	s.coef = t.Finish()
	w, k := hold("weight"), hold("slope")
	q := &quad{f: f, rows: rows,
		poly: p.x.Expand(pool.Sub(pool.Mul(k, eta),
			pool.Mul(pool.Num(0.5), w, pool.Pow(eta, 2)))), smooth: s}
	s.eta = compute.NewTape(p.space, rows.N)
	for _, term := range p.x.Expand(eta) {
		s.eta.Add(sequence(0, rows.N), nil, term, rows)
	}
	s.eta.Finish()
	s.etaAcc, s.acc = p.acc(4*rows.N), p.acc(len(s.coef.Init))
	s.w, s.k = int(p.space.Take(rows.N)), int(p.space.Take(rows.N))
	w.Array.Base, k.Array.Base = s.w, s.k
	return q
}

// functionOf is the name of the function of z that e is, for curveOf; "" if there is none.
func functionOf(e, z *expr.Expr) string {
	switch {
	case e == z:
		return "identity"
	case e.Op != expr.Call || len(e.Args) != 1:
		return ""
	case e.Args[0] == z:
		return e.Name
	case e.Args[0].Op == expr.Call && e.Args[0].Name == "neg" && e.Args[0].Args[0] == z:
		return "-" + e.Name
	}
	return ""
}

// sequence places rows one after the other.
func sequence(first, n int) compute.Place {
	place := compute.Place{Pos: make([]int32, n)}
	for i := range place.Pos {
		place.Pos[i] = int32(first + i)
	}
	return place
}

// curveOf finds a function by its name; a minus sign before it turns its argument round.
func curveOf(name string) (c curve, ok bool) {
	of, turned := strings.CutPrefix(name, "-")
	c, ok = curves[of]
	if value, slopes := c.value, c.slopes; turned {
		c.total = nil
		c.value = func(x float64) float64 { return value(-x) }
		c.slopes = func(x float64) (float64, float64) {
			slope, bend := slopes(-x)
			return -slope, bend
		}
	}
	return c, ok
}

// total is the sum of Σ cₖ φₖ(η) over the rows.
func (s *smooth) total(coef, eta []float64) (v float64) {
	for k, f := range s.funs {
		c := coef[k*s.rows.N : (k+1)*s.rows.N]
		if f.total != nil {
			v += f.total(c, eta)
			continue
		}
		for row, x := range eta {
			v += c[row] * f.value(x)
		}
	}
	return v
}

// slopes are the first two derivatives of the value.
func (s *smooth) slopes(coef []float64, row int, eta float64) (slope, bend float64) {
	for k, f := range s.funs {
		c := coef[k*s.rows.N+row]
		b, d := f.slopes(eta)
		slope, bend = slope+c*b, bend+c*d
	}
	return slope, bend
}
