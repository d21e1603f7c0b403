package fast

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gibbslab/sampler/diag/internal/diagtest"
	"gibbslab/sampler/diag/internal/series"
)

// slowAutocov is the mean autocovariance at lag t by its definition.
func slowAutocov(x [][]float64, t int) float64 {
	sum := 0.0
	for _, c := range x {
		mean, _ := series.MeanVariance(c)
		for i := 0; i+t < len(c); i++ {
			sum += (c[i] - mean) * (c[i+t] - mean)
		}
	}
	return sum / float64(len(x)*len(x[0]))
}

func meansOf(x [][]float64) []float64 {
	means := make([]float64, len(x))
	for i, c := range x {
		means[i], _ = series.MeanVariance(c)
	}
	return means
}

// Sums of products, one block and several blocks of transforms must agree with the definition at
// any lag; so must a used autocov and an odd number of chains.
func TestAutocov(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	used := &autocov{}
	for _, n := range []int{1, 2, 5, 64, 100, 600, 1024, 1500, 5000, 20000} {
		for _, m := range []int{1, 2, 3} {
			x := diagtest.AR1(r, 0.9, m, n)
			means := meansOf(x)
			fresh := NewAutocov(x, means)
			used.of(fresh.x)
			for _, lag := range []int{0, 1, 3, 4, 63, 64, 99, 511, 599, 700, 1023, 1024, 1499, 3000,
				4999, 9000, 19999} {
				if lag >= n {
					break
				}
				want := slowAutocov(x, lag)
				for _, got := range []float64{fresh.At(lag), used.At(lag)} {
					if scale := slowAutocov(x, 0); !(math.Abs(got-want) <= 1e-13*scale) {
						t.Errorf("%d × %d, lag %d: %v, want %v", m, n, lag, got, want)
					}
				}
			}
		}
	}
}

func BenchmarkAutocov(b *testing.B) {
	x := diagtest.AR1(rand.New(rand.NewPCG(1, 2)), 0.95, 8, 500)
	a := NewAutocov(x, meansOf(x))
	for _, lags := range []int{16, directLags, 2 * directLags} {
		b.Run(fmt.Sprint("lags=", lags), func(b *testing.B) {
			for b.Loop() {
				a.of(a.x)
				for lag := range lags {
					a.At(lag)
				}
			}
		})
	}
}
