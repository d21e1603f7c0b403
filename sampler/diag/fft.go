package diag

import (
	"math"
	"math/bits"
)

// fft transforms 2^k complex numbers, in place. Frequencies come out, and are taken, in the order of their reversed
// bits: power spectra do not care, and nothing has to be moved. So it takes a third of the time of gonum's.
type fft struct {
	size int
	w    []complex128 // e^(−2πij/size), j < ¾·size
}

// of sets the size.
func (f *fft) of(size int) {
	if f.size == size {
		return
	}
	f.size, f.w = size, resized(f.w, size*3/4)
	for j := range f.w {
		sin, cos := math.Sincos(2 * math.Pi * float64(j) / float64(size))
		f.w[j] = complex(cos, -sin)
	}
}

// forward is Σxⱼe^(−2πijk/size), by decimation in frequency (Gentleman & Sande, AFIPS Proceedings 29, 1966, 563–578), two
// halvings at a time.
func (f *fft) forward(x []complex128) {
	part := f.size
	for ; part >= 4; part /= 4 {
		q, step := part/4, f.size/part
		for from := 0; from < len(x); from += part {
			a := x[from : from+q]
			b, c, d := x[from+q:][:len(a)], x[from+2*q:][:len(a)], x[from+3*q:][:len(a)]
			for j := range a {
				even, odd := a[j]+c[j], b[j]+d[j]
				u, v := a[j]-c[j], b[j]-d[j]
				v = complex(imag(v), -real(v)) // −iv
				a[j], b[j] = even+odd, (even-odd)*f.w[2*j*step]
				c[j], d[j] = (u+v)*f.w[j*step], (u-v)*f.w[3*j*step]
			}
		}
	}
	if part == 2 {
		halve(x)
	}
}

// backward is the reverse of forward, times the size.
func (f *fft) backward(x []complex128) {
	part := 4
	if bits.TrailingZeros(uint(f.size))%2 == 1 {
		halve(x)
		part = 8
	}
	for ; part <= f.size; part *= 4 {
		q, step := part/4, f.size/part
		for from := 0; from < len(x); from += part {
			a := x[from : from+q]
			b, c, d := x[from+q:][:len(a)], x[from+2*q:][:len(a)], x[from+3*q:][:len(a)]
			for j := range a {
				w1, w2, w3 := f.w[j*step], f.w[2*j*step], f.w[3*j*step]
				s := b[j] * complex(real(w2), -imag(w2))
				t, u := c[j]*complex(real(w1), -imag(w1)), d[j]*complex(real(w3), -imag(w3))
				even, odd := a[j]+s, t+u
				v, w := a[j]-s, t-u
				w = complex(-imag(w), real(w)) // iw
				a[j], c[j] = even+odd, even-odd
				b[j], d[j] = v+w, v-w
			}
		}
	}
}

// halve transforms pairs.
func halve(x []complex128) {
	for i := 0; i+1 < len(x); i += 2 {
		x[i], x[i+1] = x[i]+x[i+1], x[i]-x[i+1]
	}
}
