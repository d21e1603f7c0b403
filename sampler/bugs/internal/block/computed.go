package block

import (
	"math"
	"slices"

	"gibbslab/sampler/bugs/internal/compute"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/graph"
)

// computedPiece is a piece of an array that is computed step by step.
type computedPiece struct {
	piece   *graph.Piece
	program *compute.Program
	at      []int // positions in the array, by row
	inverse bool  // of the matrix that the program computes
}

// A stepOf says which row of which computed piece comes next.
type stepOf struct{ piece, row int }

// compileComputed compiles arrays that refer to themselves.
func (p *Plan) compileComputed() {
	for _, piece := range p.Graph.Computed {
		values := []*expr.Expr{piece.Value}
		if piece.Left.Op == expr.Slice {
			values, _ = p.Graph.Pool.Elements(piece.Value)
		}
		matrix, whole := p.inverted(values)
		c := computedPiece{piece: piece, inverse: whole,
			program: compute.NewPrograms(p.Graph.Pool, matrix, piece.Rows)}
		for row := range piece.Rows.N {
			at, _ := piece.Left.List(piece.Rows.Env(row))
			c.at = append(c.at, at...)
		}
		p.computed = append(p.computed, c)
	}
}

// inverted has the elements of a matrix if values are those of its inverse, in their order. They
// are values themselves otherwise.
func (p *Plan) inverted(values []*expr.Expr) (matrix []*expr.Expr, ok bool) {
	k := int(math.Sqrt(float64(len(values))))
	for i, e := range values {
		if e.Op != expr.Call || e.Name != "inverse.at" || e.Args[0] != values[0].Args[0] ||
			k*k != len(values) || e.Args[1].Value != float64(i/k+1) || e.Args[2].Value != float64(i%k+1) {
			return values, false
		}
	}
	if matrix, ok = p.Graph.Pool.Elements(values[0].Args[0]); !ok {
		return values, false
	}
	return matrix, true
}

// computedFrom tells whether the computed array b depends on a.
func (p *Plan) computedFrom(b, a *expr.Array) bool {
	seen := map[*expr.Array]bool{}
	var from func(b *expr.Array) bool
	from = func(b *expr.Array) bool {
		if seen[b] {
			return false
		}
		seen[b] = true
		for _, c := range p.Graph.Computed {
			if c.Left.Array != b {
				continue
			}
			if c.Mentions(a) {
				return true
			}
			for _, d := range p.Graph.Computed {
				if e := d.Left.Array; e != b && c.Mentions(e) && from(e) {
					return true
				}
			}
		}
		return false
	}
	return b.Computed && from(b)
}

func (p *Plan) recomputes(a *expr.Array) bool {
	return slices.ContainsFunc(p.Graph.Computed,
		func(c *graph.Piece) bool { return p.computedFrom(c.Left.Array, a) })
}

// rowsOf are the rows of a step of an array that is computed, in the step's order.
func (p *Plan) rowsOf(step graph.Step) (out []stepOf) {
	where := map[int32]stepOf{}
	for k, c := range p.computed {
		for row := range c.piece.Rows.N {
			if c.piece.Statement == step.Statement {
				where[c.piece.Row(row)] = stepOf{k, row}
				if step.Rows == nil {
					out = append(out, stepOf{k, row})
				}
			}
		}
	}
	for _, row := range step.Rows {
		if at, ok := where[row]; ok {
			out = append(out, at)
		}
	}
	return out
}

// recompute returns a function that computes what depends on an array, in order.
func (p *Plan) recompute(arrays ...*expr.Array) func(s *State) {
	var steps []stepOf
	for _, step := range p.Graph.Steps() {
		rows := p.rowsOf(step)
		if len(rows) > 0 && slices.ContainsFunc(arrays, func(b *expr.Array) bool {
			return p.computedFrom(p.computed[rows[0].piece].piece.Left.Array, b)
		}) {
			steps = append(steps, rows...)
		}
	}
	if steps == nil {
		return func(*State) {}
	}
	return func(s *State) {
		p.compute(s, steps)
	}
}

// compute computes rows one after the other.
func (p *Plan) compute(s *State, steps []stepOf) {
	for _, st := range steps {
		c := &p.computed[st.piece]
		s.flat = s.flat[:0]
		c.program.Row(s.prog, s.X, st.row, func(_ int, v float64) { s.flat = append(s.flat, v) })
		values := s.flat
		if c.inverse {
			values = expr.Inverse(values, int(math.Sqrt(float64(len(values)))))
		}
		for k, v := range values {
			s.X[c.piece.Left.Array.Base+c.at[st.row*len(values)+k]] = v
		}
	}
}

// Recompute computes everything that is computed step by step.
func (p *Plan) Recompute(s *State) {
	p.Attach(s)
	p.recompute(p.Graph.Order...)(s)
}
