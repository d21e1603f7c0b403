package fast

import (
	"fmt"
	"math/bits"
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/dsp/fourier"
)

func TestFFT(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 1))
	var f fft
	for _, size := range []int{4, 8, 16, 32, 1024, 2048, 4096, 8192, 1 << 14, 1 << 15, 1 << 17} {
		x := make([]complex128, size)
		for i := range x {
			x[i] = complex(r.NormFloat64(), r.NormFloat64())
		}
		want := fourier.NewCmplxFFT(size).Coefficients(nil, x)
		y := append([]complex128{}, x...)
		f.forward(y)
		unused := bits.UintSize - bits.TrailingZeros(uint(size))
		for i, v := range y {
			if k := bits.Reverse(uint(i)) >> unused; cmplx.Abs(v-want[k]) > 1e-13*float64(size) {
				t.Errorf("size %d, frequency %d: %v, want %v", size, k, v, want[k])
			}
		}
		f.backward(y)
		for i, v := range y {
			if cmplx.Abs(v/complex(float64(size), 0)-x[i]) > 1e-13 {
				t.Errorf("size %d: %v comes back as %v", size, x[i], v)
			}
		}
	}
}

func BenchmarkFFT(b *testing.B) {
	for _, size := range []int{1024, 2048, 1 << 20} {
		x := make([]complex128, size)
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			var f fft
			for b.Loop() {
				f.forward(x)
			}
		})
		b.Run(fmt.Sprint("gonum ", size), func(b *testing.B) {
			f := fourier.NewCmplxFFT(size)
			for b.Loop() {
				f.Coefficients(x, x)
			}
		})
	}
}
