package block

import (
	"fmt"
	"math"
	"slices"

	"gibbslab/sampler/bugs/internal/algebra"
	"gibbslab/sampler/bugs/internal/compute"
	"gibbslab/sampler/bugs/internal/expr"
)

// A table has a factor's values: a row for each of its rows in which they differ, a column for each
// combination.
type table struct {
	program  *compute.Program
	rows     int
	holds    []int       // addresses at which the program reads the unknowns, one range for each
	dims     []domain    // of the unknowns
	fixed    [][]float64 // by unknown and row: the value if it is known, or NaN
	first    int         // its first cell
	constant bool
	// If the logarithm is a sum of products of a function of the unknowns and one of the rest, the
	// functions of the unknowns are computed once.
	split []*compute.Program
	known int           // the first cell of the functions
	coef  *compute.Tape // of the functions, row by row
	acc   int
}

// cols is how many combinations of values there are.
func (t *table) cols() int {
	n := 1
	for _, d := range t.dims {
		n *= d.size
	}
	return n
}

// newTable compiles a factor, and says on which unknowns the cells of each row depend.
func (p *Plan) newTable(f *algebra.Factor, arrays []*expr.Array, number map[int32]int,
	el *elimination) (*table, []scope) {
	e := f.Log
	refs := discreteRefs(e, arrays)
	of := make([][]int, len(refs)) // unknown by row of the factor, or −1
	values := make([][]float64, len(refs))
	dims := make([]domain, len(refs))
	for k, x := range refs {
		pos := x.PositionColumn(f.Rows)
		of[k], values[k] = make([]int, f.Rows.N), make([]float64, f.Rows.N)
		dims[k].size = 1 // if it is known in all rows
		for i := range f.Rows.N {
			at := pos[min(i, len(pos)-1)]
			v, unknown := number[int32(x.Array.Base)+at]
			of[k][i], values[k][i] = -1, math.NaN()
			if unknown {
				of[k][i], dims[k] = v, el.domain[v]
			} else {
				values[k][i] = x.Array.Value[at]
			}
		}
	}
	which, some := p.different(e, refs, values, f.Rows)
	rows, row := p.numbered(f.Rows.Pick(some))
	t := &table{rows: rows.N, dims: dims, first: el.cells, constant: true}
	var holds []*expr.Array
	for k, x := range refs {
		known := make([]float64, rows.N)
		for i, r := range some {
			known[i] = values[k][r]
		}
		value := p.latent(fmt.Sprintf("value.%d.%d", p.space.N, k), f.Piece, rows, row)
		hold := value.Array
		hold.Base = int(p.space.Take(rows.N))
		e = p.Graph.Pool.Put(e, x, value)
		holds = append(holds, hold)
		t.holds, t.fixed = append(t.holds, hold.Base), append(t.fixed, known)
	}
	free := func(e *expr.Expr) bool { // of unknowns of other blocks
		return e.Walk(func(x *expr.Expr) bool {
			return x.Array == nil || !x.Array.Unknowns || slices.Contains(holds, x.Array)
		})
	}
	t.constant = free(e)
	t.program = compute.NewProgram(p.Graph.Pool, e, rows, holds...)
	cols := t.cols()
	var scopes []scope
	for i, w := range which {
		s := scope{base: t.first + w*cols}
		stride := cols
		for k, d := range t.dims {
			stride /= d.size
			if of[k][i] >= 0 {
				s.vars, s.stride = append(s.vars, of[k][i]), append(s.stride, stride)
			}
		}
		if len(s.vars) > 0 {
			scopes = append(scopes, s)
		}
	}
	el.cells += rows.N * cols
	if !t.constant {
		p.split(t, e, rows, holds, free)
		t.known = el.cells
		el.cells += len(t.split) * rows.N * cols
	}
	return t, scopes
}

