package block

import (
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/sampler/bugs/internal/algebra"
	"gibbslab/sampler/bugs/internal/compute"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/variate"
)

// auxiliary are variables, one for each row, that make a factor quadratic in its linear predictor:
// the Pólya-Gamma variables of a logistic regression, or the latent normals of a probit regression.
// They are drawn anew each time, and are no part of the state.
type auxiliary struct {
	name string
	eta  *expr.Expr
	rows *expr.Rows
	base int
	draw func(r *rand.Rand, row int, eta float64) float64
}

// augment makes a binomial factor quadratic, if its linear predictor is linear in the set. It
// returns nil if it cannot.
//
// Sources: Polson, Scott & Windle (2013), "Bayesian inference for logistic models using Pólya-Gamma
// latent variables"; Albert & Chib (1993), "Bayesian analysis of binary and polychotomous response
// data".
func (p *Plan) augment(f *algebra.Factor, set *normals) *quad {
	if p.exact || slices.ContainsFunc(set.arrays, f.Piece.Left.Mentions) {
		return nil
	}
	q, ok := p.augmented[f]
	if !ok {
		q = p.newAuxiliary(f)
		p.augmented[f] = q
	}
	if q == nil || !p.isQuadratic(q.poly, q.rows, set) {
		return nil
	}
	return q
}

func (p *Plan) newAuxiliary(f *algebra.Factor) *quad {
	piece, pool := f.Piece, p.Graph.Pool
	name := piece.Statement.Dist.Name
	if name != "dbern" && name != "dbin" || piece.Lower != nil || piece.Upper != nil {
		return nil
	}
	link := piece.Args[0]
	if link.Op != expr.Call || link.Name != "ilogit" && link.Name != "phi" {
		return nil
	}
	y := piece.Left.Column(f.Rows)
	size := expr.Column{V: []float64{1}}
	sizes := pool.Num(1)
	if name == "dbin" {
		sizes = piece.Args[1]
		size = sizes.Column(f.Rows)
	}
	if !y.AllKnown() || !size.AllKnown() {
		return nil
	}
	eta := link.Args[0]
	aux := &auxiliary{eta: eta}
	rows, row := p.numbered(f.Rows)
	aux.rows = rows
	a := expr.NewArray("latent."+piece.Left.Name, []int{rows.N})
	for i := range a.Def {
		a.Def[i] = int32(piece.Statement.ID)
	}
	a.State, a.Unknowns = true, true
	latent := pool.Intern(expr.Expr{Op: expr.Elem, Name: a.Name, Array: a, Args: []*expr.Expr{row}})
	var e *expr.Expr
	if link.Name == "ilogit" {
		aux.name = "Pólya-Gamma"
		kappa := pool.Sub(piece.Left, pool.Mul(pool.Num(0.5), sizes))
		e = pool.Sub(pool.Mul(kappa, eta), pool.Mul(pool.Num(0.5), latent, pool.Pow(eta, 2)))
		aux.draw = func(r *rand.Rand, row int, eta float64) float64 {
			n, _ := size.At(row)
			if n == 0 {
				return 0
			}
			return variate.PolyaGamma(r, n, eta)
		}
	} else {
		for i := range rows.N {
			if n, _ := size.At(i); n != 1 {
				return nil
			}
		}
		aux.name = "latent normal"
		e = pool.Sub(pool.Mul(latent, eta), pool.Mul(pool.Num(0.5), pool.Pow(eta, 2)))
		aux.draw = func(r *rand.Rand, row int, eta float64) float64 {
			if v, _ := y.At(row); v == 1 {
				return variate.TruncatedNormal(r, eta, 1, 0, math.Inf(1))
			}
			return variate.TruncatedNormal(r, eta, 1, math.Inf(-1), 0)
		}
	}
	q := &quad{f: f, rows: rows, poly: p.x.Expand(e), aux: aux}
	aux.base = p.space.N
	a.Base = p.space.N
	p.space.N += rows.N
	return q
}

// numbered adds a counter of the rows.
func (p *Plan) numbered(r *expr.Rows) (*expr.Rows, *expr.Expr) {
	depth := len(r.Counters)
	rows := &expr.Rows{N: r.N, Counters: append(slices.Clone(r.Counters), make([]int32, r.N))}
	for i := range rows.N {
		rows.Counters[depth][i] = int32(i + 1)
	}
	return rows, p.Graph.Pool.Intern(expr.Expr{Op: expr.Counter, Name: "row", Depth: depth})
}

// drawAuxiliary compiles the draw of auxiliary variables.
func (p *Plan) drawAuxiliary(aux *auxiliary) func(r *rand.Rand, s *State) {
	t := compute.NewTape(p.space, aux.rows.N)
	place := compute.Place{Pos: make([]int32, aux.rows.N)}
	for i := range place.Pos {
		place.Pos[i] = int32(i)
	}
	for _, term := range p.x.Expand(aux.eta) {
		t.Add(place, nil, term, aux.rows)
	}
	t.Finish()
	acc := p.acc(aux.rows.N)
	return func(r *rand.Rand, s *State) {
		eta := s.acc[acc]
		t.Run(s.prog, s.X, eta)
		for i, e := range eta {
			s.X[aux.base+i] = aux.draw(r, i, e)
		}
	}
}
