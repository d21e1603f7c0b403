package block

import (
	"math"
	"slices"

	"gibbslab/sampler/bugs/internal/compute"
)

// An integral is an unknown that is integrated out. Given the rest it has a distribution with a
// name, so that its integral is the constant of that distribution.
type integral struct {
	one      *single
	n        int   // elements of the array
	group    []int // by element: the number of its vector; −1 if another statement draws it
	possible []bool
	block    *Block // draws it, given the rest
	tape     *compute.Tape
	// Rooms of each chain: the coefficients and how a value changes them, by function and element;
	// sums over the elements of each vector, and how they change; what was looked at.
	sums, change, totals, rise, seen int
}

// integral compiles the coefficients of a statement, and its draw.
func (p *Plan) integral(one *single) *integral {
	a, el := one.s.Left.Array, targets(one.s)
	q := &integral{one: one, n: a.Size(), tape: p.sums(one, el)}
	q.group = slices.Repeat([]int{-1}, q.n)
	vectors := 0
	for k, i := range el {
		q.group[i] = k
	}
	if one.kind == "Dirichlet" {
		all := p.vectors(one.s)
		vectors = len(all)
		for k, v := range all {
			for _, i := range v {
				q.group[i] = k
			}
		}
		q.possible = one.possible()
	}
	size := q.n * len(one.basis)
	q.sums, q.change, q.seen = p.acc(size), p.acc(size), p.acc(q.n)
	q.totals, q.rise = p.acc(vectors), p.acc(vectors)
	p.compileSingle(one)
	last := len(p.Blocks) - 1
	q.block = p.Blocks[last]
	p.Blocks = p.Blocks[:last]
	return q
}

// begin computes the coefficients.
func (q *integral) begin(s *State) {
	sums, totals := s.acc[q.sums], s.acc[q.totals]
	q.tape.Run(s.prog, s.X, sums)
	if q.one.kind != "Dirichlet" {
		return
	}
	clear(totals)
	for i, k := range q.group {
		if k >= 0 && q.possible[i] {
			totals[k] += sums[i] + 1
		}
	}
}

// gain is how much the changes of one element add to the logarithm of the integral, but for the
// sums over its vector, and clears them.
func (q *integral) gain(s *State, i int) float64 {
	sums, change := s.acc[q.sums], s.acc[q.change]
	var c, d [3]float64
	for m := range q.one.basis {
		c[m], d[m] = sums[m*q.n+i], change[m*q.n+i]
		change[m*q.n+i] = 0
	}
	if q.group[i] < 0 {
		return 0
	}
	if q.one.kind == "Dirichlet" {
		if d[0] == 0 {
			return 0
		}
		if !q.possible[i] {
			return math.Inf(-1)
		}
		s.acc[q.rise][q.group[i]] += d[0]
		return logRise(c[0]+1, d[0])
	}
	return q.one.logRatio(c, d)
}

// logRise is log Γ(a+d) − log Γ(a).
func logRise(a, d float64) float64 {
	if d == 1 {
		return math.Log(a)
	}
	u, _ := math.Lgamma(a + d)
	v, _ := math.Lgamma(a)
	return u - v
}

// logRatio is the logarithm of the ratio of two integrals over x: with the coefficients c+d, and c.
func (one *single) logRatio(c, d [3]float64) float64 {
	of := func(v [3]float64, basis string) float64 {
		if k := slices.Index(one.basis, basis); k >= 0 {
			return v[k]
		}
		return 0
	}
	switch one.kind {
	case "normal": // log of exp(l²/2q)/√q, arranged to keep digits
		q, l := -2*of(c, "x^2"), of(c, "x^1")
		dq, dl := -2*of(d, "x^2"), of(d, "x^1")
		m := l / q
		return (dl*m+dl*dl/(2*q)-m*m*dq/2)/(1+dq/q) - math.Log1p(dq/q)/2
	case "beta":
		a, b := of(c, "log x")+1, of(c, "log(1-x)")+1
		da, db := of(d, "log x"), of(d, "log(1-x)")
		return logRise(a, da) + logRise(b, db) - logRise(a+b, da+db)
	}
	log, other := one.ofGamma(c)
	more, change := one.ofGamma(d)
	shape, step := (log+1)/one.power, more/one.power // the rate is −other
	return logRise(shape, step) - (shape+step)*math.Log1p(change/other) - step*math.Log(-other)
}
