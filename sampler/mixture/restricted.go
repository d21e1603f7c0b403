package mixture

import "math/rand/v2"

// launch makes the state from which a split is proposed: a random split of the members, improved by
// scans. It returns the sizes of the two sides.
func (m *problem) launch(r *rand.Rand, s *State, scans int) [2]int {
	members, side, stats := s.scratch.Members, s.scratch.Side, s.scratch.Stats
	copy(stats[0], m.empty)
	copy(stats[1], m.empty)
	var sizes [2]int
	for j, i := range members {
		side[i] = j
		if j > 1 {
			side[i] = r.IntN(2)
		}
		sizes[side[i]]++
		m.Add(stats[side[i]], i)
	}
	for range scans {
		m.restricted(r, s, &sizes, -1)
	}
	return sizes
}

// restricted is a Gibbs scan that chooses between the two sides. It returns the log probability of
// its choices. If two is a slot, the choices are not drawn: restricted takes those that lead to the
// present labels, where side 1 is slot two.
func (m *problem) restricted(r *rand.Rand, s *State, sizes *[2]int, two int) (logQ float64) {
	side, stats := s.scratch.Side, s.scratch.Stats
	q := product{value: 1}
	for _, i := range s.scratch.Members[2:] {
		from := side[i]
		sizes[from]--
		if !m.Remove(stats[from], i) {
			side[i] = -1
			m.countSide(s, from)
		}
		m.choose(r, s, sizes, two, i, &q)
	}
	return q.log()
}

// countSide recomputes the statistics of one side.
func (m *problem) countSide(s *State, of int) {
	copy(s.scratch.Stats[of], m.empty)
	for _, i := range s.scratch.Members {
		if s.scratch.Side[i] == of {
			m.Add(s.scratch.Stats[of], i)
		}
	}
}
