package radix

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// laws are numbers that are easy and hard to sort by bins.
func laws(r *rand.Rand) map[string]func(i int) float64 {
	return map[string]func(i int) float64{
		"normal":       func(int) float64 { return r.NormFloat64() },
		"Cauchy":       func(int) float64 { return r.NormFloat64() / r.NormFloat64() },
		"few values":   func(int) float64 { return float64(r.IntN(3) - 1) },
		"one value":    func(int) float64 { return 7 },
		"signed zeros": func(int) float64 { return math.Copysign(0, r.NormFloat64()) },
		"any bits":     func(int) float64 { return math.Ldexp(r.NormFloat64(), r.IntN(2000)-1000) },
		"subnormal":    func(int) float64 { return 5e-324 * float64(r.IntN(100)-50) },
		"largest": func(int) float64 {
			return math.Copysign(math.MaxFloat64, r.NormFloat64()) * r.Float64()
		},
		"one far away": func(i int) float64 {
			return map[bool]float64{true: 1e300}[i == 1] + r.Float64()
		},
		"one ulp": func(int) float64 { return 1e16 + 2*float64(r.IntN(3)) },
		"rising":  func(i int) float64 { return float64(i) },
		"falling": func(i int) float64 { return -float64(i) },
	}
}

func TestValues(t *testing.T) {
	for name, draw := range laws(rand.New(rand.NewPCG(8, 2))) {
		for _, n := range []int{0, 1, 2, few, few + 1, 1000, 30_000, 1 << 17} {
			x := make([]float64, n)
			for i := range x {
				x[i] = draw(i)
			}
			want := slices.Clone(x)
			slices.Sort(want)
			before := slices.Clone(x)
			if got := Values(x); !slices.Equal(got, want) {
				t.Errorf("%s: %d numbers are not in order", name, n)
			}
			if !slices.Equal(x, before) {
				t.Errorf("%s: %d numbers were changed", name, n)
			}
			for _, places := range [][]int{{}, {0}, {n - 1}, {n / 2, n / 2, n / 40, n - 1 - n/40, 0}} {
				if n == 0 {
					continue
				}
				got := OrderStatistics(x, places...)
				for i, at := range places {
					if got[i] != want[at] {
						t.Errorf("%s: number %d of %d is %v, want %v", name, at, n, got[i], want[at])
					}
				}
				if !slices.Equal(x, before) {
					t.Errorf("%s: %d numbers were changed", name, n)
				}
			}
		}
	}
}

func BenchmarkValues(b *testing.B) {
	r := rand.New(rand.NewPCG(8, 3))
	x := make([]float64, 10_000_000)
	for i := range x {
		x[i] = r.NormFloat64()
	}
	b.Run("sort", func(b *testing.B) {
		for b.Loop() {
			Values(x)
		}
	})
	b.Run("two of them", func(b *testing.B) {
		for b.Loop() {
			OrderStatistics(x, len(x)/4, 3*len(x)/4)
		}
	})
	b.Run("library", func(b *testing.B) {
		for b.Loop() {
			slices.Sort(slices.Clone(x))
		}
	})
}
