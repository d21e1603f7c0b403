package compute

import (
	"slices"

	"gibbslab/sampler/bugs/internal/algebra"
	"gibbslab/sampler/bugs/internal/expr"
)

// A Tape adds up products of numbers and elements of the state into accumulators: what is left of
// sums over the data once equal products are added up.
type Tape struct {
	Init []float64 // what the accumulators begin with

	space *Space
	at    map[key]int32
	ents  [4][]entry // by the number of factors
	moved []moving   // into an accumulator that the state chooses
	sets  []*set
}

type entry struct {
	pos, f0, f1, f2 int32
	v               float64
}

// A moving entry goes to pos + stride·x[index].
type moving struct {
	entry
	index, stride int32
}

type key struct{ pos, f0, f1, f2, index, stride int32 }

// Space is the room behind the state that computed values take.
type Space struct {
	Pool *expr.Pool
	N    int // numbers of the state, and of what is computed from it
}

// Take returns the address of n more numbers.
func (s *Space) Take(n int) int32 {
	at := s.N
	s.N += n
	return int32(at)
}

// NewTape returns a tape with n accumulators.
func NewTape(space *Space, n int) *Tape {
	return &Tape{Init: make([]float64, n), space: space, at: map[key]int32{}}
}

// Grow makes sure that there are n accumulators.
func (t *Tape) Grow(n int) {
	for len(t.Init) < n {
		t.Init = append(t.Init, 0)
	}
}

// A Place says where terms go: for each row an accumulator, or one for all; with Index, what the
// state holds at Index times Stride is added. Without Index, a negative accumulator leaves the row
// out.
type Place struct {
	Pos    []int32
	Index  []int32
	Stride int32
}

// Add adds scale times a term, in all rows. scale has a number for each row, or one; nil is 1.
func (t *Tape) Add(place Place, scale []float64, term algebra.Term, rows *expr.Rows) {
	var cols []column
	for _, a := range term.Atoms {
		cols = append(cols, t.column(a, rows))
	}
	for row := range rows.N {
		pos := place.Pos[min(row, len(place.Pos)-1)]
		if pos < 0 && place.Index == nil {
			continue
		}
		v := term.C
		if scale != nil {
			v *= scale[min(row, len(scale)-1)]
		}
		var few [8]int32
		f := few[:0]
		for _, c := range cols {
			if c.addr != nil {
				if a := c.addr[min(row, len(c.addr)-1)]; a >= 0 {
					f = append(f, a)
					continue
				}
			}
			x := c.num[min(row, len(c.num)-1)]
			if c.pow != 0 && c.pow != 1 {
				x = expr.Functions["^"].Two(x, c.pow)
			}
			v *= x
		}
		if v == 0 {
			continue
		}
		k := key{pos: pos, f0: -1, f1: -1, f2: -1, index: -1}
		if place.Index != nil {
			k.index, k.stride = place.Index[min(row, len(place.Index)-1)], place.Stride
		}
		t.put(k, f, v)
	}
}

func (t *Tape) put(k key, f []int32, v float64) {
	slices.Sort(f)
	for len(f) > 3 { // products of products
		f = append(slices.Clone(f[2:]), t.pair(f[0], f[1]))
		slices.Sort(f)
	}
	n := len(f)
	for i, p := range []*int32{&k.f0, &k.f1, &k.f2} {
		if i < n {
			*p = f[i]
		}
	}
	if n == 0 && k.index < 0 {
		t.Init[k.pos] += v
		return
	}
	i, ok := t.at[k]
	switch e := (entry{k.pos, k.f0, k.f1, k.f2, v}); {
	case ok && k.index >= 0:
		t.moved[i].v += v
	case ok:
		t.ents[n][i].v += v
	case k.index >= 0:
		t.at[k] = int32(len(t.moved))
		t.moved = append(t.moved, moving{e, k.index, k.stride})
	default:
		t.at[k] = int32(len(t.ents[n]))
		t.ents[n] = append(t.ents[n], e)
	}
}

// Entries is how many products a run computes.
func (t *Tape) Entries() int {
	n := len(t.ents[1]) + len(t.ents[2]) + len(t.ents[3]) + len(t.moved)
	for _, s := range t.sets {
		n += len(s.rows)
	}
	return n
}

// Finish drops what only building needs, and entries that cancelled.
func (t *Tape) Finish() *Tape {
	for n := range t.ents {
		t.ents[n] = slices.DeleteFunc(t.ents[n], func(e entry) bool { return e.v == 0 })
		slices.SortStableFunc(t.ents[n], func(a, b entry) int { return int(a.pos) - int(b.pos) })
		t.ents[n] = slices.Clip(t.ents[n])
	}
	t.at = nil
	for _, s := range t.sets {
		if s.e != nil {
			s.byRow, s.from = nil, nil
		}
	}
	return t
}

// Run computes the accumulators from the state x.
func (t *Tape) Run(s *Scratch, x, acc []float64) {
	for _, c := range t.sets {
		if c.e == nil {
			x[c.base] = x[c.byRow[0]] * x[c.byRow[1]]
			continue
		}
		c.program.Values(s, x, 0, c.program.Rows,
			func(row int, v []float64) { copy(x[int(c.base)+row:], v) })
	}
	copy(acc, t.Init)
	for i := range t.ents[1] {
		e := &t.ents[1][i]
		acc[e.pos] += e.v * x[e.f0]
	}
	for i := range t.ents[2] {
		e := &t.ents[2][i]
		acc[e.pos] += e.v * x[e.f0] * x[e.f1]
	}
	for i := range t.ents[3] {
		e := &t.ents[3][i]
		acc[e.pos] += e.v * x[e.f0] * x[e.f1] * x[e.f2]
	}
	for i := range t.moved {
		e := &t.moved[i]
		v := e.v
		for _, f := range [3]int32{e.f0, e.f1, e.f2} {
			if f >= 0 {
				v *= x[f]
			}
		}
		acc[e.pos+e.stride*int32(x[e.index])] += v
	}
}
