package diag

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Whatever the numbers, the order must be that of the library sort, and each position must occur once.
func TestSorter(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	var s sorter
	for name, draw := range map[string]func() float64{
		"normal": r.NormFloat64, "heavy": func() float64 { return r.NormFloat64() / r.NormFloat64() },
		"few values": func() float64 { return float64(r.IntN(3) - 1) }, "one value": func() float64 { return 7 },
		"signed zeros": func() float64 { return math.Copysign(0, r.NormFloat64()) },
		"any bits":     func() float64 { return math.Ldexp(r.NormFloat64(), r.IntN(2000)-1000) },
		"subnormal":    func() float64 { return 5e-324 * float64(r.IntN(100)-50) },
		// Differences far below the leading 33 bits, in two clusters: the general sort takes over.
		"two clusters": func() float64 { return math.Copysign(1+1e-16*float64(r.IntN(4000)), r.NormFloat64()) },
	} {
		for _, n := range []int{1, 2, 10, 1000, 3000} {
			x := make([]float64, n)
			for i := range x {
				x[i] = draw()
			}
			want := slices.Clone(x)
			slices.Sort(want)
			s.sort(x)
			seen := make([]bool, n)
			for i, k := range s.order {
				at := k & indexMask
				if s.sorted[i] != want[i] || x[at] != want[i] || seen[at] {
					t.Fatalf("%s, %d draws: number %d is %v from position %d, want %v", name, n, i, s.sorted[i], at, want[i])
				}
				seen[at] = true
			}
		}
	}
}

func TestScoresAreNormalScores(t *testing.T) {
	var s scores
	for _, n := range []int{1, 2, 7, 100, 3} {
		s.of(n)
		for range 2 { // computed, then remembered
			for twice := 2; twice <= 2*n; twice++ {
				if got, want := s.at(twice), normalScore(twice, n); got != want {
					t.Errorf("rank %d/2 of %d: %v, want %v", twice, n, got, want)
				}
			}
		}
	}
}

func BenchmarkSorter(b *testing.B) {
	x := chainSpec{Kind: "normal", Chains: 1, Draws: 4000, Seed: 1}.make()[0]
	var s sorter
	for b.Loop() {
		s.sort(x)
	}
}
