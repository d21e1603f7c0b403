package fast

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gibbslab/internal/radix"
)

func TestScoresAreNormalScores(t *testing.T) {
	var s scores
	for _, n := range []int{1, 2, 7, 100, 3} {
		s.of(n)
		for range 2 { // computed, then remembered
			for twice := 2; twice <= 2*n; twice++ {
				if got, want := s.at(twice), NormalScore(twice, n); got != want {
					t.Errorf("rank %d/2 of %d: %v, want %v", twice, n, got, want)
				}
			}
		}
	}
}

// Distances from the median must come out in order, with their draws.
func TestByDistance(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 2))
	var s radix.Sorter
	var b byDistance
	for range 3000 {
		x := make([]float64, 1+r.IntN(40))
		values := 1 + r.IntN(30)
		for i := range x {
			x[i] = float64(r.IntN(values) * r.IntN(values)) // even, skewed, with ties, all the same
		}
		s.Sort(x)
		below, above := s.Sorted[(len(x)-1)/2], s.Sorted[len(x)/2]
		seen := make([]bool, len(x))
		if r.IntN(2) == 0 && len(x) > 1 { // draws that left the order
			gone := r.IntN(len(x))
			s.Drop(func(i int) bool { return i == gone })
			seen[gone] = true
		}
		b.sort(&s, below, above)
		for i, k := range s.Order {
			at, d := k&radix.IndexMask, s.Sorted[i]
			if d != math.Abs(x[at]-(below+above)/2) || i > 0 && s.Sorted[i-1] > d || seen[at] {
				t.Fatalf("%v: draw %d at distance %v is number %d of %v", x, at, d, i, s.Sorted)
			}
			seen[at] = true
		}
		if len(s.Order) != len(s.Sorted) || slices.Contains(seen, false) {
			t.Fatalf("%v: %d draws, in order %v", x, len(s.Order), seen)
		}
	}
}
