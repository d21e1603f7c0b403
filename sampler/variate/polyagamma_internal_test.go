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

// Draws are exact if the steps are side by side, above the density, and below it at their low part.
func TestPolyaGammaCells(t *testing.T) {
	for _, c := range polyaGammaTable() {
		from := 0.0
		for _, cell := range c.cells {
			if math.Abs(cell.from-from) > 1e-15 {
				t.Fatalf("z = %g: a step begins at %g, and the last ends at %g", c.z, cell.from, from)
			}
			from += cell.width
			for k := range 101 {
				x, step := cell.from+cell.width*float64(k)/100, c.area/cell.width
				d := math.Exp(PolyaGammaLogProb(x, 1, c.z)) / math.Cosh(c.z/2)
				if ours := polyaGammaDensity1(x, c.z); math.Abs(ours-d) > 1e-10*d+1e-300 {
					t.Fatalf("z = %g: the density at %g is %g, expected %g", c.z, x, ours, d)
				}
				if d > step*(1+1e-10) || d < step*cell.low*(1-1e-10) {
					t.Fatalf("z = %g: the density at %g is %g, and the step %g, of which %g are accepted",
						c.z, x, d, step, cell.low)
				}
			}
		}
		for x := c.end; x < 5; x += 0.01 {
			if polyaGammaHat1(x, c.z) < polyaGammaDensity1(x, c.z)*(1-1e-12) {
				t.Fatalf("z = %g: the density at %g is above its hat", c.z, x)
			}
		}
		tail := polyaGammaHat1(c.end, c.z) * 2 / (math.Pi*math.Pi + c.z*c.z) / c.area
		if math.Abs(float64(len(c.cells))+tail-c.total) > 1e-10 {
			t.Errorf("z = %g: all steps and the tail are %g areas", c.z, c.total)
		}
	}
}
