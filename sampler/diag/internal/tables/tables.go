// Package tables says how tables show numbers and long arrays.
package tables

import (
	"math"
	"strconv"
	"strings"
)

// A table shows the worst elements of a long array, and one line for the rest.
const (
	WholeArray   = 12 // an array of up to this many elements is shown in full
	WorstOfArray = 8  // maximum number of elements shown of a longer one
)

// Four writes a number with four significant digits.
func Four(v float64) string {
	if math.IsNaN(v) {
		return "–"
	}
	return strconv.FormatFloat(v, 'g', 4, 64)
}

// UpTo writes a number down to the decimal place 10^place, in powers of ten if it would get long.
func UpTo(v float64, place int) string {
	switch size := math.Abs(v); {
	case math.IsNaN(v):
		return "–"
	case math.IsInf(v, 1):
		return "∞"
	case size < math.Pow10(place)/2:
		v = 0 // not -0.00
	case size >= 1e7 || place < -7:
		return strconv.FormatFloat(v, 'e', min(max(Order(v)-place, 0), 15), 64)
	}
	return strconv.FormatFloat(v, 'f', min(max(-place, 0), 7), 64)
}

// Order is the exponent of a number written in powers of ten: 2 for 150. (Log10 can be off by one:
// for 1000 it gives 2.9999999999999996.)
func Order(v float64) int {
	_, exponent, _ := strings.Cut(strconv.FormatFloat(v, 'e', -1, 64), "e")
	n, _ := strconv.Atoi(exponent) // 0 for NaN and infinities
	return n
}

// Count writes a number of things. From 10 000 on it puts no-break spaces between thousands.
func Count(n int) string {
	digits := strconv.Itoa(n)
	if len(digits) > 4 {
		for i := len(digits) - 3; i > 0; i -= 3 {
			digits = digits[:i] + "\u00a0" + digits[i:]
		}
	}
	return digits
}

// Bound writes a bound down to the decimal place 10^place. It rounds up if the rounded number would
// not be a bound; rounding errors such as that of 0.1+0.03 do not count.
func Bound(sign string, v float64, place int) string {
	text := UpTo(v, place)
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return text
	}
	if shown, err := strconv.ParseFloat(text, 64); err == nil && v-shown > 1e-6*math.Pow10(place) {
		text = UpTo(shown+math.Pow10(place), place)
	}
	return sign + text
}
