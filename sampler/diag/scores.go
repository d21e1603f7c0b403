package diag

// scores remembers normal scores. Ranks are multiples of one half, so n draws have at most 2n−1 different ones.
type scores struct {
	n     int
	known []float64 // by twice the rank; 0 if not known yet, or in the middle
}

// of sets the number of draws.
func (s *scores) of(n int) {
	if s.n != n {
		s.n, s.known = n, make([]float64, 2*n+1)
	}
}

// at is normalScore(twice, n).
func (s *scores) at(twice int) float64 {
	if z := s.known[twice]; z != 0 {
		return z
	}
	return s.compute(twice)
}

//go:noinline // so that at is inlined
func (s *scores) compute(twice int) float64 {
	s.known[twice] = normalScore(twice, s.n)
	return s.known[twice]
}
