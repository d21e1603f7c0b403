package mixture

import "math"

// A Merger is a [Family] that can merge the statistics of two components directly. [SplitMerge]
// uses it. Without it, SplitMerge adds the observations of one component to the other, one by one.
type Merger interface {
	Family
	// Merge writes to both the statistics of all observations in one or in two, which it leaves
	// unchanged. It returns false if cancellation would make the result inaccurate.
	Merge(one, two, both []float64) bool
}

// mergeStats merges the statistics of two slots into both.
func (m *problem) mergeStats(s *State, one, two int, both []float64) {
	if u, ok := m.Family.(Merger); ok && u.Merge(s.Stats[one], s.Stats[two], both) {
		return
	}
	copy(both, s.Stats[one])
	for i, k := range s.Labels {
		if k == two {
			m.Add(both, i)
		}
	}
}

// Merge: sums of squares about the prior mean add up, and the scale follows from them.
func (f *normal) Merge(one, two, both []float64) bool {
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

func (f *multinomial) Merge(one, two, both []float64) bool {
	for w, g := range f.gamma {
		both[w] = one[w] + (two[w] - g)
	}
	v := len(f.gamma)
	both[v] = one[v] + (two[v] - f.sum)
	return true
}
