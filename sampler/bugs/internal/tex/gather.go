package tex

import (
	"cmp"
	"slices"

	"gibbslab/sampler/bugs/internal/algebra"
	"gibbslab/sampler/bugs/internal/expr"
)

// gather puts terms that have the same function of the unknown in the same sum into one: the sum of
// (n − y) log(1 − p) says more than two sums, and can be computed where 1 − p is zero.
func (u *Unknown) gather(terms []Term) (out []Term) {
	type known struct {
		c float64
		e *expr.Expr
	}
	at, rests := map[string]int{}, map[int][]known{}
	for _, t := range terms {
		if t.Place == nil {
			out = append(out, t)
			continue
		}
		mine, rest := t, known{t.C, u.pool.Num(1)}
		mine.In = nil
		for _, a := range t.In {
			if mentions(a.E, u.with) {
				mine.In = append(mine.In, a)
			} else {
				rest.e = u.pool.Mul(rest.e, u.pool.Pow(a.E, a.Pow))
			}
		}
		k := mine.key()
		if len(mine.In) == 0 || at[k] == 0 {
			out = append(out, t)
			at[k] = len(out)
		}
		rs := rests[at[k]]
		if i := slices.IndexFunc(rs, func(r known) bool { return r.e == rest.e }); i >= 0 {
			rs[i].c += rest.c
		} else {
			rs = append(rs, rest)
		}
		rests[at[k]] = rs
		if len(mine.In) == 0 || len(rs) == 1 {
			continue
		}
		sign := -1.0
		for _, r := range rs {
			if r.c > 0 {
				sign = 1
			}
		}
		slices.SortStableFunc(rs, func(a, b known) int { return cmp.Compare(sign*b.c, sign*a.c) })
		sum := u.pool.Num(0)
		for _, r := range rs {
			sum = u.pool.Add(sum, u.pool.Mul(u.pool.Num(sign*r.c), r.e))
		}
		mine.C = sign
		mine.In = append([]algebra.Atom{{E: sum, Pow: 1}}, mine.In...)
		out[at[k]-1] = mine
	}
	return out
}
