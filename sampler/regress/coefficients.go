package regress

import (
	"math/rand/v2"

	"gibbslab/sampler/variate"
)

// joint is scratch space of drawJoint. For each group g there are the factor l of the precision of
// b_g, and k, the solutions for the columns of X and for z.
type joint struct{ q, b, inv, work, l, k []float64 }

// drawJoint draws β and all b_g at once. b_g has, given β, precision Q_g = Σ⁻¹ + U_gᵀWU_g, and
//
//	β ~ N(Q⁻¹b, Q⁻¹),   Q = P + XᵀWX − Σ_g C_gᵀQ_g⁻¹C_g,   b = Pm + XᵀWz − Σ_g C_gᵀQ_g⁻¹h_g
//
// with C_g = U_gᵀWX and h_g = U_gᵀWz of the rows of group g. The cost is n·p² + groups·p²·q.
func (f *fit) drawJoint(r *rand.Rand, s *State) error {
	p, q, c := f.p, len(f.vary), &s.coefficients
	if len(c.b) != p {
		*c = joint{make([]float64, p*p), make([]float64, p), make([]float64, q*q),
			make([]float64, q), make([]float64, f.groups*q*q),
			make([]float64, f.groups*q*(p+1))}
	}
	clear(c.q)
	for j, v := range s.precision {
		c.q[j*p+j], c.b[j] = v, v*f.mean[j]
	}
	rows := f.rows(s)
	for i, row := range rows {
		for j, v := range row {
			u := s.w[i] * v
			c.b[j] += u * s.z[i]
			for k := range j + 1 {
				c.q[j*p+k] += u * row[k]
			}
		}
	}
	inverse(s.Factor, c.inv, c.work)
	for g, members := range f.members {
		l, k := c.l[g*q*q:(g+1)*q*q], c.k[g*q*(p+1):(g+1)*q*(p+1)]
		copy(l, c.inv)
		clear(k)
		for _, i := range members {
			for a, ja := range f.vary {
				u := s.w[i] * rows[i][ja]
				for b, jb := range f.vary {
					l[a*q+b] += u * rows[i][jb]
				}
				for j, v := range rows[i] {
					k[a*(p+1)+j] += u * v
				}
				k[a*(p+1)+p] += u * s.z[i]
			}
		}
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
	for g := range f.groups {
		l, k := c.l[g*q*q:(g+1)*q*q], c.k[g*q*(p+1):(g+1)*q*(p+1)]
		b := s.Effects[g*q : (g+1)*q]
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
