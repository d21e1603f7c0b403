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

// auxiliary are variables, one for each row, that make a factor quadratic in its linear predictor:
// the Pólya-Gamma variables of a logistic regression, the latent normals of a probit regression, or
// the weights of a Student t. They are drawn anew each time, and are no part of the state.
type auxiliary struct {
	name string
	args []*expr.Expr // what the draw needs
	rows *expr.Rows
	base int
	draw func(r *rand.Rand, row int, x []float64) float64
}

// augment makes a binomial factor quadratic, if its linear predictor is linear in the set, and the
// factor of a Student t, if its location is. It returns nil if it cannot.
//
// A Student t with location μ, precision τ and k degrees of freedom is a normal whose precision has
// a random weight: with w ~ Gamma((k + 1) / 2, 1 + τ (x − μ)² / k) the logarithm of its density is
// ½ log τ − w τ (x − μ)² / k, up to what does not depend on x, μ and τ.
//
// Sources: West (1984), "Outlier models and prior distributions in Bayesian linear regression";
// Polson, Scott & Windle (2013), "Bayesian inference for logistic models using Pólya-Gamma latent
// variables"; Albert & Chib (1993), "Bayesian analysis of binary and polychotomous response data".
func (p *Plan) augment(f *algebra.Factor, set *normals) *quad {
	student := f.Piece.Statement.Dist.Name == "dt"
	if p.exact || !student && slices.ContainsFunc(set.arrays, f.Piece.Left.Mentions) {
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
	piece := f.Piece
	if piece.Lower != nil || piece.Upper != nil {
		return nil
	}
	rows, row := p.numbered(f.Rows)
	latent := p.latent(fmt.Sprint("latent.", len(p.augmented)), piece, rows, row)
	aux := &auxiliary{rows: rows}
	var e *expr.Expr
	switch piece.Statement.Dist.Name {
	case "dbern", "dbin":
		e = p.hidden(aux, f, latent)
	case "dt":
		e = p.weighted(aux, piece, latent)
	}
	if e == nil {
		return nil
	}
	q := &quad{f: f, rows: rows, poly: p.x.Expand(e), aux: aux}
	aux.base = int(p.space.Take(rows.N))
	latent.Array.Base = aux.base
	return q
}

// weighted is the logarithm of the density of a Student t with the weights.
func (p *Plan) weighted(aux *auxiliary, piece *graph.Piece, latent *expr.Expr) *expr.Expr {
	pool := p.Graph.Pool
	mu, tau, k := piece.Args[0], piece.Args[1], piece.Args[2]
	aux.name = "weight"
	distance := pool.Div(pool.Mul(tau, pool.Pow(pool.Sub(piece.Left, mu), 2)), k)
	aux.args = []*expr.Expr{distance, k}
	aux.draw = func(r *rand.Rand, _ int, x []float64) float64 {
		return variate.Gamma(r, (x[1]+1)/2, 1+x[0])
	}
	return pool.Sub(pool.Mul(pool.Num(0.5), pool.Log(tau)), pool.Mul(latent, distance))
}

// hidden is the logarithm of a binomial factor with the variables that fit its link.
func (p *Plan) hidden(aux *auxiliary, f *algebra.Factor, latent *expr.Expr) *expr.Expr {
	piece, pool := f.Piece, p.Graph.Pool
	link := piece.Args[0]
	if link.Op != expr.Call || link.Name != "ilogit" && link.Name != "phi" {
		return nil
	}
	size, sizes := expr.Column{V: []float64{1}}, pool.Num(1)
	if len(piece.Args) > 1 {
		sizes = piece.Args[1]
		size = sizes.Column(f.Rows)
	}
	unseen := func(i int32) bool { return i < 0 || !piece.Left.Array.Observed[i] }
	if slices.ContainsFunc(piece.Left.PositionColumn(f.Rows), unseen) || !size.AllKnown() {
		return nil
	}
	eta := link.Args[0]
	aux.args = []*expr.Expr{eta}
	if link.Name == "ilogit" {
		aux.name = "Pólya-Gamma"
		aux.draw = func(r *rand.Rand, row int, x []float64) float64 {
			n, _ := size.At(row)
			if n == 0 {
				return 0
			}
			return variate.PolyaGamma(r, n, x[0])
		}
		kappa := pool.Sub(piece.Left, pool.Mul(pool.Num(0.5), sizes))
		return pool.Sub(pool.Mul(kappa, eta), pool.Mul(pool.Num(0.5), latent, pool.Pow(eta, 2)))
	}
	for i := range f.Rows.N {
		if n, _ := size.At(i); n != 1 {
			return nil
		}
	}
	aux.name, aux.args = "latent normal", []*expr.Expr{eta, piece.Left}
	aux.draw = func(r *rand.Rand, _ int, x []float64) float64 {
		if x[1] == 1 {
			return variate.TruncatedNormal(r, x[0], 1, 0, math.Inf(1))
		}
		return variate.TruncatedNormal(r, x[0], 1, math.Inf(-1), 0)
	}
	return pool.Sub(pool.Mul(latent, eta), pool.Mul(pool.Num(0.5), pool.Pow(eta, 2)))
}

// latent is the element in a row of an array that has a number for each row of a piece. It has no
// room in the state yet. Arrays of the same name are the same to the pool.
func (p *Plan) latent(name string, piece *graph.Piece, rows *expr.Rows, row *expr.Expr) *expr.Expr {
	a := expr.NewArray(name, []int{rows.N})
	for i := range a.Def {
		a.Def[i] = int32(piece.Statement.ID)
	}
	a.State, a.Unknowns = true, true
	return p.Graph.Pool.Elem(a, row)
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
	n, m := aux.rows.N, len(aux.args)
	var programs []*compute.Program
	for _, e := range aux.args {
		programs = append(programs, compute.NewProgram(p.Graph.Pool, e, aux.rows))
	}
	acc := p.acc(n * m)
	return func(r *rand.Rand, s *State) {
		x := s.acc[acc]
		for k, program := range programs {
			program.Values(s.prog, s.X, 0, n, func(row int, v []float64) {
				for i, y := range v {
					x[(row+i)*m+k] = y
				}
			})
		}
		for i := range n {
			s.X[aux.base+i] = aux.draw(r, i, x[i*m:(i+1)*m])
		}
	}
}
