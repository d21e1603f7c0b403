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

// Of many draws most scores are continued from that of another rank. They must be right to rounding errors: a few units in
// the last place, and of the probability near ½.
func TestScoresOfManyDraws(t *testing.T) {
	var s scores
	for _, n := range []int{1<<17 - 1, 1 << 17} {
		s.of(n)
		continued := 0
		for twice := 2; twice <= 2*n; twice++ {
			got, want := s.at(twice), normalScore(twice, n)
			if !(math.Abs(got-want) <= 3e-15*math.Abs(want)+5e-16) {
				t.Fatalf("rank %d/2 of %d: %.17g, want %.17g", twice, n, got, want)
			}
			if got != want {
				continued++
			}
		}
		if continued < n/100 {
			t.Errorf("%d scores of %d differ in the last digit: nothing was continued", continued, n)
		}
	}
}

// Distances from the median must come out in order, with their draws.
func TestByDistance(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 2))
	var s sorter
	var b byDistance
	for range 3000 {
		x := make([]float64, 1+r.IntN(40))
		values := 1 + r.IntN(30)
		for i := range x {
			x[i] = float64(r.IntN(values) * r.IntN(values)) // even, skewed, with ties, all the same
		}
		s.sort(x)
		below, above := s.sorted[(len(x)-1)/2], s.sorted[len(x)/2]
		seen := make([]bool, len(x))
		if r.IntN(2) == 0 && len(x) > 1 { // draws that left the order
			gone := r.IntN(len(x))
			s.drop(func(i int) bool { return i == gone })
			seen[gone] = true
		}
		b.sort(&s, below, above)
		for i, k := range s.order {
			at, d := k&indexMask, s.sorted[i]
			if d != math.Abs(x[at]-(below+above)/2) || i > 0 && s.sorted[i-1] > d || seen[at] {
				t.Fatalf("%v: draw %d at distance %v is number %d of %v", x, at, d, i, s.sorted)
			}
			seen[at] = true
		}
		if len(s.order) != len(s.sorted) || slices.Contains(seen, false) {
			t.Fatalf("%v: %d draws, in order %v", x, len(s.order), seen)
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
