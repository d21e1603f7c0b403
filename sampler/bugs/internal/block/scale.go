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
	if s.Dist.Name != "dnorm" && s.Dist.Name != "dt" || isTruncated(s) && !p.isBetween(s) ||
		s.Observed() { // data do not move
		return nil
	}
	out := &spread{s: s, at: -1}
	for piece := range p.pieces(s) {
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
	if out.h == nil || !slices.Contains(todo, out.h) || out.h.Deterministic() || out.h.Dist.Discrete ||
		out.h.Dist.Multi || len(targets(s)) < 2 {
		return nil
	}
	return out
}

// seldom says in which part of the sweeps a move of scale is made in a set of normals, where it is
// not always needed: in one of so many.
const seldom = 4

// rescale compiles a move that makes the deviations of a statement's unknowns from their means
// larger or smaller, all by one factor, together with what sets their standard deviation. Where the
// data say little about single unknowns, the two hold each other fast otherwise. With the factor eᵘ
// the log density of u is log p(moved) + u·(n − 2/p), n unknowns with the precision c·hᵖ; u is
// drawn by slice sampling.
//
// In a set of normals the log density of the set is a parabola in eᵘ, which is found once.
//
// Source: Liu & Sabatti (2000), "Generalised Gibbs sampler and multigrid Monte Carlo for Bayesian
// computation", theorem 1.
func (p *Plan) rescale(sp *spread, c *compiledGauss) {
	truncated := isTruncated(sp.s)
	quick := c != nil && slices.Contains(c.set.statements, sp.s) &&
		!c.set.isSmooth() && !c.set.augmented() && !truncated
	if quick && slices.ContainsFunc(p.live(sp.h), func(f *algebra.Factor) bool {
		return f.Piece.Statement != sp.h && f.Piece.Statement != sp.s
	}) {
		return // it decides more than the spread
	}
	b := &Block{Form: &Form{}, Name: expr.Names([]*expr.Array{sp.s.Left.Array, sp.h.Left.Array}),
		Kind: "scale move", Target: []*graph.Statement{sp.s, sp.h}}
	b.Why = fmt.Sprintf("the deviations of %s and their standard deviation grow or shrink together",
		sp.s.Left.Array.Name)
	el := targets(sp.s)
	b.Drawn = 1
	factors := expr.Union(p.live(sp.s), p.live(sp.h)...)
	b.Form.Factors = factors
	if quick {
		factors, b.Cost = p.own(sp.h), c.tape.Entries()
	}
	var programs []*compute.Program
	for _, f := range factors {
		programs = append(programs, compute.NewProgram(p.Graph.Pool, f.Log, f.Rows, sp.s.Left.Array,
			sp.h.Left.Array))
		b.Cost += 6 * f.Rows.N
	}
	base := sp.s.Left.Array.Base
	number := slices.Repeat([]int{-1}, sp.s.Left.Array.Size())
	for k, i := range el {
		number[i] = k
	}
	var means, precisions []*compute.Program
	var rows [][]int32 // positions, by piece
	for piece := range p.pieces(sp.s) {
		means = append(means, compute.NewProgram(p.Graph.Pool, piece.Args[0], piece.Rows))
		precisions = append(precisions, compute.NewProgram(p.Graph.Pool, piece.Args[1], piece.Rows))
		rows = append(rows, piece.Left.PositionColumn(piece.Rows))
	}
	h := &single{s: sp.h, bounds: p.collect(sp.h).bounds}
	k := slices.Index(targets(sp.h), sp.at-sp.h.Left.Array.Base)
	lim := p.bounds(h, targets(sp.h))
	var within bound
	if truncated {
		within = p.bounds(p.collect(sp.s), el)
	}
	n := len(el)
	mean, old, weight := p.acc(n), p.acc(n), p.acc(n)
	again := p.recompute(sp.s.Left.Array)
	jacobian := float64(n) - 2/sp.power
	if quick { // the prior of the deviations takes its n back
		jacobian = -2 / sp.power
	}
	values := func(s *State, programs []*compute.Program, dst []float64) {
		for j, program := range programs {
			program.Values(s.prog, s.X, 0, program.Rows, func(row int, v []float64) {
				for i, y := range v {
					if to := number[rows[j][min(row+i, len(rows[j])-1)]]; to >= 0 {
						dst[to] = y
					}
				}
			})
		}
	}
	p.put(b, func(r *rand.Rand, s *State) {
		if quick && r.IntN(seldom) > 0 {
			return
		}
		m, x := s.acc[mean], s.acc[old]
		values(s, means, m)
		linear, square := 0.0, 0.0
		if quick {
			values(s, precisions, s.acc[weight])
			linear, square = c.along(s, sp.s.Left.Array, el, m)
			for j, i := range el { // the prior stays what it is
				square -= s.acc[weight][j] * (s.X[base+i] - m[j]) * (s.X[base+i] - m[j])
			}
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
			if move(u); s.X[sp.at] < lo || s.X[sp.at] > hi || truncated && !within.holds(s, base, el) {
				return math.Inf(-1)
			}
			e := math.Exp(u)
			sum := u*jacobian + linear*e - square*e*e/2
			for _, program := range programs {
				sum += program.Sum(s.prog, s.X, 0, program.Rows, true)
			}
			return finite(sum)
		}
		if math.IsInf(logDensity(0), -1) {
			return
		}
		w := s.Width[base+el[0]] // nothing else uses it
		// From a bad start, more steps would reach deviations of 1e-11.
		u := update.SliceSteps(r, 0, w, math.Inf(-1), math.Inf(1), 4, logDensity)
		if !meter.WarmedUp(r) {
			s.Width[base+el[0]] = min(max(w+0.05*(3*math.Abs(u)-w), 1e-3), 10)
		}
		move(u)
	})
}

// along finds the log density of the set as a parabola in t, if the deviations of some elements
// from their means m are multiplied by t: linear·t − ½ square·t².
func (c *compiledGauss) along(s *State, a *expr.Array, el []int, m []float64) (linear,
	square float64) {
	n := len(c.el)
	x, d := s.acc[c.mean][:n], s.acc[c.mean][n:2*n]
	for i, at := range c.el {
		x[i], d[i] = s.X[at], 0
	}
	for j, i := range el {
		col := c.column[a][i]
		x[col], d[col] = m[j], s.X[a.Base+i]-m[j]
	}
	sums := s.acc[c.acc]
	c.tape.Run(s.prog, s.X, sums)
	for i, v := range d {
		linear += v * sums[i]
	}
	for k, pair := range c.pairs {
		i, j, q := pair[0], pair[1], sums[n+k]
		if i == j {
			linear -= q * d[i] * x[i]
			square += q * d[i] * d[i]
		} else {
			linear -= q * (d[i]*x[j] + d[j]*x[i])
			square += 2 * q * d[i] * d[j]
		}
	}
	return linear, square
}
