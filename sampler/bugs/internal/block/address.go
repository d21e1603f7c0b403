package block

import (
	"slices"

	"gibbslab/sampler/bugs/internal/compute"
	"gibbslab/sampler/bugs/internal/expr"
)

// An address is where an element is in its array: static, of each row or once, and the sum of
// strides times the indices that are unknown.
type address struct {
	static  []int32
	moved   []*expr.Expr
	strides []int32
	dims    []int // how many values the unknown indices have
}

// addressOf takes an element with an unknown index apart.
func addressOf(e *expr.Expr, rows *expr.Rows) (a address) {
	a.static = []int32{0}
	stride := int32(1)
	for k := len(e.Args) - 1; k >= 0; k-- {
		x := e.Args[k]
		c := x.Column(rows)
		if x.Unknown || !c.AllKnown() {
			a.moved, a.strides = append(a.moved, x), append(a.strides, stride)
			a.dims = append(a.dims, e.Array.Dims[k])
			for i := range a.static {
				a.static[i] -= stride
			}
		} else {
			if len(c.V) > len(a.static) {
				a.static = slices.Repeat(a.static[:1], len(c.V))
			}
			for i := range a.static {
				v, _ := c.At(i)
				a.static[i] += stride * (int32(v) - 1)
			}
		}
		stride *= int32(e.Array.Dims[k])
	}
	return a
}

// at is the static part in a row.
func (a address) at(row int) int32 { return a.static[min(row, len(a.static)-1)] }

// with are the unknown indices of two addresses, with strides for a table of their values, and the
// size of the table.
func (a address) with(b address) (both address, size int) {
	for _, x := range []address{a, b} {
		for j, m := range x.moved {
			if k := slices.Index(both.moved, m); k >= 0 {
				both.dims[k] = min(both.dims[k], x.dims[j])
				continue
			}
			both.moved, both.dims = append(both.moved, m), append(both.dims, x.dims[j])
		}
	}
	size = 1
	for _, d := range both.dims {
		both.strides = append(both.strides, int32(size))
		size *= d
	}
	return both, size
}

// areChosen tells whether the state chooses which elements some of the references mean.
func areChosen(refs []*expr.Expr, rows *expr.Rows) bool {
	return slices.ContainsFunc(refs, func(e *expr.Expr) bool {
		return slices.Contains(e.PositionColumn(rows), -1)
	})
}

// placeOf is the place at an address that the state chooses.
func (p *Plan) placeOf(t *compute.Tape, a address, rows *expr.Rows) compute.Place {
	pool := p.Graph.Pool
	index, by := a.moved[0], a.strides[0]
	if len(a.moved) > 1 {
		index, by = pool.Mul(pool.Num(float64(by)), index), 1
		for i, m := range a.moved[1:] {
			index = pool.Add(index, pool.Mul(pool.Num(float64(a.strides[i+1])), m))
		}
	}
	return compute.Place{Pos: a.static, Index: t.Address(index, rows), Stride: by}
}

// mostPairs is how many pairs the state may choose among in a row.
const mostPairs = 100

// pairs tells whether the product of two elements, with unknown indices, belongs to few pairs, and
// to the diagonal of the matrix for all values of the indices or for none.
func pairs(mine []*expr.Expr, rows *expr.Rows) bool {
	a, b := addressOf(mine[0], rows), addressOf(mine[1], rows)
	if mine[0].Array == mine[1].Array {
		return slices.Equal(a.moved, b.moved) && slices.Equal(a.strides, b.strides)
	}
	_, n := a.with(b)
	return n <= mostPairs
}

// chosenPair makes room in the matrix for the product of two elements of which the state chooses at
// least one, for each of the pairs that it may choose in a row. The slots stand in the order of the
// unknown indices.
func (p *Plan) chosenPair(c *compiledGauss, mine []*expr.Expr, rows *expr.Rows) (compute.Place,
	[]float64) {
	of := [2]address{addressOf(mine[0], rows), addressOf(mine[1], rows)}
	both, n := of[0].with(of[1])
	both.static = make([]int32, rows.N)
	first := 0
	for _, s := range both.strides {
		first += int(s)
	}
	scale := slices.Repeat([]float64{-1}, rows.N)
	known := map[[2]int32]int32{}
	for row := range rows.N {
		s := [2]int32{of[0].at(row), of[1].at(row)}
		at, ok := known[s]
		if !ok {
			at = int32(len(c.el) + len(c.pairs) - first)
			known[s] = at
			for k := range n {
				var pair [2]int
				for side, e := range mine {
					pair[side] = int(c.column[e.Array][0] + s[side])
					for j, x := range of[side].moved {
						m := slices.Index(both.moved, x)
						v := k/int(both.strides[m])%both.dims[m] + 1
						pair[side] += int(of[side].strides[j]) * v
					}
				}
				c.pairs = append(c.pairs, pair)
			}
		}
		both.static[row] = at
		if s[0] == s[1] && mine[0].Array == mine[1].Array {
			scale[row] = -2
		}
	}
	c.tape.Grow(len(c.el) + len(c.pairs))
	return p.placeOf(c.tape, both, rows), scale
}
