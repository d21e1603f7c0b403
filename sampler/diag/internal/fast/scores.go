package fast

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// scores are the normal scores of n draws.
type scores struct {
	n     int
	whole []float64 // for whole ranks, from 1
}

// A Taylor series gives the scores of ranks up to scoreStep away from a known one, if scoreStep is
// below 1/500 of the rank counted from the nearer end. Its first omitted term is then below 1e-16.
const scoreStep = 32

// of sets the number of draws.
func (s *scores) of(n int) {
	if s.n == n {
		return
	}
	s.n, s.whole = n, resized(s.whole, n)
	for rank := 1; rank <= (n+1)/2; {
		last := rank
		if rank-scoreStep > 500*scoreStep {
			last = min(rank+2*scoreStep, (n+1)/2)
		}
		middle := (rank + last) / 2
		z := NormalScore(2*middle, n)
		for ; rank <= last; rank++ {
			s.whole[rank-1] = z
			if rank != middle {
				s.whole[rank-1] = s.near(z, float64(rank-middle))
			}
			s.whole[n-rank] = -s.whole[rank-1]
		}
	}
}

// near returns the score that is the given number of ranks beyond score z: the derivatives of Φ⁻¹
// at Φ(z) are 1/φ, z/φ², (2z²+1)/φ³, (6z³+7z)/φ⁴ and (24z⁴+46z²+7)/φ⁵, with φ the normal density at
// z.
func (s *scores) near(z, ranks float64) float64 {
	density := math.Exp(-z*z/2) / math.Sqrt(2*math.Pi)
	u, q := ranks/(float64(s.n)+1./4)/density, z*z
	return z + u*(1+u*(z/2+u*((2*q+1)/6+u*(z*(6*q+7)/24+u*(24*q*q+46*q+7)/120))))
}

// at is normalScore(twice, n).
func (s *scores) at(twice int) float64 {
	if twice%2 == 0 {
		return s.whole[twice/2-1]
	}
	return s.between(twice)
}

// between does the same for half ranks.
func (s *scores) between(twice int) float64 {
	if twice > s.n+1 {
		return -s.between(2*(s.n+1) - twice)
	}
	if twice == s.n+1 {
		return 0
	}
	if twice/2 > 500 {
		return s.near(s.whole[twice/2-1], 0.5)
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
