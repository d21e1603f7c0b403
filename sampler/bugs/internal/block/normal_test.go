package block

import (
	"math"
	"slices"

	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/graph"
)

// normal compares the matrix and the linear terms of normal blocks with differences of the joint.
func (e *exam) normal(s *State) {
	for _, b := range e.p.Blocks {
		if b.Form == nil || b.Form.gauss == nil {
			continue
		}
		c := b.Form.gauss
		if c.set.isSmooth() {
			e.smooth(s, c)
			continue
		}
		e.augmented(s, c)
		e.quadratic(s, c)
		e.integrated(s, c)
		e.o.instead = nil
	}
}

// augmented draws auxiliary variables, and tells the oracle about them.
func (e *exam) augmented(s *State, c *compiledGauss) {
	type place struct{ st, row int }
	latent := map[place]int{}
	names := map[int]string{}
	for _, q := range c.set.quads {
		if q.aux == nil {
			continue
		}
		piece := q.f.Piece
		for row := range q.rows.N {
			original := row
			if piece.Index != nil {
				original = int(piece.Index[row])
			}
			latent[place{piece.Statement.ID, original}] = q.aux.base + row
			s.X[q.aux.base+row] = e.r.ExpFloat64()
		}
		names[piece.Statement.ID] = q.aux.name
	}
	e.o.instead = func(st *graph.Statement, row int) (float64, bool) {
		at, ok := latent[place{st.ID, row}]
		if !ok {
			return 0, false
		}
		env, w := st.Rows.Env(row), s.X[at]
		if names[st.ID] == "weight" {
			var p [3]float64
			for k, a := range st.Args {
				p[k] = vectorOf(a, env)[0]
			}
			d := vectorOf(st.Left, env)[0] - p[0]
			return math.Log(p[1])/2 - w*p[1]*d*d/p[2], true
		}
		y, eta, size := vectorOf(st.Left, env)[0], e.o.linear(st.Args[0], env), 1.0
		if st.Dist.Name == "dbin" {
			size = vectorOf(st.Args[1], env)[0]
		}
		if names[st.ID] == "latent normal" {
			return w*eta - eta*eta/2, true
		}
		return (y-size/2)*eta - w*eta*eta/2, true
	}
}

// quadratic compares differences of the joint with the block's matrix and linear terms.
func (e *exam) quadratic(s *State, c *compiledGauss) {
	p, n := e.p, len(c.el)
	sums := make([]float64, len(c.tape.Init))
	c.tape.Run(s.prog, s.X, sums)
	q := func(i, j int) (v float64) {
		for k, pair := range c.pairs {
			if pair == [2]int{i, j} || pair == [2]int{j, i} {
				v += sums[n+k]
			}
		}
		return v
	}
	x := make([]float64, n)
	for i, at := range c.el {
		x[i] = s.X[at]
	}
	which := map[int]bool{}
	for id, yes := range e.inform {
		which[id] = yes
	}
	at := func(i int, di float64, j int, dj float64) float64 {
		s.X[c.el[i]] += di
		s.X[c.el[j]] += dj
		p.recompute(c.set.arrays...)(s)
		v := e.o.joint(p, s, which)
		s.X[c.el[i]], s.X[c.el[j]] = x[i], x[j]
		return v
	}
	for k := range 12 {
		i, j := e.r.IntN(n), e.r.IntN(n)
		if k%2 == 0 { // one that the block has
			pair := c.pairs[e.r.IntN(len(c.pairs))]
			i, j = pair[0], pair[1]
		}
		h := 0.5 + math.Abs(x[i])/4
		here, up, down := at(i, 0, i, 0), at(i, h, i, 0), at(i, -h, i, 0)
		b := sums[i]
		for m := range n {
			b -= q(i, m) * x[m]
		}
		size := []float64{here, up, down}
		if d := (up - down) / 2; !near(d, b*h, size...) {
			e.fault("normal %s: the slope of the joint in %d is %.12g, of the block %.12g", expr.Names(c.set.arrays), i, d/h, b)
		}
		var d float64
		if i == j {
			d = up - 2*here + down
		} else {
			d = at(i, h, j, h) - up - at(i, 0, j, h) + here
		}
		e.done["matrix"]++
		if !near(d, -q(i, j)*h*h, size...) {
			e.fault("normal %s: the second difference of the joint in %d and %d is %.12g, of the block %.12g",
				expr.Names(c.set.arrays), i, j, d/h/h, -q(i, j))
		}
	}
}

