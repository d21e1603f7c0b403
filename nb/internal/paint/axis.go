package paint

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

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

// Ticks marks about the given number of round values: multiples of 1, 2 or 5 times a power of ten.
type Ticks struct{ About int }

func (t Ticks) Ticks(lo, hi float64) []plot.Tick {
	step := RoundStep(min(hi/float64(t.About)-lo/float64(t.About), math.MaxFloat64))
	if !(step > 0) { // there is no number between
		return []plot.Tick{{Value: lo, Label: Number(lo)}}
	}
	format := tickFormat(step, max(math.Abs(lo), math.Abs(hi)))
	var marks []plot.Tick
	const slack = 1e-9
	first, last := math.Ceil(lo/step-slack), math.Floor(hi/step+slack)
	for k := range 10 * t.About { // far more than there are, for first+k may never grow
		if first+float64(k) > last {
			break
		}
		v := (first + float64(k)) * step
		if v == 0 {
			v = 0 // not −0
		}
		if n := len(marks); n == 0 || v > marks[n-1].Value {
			marks = append(marks, plot.Tick{Value: v, Label: format(v)})
		}
	}
	return marks
}

// RoundStep is the number among …, 0.1, 0.2, 0.5, 1, 2, 5, 10, … whose ratio to x is closest to 1.
func RoundStep(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(x)))
	step := power
	for _, m := range []float64{2, 5, 10} {
		if math.Abs(math.Log(m*power/x)) < math.Abs(math.Log(step/x)) {
			step = m * power
		}
	}
	return step
}

// tickFormat writes multiples of step with the digits they need, and no more.
func tickFormat(step, largest float64) func(float64) string {
	decimals := max(0, int(-math.Floor(math.Log10(step)+1e-9)))
	if largest >= 1e6 || decimals > 5 {
		digits := max(1, int(math.Ceil(math.Log10(largest/step)))+1)
		return func(v float64) string { return strconv.FormatFloat(v, 'g', digits, 64) }
	}
	return func(v float64) string { return Grouped(strconv.FormatFloat(v, 'f', decimals, 64)) }
}

// Grouped splits the whole digits of a number into groups of three if there are five or more: -155
// 000.
func Grouped(number string) string {
	whole, rest, point := strings.Cut(number, ".")
	digits := strings.TrimPrefix(whole, "-")
	if len(digits) < 5 || strings.Trim(digits, "0123456789") != "" {
		return number
	}
	s := digits[:1+(len(digits)-1)%3]
	for i := len(s); i < len(digits); i += 3 {
		s += NoBreak + digits[i:i+3]
	}
	if len(digits) < len(whole) {
		s = "-" + s
	}
	if point {
		s += "." + rest
	}
	return s
}

// NoBreak is the space within a number.
const NoBreak = "\u00a0"

// Number writes six significant digits.
func Number(x float64) string { return fmt.Sprintf("%.6g", x) }

// Named writes a name under each column. If there are many, it writes every second, or every third,
// and so on, about twenty in all.
type Named []string

func (n Named) Ticks(lo, hi float64) []plot.Tick { return nameTicks(n, 1+len(n)/21) }

func nameTicks(names []string, step int) (marks []plot.Tick) {
	for i := 0; i < len(names); i += step {
		marks = append(marks, plot.Tick{Value: float64(i), Label: names[i]})
	}
	return marks
}

// EveryName writes a name at each place, up to 1000 in all: no picture has room for more. It is for
// rows, which have room for their names.
type EveryName []string

func (n EveryName) Ticks(lo, hi float64) []plot.Tick { return nameTicks(n, 1+len(n)/1000) }

// Upward returns names from the bottom, given from the top.
func Upward(names []string) []string {
	names = slices.Clone(names)
	slices.Reverse(names)
	return names
}

// NameRows writes a name beside each row, the first at the top. Rows are 1 apart and the last is
// at 0.
func NameRows(p *plot.Plot, names []string) {
	p.Y.Tick.Marker, p.Y.Tick.Length, p.Y.LineStyle.Width = RowNames(Upward(names)), 0, 0
}

// RowNames writes all names, from the bottom, however close they are.
type RowNames []string

func (n RowNames) Ticks(lo, hi float64) []plot.Tick { return EveryName(n).Ticks(lo, hi) }
