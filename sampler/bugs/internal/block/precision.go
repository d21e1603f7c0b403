package block

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"gibbslab/sampler/bugs/internal/algebra"
	"gibbslab/sampler/bugs/internal/compute"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/gauss"
)

// compiledGauss is a set of normals with its matrix.
type compiledGauss struct {
	set    *normals
	column map[*expr.Array][]int32 // of each element; −1 for what is not drawn
	el     []int32                 // addresses of the unknowns
	tape   *compute.Tape           // the linear terms, then the entries of the matrix
	factor *gauss.Factor
	pairs  [][2]int
	slots  map[[2]int]int32
	acc    int
	work   int
	mean   int // four vectors, and a number
	smooth []*smooth
	// constant: the density of the set depends on nothing else that is drawn.
	constant bool
	which    int    // of the sets that are nearly normal
	flat     []flat // what has a uniform prior
	uphill   func(r *rand.Rand, s *State)
	// marginal are the log densities of what is drawn with the set integrated out, or of its
	// logarithm.
	marginal []func(s *State, u float64, logarithm bool) float64
	hyper    []*single
}

// compileGauss compiles the block of a set, with precisions that are drawn while the set is
// integrated out.
func (p *Plan) compileGauss(set *normals, hyper []*single) *compiledGauss {
	c := &compiledGauss{set: set, column: map[*expr.Array][]int32{}, slots: map[[2]int]int32{}}
	for _, a := range set.arrays {
		c.column[a] = make([]int32, a.Size())
		for i := range a.Def {
			c.column[a][i] = -1
			if p.isIn(a, i, set) {
				c.column[a][i] = int32(len(c.el))
				c.el = append(c.el, int32(a.Base+i))
			}
		}
	}
	n := len(c.el)
	for i := range n {
		c.slot(i, i)
	}
	c.tape = compute.NewTape(p.space, n)
	for _, q := range set.quads {
		for _, t := range q.poly {
			p.fill(c, q, t, nil)
		}
	}
	c.tape.Grow(n + len(c.pairs))
	c.tape.Finish()
	c.factor = gauss.New(n, c.pairs)
	c.acc, c.work = p.acc(len(c.tape.Init)), len(p.gauss)
	p.gauss = append(p.gauss, c.factor)
	c.mean = p.acc(4*n + 1)

	b := &Block{Kind: "normal", Drawn: n, Target: set.statements,
		Form: &Form{gauss: c}}
	for _, q := range set.quads {
		b.Form.Factors = append(b.Form.Factors, q.f)
		if q.smooth != nil {
			c.smooth = append(c.smooth, q.smooth)
		}
	}
	b.Cost = c.tape.Entries() + c.factor.Fill()
	b.Why = "its log density is a sum of x and x²"
	if n > 1 {
		b.Kind = fmt.Sprintf("normal, %d at once", n)
		b.Why = fmt.Sprintf("%s are normal together given the rest; the factor of their precision "+
			"matrix has %d entries", expr.Names(set.arrays), c.factor.Fill()+n)
	}
	var before []func(r *rand.Rand, s *State)
	names := []string{}
	for _, q := range set.quads {
		if q.aux != nil {
			before = append(before, p.drawAuxiliary(q.aux))
			if with := ", with " + q.aux.name + " variables"; !strings.Contains(b.Why, with) {
				b.Why += with
			}
			b.Cost += 10 * q.rows.N
		}
	}
	for _, h := range hyper {
		before = append(before, p.integrated(c, h))
		names = append(names, p.nameOf(h.s))
		b.Target = append(slices.Clone(b.Target), h.s)
		b.Form.Integrated, b.Form.Priors = append(b.Form.Integrated, h.s), append(b.Form.Priors,
			p.own(h.s)...)
		b.Drawn++
		b.Cost *= 2
	}
	if len(hyper) > 0 {
		b.Why += "; " + strings.Join(names, ", ") + " by slice sampling with them integrated out"
	}
	b.Name = strings.Join(append(names, expr.Names(set.arrays)), ", ")
	draw := c.draw
	if t := set.truncated(); len(t) > 0 && !set.isSmooth() {
		draw = p.kept(c, t)
		b.Why += "; a draw outside the bounds is not kept"
	}
	if set.isSmooth() {
		c.which = len(p.modes)
		p.modes = append(p.modes, n)
		c.constant = p.constant(set)
		p.flatten(c)
		b.Kind = fmt.Sprintf("nearly normal, %d at once", n)
		b.Why = fmt.Sprintf("proposals from the normal approximation at their mode, and elliptical "+
			"slice "+
			"sampling around it; the factor of its precision matrix has %d entries", c.factor.Fill()+n)
		if c.flat != nil {
			b.Why += "; NUTS where the mode is near a bound"
		}
		b.Cost *= 8
		p.approaches = append(p.approaches, c.approach)
		draw = c.nearlyNormal
	}
	p.put(b, func(r *rand.Rand, s *State) {
		for _, f := range before {
			f(r, s)
		}
		draw(r, s)
	})
	return c
}

