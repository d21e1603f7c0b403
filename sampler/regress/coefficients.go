package regress

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"gibbslab/sampler/variate"
)

// joint is scratch space for a grouping: of β the precision q and b, which is q times its mean, and
// for each group sums k = U_gᵀW(X, z), where z has no effects of other groupings. solved is for one
// group, covariance and aux are for Σ and its likes, and standard has a number for each group.
type joint struct {
	q, b, inv, work, k, solved, covariance, aux, standard []float64
}

// scratchOf is the scratch space of a grouping.
func (f *fit) scratchOf(s *State, c *grouping) *joint {
	j, p, q := &s.coefficients[max(slices.Index(f.groupings, c), 0)], f.p, len(c.vary)
	if len(j.b) != p {
		room := func(n int) []float64 { return make([]float64, n) }
		*j = joint{room(p * p), room(p), room(q * q), room(q), room(c.groups * q * (p + 1)),
			room(q * (p + 1)), room(q * q), room(q), room(c.groups)}
	}
	return j
}

// sums fills q, b and k of a grouping with sums over the rows, in which it looks at nothing twice.
// The first of the others fills s.gram for all of them.
func (f *fit) sums(s *State, c *grouping, others []*grouping) {
	j, x := f.scratchOf(s, c), f.allRows(s)
	first := len(others) == 0 || others[0] == c
	clear(j.q)
	clear(j.b)
	clear(j.k)
	for lo := 0; lo < len(s.z); lo += piece {
		z := s.column[:min(piece, len(s.z)-lo)]
		copy(z, s.z[lo:])
		if f.offset != nil {
			floats.Sub(z, f.offset[lo:][:len(z)])
		}
		for _, other := range others {
			if other != c {
				other.add(s, x, z, lo, f.step, -1)
			}
		}
		var w []float64
		if c.unit == nil {
			w = s.w[lo:]
		}
		c.sum(j, x[lo*f.step:], w, z, lo, f.step, first)
	}
	if first {
		s.gram = append(s.gram[:0], j.q...)
	} else {
		copy(j.q, s.gram)
	}
	if c.unit != nil {
		copy(j.b, c.unit.b) // Xᵀy, and less of what the other effects have in it
		for _, other := range others {
			for i, e := range other.effectsOf(s) {
				if other != c && f.p > 1 {
					addScaled(j.b, -e, other.unit.k[i*(f.p+1):])
				}
			}
		}
		for i := range j.b {
			j.b[i] *= s.w[0]
		}
		for i, v := range c.unit.q {
			j.q[i] = s.w[0] * v
		}
		for i, v := range c.unit.k {
			j.k[i] = s.w[0] * (j.k[i] + v)
		}
	}
	for i := 0; f.p == 1 && i < len(j.k); i += 2 {
		j.q[0] += j.k[i]
		j.b[0] += j.k[i+1]
	}
}

// sum adds rows, from lo on, to b and k, and to q if gram says so; if the one column varies, to k
// alone. Without w their weights are 1, and only the sums of k with z are added to.
func (c *grouping) sum(j *joint, x, w, z []float64, lo, step int, gram bool) {
	p, q, k := len(j.b), len(c.vary), j.k
	if q == 1 && (p == 1 || w == nil) {
		x = x[c.vary[0]:]
		for i, g := range c.of[lo:][:len(z)] {
			u, at := x[i*step], int(g)*(p+1)
			if w != nil {
				u *= w[i]
				k[at] += u * x[i*step]
			}
			k[at+p] += u * z[i]
		}
		return
	}
	for i, v := range z {
		row := x[i*step:][:p]
		if q > 0 {
			k = j.k[int(c.of[lo+i])*q*(p+1):][:q*(p+1)]
		}
		if w == nil {
			for m, a := range c.vary {
				k[m*(p+1)+p] += row[a] * v
			}
			continue
		}
		for m, a := range c.vary {
			k[m*(p+1)+p] += w[i] * row[a] * v
			addScaled(k[m*(p+1):][:p], w[i]*row[a], row)
		}
		addScaled(j.b, w[i]*v, row)
		for a := 0; a < p && gram; a++ {
			addScaled(j.q[a*p:][:a+1], w[i]*row[a], row)
		}
	}
}

// drawWith draws β and all b_g of a grouping at once, given sums. b_g has, given β, precision
// Q_g = Σ⁻¹ + U_gᵀWU_g, and
//
//	β ~ N(Q⁻¹b, Q⁻¹),   Q = P + XᵀWX − Σ_g C_gᵀQ_g⁻¹C_g,   b = Pm + XᵀWz − Σ_g C_gᵀQ_g⁻¹h_g
//
// with C_g = U_gᵀWX and h_g = U_gᵀWz of the rows of group g. The cost is groups·p²·q.
func (f *fit) drawWith(r *rand.Rand, s *State, c *grouping) error {
	j, p, q := f.scratchOf(s, c), f.p, len(c.vary)
	for i, v := range s.precision {
		j.q[i*p+i] += v
		j.b[i] += v * f.mean[i]
	}
	inverse(c.factorOf(s), j.inv, j.work)
	for g := range c.groups {
		l, k := j.covariance, j.k[g*q*(p+1):][:q*(p+1)]
		for i, v := range j.inv {
			l[i] = v + k[i/q*(p+1)+c.vary[i%q]]
		}
		if q == 1 { // many groups are quicker without calls
			l[0] = math.Sqrt(l[0])
		} else if err := variate.Cholesky(l, l); err != nil {
			return err
		}
		copy(j.solved, k)
		for a := range q {
			row := j.solved[a*(p+1):][:p+1]
			for b := range a {
				for m := range row {
					row[m] -= l[a*q+b] * j.solved[b*(p+1)+m]
				}
			}
			for m := range row {
				row[m] /= l[a*q+a]
			}
			for i, v := range row[:p] {
				j.b[i] -= v * row[p]
				for m := range i + 1 {
					j.q[i*p+m] -= v * row[m]
				}
			}
		}
	}
	if err := variate.MultiNormalPrecision(r, j.q, j.b, j.q, s.Beta); err != nil {
		return err
	}
	return f.drawEffects(r, s, c)
}

// drawEffects draws the effects of a grouping given β, sums and Σ⁻¹.
func (f *fit) drawEffects(r *rand.Rand, s *State, c *grouping) error {
	j, p, q, effects := f.scratchOf(s, c), f.p, len(c.vary), c.effectsOf(s)
	for g := range c.groups {
		for a := range q {
			sums := j.k[(g*q+a)*(p+1):][:p+1]
			j.aux[a] = sums[p] - dot(s.Beta, sums)
			for b, m := range c.vary {
				j.covariance[a*q+b] = j.inv[a*q+b] + sums[m]
			}
		}
		if v := j.covariance[0]; q == 1 {
			effects[g] = j.aux[0]/v + r.NormFloat64()/math.Sqrt(v)
		} else if err := variate.MultiNormalPrecision(r, j.covariance, j.aux, j.covariance,
			effects[g*q:][:q]); err != nil {
			return err
		}
	}
	return nil
}

// inverse fills dst with (L Lᵀ)⁻¹, both triangles, given the lower factor L. work has room for a
// column.
func inverse(factor, dst, work []float64) {
	for j := range work {
		clear(work)
		work[j] = 1
		solve(factor, work, dst[j*len(work):][:len(work)])
	}
}

// addScaled adds u·x to dst, which may be shorter than x.
func addScaled(dst []float64, u float64, x []float64) {
	x = x[:len(dst)]
	for i := range dst {
		dst[i] += u * x[i]
	}
}
