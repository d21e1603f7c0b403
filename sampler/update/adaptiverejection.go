package update

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gibbslab/sampler/internal/meter"
)

// An AdaptiveRejection draws by adaptive rejection. It holds scratch space only: keep it in the
// state. The zero value is ready for use.
type AdaptiveRejection struct {
	x, h, slope []float64 // where the tangents touch, from left to right
	z, mass     []float64 // ends of the pieces between them, and their masses
	n           int
}

// mostTangents is the maximum number of tangents of a hull.
const mostTangents = 64

// Draw draws from a log-concave density on [lo, hi]; one or both ends may be infinite. logDensity
// returns the log density, up to a constant, and its derivative. The draw is exact and does not
// depend on the last one, unlike a step of [Slice]. left and right are two points with left < right
// inside the interval. With lo = −Inf the derivative at left must be positive, and with hi = +Inf
// the derivative at right must be negative.
//
// The density lies below its tangents. Points are drawn from that hull; each one that is refused
// gives another tangent. The error says that the density is not log-concave, or that left and right
// are not suitable.
//
// Source: Gilks & Wild, "Adaptive rejection sampling for Gibbs sampling", Applied Statistics 41
// (1992) 337–348.
func (a *AdaptiveRejection) Draw(
	r *rand.Rand, left, right, lo, hi float64, logDensity func(x float64) (value, slope float64),
) (x float64, err error) {
	if !(lo <= left && left < right && right <= hi) || math.IsInf(left, 0) || math.IsInf(right, 0) {
		return 0, fmt.Errorf("update: AdaptiveRejection.Draw: left is %g and right %g on the "+
			"interval from %g to %g: expected lo ≤ left < right ≤ hi, left and right finite", left,
			right, lo, hi)
	}
	if a.x == nil {
		for _, s := range [5]*[]float64{&a.x, &a.h, &a.slope, &a.z, &a.mass} {
			*s = make([]float64, mostTangents+1)
		}
	}
	a.n = 0
	for _, at := range [2]float64{left, right} {
		if err := a.add(at, logDensity); err != nil {
			return 0, err
		}
	}
	if math.IsInf(lo, -1) && !(a.slope[0] > 0) || math.IsInf(hi, 1) && !(a.slope[1] < 0) {
		return 0, fmt.Errorf("update: AdaptiveRejection.Draw: the derivative is %g "+
			"at left = %g and %g at right = %g on the interval from %g to %g: move a point "+
			"towards the infinite end, until the density rises to the right of left and falls at "+
			"right", a.slope[0], left, a.slope[1], right, lo, hi)
	}
	for evaluations := 3; ; evaluations++ {
		sum := a.hull(lo, hi)
		u, k := r.Float64()*sum, 0
		for k < a.n-1 && u >= a.mass[k] {
			u -= a.mass[k]
			k++
		}
		x := a.within(k, u, lo)
		value, slope := logDensity(x)
		above := value - (a.h[k] + a.slope[k]*(x-a.x[k]))
		if math.IsNaN(value) || above > 1e-8*(1+math.Abs(value)) {
			return 0, fmt.Errorf("update: AdaptiveRejection.Draw: the log density "+
				"at %g is %g, above the tangent at %g by %g: it is not log-concave, or its "+
				"derivative there, %g, is wrong", x, value, a.x[k], above, a.slope[k])
		}
		if -r.ExpFloat64() <= above {
			meter.Count(r, meter.Counts{Evaluations: evaluations})
			return x, nil
		}
		if a.n < mostTangents && !math.IsNaN(slope) && !math.IsInf(value, 0) {
			a.insert(x, value, slope)
		}
	}
}

// add evaluates the density at a first point.
func (a *AdaptiveRejection) add(
	x float64, logDensity func(x float64) (value, slope float64),
) error {
	value, slope := logDensity(x)
	if math.IsNaN(value+slope) || math.IsInf(value, 0) || math.IsInf(slope, 0) {
		return fmt.Errorf("update: AdaptiveRejection.Draw: the log density at %g is %g and its "+
			"derivative %g: expected finite numbers", x, value, slope)
	}
	if a.n > 0 && slope > a.slope[a.n-1]+1e-8*math.Abs(slope) {
		return fmt.Errorf("update: AdaptiveRejection.Draw: the derivative rises from %g at %g to "+
			"%g at %g: the density is not log-concave", a.slope[a.n-1], a.x[a.n-1], slope, x)
	}
	a.insert(x, value, slope)
	return nil
}

// insert puts a tangent in its place.
func (a *AdaptiveRejection) insert(x, value, slope float64) {
	k := a.n
	for k > 0 && a.x[k-1] > x {
		k--
	}
	for _, s := range [3][]float64{a.x, a.h, a.slope} {
		copy(s[k+1:a.n+1], s[k:a.n])
	}
	a.x[k], a.h[k], a.slope[k] = x, value, slope
	a.n++
}

// hull fills z with the points where neighbouring tangents meet, and mass with the masses under
// them, divided by the exponential of the largest value of the hull. It returns the sum of the
// masses.
func (a *AdaptiveRejection) hull(lo, hi float64) (sum float64) {
	top := math.Inf(-1)
	for k := range a.n {
		end := hi
		if k < a.n-1 {
			end = a.x[k]
			if bend := a.slope[k] -
				a.slope[k+1]; bend > 1e-12*(math.Abs(a.slope[k])+math.Abs(a.slope[k+1])) {
				end = (a.h[k+1] - a.h[k] - a.x[k+1]*a.slope[k+1] + a.x[k]*a.slope[k]) / bend
			} else { // one line
				end += (a.x[k+1] - a.x[k]) / 2
			}
			end = min(max(end, a.x[k]), a.x[k+1])
		}
		a.z[k] = end
		top = max(top, a.h[k])
		if !math.IsInf(end, 0) {
			top = max(top, a.h[k]+a.slope[k]*(end-a.x[k]))
		}
	}
	if !math.IsInf(lo, -1) {
		top = max(top, a.h[0]+a.slope[0]*(lo-a.x[0]))
	}
	begin := lo
	for k := range a.n {
		a.mass[k] = a.piece(k, begin, a.z[k], top)
		sum += a.mass[k]
		begin = a.z[k]
	}
	return sum
}

// piece is the mass under tangent k from begin to end, from the higher end and the length in units
// of the decay.
func (a *AdaptiveRejection) piece(k int, begin, end, top float64) float64 {
	s := a.slope[k]
	high := end
	if s < 0 || s == 0 && math.IsInf(end, 1) {
		high = begin
	}
	peak := math.Exp(a.h[k] + s*(high-a.x[k]) - top)
	length := math.Abs(s) * (end - begin)
	if length < 1e-12 {
		return peak * (end - begin)
	}
	return peak * -math.Expm1(-length) / math.Abs(s)
}

// within is the point under tangent k such that the mass to its left is u.
func (a *AdaptiveRejection) within(k int, u, lo float64) float64 {
	begin, end, s := lo, a.z[k], a.slope[k]
	if k > 0 {
		begin = a.z[k-1]
	}
	share := min(u/a.mass[k], 1)
	length := math.Abs(s) * (end - begin)
	var x float64
	switch {
	case length < 1e-12:
		x = begin + share*(end-begin)
	case s < 0:
		x = begin + math.Log1p(share*math.Expm1(-length))/s
	default:
		x = end + math.Log1p((1-share)*math.Expm1(-length))/s
	}
	return min(max(x, begin), end)
}