// draw draws the set.
func (c *compiledGauss) draw(r *rand.Rand, s *State) {
	sums, w, n := s.acc[c.acc], s.gauss[c.work], len(c.el)
	c.tape.Run(s.prog, s.X, sums)
	if err := c.factor.Decompose(w, sums[n:]); err != nil {
		panic(fmt.Sprintf("the precision matrix of %s is not positive definite: give proper priors (%v)",
			expr.Names(c.set.arrays), err))
	}
	x := s.acc[c.mean][:n]
	c.factor.Draw(r, w, sums[:n], x)
	c.move(s, x)
}

// move gives the unknowns of the set their values.
func (c *compiledGauss) move(s *State, x []float64) {
	for i, at := range c.el {
		s.X[at] = x[i]
	}
}

func (c *compiledGauss) slot(i, j int) int32 {
	if i > j {
		i, j = j, i
	}
	k, ok := c.slots[[2]int{i, j}]
	if !ok {
		k = int32(len(c.pairs))
		c.slots[[2]int{i, j}] = k
		c.pairs = append(c.pairs, [2]int{i, j})
	}
	return k
}

// fill puts a term on the tape: into the linear part, the matrix, or, if it has no unknown of the
// set, into accumulator 0 of the tape constant, if that is not nil.
func (p *Plan) fill(c *compiledGauss, q *quad, t algebra.Term, constant *compute.Tape) {
	mine, rest, _ := p.in(t, c.set)
	n := len(c.el)
	if len(mine) == 0 {
		if constant != nil {
			constant.Add(compute.Place{Pos: []int32{0}}, nil, rest, q.rows)
		}
		return
	}
	if areChosen(mine, q.rows) {
		if constant != nil {
			return
		}
		off, scale := int(c.column[mine[0].Array][0]), []float64{1}
		if len(mine) == 2 && mine[0] != mine[1] {
			place, scale := p.chosenPair(c, mine, q.rows)
			c.tape.Add(place, scale, rest, q.rows)
			return
		}
		if len(mine) == 2 {
			off, scale = off+n, []float64{-2} // the diagonal has the first slots
		}
		c.tape.Grow(off + mine[0].Array.Size())
		c.tape.Add(p.place(c.tape, mine[0], q.rows, off, nil), scale, rest, q.rows)
		return
	}
	var at [2][]int32
	for k, e := range mine {
		at[k] = e.PositionColumn(q.rows)
	}
	// An element of an array of the set may be an unknown that is not in the set. It is a coefficient
	// then.
	for others := range 1 << len(mine) {
		coefficients := rest
		for k, e := range mine {
			if others>>k&1 == 1 {
				coefficients.Atoms = append(slices.Clone(coefficients.Atoms), algebra.Atom{E: e, Pow: 1})
			}
		}
		c.fillRows(q.rows, mine, at, others, coefficients, constant)
	}
}

// nowhere leaves all rows out.
func nowhere(rows int) compute.Place {
	return compute.Place{Pos: slices.Repeat([]int32{-1}, rows)}
}

// fillRows puts a term on the tape in the rows in which the elements that others says are unknowns
// of other blocks.
func (c *compiledGauss) fillRows(in *expr.Rows, mine []*expr.Expr, at [2][]int32, others int,
	rest algebra.Term, constant *compute.Tape) {
	rows, n := in.N, len(c.el)
	var linear, square, none compute.Place
	put := func(p *compute.Place, row int, pos int32) {
		if p.Pos == nil {
			*p = nowhere(rows)
		}
		p.Pos[row] = pos
	}
	var scale []float64 // nil: 1 in all rows
	times := func(row int, v float64) {
		if scale == nil {
			scale = slices.Repeat([]float64{1}, rows)
		}
		scale[row] *= v
	}
	top := n
	for row := range rows {
		var cols [2]int32
		unknown, other := 0, 0
		for k, e := range mine {
			i := at[k][min(row, len(at[k])-1)]
			switch col := c.column[e.Array][i]; {
			case col >= 0:
				cols[unknown] = col
				unknown++
			case e.Array.Fixed(int(i)):
				times(row, e.Array.Value[i])
			default:
				other |= 1 << k
			}
		}
		if other != others {
			continue
		}
		switch unknown {
		case 0:
			put(&none, row, 0)
		case 1:
			put(&linear, row, cols[0])
		case 2:
			if constant != nil {
				continue
			}
			if times(row, -1); cols[0] == cols[1] {
				times(row, 2)
			}
			at := int32(n) + c.slot(int(cols[0]), int(cols[1]))
			put(&square, row, at)
			top = max(top, int(at)+1)
		}
	}
	if constant == nil {
		c.tape.Grow(top)
		for _, place := range []compute.Place{linear, square} {
			if place.Pos != nil {
				c.tape.Add(place, scale, rest, in)
			}
		}
	} else if none.Pos != nil {
		constant.Add(none, scale, rest, in)
	}
}
