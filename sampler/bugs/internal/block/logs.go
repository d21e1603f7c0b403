package block

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gibbslab/sampler/bugs/internal/algebra"
	"gibbslab/sampler/bugs/internal/compute"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/graph"
)

// Logs computes log densities of a plan.
type Logs struct {
	plan  *Plan
	tape  *compute.Tape // the factors whose sums over the data are short
	acc   int
	plain []term
	every []term
}

// A term is a factor with its program.
type term struct {
	f       *algebra.Factor
	program *compute.Program
}

// NewLogs compiles the log densities of all factors. A plan that is like another one serves for a
// few sweeps, and sums over its data would take longer to find than they save.
func (p *Plan) NewLogs() *Logs {
	l := &Logs{plan: p, tape: compute.NewTape(p.space, 1), acc: p.acc(1)}
	for _, f := range p.factors {
		t := term{f, compute.NewProgram(p.Graph.Pool, f.Log, f.Rows)}
		l.every = append(l.every, t)
		if !p.far && !p.brief && p.short(f) {
			for _, m := range f.Poly {
				l.tape.Add(compute.Place{Pos: []int32{0}}, nil, m, f.Rows)
			}
			continue
		}
		l.plain = append(l.plain, t)
	}
	l.tape.Finish()
	return l
}

// few is how many products take as long as it takes to begin with a program.
const few = 8

// short tells whether the sums of a factor over its rows have few different products of unknowns,
// so that it pays to add up what does not change.
func (p *Plan) short(f *algebra.Factor) bool {
	t := compute.NewTape(&compute.Space{Pool: p.Graph.Pool, N: p.space.N}, 1)
	for _, m := range f.Poly {
		for _, a := range m.Atoms {
			if a.E.Unknown && a.E.Op != expr.Elem && a.E.Counts { // computed for each row
				return false
			}
		}
		t.Add(compute.Place{Pos: []int32{0}}, nil, m, f.Rows)
		if t.Entries() > f.Rows.N+few {
			return false
		}
	}
	return true
}

// Joint is the log density of data and unknowns together.
func (l *Logs) Joint(s *State) float64 {
	l.plan.Attach(s)
	acc := s.acc[l.acc]
	l.tape.Run(s.prog, s.X, acc)
	sum := acc[0]
	for _, t := range l.plain {
		sum += t.program.Sum(s.prog, s.X, 0, t.program.Rows, false)
	}
	return sum
}

// Of is the log density of a statement's variables.
func (l *Logs) Of(s *State, st *graph.Statement) float64 {
	l.plan.Attach(s)
	sum := 0.0
	for _, t := range l.every {
		if t.f.Piece.Statement == st {
			sum += t.program.Sum(s.prog, s.X, 0, t.program.Rows, false)
		}
	}
	return sum
}

// Each adds the log density of each row of a statement to dst, in the order of its rows.
func (l *Logs) Each(s *State, st *graph.Statement, dst []float64) {
	l.plan.Attach(s)
	for _, t := range l.every {
		if t.f.Piece.Statement != st {
			continue
		}
		t.program.Values(s.prog, s.X, 0, t.program.Rows, func(row int, v []float64) {
			for k, x := range v {
				dst[t.f.Piece.Row(t.f.RowOf(row+k))] += x
			}
		})
	}
}

// Zeros calls f with each element whose density is zero or not a number. drawn says which value it
// has, and from which distribution, if that is one of numbers.
func (l *Logs) Zeros(s *State, f func(name string, drawn func() string)) {
	l.plan.Attach(s)
	for _, t := range l.every {
		t.program.Values(s.prog, s.X, 0, t.program.Rows, func(row int, v []float64) {
			for k, x := range v {
				if math.IsNaN(x) || math.IsInf(x, 0) || x < -1e290 {
					piece, at := t.f.Piece, t.f.RowOf(row+k)
					first := piece.Left.First(piece.Rows.Env(at))
					f(graph.Name(piece.Left.Array, first),
						func() string { return l.plan.stated(s, piece, at, first) })
				}
			}
		})
	}
}

// stated writes a row of a piece with numbers: 3.1 ~ dunif(0, 1.2).
func (p *Plan) stated(s *State, piece *graph.Piece, row, at int) string {
	if slices.ContainsFunc(piece.Args, (*expr.Expr).IsVector) || piece.Left.Op != expr.Elem {
		return ""
	}
	value, numbers := piece.Left.Array.Value[at], []string(nil)
	if piece.Left.Array.State {
		value = s.X[piece.Left.Array.Base+at]
	}
	compute.NewPrograms(p.Graph.Pool, piece.Args, piece.Rows).Row(compute.NewScratch(), s.X, row,
		func(_ int, v float64) { numbers = append(numbers, fmt.Sprintf("%.4g", v)) })
	return fmt.Sprintf("%.4g ~ %s(%s)", value, piece.Statement.Dist.Name, strings.Join(numbers, ", "))
}

// A Computation computes deterministic elements.
type Computation struct {
	plan    *Plan
	program *compute.Program // of a number, or of each element of a vector
	single  bool
	at      [][]int // by row, the positions
}

// Compute compiles deterministic pieces.
func (p *Plan) Compute(pieces []*graph.Piece) (out []*Computation) {
	for _, piece := range pieces {
		c := &Computation{plan: p}
		for row := range piece.Rows.N {
			at, _ := piece.Left.List(piece.Rows.Env(row))
			c.at = append(c.at, at)
		}
		elements, _ := p.Graph.Pool.Elements(piece.Value)
		c.program = compute.NewPrograms(p.Graph.Pool, elements, piece.Rows)
		c.single = len(elements) == 1
		out = append(out, c)
	}
	return out
}

// Each calls set with each element and its value.
func (c *Computation) Each(s *State, set func(position int, v float64)) {
	c.plan.Attach(s)
	c.program.Each(s.prog, s.X, func(k, row int, v float64) {
		if at := c.at[row]; c.single {
			for _, i := range at {
				set(i, v)
			}
		} else if k < len(at) {
			set(at[k], v)
		}
	})
}
