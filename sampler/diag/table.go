package diag

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// shownWarnings is how many warnings String prints in full.
const shownWarnings = 10

// String is the table with aligned columns, then the warnings. The digits follow the MCSE: it is shown with
// two digits, and of the other numbers of the row the last digit is the first one that the MCSE
// leaves in doubt (twice the MCSE, as in ArviZ). What cannot be given is "–".
func (s *Summary) String() string {
	table := [][]string{{"", "mean", "sd", "2.5 %", "median", "97.5 %", "MCSE", "ESS bulk", "ESS tail", "R-hat"}}
	for _, r := range s.Rows {
		table = append(table, r.cells())
	}
	var b strings.Builder
	for _, line := range table {
		text := ""
		for j, cell := range line {
			width := 0
			for _, other := range table {
				width = max(width, utf8.RuneCountInString(other[j]))
			}
			pad := strings.Repeat(" ", width-utf8.RuneCountInString(cell))
			if j == 0 {
				text = cell + pad
			} else {
				text += "  " + pad + cell
			}
		}
		b.WriteString(strings.TrimRight(text, " ") + "\n")
	}
	for i, w := range s.Warnings {
		if i == shownWarnings {
			b.WriteString("! and " + strconv.Itoa(len(s.Warnings)-i) + " more warnings\n")
			break
		}
		b.WriteString("! " + w.Error() + "\n")
	}
	return b.String()
}

// cells are the row as text.
func (r Row) cells() []string {
	digits := func(v float64) string { return number4(v) }
	mcse := number4(r.MCSEMean)
	if r.MCSEMean > 0 {
		doubt := order(2 * r.MCSEMean)
		digits = func(v float64) string { return upTo(v, doubt) }
		mcse = upTo(r.MCSEMean, order(r.MCSEMean)-1)
	}
	return []string{
		r.Label, digits(r.Mean), digits(r.SD), digits(r.Lower), digits(r.Median), digits(r.Upper), mcse,
		upTo(math.Floor(r.ESSBulk), 0), upTo(math.Floor(r.ESSTail), 0), upTo(r.RHat, -3),
	}
}

// number4 writes a number with four significant digits.
func number4(v float64) string {
	if math.IsNaN(v) {
		return "–"
	}
	return strconv.FormatFloat(v, 'g', 4, 64)
}

// upTo writes a number down to the decimal place 10^place, in powers of ten if it would get long.
func upTo(v float64, place int) string {
	switch size := math.Abs(v); {
	case math.IsNaN(v):
		return "–"
	case math.IsInf(v, 1):
		return "∞"
	case size < math.Pow10(place)/2:
		v = 0 // and not -0.00
	case size >= 1e7 || place < -7:
		return strconv.FormatFloat(v, 'e', min(max(order(v)-place, 0), 15), 64)
	}
	return strconv.FormatFloat(v, 'f', min(max(-place, 0), 7), 64)
}

// order is the exponent of a number written in powers of ten: 2 for 150. (Log10 can be off by one: it makes
// 2.9999999999999996 of 1000.)
func order(v float64) int {
	_, exponent, _ := strings.Cut(strconv.FormatFloat(v, 'e', -1, 64), "e")
	n, _ := strconv.Atoi(exponent) // 0 for NaN and infinities
	return n
}
