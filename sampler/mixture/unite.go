package mixture

import "math"

// unite makes the statistics of two clusters together: at once where the family can, else observation by observation.
func (m *problem) unite(s *State, one, two int, both []float64) {
	if u, ok := m.c.(uniter); ok && u.unite(s.Stats[one], s.Stats[two], both) {
		return
	}
	copy(both, s.Stats[one])
	for i, k := range s.Labels {
		if k == two {
			m.Add(both, i)
		}
	}
}

// A uniter is a family that makes the statistics of two clusters together out of theirs. It returns false if rounding
// has eaten the digits.
type uniter interface {
	unite(one, two, both []float64) bool
}

// unite: sums of squares about the prior mean add up, from which the scale follows.
func (f *normal) unite(one, two, both []float64) bool {
	k0, k1, k2 := f.p.Kappa, f.p.Kappa+one[statN], f.p.Kappa+two[statN]
	k := k1 + two[statN]
	u, v := one[statMean]-f.p.Mean, two[statMean]-f.p.Mean
	d := u - v
	between := (k1*k2*d*d - k0*(k1*u*u+k2*v*v)) / k
	scale := one[statScale] + two[statScale] - f.p.Scale + between/2
	if !(scale > 1e-6*(one[statScale]+two[statScale]+k0*(k1*u*u+k2*v*v)/k)) {
		return false
	}
	f.set(both, one[statN]+two[statN], f.p.Mean+(k1*u+k2*v)/k, scale, math.Log(scale))
	return true
}

func (f *multinomial) unite(one, two, both []float64) bool {
	for w, g := range f.gamma {
		both[w] = one[w] + (two[w] - g)
	}
	v := len(f.gamma)
	both[v] = one[v] + (two[v] - f.sum)
	return true
}
