package fast

import (
	"gonum.org/v1/gonum/mathext"
)

// scores are the normal scores of n draws.
type scores struct {
	n     int
	whole []float64 // for whole ranks, from 1
}

// of sets the number of draws.
func (s *scores) of(n int) {
	if s.n == n {
		return
	}
	s.n, s.whole = n, resized(s.whole, n)
	for rank := 1; rank <= (n+1)/2; rank++ {
		z := NormalScore(2*rank, n)
		s.whole[rank-1], s.whole[n-rank] = z, -z
	}
}

// at is NormalScore(twice, n).
func (s *scores) at(twice int) float64 {
	if twice%2 == 0 {
		return s.whole[twice/2-1]
	}
	return NormalScore(twice, s.n)
}

// NormalScore is the normal quantile of the rank twice/2 among n. It is exactly odd about the
// middle.
func NormalScore(twice, n int) float64 {
	if twice > n+1 {
		return -NormalScore(2*(n+1)-twice, n)
	}
	if twice == n+1 {
		return 0
	}
	return mathext.NormalQuantile((float64(twice)/2 - 3./8) / (float64(n) + 1./4))
}
