package compute

import (
	"math"
	"slices"
	"strconv"

	"gibbslab/sampler/bugs/internal/algebra"
	"gibbslab/sampler/bugs/internal/expr"
)

// A set is an expression that is computed before the tape runs, in the rows where it differs.
type set struct {
	e       *expr.Expr
	from    *expr.Rows
	rows    []int32 // of from, one for each different value
	base    int32
	program *Program
	byRow   []int32
}

// column is a factor of a term in all rows: numbers, addresses, or some of both.
type column struct {
	num  []float64 // nil: addresses only
	pow  float64   // of the numbers; 0 is 1
	addr []int32   // nil: numbers only; −1 where the number counts
}

// column compiles a factor.
func (t *Tape) column(a algebra.Atom, rows *expr.Rows) column {
	e := a.E
	if !e.Unknown {
		c := e.Column(rows)
		if !c.AllKnown() {
			panic("not known: " + e.String())
		}
		return column{num: c.V, pow: a.Pow}
	}
	if e.Op == expr.Elem && a.Pow == 1 {
		pos := e.PositionColumn(rows)
		if !slices.Contains(pos, -1) {
			out := column{num: make([]float64, len(pos)), addr: make([]int32, len(pos))}
			for i, k := range pos {
				out.addr[i] = int32(e.Array.Base) + k
				if e.Array.Fixed(int(k)) {
					out.num[i], out.addr[i] = e.Array.Value[k], -1
				}
			}
			return out
		}
	}
	if a.Pow != 1 {
		e = t.space.Pool.Pow(e, a.Pow)
	}
	return column{addr: t.computed(e, rows)}
}

// Address returns where the state holds e in each row: e is an element of it, or computed before
// the tape runs.
func (t *Tape) Address(e *expr.Expr, rows *expr.Rows) []int32 {
	if at, ok := e.Addresses(rows); ok {
		return at
	}
	return t.computed(e, rows)
}

// computed returns the addresses of an expression that is computed before the tape runs.
func (t *Tape) computed(e *expr.Expr, rows *expr.Rows) []int32 {
	for _, s := range t.sets {
		if s.e == e && s.from == rows {
			return s.byRow
		}
	}
	s := &set{e: e, from: rows}
	t.sets = append(t.sets, s)
	signature := Signatures(e, rows)
	seen := map[string]int32{}
	n := rows.N
	if !e.Counts { // it is the same in all rows
		n = 1
	}
	s.byRow = make([]int32, n)
	for row := range s.byRow {
		sig := signature(row)
		k, ok := seen[string(sig)]
		if !ok {
			k = int32(len(s.rows))
			seen[string(sig)] = k
			s.rows = append(s.rows, int32(row))
		}
		s.byRow[row] = k
	}
	s.base = t.space.Take(len(s.rows))
	for i := range s.byRow {
		s.byRow[i] += s.base
	}
	s.program = NewProgram(t.space.Pool, e, rows.Pick(s.rows))
	return s.byRow
}

// Signatures returns a function that tells rows apart in which e has different values. Its result
// is valid until the next call.
func Signatures(e *expr.Expr, rows *expr.Rows) func(row int) []byte {
	leaves := leavesOf(e, rows)
	var buf []byte
	return func(row int) []byte {
		buf = buf[:0]
		for _, c := range leaves {
			if c.addr != nil {
				buf = strconv.AppendInt(buf, int64(c.addr[min(row, len(c.addr)-1)]), 36)
			} else {
				buf = strconv.AppendUint(buf, math.Float64bits(c.num[min(row, len(c.num)-1)]), 36)
			}
			buf = append(buf, ' ')
		}
		return buf
	}
}

// leavesOf has what the value of e depends on in each row: counters, data and addresses.
func leavesOf(e *expr.Expr, rows *expr.Rows) []column {
	if e.Op == expr.Counter {
		return []column{{num: e.Column(rows).V}}
	}
	if at, ok := e.Addresses(rows); ok {
		return []column{{addr: at}}
	}
	if v, ok := e.Data(rows); ok {
		return []column{{num: v}}
	}
	var out []column
	for _, a := range e.Args {
		out = append(out, leavesOf(a, rows)...)
	}
	return out
}

// pair returns the address of a product of two values.
func (t *Tape) pair(a, b int32) int32 {
	for _, s := range t.sets {
		if s.e == nil && s.byRow[0] == a && s.byRow[1] == b {
			return s.base
		}
	}
	s := &set{base: t.space.Take(1), byRow: []int32{a, b}}
	t.sets = append(t.sets, s)
	return s.base
}
