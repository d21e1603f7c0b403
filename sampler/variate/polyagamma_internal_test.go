package variate

import (
	"math"
	"math/cmplx"
	"testing"
)

// The distribution function of the sum of 16 gamma variates and a shifted one differs from the true
// one by at most (1/π) ∫ |φ − φ'|/t dt, where φ and φ' are their characteristic functions.
func TestPolyaGammaSumIsClose(t *testing.T) {
	for _, c := range []struct{ b, z, limit float64 }{
		{1, 0, 1e-9}, {1.5, 10, 2e-9}, {3, 0, 1e-9}, {1000, 3, 1e-9}, {1, 37, 2e-6}, {3, 38, 1e-6},
		{1000, 43, 1e-7},
	} {
		c2 := c.z * c.z / (4 * math.Pi * math.Pi)
		mean := 0.25
		if c.z > 0 {
			mean = math.Tanh(c.z/2) / (2 * c.z)
		}
		variance := 1. / 24
		if c.z > 0 {
			ch := math.Cosh(c.z / 2)
			variance = (math.Sinh(c.z) - c.z) / (4 * c.z * c.z * c.z * ch * ch)
		}
		rest := mean
		for k := range polyaGammaTerms {
			h := float64(k) + 0.5
			rest -= 1 / (2 * math.Pi * math.Pi * (h*h + c2))
		}
		shift, scale, shape := polyaGammaRest(rest, c2)
		if got := mean - rest; !(got > 0 && shift > 0) {
			t.Errorf("b %g, z %g: shift %g", c.b, c.z, shift)
		}
		distance := 0.0
		const step = 0.002 // in log t
		for logT := -12.0; logT < 16; logT += step {
			s := math.Exp(logT) / math.Sqrt(c.b*variance)
			root := cmplx.Sqrt(complex(c.z*c.z/4, -s/2))
			logCosh := func(u complex128) complex128 {
				return u + cmplx.Log(1+cmplx.Exp(-2*u)) -
					complex(math.Ln2, 0)
			}
			exact := logCosh(complex(c.z/2, 0)) - logCosh(root)
			ours := complex(0, s*shift) - complex(shape, 0)*cmplx.Log(complex(1, -s*scale))
			for k := range polyaGammaTerms {
				h := float64(k) + 0.5
				ours -= cmplx.Log(complex(1, -s/(2*math.Pi*math.Pi*(h*h+c2))))
			}
			b := complex(c.b, 0)
			distance += step * cmplx.Abs(cmplx.Exp(b*ours)-cmplx.Exp(b*exact)) / math.Pi
		}
		if !(distance < c.limit) {
			t.Errorf("b %g, z %g: the distribution function may be off by %.2g, limit %g", c.b, c.z,
				distance, c.limit)
		}
	}
}