// smooth compares changes of the joint with those of the log density that elliptical slice sampling
// uses of a set that is nearly normal: its quadratic part, and functions of linear predictors.
func (e *exam) smooth(s *State, c *compiledGauss) {
	n := len(c.el)
	c.approach(e.r, s)
	e.p.recompute(c.set.arrays...)(s)
	for _, q := range c.set.quads {
		if m := q.smooth; m != nil {
			clear(s.X[m.w : m.w+m.rows.N])
			clear(s.X[m.k : m.k+m.rows.N])
			m.coef.Run(s.prog, s.X, s.acc[m.acc])
		}
	}
	sums := make([]float64, len(c.tape.Init))
	c.tape.Run(s.prog, s.X, sums)
	target := func() (v float64) {
		for i, at := range c.el {
			v += sums[i] * s.X[at]
		}
		for k, pair := range c.pairs {
			w := sums[n+k] * s.X[c.el[pair[0]]] * s.X[c.el[pair[1]]]
			if pair[0] == pair[1] {
				w /= 2
			}
			v -= w
		}
		for _, q := range c.set.quads {
			if m := q.smooth; m != nil {
				eta := s.acc[m.etaAcc][:m.rows.N]
				m.eta.Run(s.prog, s.X, eta)
				v += m.total(s.acc[m.acc], eta)
			}
		}
		for _, f := range c.flat { // what stands for uniform priors
			v += f.precision * math.Pow(s.X[c.el[f.i]]-f.middle, 2) / 2
		}
		return v
	}
	for range 12 {
		at := c.el[e.r.IntN(n)]
		old, t0, j0 := s.X[at], target(), e.o.joint(e.p, s, e.inform)
		s.X[at] += (0.05 + 0.1*math.Abs(old)) * e.r.NormFloat64()
		e.p.recompute(c.set.arrays...)(s)
		t1, j1 := target(), e.o.joint(e.p, s, e.inform)
		s.X[at] = old
		e.done["smooth"]++
		if !near(t1-t0, j1-j0, t0, t1, j0, j1) {
			e.fault("nearly normal %s: the block changes by %.12g, the joint by %.12g",
				expr.Names(c.set.arrays), t1-t0, j1-j0)
		}
	}
}

// integrated compares the densities of what is drawn with the normals integrated out with the joint at the
// mean of the normals, less half the log determinant of their matrix.
func (e *exam) integrated(s *State, c *compiledGauss) {
	for k, h := range c.hyper {
		at := h.s.Left.Array.Base
		lim := e.p.bounds(h, []int{0})
		lo := lim.lo[0](s)
		keep := slices.Clone(s.X)
		value := func(u float64) (block, joint float64) {
			block = c.marginal[k](s, u, lo >= 0)
			n := len(c.el)
			sums, w := s.acc[c.acc], s.gauss[c.work]
			mean := make([]float64, n)
			c.factor.Solve(w, sums[:n], mean)
			jacobian := 0.0
			if lo >= 0 {
				jacobian = u
			}
			for i, a := range c.el {
				s.X[a] = mean[i]
			}
			e.p.Recompute(s)
			joint = jacobian + e.o.joint(e.p, s, e.counts(h.s)) - c.factor.LogDet(w)/2
			copy(s.X, keep)
			return block, joint
		}
		u := s.X[at]
		if lo >= 0 {
			u = math.Log(u)
		}
		b0, j0 := value(u)
		b1, j1 := value(u + 0.3*e.r.NormFloat64()*(0.1+math.Min(1, math.Abs(u))))
		if math.IsInf(j1, 0) || math.IsNaN(j1) {
			continue
		}
		e.done["integrated"]++
		if !near(b1-b0, j1-j0, b0, b1, j0, j1) {
			e.fault("%s, integrated: the block changes by %.12g, the joint by %.12g", h.s.Left, b1-b0, j1-j0)
		}
	}
}
