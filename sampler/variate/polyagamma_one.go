package variate

import (
	"math"
	"math/rand/v2"
	"sync"
)

// polyaGammaCells are steps of equal area above the density of PG(1, z) over cosh(z/2), side by
// side from 0 to end, and there begins the tail. The density is log-concave, as that of a sum of
// exponential variates.
type polyaGammaCells struct {
	z, area, end float64
	total        float64 // of all steps and the hat of the tail, in areas
	cells        []polyaGammaCell
}

// A polyaGammaCell is a step on which the density is at least low times its height.
type polyaGammaCell struct{ from, width, low float64 }

// polyaGammaTable has cells for z = 0, 1/4, 1/2, …, up to 8.
var polyaGammaTable = sync.OnceValue(func() (all []polyaGammaCells) {
	for k := range 8 * polyaGammaGrid {
		all = append(all, newPolyaGammaCells(float64(k)/polyaGammaGrid))
	}
	return all
})

const polyaGammaGrid = 4 // values of z in a unit

// polyaGamma1 draws from PG(1, z), for z ≥ 0: a point below the steps for the next smaller z in the
// table, accepted if it is below the density for z, too.
func polyaGamma1(r *rand.Rand, z float64) float64 {
	table := polyaGammaTable()
	if z >= float64(len(table))/polyaGammaGrid {
		return polyaGammaSmall(r, 1, z)
	}
	c := &table[int(z*polyaGammaGrid)]
	tilt := (z*z - c.z*c.z) / 2
	for {
		v, u := r.Float64()*c.total, r.Float64()
		j := int(v)
		if j >= len(c.cells) {
			x := c.end + r.ExpFloat64()/(math.Pi*math.Pi/2+c.z*c.z/2)
			if u*polyaGammaHat1(x, c.z) < polyaGammaDensity1(x, z) {
				return x
			}
			continue
		}
		cell := &c.cells[j]
		x := cell.from + (v-float64(j))*cell.width
		if u < cell.low*(1-tilt*x) || u*c.area < cell.width*polyaGammaDensity1(x, z) {
			return x
		}
	}
}

// polyaGammaDensity1 is the density of PG(1, z) at x over cosh(z/2). There are two alternating
// series for it, and Jacobi's identity turns one into the other; each is used where its next term
// is below 1e-26.
func polyaGammaDensity1(x, z float64) float64 {
	var q, first float64
	if x < 1/(2*math.Pi) {
		e := math.Exp(-1 / (8 * x))
		q, first = e, e/math.Sqrt(2*math.Pi*x*x*x)
		if e == 0 {
			return 0
		}
	} else {
		q = math.Exp(-math.Pi * math.Pi / 2 * x)
		first = 2 * math.Pi * q
	}
	q *= q
	q *= q
	q *= q
	return first * (1 - 3*q + 5*q*q*q - 7*q*q*q*q*q*q) * math.Exp(-z*z/2*x)
}

// polyaGammaHat1 is above polyaGammaDensity1: its second series without all terms but one.
func polyaGammaHat1(x, z float64) float64 {
	return 2 * math.Pi * math.Exp(-(math.Pi*math.Pi+z*z)/2*x)
}

func newPolyaGammaCells(z float64) polyaGammaCells {
	c := polyaGammaCells{z: z, area: 1 / math.Cosh(z/2) / 128}
	f := func(x float64) float64 { return polyaGammaDensity1(x, z) }
	mode, hi := 0.005, 0.3
	for hi-mode > 1e-9 {
		if a, b := mode+(hi-mode)/3, hi-(hi-mode)/3; f(a) < f(b) {
			mode = a
		} else {
			hi = b
		}
	}
	top := f(mode) * (1 + 1e-12)
	tail := func() float64 {
		return polyaGammaHat1(c.end, z) * 2 / (math.Pi*math.Pi + z*z) / c.area
	}
	for ; c.end < mode || tail() > 1; c.end += c.cells[len(c.cells)-1].width {
		width := c.area / f(c.end)
		if c.end < mode {
			lo, hi := 0.0, 1.0 // the width at which the highest point makes the area
			for range 60 {
				mid := (lo + hi) / 2
				high := top
				if c.end+mid < mode {
					high = f(c.end + mid)
				}
				if mid*high < c.area {
					lo = mid
				} else {
					hi = mid
				}
			}
			width = lo
		}
		c.cells = append(c.cells, polyaGammaCell{c.end, width,
			min(f(c.end), f(c.end+width)) * width / c.area})
	}
	c.total = float64(len(c.cells)) + tail()
	return c
}
