package paint

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
)

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
