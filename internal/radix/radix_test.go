package radix

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Whatever the numbers, the order must be that of the library sort, and each position must occur
// once.
func TestSorter(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	var s Sorter
	for name, draw := range map[string]func() float64{
		"normal": r.NormFloat64, "heavy": func() float64 { return r.NormFloat64() / r.NormFloat64() },
		"few values":   func() float64 { return float64(r.IntN(3) - 1) },
		"one value":    func() float64 { return 7 },
		"signed zeros": func() float64 { return math.Copysign(0, r.NormFloat64()) },
		"any bits":     func() float64 { return math.Ldexp(r.NormFloat64(), r.IntN(2000)-1000) },
		"subnormal":    func() float64 { return 5e-324 * float64(r.IntN(100)-50) },
		// Differences far below the leading 33 bits, in two clusters: the general sort takes over.
		"two clusters": func() float64 {
			return math.Copysign(1+1e-16*float64(r.IntN(4000)), r.NormFloat64())
		},
	} {
		for _, n := range []int{1, 2, 10, 1000, 3000} {
			x := make([]float64, n)
			for i := range x {
				x[i] = draw()
			}
			want := slices.Clone(x)
			slices.Sort(want)
			s.Sort(x)
			seen := make([]bool, n)
			for i, k := range s.Order {
				at := k & IndexMask
				if s.Sorted[i] != want[i] || x[at] != want[i] || seen[at] {
					t.Fatalf("%s, %d draws: number %d is %v from position %d, want %v", name, n, i,
						s.Sorted[i], at, want[i])
				}
				seen[at] = true
			}
		}
	}
}

func BenchmarkSorter(b *testing.B) {
	r := rand.New(rand.NewPCG(8, 3))
	x := make([]float64, 4000)
	for i := range x {
		x[i] = r.NormFloat64()
	}
	var s Sorter
	for b.Loop() {
		s.Sort(x)
	}
}
