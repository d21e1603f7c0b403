package fast

import (
	"math"
	"math/bits"
)

// fft transforms 2^k complex numbers, k ≥ 2, in place. Frequencies are in the order of their
// reversed bits, in both directions: for power spectra the order does not matter, and nothing has
// to be moved. It works for any size, and remembers the powers of e^(−2πi/part) that it has used.
type fft struct {
	tables [bits.UintSize][]complex128 // by log₂ of the part: its powers j, 2j and 3j, j < part/4
}

// fftFast is how many numbers stay in the fast memory. More are transformed quarter by quarter.
const fftFast = 1 << 12

// forward is Σxⱼe^(−2πijk/size), by decimation in frequency (Gentleman & Sande, AFIPS Proceedings
// 29, 1966, 563–578), two halvings at a time.
func (f *fft) forward(x []complex128) {
	part := len(x)
	if part > fftFast {
		quarter(x, f.table(part))
		for from := 0; from < len(x); from += part / 4 {
			f.forward(x[from : from+part/4])
		}
		return
	}
	for ; part >= 4; part /= 4 {
		w := f.table(part)
		for from := 0; from < len(x); from += part {
			quarter(x[from:from+part], w)
		}
	}
	if part == 2 {
		halve(x)
	}
}

// backward is the reverse of forward, times the size.
func (f *fft) backward(x []complex128) {
	if len(x) > fftFast {
		q := len(x) / 4
		for from := 0; from < len(x); from += q {
			f.backward(x[from : from+q])
		}
		unquarter(x, f.table(len(x)))
		return
	}
	part := 4
	if bits.TrailingZeros(uint(len(x)))%2 == 1 {
		halve(x)
		part = 8
	}
	for ; part <= len(x); part *= 4 {
		w := f.table(part)
		for from := 0; from < len(x); from += part {
			unquarter(x[from:from+part], w)
		}
	}
}

// quarter takes two halvings of a part of forward.
func quarter(x, w []complex128) {
	q := len(x) / 4
	a, b, c, d := x[:q], x[q:2*q], x[2*q:3*q], x[3*q:4*q]
	for j := range a {
		p := w[3*j : 3*j+3 : 3*j+3]
		even, odd := a[j]+c[j], b[j]+d[j]
		u, v := a[j]-c[j], b[j]-d[j]
		v = complex(imag(v), -real(v)) // −iv
		a[j], b[j] = even+odd, (even-odd)*p[1]
		c[j], d[j] = (u+v)*p[0], (u-v)*p[2]
	}
}

// unquarter is the reverse of quarter, times 4.
func unquarter(x, w []complex128) {
	q := len(x) / 4
	a, b, c, d := x[:q], x[q:2*q], x[2*q:3*q], x[3*q:4*q]
	for j := range a {
		p := w[3*j : 3*j+3 : 3*j+3]
		s := b[j] * complex(real(p[1]), -imag(p[1]))
		t, u := c[j]*complex(real(p[0]), -imag(p[0])), d[j]*complex(real(p[2]), -imag(p[2]))
		even, odd := a[j]+s, t+u
		v, z := a[j]-s, t-u
		z = complex(-imag(z), real(z)) // iz
		a[j], c[j] = even+odd, even-odd
		b[j], d[j] = v+z, v-z
	}
}

// halve transforms pairs.
func halve(x []complex128) {
	for i := 0; i+1 < len(x); i += 2 {
		x[i], x[i+1] = x[i]+x[i+1], x[i]-x[i+1]
	}
}

// table returns the powers for a part.
func (f *fft) table(part int) []complex128 {
	w := &f.tables[bits.TrailingZeros(uint(part))]
	if *w == nil {
		*w = make([]complex128, 0, 3*part/4)
		for j := range part / 4 {
			*w = append(*w, unitRoot(j, part), unitRoot(2*j, part), unitRoot(3*j, part))
		}
	}
	return *w
}

// unitRoot is e^(−2πij/part).
func unitRoot(j, part int) complex128 {
	sin, cos := math.Sincos(2 * math.Pi * float64(j) / float64(part))
	return complex(cos, -sin)
}
