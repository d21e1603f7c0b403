package fast

import (
	"math"
	"math/bits"
)

// fft transforms 2^k complex numbers, k ≥ 2, in place. Frequencies are in the order of their
// reversed bits, in both directions: for power spectra the order does not matter, and nothing has
// to be moved. It works for any size, and remembers the powers of e^(−2πi/part) that it has used.
type fft struct {
	// by log₂ of the part: its powers j, 2j and 3j, j < part/4, one j after the other
	tables [fftTable + 1][]complex128
	part   int          // a longer one, with
	steps  []complex128 // its powers, every stride-th,
	single []complex128 // its powers below stride,
	w      []complex128 // and room for a stretch of a table
}

const (
	fftTable  = 13      // log₂ of the longest part with a table
	fftFast   = 1 << 12 // this many numbers stay in the fast memory
	fftStride = 1 << 10
)

// forward is Σxⱼe^(−2πijk/size), by decimation in frequency (Gentleman & Sande, AFIPS Proceedings
// 29, 1966, 563–578), two halvings at a time. If x exceeds the fast memory, it is finished quarter
// by quarter.
func (f *fft) forward(x []complex128) {
	if len(x) > fftFast {
		f.stretches(len(x), func(w []complex128, from, to int) { quarter(x, w, from, to) })
		f.forwardQuarters(x)
		return
	}
	part := len(x)
	for ; part >= 4; part /= 4 {
		w := f.table(part)
		for from := 0; from < len(x); from += part {
			quarter(x[from:from+part], w, 0, part/4)
		}
	}
	if part == 2 {
		halve(x)
	}
}

// forwardQuarters does the rest of forward after its first step.
func (f *fft) forwardQuarters(x []complex128) {
	q := len(x) / 4
	if q == 2 {
		halve(x)
	}
	if q < 4 {
		return
	}
	for from := 0; from < len(x); from += q {
		f.forward(x[from : from+q])
	}
}

// forwardReal is forward for re + i·im, followed by at least as many zeros; im may be nil.
func (f *fft) forwardReal(x []complex128, re, im []float64) {
	f.stretches(len(x), func(w []complex128, from, to int) { quarterReal(x, w, from, to, re, im) })
	f.forwardQuarters(x)
}

// backward is the reverse of forward, times the size.
func (f *fft) backward(x []complex128) {
	if len(x) > fftFast {
		q := len(x) / 4
		for from := 0; from < len(x); from += q {
			f.backward(x[from : from+q])
		}
		f.stretches(len(x), func(w []complex128, from, to int) { unquarter(x, w, from, to) })
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
			unquarter(x[from:from+part], w, 0, part/4)
		}
	}
}

// quarter takes the steps j from … to−1 of forward, with their part of the table.
func quarter(x, w []complex128, from, to int) {
	q := len(x) / 4
	a := x[from:to]
	b, c, d := x[q+from:][:len(a)], x[2*q+from:][:len(a)], x[3*q+from:][:len(a)]
	for j := range a {
		p := w[3*j : 3*j+3 : 3*j+3]
		even, odd := a[j]+c[j], b[j]+d[j]
		u, v := a[j]-c[j], b[j]-d[j]
		v = complex(imag(v), -real(v)) // −iv
		a[j], b[j] = even+odd, (even-odd)*p[1]
		c[j], d[j] = (u+v)*p[0], (u-v)*p[2]
	}
}

// quarterReal is quarter for the first half re + i·im, with zeros beyond.
func quarterReal(x, w []complex128, from, to int, re, im []float64) {
	q := len(x) / 4
	a := x[from:to]
	b, c, d := x[q+from:][:len(a)], x[2*q+from:][:len(a)], x[3*q+from:][:len(a)]
	for j := range a {
		var u, v complex128
		k := from + j
		if k < len(re) {
			u = complex(re[k], 0)
			if im != nil {
				u = complex(re[k], im[k])
			}
		}
		if k += q; k < len(re) {
			v = complex(re[k], 0)
			if im != nil {
				v = complex(re[k], im[k])
			}
		}
		p := w[3*j : 3*j+3 : 3*j+3]
		a[j], b[j] = u+v, (u-v)*p[1]
		v = complex(imag(v), -real(v))
		c[j], d[j] = (u+v)*p[0], (u-v)*p[2]
	}
}

// unquarter is the reverse of quarter, times 4.
func unquarter(x, w []complex128, from, to int) {
	q := len(x) / 4
	a := x[from:to]
	b, c, d := x[q+from:][:len(a)], x[2*q+from:][:len(a)], x[3*q+from:][:len(a)]
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

// table returns the powers for a part that has a table.
func (f *fft) table(part int) []complex128 {
	w := &f.tables[bits.TrailingZeros(uint(part))]
	if *w == nil {
		for j := range part / 4 {
			*w = append(*w, unitRoot(j, part), unitRoot(2*j, part), unitRoot(3*j, part))
		}
	}
	return *w
}

// stretches calls step for j from … to−1 with their powers, until all of part/4 are done. Powers
// for long parts are products of two from shorter lists, because a table would not stay in the fast
// memory.
func (f *fft) stretches(part int, step func(w []complex128, from, to int)) {
	if bits.TrailingZeros(uint(part)) <= fftTable {
		step(f.table(part), 0, part/4)
		return
	}
	if f.part != part {
		f.part, f.steps, f.single, f.w = part, f.steps[:0], f.single[:0], resized(f.w, 3*fftStride)
		for j := 0; j < part/4; j += fftStride {
			f.steps = append(f.steps, unitRoot(j, part))
		}
		for j := range fftStride {
			f.single = append(f.single, unitRoot(j, part))
		}
	}
	for i, s := range f.steps {
		for j, v := range f.single {
			p := f.w[3*j : 3*j+3 : 3*j+3]
			w := s * v
			square := w * w
			p[0], p[1], p[2] = w, square, square*w
		}
		step(f.w, i*fftStride, (i+1)*fftStride)
	}
}

// unitRoot is e^(−2πij/part).
func unitRoot(j, part int) complex128 {
	sin, cos := math.Sincos(2 * math.Pi * float64(j) / float64(part))
	return complex(cos, -sin)
}
