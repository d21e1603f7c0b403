package paint

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
)

// axisScale is the scale of all axes that are not logarithmic. Unlike gonum's scale, it can handle
// axes that are longer than the largest float64. Rasterisers fail on large coordinates, so it draws
// nothing farther away than a thousand axes.
type axisScale struct{}

func (axisScale) Normalize(lo, hi, x float64) float64 {
	switch {
	case math.IsInf(x, 0): // gonum's sum of both ends, of which it takes half
		return 0.5
	case math.IsInf(hi-lo, 0):
		lo, hi, x = lo/2, hi/2, x/2
	}
	return min(max((x-lo)/(hi-lo), -1000), 1000)
}

// Steady makes an axis fit to be drawn on. If all numbers are the same up to rounding, it makes the
// axis long enough to show them as constant, with ticks that differ.
func Steady(a *plot.Axis) {
	if _, ok := a.Scale.(plot.LinearScale); ok {
		a.Scale = axisScale{}
	}
	if _, ok := a.Tick.Marker.(plot.DefaultTicks); ok {
		a.Tick.Marker = Ticks{5} // gonum's own may look for a step for ever
	}
	for _, end := range []*float64{&a.Min, &a.Max} {
		if !IsFinite(*end) { // there are no data
			*end = 0
		}
	}
	a.Min, a.Max = min(a.Min, a.Max), max(a.Min, a.Max)
	if Constant(a.Min, a.Max) {
		a.Min, a.Max = Apart(a.Min, a.Max, 1)
	}
}

// Constant tells whether numbers from lo to hi are the same up to rounding, as if one number had
// been calculated in two ways.
func Constant(lo, hi float64) bool {
	return hi-lo <= 0x1p-45*max(math.Abs(lo), math.Abs(hi))
}

// Apart widens the range of constant numbers by half on both sides. If half is too small to make a
// difference, or so large that the number would look like 0, it widens by half of the number.
func Apart(lo, hi, half float64) (float64, float64) {
	largest := max(math.Abs(lo), math.Abs(hi))
	if Constant(lo-half, hi+half) || 1e-300 < largest && largest < half/100 {
		half = largest / 2
	}
	return max(lo-half, -math.MaxFloat64), min(hi+half, math.MaxFloat64)
}

// Room widens the range of what is drawn by a share of it at both ends, so that nothing ends where
// the axes end. It does not reach or cross 0: columns stand on it, and a positive number can still
// have a logarithmic axis.
func Room(lo, hi, share float64) (float64, float64) {
	room := share * (hi - lo)
	if !IsFinite(room) {
		return lo, hi
	}
	from, to := lo-room, hi+room
	if lo >= 0 && from <= 0 {
		from = lo
	}
	if hi <= 0 && to >= 0 {
		to = hi
	}
	return from, to
}

// Between is the point between lo and hi that lies this share of the way from lo.
func Between(lo, hi, share float64) float64 {
	if math.IsInf(hi-lo, 0) {
		return lo*(1-share) + hi*share
	}
	return lo + (hi-lo)*share
}

// LogScale is a logarithmic scale that makes one exception. gonum makes room for the label of an
// axis at the mean of its ends, but draws it in the middle. So LogScale puts this mean in the
// middle.
type LogScale struct{}

func (LogScale) Normalize(lo, hi, x float64) float64 {
	switch {
	case x == 0.5*(lo+hi):
		return 0.5
	case !(x > 0):
		return 0
	}
	return plot.LogScale{}.Normalize(lo, hi, x)
}

// LogTicks marks 1, 2 and 5 times powers of ten. On a long axis it marks only the powers.
type LogTicks struct{}

func (LogTicks) Ticks(lo, hi float64) []plot.Tick {
	factors := []float64{1, 2, 5}
	if hi/lo > 300 {
		factors = []float64{1}
	}
	var marks []plot.Tick
	for power := math.Floor(math.Log10(lo)); power <= math.Log10(hi); power++ {
		for _, f := range factors {
			if v := f * math.Pow(10, power); lo <= v && v <= hi {
				marks = append(marks, plot.Tick{Value: v, Label: Grouped(fmt.Sprintf("%.6g", v))})
			}
		}
	}
	return marks
}
