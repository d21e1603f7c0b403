package variate

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/integrate/quad"
)

// A kernel is a log-concave density of t = log(x/c), up to a factor:
//
//	h(t) = p t − u (eᵗ−1) − w (e⁻ᵗ−1),   lo ≤ t ≤ hi.
//
// Gamma variates (w = 0) and generalised inverse Gaussian ones have this form, truncated to any
// interval. c is the point of the interval where h is largest, so lo ≤ 0 ≤ hi and h ≤ h(0) = 0.
type kernel struct{ p, u, w, lo, hi float64 }

// at is h and its derivative.
func (k *kernel) at(t float64) (h, slope float64) {
	e := math.Expm1(t)
	h, slope = k.p*t-k.u*e, k.p-k.u*(1+e)
	if k.w > 0 {
		e = math.Expm1(-t)
		h, slope = h-k.w*e, slope+k.w*(1+e)
	}
	return h, slope
}

// near0 is at, where u(eᵗ−1) and w(e⁻ᵗ−1) are close to pt in sum: it does not subtract them. For u
// and w of 1e49, as a GIG density has that is far narrower than its place, at returned noise. With
// s = u+w and d = u−w,
//
//	h(t) = (p−d) t − d (sinh t − t) − 2s sinh²(t/2),
//
// where p = d if c is the mode.
func (k *kernel) near0(t float64) (h, slope float64) {
	if math.Abs(t) > 1 {
		return k.at(t)
	}
	s, d := k.u+k.w, k.u-k.w
	if math.Abs(k.p-d) <= 1e-14*s {
		d = k.p
	}
	sinh, half, q := math.Sinh(t), math.Sinh(t/2), t*t
	excess := sinh - t
	if q < 1e-4 {
		excess = t * q / 6 * (1 + q/20*(1+q/42))
	}
	return (k.p-d)*t - d*excess - 2*s*half*half, (k.p - d) - 2*d*half*half - s*sinh
}

// bounded keeps u and w, and their sum, finite.
func bounded(v float64) float64 { return min(v, math.MaxFloat64/4) }

// draw draws t by rejection from a hat of three pieces. It is constant around 0, and exponential
// beyond two points at which h is about −1: there the tangent lies above the concave function.
//
// Source: Devroye, Non-Uniform Random Variate Generation (1986), section VII.2.6.
func (k *kernel) draw(r *rand.Rand) float64 {
	right, left := k.tail(1, k.hi), k.tail(-1, -k.lo)
	middle := right.start + left.start
	if k.lo == k.hi { // the two bounds are one number in logarithms
		return 0
	}
	for {
		v := r.Float64() * (middle + right.area + left.area)
		var t, hat float64
		switch {
		case v < middle:
			t = v - left.start
		case v < middle+right.area:
			t, hat = right.draw(r)
		default:
			t, hat = left.draw(r)
			t = -t
		}
		if h, _ := k.at(t); hat-r.ExpFloat64() <= h {
			return t
		}
	}
}

// A tail of the hat begins at a distance from 0 and falls from a height, exponentially, up to a
// length.
type tail struct{ start, height, rate, mass, area float64 }

// tail finds where the tail on one side, +1 or −1, begins; end is the distance to the bound there.
func (k *kernel) tail(side, end float64) tail {
	inner, outer := 0.0, k.scale(side)
	h, slope := 0.0, 0.0
	for {
		outer = min(outer, end)
		h, slope = k.at(side * outer)
		if h < -0.9 {
			break
		}
		if outer >= end {
			return tail{start: end} // no tail: everything up to the bound is in the middle
		}
		inner, outer = outer, 2*outer
	}
	for range 50 {
		if h >= -1.5 {
			break
		}
		t := inner + (outer-inner)/2
		if g, s := k.at(side * t); g < -0.9 {
			outer, h, slope = t, g, s
		} else {
			inner = t
		}
	}
	out := tail{start: outer, height: h, rate: -side * slope, mass: 1}
	if !math.IsInf(end, 1) {
		out.mass = -math.Expm1(-out.rate * (end - outer))
	}
	out.area = math.Exp(h) / out.rate * out.mass
	return out
}

// scale is a guess of the distance at which h is −1.
func (k *kernel) scale(side float64) float64 {
	_, slope := k.at(0)
	rising := k.u // the term that grows exponentially on that side
	if side < 0 {
		rising = k.w
	}
	return min(math.Sqrt2/math.Sqrt(k.u+k.w), 1/math.Abs(slope), 1+math.Log1p(1/rising))
}

func (l *tail) draw(r *rand.Rand) (distance, hat float64) {
	e := -math.Log1p(-l.mass * r.Float64())
	return l.start + e/l.rate, l.height - e
}

// logIntegral is the log of the integral of exp(h): Gauss–Legendre quadrature on panels on both
// sides of 0. Over each panel h bends by 1 and falls by 6 at most; the panels end where h is −45.
func (k *kernel) logIntegral() float64 {
	sum := 0.0
	for _, side := range [2]float64{1, -1} {
		end := k.hi
		if side < 0 {
			end = -k.lo
		}
		at, h, width := 0.0, 0.0, min(k.scale(side), 1) // where eᵗ is not flat
		_, slope := k.near0(0)
		for at < end && h > -45 {
			width = min(width, end-at)
			next, nextSlope := k.near0(side * (at + width))
			for !(math.Abs(nextSlope-slope)*width <= 1 && h-next <= 6) {
				width /= 2
				next, nextSlope = k.near0(side * (at + width))
			}
			part := 0.0
			for i, u := range legendre.x {
				v, _ := k.near0(side * (at + width*u))
				part += legendre.w[i] * math.Exp(v)
			}
			sum += width * part
			if at+width == at {
				break
			}
			at, h, slope, width = at+width, next, nextSlope, 2*width
		}
	}
	return math.Log(sum)
}

// legendre are the places and weights of Gauss–Legendre quadrature with 16 points on [0, 1].
var legendre = func() (rule struct{ x, w [16]float64 }) {
	quad.Legendre{}.FixedLocations(rule.x[:], rule.w[:], 0, 1)
	return rule
}()
