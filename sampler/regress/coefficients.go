package regress

import (
	"math/rand/v2"
	"slices"

	"gibbslab/sampler/variate"
)

// joint is scratch space for a grouping. For each group g there are the factor l of the precision
// of b_g, and k, the solutions for the columns of X and for z. covariance and aux are for Σ, and
// standard has the effects over their deviations.
type joint struct {
	q, b, inv, work, l, k     []float64
	covariance, aux, standard []float64
}

// scratchOf is the scratch space of a grouping; nil is none.
func (f *fit) scratchOf(s *State, c *grouping) *joint {
	j, p := &s.coefficients[max(slices.Index(f.groupings, c), 0)], f.p
	if len(j.b) != p {
		q, groups := 0, 0
		if c != nil {
			q, groups = len(c.vary), c.groups
		}
		room := func(n int) []float64 { return make([]float64, n) }
		*j = joint{room(p * p), room(p), room(q * q), room(q), room(groups * q * q),
			room(groups * q * (p + 1)), room(q * q), room(q), room(groups)}
	}
	return j
}

// drawJoint draws β and the effects of each grouping in turn, given those of the others.
func (f *fit) drawJoint(r *rand.Rand, s *State) error {
	if len(f.groupings) == 0 {
		return f.drawWith(r, s, &grouping{}, f.scratchOf(s, nil), s.z)
	}
	for _, c := range f.groupings {
		z := s.z
		if len(f.groupings) > 1 {
			z = s.column
			for i, row := range f.rows(s) {
				z[i] = s.z[i]
				for _, other := range f.groupings {
					if other != c {
						z[i] -= other.part(s, i, row)
					}
				}
			}
		}
		if err := f.drawWith(r, s, c, f.scratchOf(s, c), z); err != nil {
			return err
		}
	}
	return nil
}

// drawWith draws β and all b_g of a grouping at once. b_g has, given β, precision
// Q_g = Σ⁻¹ + U_gᵀWU_g, and
//
//	β ~ N(Q⁻¹b, Q⁻¹),   Q = P + XᵀWX − Σ_g C_gᵀQ_g⁻¹C_g,   b = Pm + XᵀWz − Σ_g C_gᵀQ_g⁻¹h_g
//
// with C_g = U_gᵀWX and h_g = U_gᵀWz of the rows of group g. The cost is n·p² + groups·p²·q.
func (f *fit) drawWith(r *rand.Rand, s *State, grouped *grouping, c *joint, z []float64) error {
	p, q, vary := f.p, len(grouped.vary), grouped.vary
	clear(c.q)
	for j, v := range s.precision {
		c.q[j*p+j], c.b[j] = v, v*f.mean[j]
	}
	factor, effects := grouped.factorOf(s), grouped.effectsOf(s)
	inverse(factor, c.inv, c.work)
	for g := range grouped.groups {
		copy(c.l[g*q*q:], c.inv)
	}
	clear(c.k)
	for i, row := range f.rows(s) {
		for j, v := range row {
			u := s.w[i] * v
			c.b[j] += u * z[i]
			for k := range j + 1 {
				c.q[j*p+k] += u * row[k]
			}
		}
		if q == 0 {
			continue
		}
		g := grouped.of[i]
		l, k := c.l[g*q*q:(g+1)*q*q], c.k[g*q*(p+1):(g+1)*q*(p+1)]
		for a, ja := range vary {
			u := s.w[i] * row[ja]
			for b, jb := range vary {
				l[a*q+b] += u * row[jb]
			}
			for j, v := range row {
				k[a*(p+1)+j] += u * v
			}
			k[a*(p+1)+p] += u * z[i]
		}
	}
	for g := range grouped.groups {
		l, k := c.l[g*q*q:(g+1)*q*q], c.k[g*q*(p+1):(g+1)*q*(p+1)]
		if err := variate.Cholesky(l, l); err != nil {
			return err
		}
		for a := range q { // k becomes l⁻¹k
			row := k[a*(p+1) : (a+1)*(p+1)]
			for b := range a {
				for j := range row {
					row[j] -= l[a*q+b] * k[b*(p+1)+j]
				}
			}
			for j := range row {
				row[j] /= l[a*q+a]
			}
			for j, v := range row[:p] {
				c.b[j] -= v * row[p]
				for m := range j + 1 {
					c.q[j*p+m] -= v * row[m]
				}
			}
		}
	}
	if err := variate.MultiNormalPrecision(r, c.q, c.b, c.q, s.Beta); err != nil {
		return err
	}
	for g := range grouped.groups {
		l, k := c.l[g*q*q:(g+1)*q*q], c.k[g*q*(p+1):(g+1)*q*(p+1)]
		b := effects[g*q : (g+1)*q]
		for a := range q {
			b[a] = k[a*(p+1)+p] + r.NormFloat64()
			for j, v := range s.Beta {
				b[a] -= k[a*(p+1)+j] * v
			}
		}
		for a := q - 1; a >= 0; a-- {
			for m := a + 1; m < q; m++ {
				b[a] -= l[m*q+a] * b[m]
			}
			b[a] /= l[a*q+a]
		}
	}
	return nil
}

// inverse fills dst with (L Lᵀ)⁻¹, both triangles, given the lower factor L. work has room for a
// column.
func inverse(factor, dst, work []float64) {
	d := len(work)
	for j := range d {
		for i := range d { // L work = e_j
			work[i] = 0
			if i == j {
				work[i] = 1
			}
			for k := range i {
				work[i] -= factor[i*d+k] * work[k]
			}
			work[i] /= factor[i*d+i]
		}
		for i := d - 1; i >= 0; i-- { // Lᵀ x = work
			for k := i + 1; k < d; k++ {
				work[i] -= factor[k*d+i] * work[k]
			}
			work[i] /= factor[i*d+i]
		}
		for i := range d {
			dst[i*d+j] = work[i]
		}
	}
}