// different finds the rows in which a factor has different values, where elements of arrays are
// known or tried: which of these rows each one is like, and the rows.
func (p *Plan) different(e *expr.Expr, refs []*expr.Expr, values [][]float64,
	rows *expr.Rows) (which []int, some []int32) {
	for _, x := range refs { // the same in all rows
		a := expr.NewArray("any", nil)
		a.State, a.Unknowns = true, true
		e = p.Graph.Pool.Put(e, x, p.Graph.Pool.Elem(a))
	}
	signature, at := compute.Signatures(e, rows), map[string]int{}
	for i := range rows.N {
		key := string(signature(i))
		for _, v := range values {
			key += fmt.Sprint(" ", v[i])
		}
		k, ok := at[key]
		if !ok {
			k = len(some)
			at[key], some = k, append(some, int32(i))
		}
		which = append(which, k)
	}
	return which, some
}

// split takes the logarithm of a table apart, if it can be.
func (p *Plan) split(t *table, e *expr.Expr, rows *expr.Rows, holds []*expr.Array,
	free func(e *expr.Expr) bool) {
	coef := compute.NewTape(p.space, 0)
	var split []*compute.Program
	for _, term := range p.x.Expand(e) {
		mine, rest := term.Split(
			func(e *expr.Expr) bool { return slices.ContainsFunc(holds, e.Mentions) })
		if slices.ContainsFunc(mine, func(a algebra.Atom) bool { return !free(a.E) }) {
			return
		}
		if len(mine) == 0 {
			continue
		}
		k, e := len(split), algebra.Term{C: 1, Atoms: mine}.Expr(p.Graph.Pool)
		split = append(split, compute.NewProgram(p.Graph.Pool, e, rows, holds...))
		coef.Grow((k + 1) * rows.N)
		coef.Add(sequence(k*rows.N, rows.N), nil, rest, rows)
	}
	if len(split) <= 4 {
		t.split, t.coef, t.acc = split, coef.Finish(), p.acc(len(split)*rows.N)
	}
}

// fill computes the cells of a table: densities, up to a factor in each row. The first time it
// computes what does not change as well.
func (t *table) fill(s *State, cells []float64, first bool) {
	n := t.rows * t.cols()
	out := cells[t.first : t.first+n]
	if t.split == nil {
		t.run(s, t.program, out)
	} else {
		if first {
			for k, program := range t.split {
				t.run(s, program, cells[t.known+k*n:t.known+(k+1)*n])
			}
		}
		coef := s.acc[t.acc]
		t.coef.Run(s.prog, s.X, coef)
		clear(out)
		for k := range t.split {
			known := cells[t.known+k*n : t.known+(k+1)*n]
			for i := range t.rows {
				q := coef[k*t.rows+i]
				for c := i * n / t.rows; c < (i+1)*n/t.rows; c++ {
					out[c] += q * known[c]
				}
			}
		}
	}
	for i := range t.rows {
		row := out[i*n/t.rows : (i+1)*n/t.rows]
		top := math.Inf(-1)
		for _, v := range row {
			if v > top {
				top = v
			}
		}
		for c, v := range row {
			switch {
			case v == top && !math.IsInf(v, -1):
				row[c] = 1
			case v != v:
				row[c] = 0
			default:
				row[c] = math.Exp(v - top)
			}
		}
	}
}

// run computes a function of the unknowns for each combination of their values.
func (t *table) run(s *State, program *compute.Program, out []float64) {
	cols := t.cols()
	program.Prepare(s.prog, s.X, 0, t.rows)
	for c := range cols {
		rest := c
		for k := len(t.dims) - 1; k >= 0; k-- {
			v := float64(t.dims[k].first + rest%t.dims[k].size)
			rest /= t.dims[k].size
			for i, known := range t.fixed[k] {
				s.X[t.holds[k]+i] = v
				if known == known {
					s.X[t.holds[k]+i] = known
				}
			}
		}
		program.Prepared(s.prog, s.X, 0, t.rows, func(row int, v []float64) {
			for i, x := range v {
				out[(row+i)*cols+c] = x
			}
		})
	}
}
