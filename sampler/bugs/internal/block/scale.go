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
	"gibbslab/sampler/internal/meter"
	"gibbslab/sampler/update"
)

// A spread is a statement whose unknowns have a precision c·hᵖ, where h is one unknown number.
type spread struct {
	s     *graph.Statement
	h     *graph.Statement
	at    int // address of h
	power float64
}

// spreadOf finds the number that sets the precision of a statement.
func (p *Plan) spreadOf(s *graph.Statement, todo []*graph.Statement) *spread {
	if s.Dist.Name != "dnorm" && s.Dist.Name != "dt" || s.Lower != nil || s.Upper != nil {
		return nil
	}
	out := &spread{s: s, at: -1}
	for _, piece := range p.Graph.Pieces {
		if piece.Statement != s {
			continue
		}
		poly := p.x.Expand(piece.Args[1])
		if len(poly) != 1 || p.depends(piece.Args[0], s.Left.Array) {
			return nil
		}
		for _, a := range poly[0].Atoms {
			if !a.E.Unknown {
				continue
			}
			if a.E.Op != expr.Elem || out.at >= 0 && a.Pow != out.power {
				return nil
			}
			for _, i := range a.E.PositionColumn(piece.Rows) {
				at := a.E.Array.Base + int(i)
				if i < 0 || a.E.Array.Observed[i] || out.at >= 0 && at != out.at {
					return nil
				}
				out.h, out.at, out.power = p.Graph.Statements[a.E.Array.Def[i]], at, a.Pow
			}
		}
		if out.at < 0 || p.depends(piece.Args[0], out.h.Left.Array) {
			return nil
		}
	}
	if out.h == nil || !contains(todo, out.h) || out.h.Deterministic() || out.h.Dist.Discrete ||
		out.h.Dist.Multi || len(targets(s)) < 2 {
		return nil
	}
	return out
}

// rescale compiles a move that makes the deviations of a statement's unknowns from their means
// larger or smaller, all by one factor, together with what sets their standard deviation. Where the
// data say little about single unknowns, the two hold each other fast otherwise. With the factor eᵘ
// the log density of u is log p(moved) + u·(n − 2/p), n unknowns with the precision c·hᵖ; u is
// drawn by slice sampling.
//
// Source: Liu & Sabatti (2000), "Generalised Gibbs sampler and multigrid Monte Carlo for Bayesian
// computation", theorem 1.
func (p *Plan) rescale(sp *spread) {
	b := &Block{Form: &Form{}, Name: expr.Names([]*expr.Array{sp.s.Left.Array, sp.h.Left.Array}),
		Kind: "scale move", Target: []*graph.Statement{sp.s, sp.h}}
	b.Why = fmt.Sprintf("the deviations of %s and their standard deviation grow or shrink together",
		sp.s.Left.Array.Name)
	el := targets(sp.s)
	b.Drawn = 1
	var factors []*algebra.Factor
	for _, f := range append(p.live(sp.s), p.live(sp.h)...) {
		if !slices.Contains(factors, f) {
			factors = append(factors, f)
		}
	}
	b.Form.Factors = factors
	var programs []*compute.Program
	for _, f := range factors {
		programs = append(programs, compute.NewProgram(p.Graph.Pool, f.Log, f.Rows, sp.s.Left.Array,
			sp.h.Left.Array))
		b.Cost += 6 * f.Rows.N
	}
	base := sp.s.Left.Array.Base
	number := make([]int, sp.s.Left.Array.Size())
	for i := range number {
		number[i] = -1
	}
	for k, i := range el {
		number[i] = k
	}
	var means []*compute.Program
	var rows [][]int32 // positions, by piece
	for _, piece := range p.Graph.Pieces {
		if piece.Statement == sp.s {
			means = append(means, compute.NewProgram(p.Graph.Pool, piece.Args[0], piece.Rows))
			rows = append(rows, piece.Left.PositionColumn(piece.Rows))
		}
	}
	h := &single{s: sp.h, bounds: p.collect(sp.h).bounds}
	k := slices.Index(targets(sp.h), sp.at-sp.h.Left.Array.Base)
	lim := p.bounds(h, targets(sp.h))
	n := len(el)
	mean, old := p.acc(n), p.acc(n)
	again := p.recompute(sp.s.Left.Array)
	jacobian := float64(n) - 2/sp.power
	p.put(b, func(r *rand.Rand, s *State) {
		m, x := s.acc[mean], s.acc[old]
		for j, program := range means {
			program.Values(s.prog, s.X, 0, program.Rows, func(row int, v []float64) {
				for i, y := range v {
					if to := number[rows[j][min(row+i, len(rows[j])-1)]]; to >= 0 {
						m[to] = y
					}
				}
			})
		}
		for j, i := range el {
			x[j] = s.X[base+i]
		}
		for _, program := range programs {
			program.Prepare(s.prog, s.X, 0, program.Rows)
		}
		now, lo, hi := s.X[sp.at], lim.lo[k](s), lim.hi[k](s)
		move := func(u float64) {
			e := math.Exp(u)
			for j, i := range el {
				s.X[base+i] = m[j] + (x[j]-m[j])*e
			}
			s.X[sp.at] = now * math.Exp(-2*u/sp.power)
			again(s)
		}
		logDensity := func(u float64) float64 {
			if move(u); s.X[sp.at] < lo || s.X[sp.at] > hi {
				return math.Inf(-1)
			}
			sum := u * jacobian
			for _, program := range programs {
				sum += program.Sum(s.prog, s.X, 0, program.Rows, true)
			}
			return finite(sum)
		}
		if math.IsInf(logDensity(0), -1) {
			return
		}
		w := s.Width[base+el[0]] // nothing else uses it
		u := update.SliceSteps(r, 0, w, math.Inf(-1), math.Inf(1), mostSteps, logDensity)
		if !meter.WarmedUp(r) {
			s.Width[base+el[0]] = min(max(w+0.05*(3*math.Abs(u)-w), 1e-3), 10)
		}
		move(u)
	})
}
