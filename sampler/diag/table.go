package diag

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// shownWarnings is how many warnings String prints in full.
const shownWarnings = 10

// Table is what String shows, cell by cell, the head first.
//
// The digits follow the MCSE: it is shown with two digits, and of the other numbers of the row the last
// digit is the first one that the MCSE leaves in doubt (twice the MCSE, as in ArviZ). What cannot be given is "–".
//
// Parameters with warnings come first, the worst first, with "!" after their names: draws that are not finite, then
// R-hat, then ESS, then numbers that cannot be given. The others follow in the order of the model. Of an
// array of more than 8 elements only the worst are shown, up to 8 with warnings or 3 of an array without any, and
// one line for the rest, with the largest MCSE and R-hat and the smallest ESS among those not shown. After 60
// lines one line stands for all parameters that are left.
func (s *Summary) Table() [][]string {
	table := [][]string{{"", "mean", "sd", "2.5 %", "median", "97.5 %", "MCSE", "ESS bulk", "ESS tail", "R-hat"}}
	for _, l := range s.lines() {
		table = append(table, l.cells())
	}
	return table
}

// String is the verdict, the table with aligned columns (see [Summary.Table]), and the warnings.
func (s *Summary) String() string {
	text := s.Verdict() + "\n"
	if len(s.Rows) > 0 {
		text += aligned(s.Table())
	}
	return text + listed(s.Warnings)
}

// aligned writes a table with the first column to the left and the others to the right.
func aligned(table [][]string) string {
	var b strings.Builder
	width := make([]int, len(table[0]))
	for _, line := range table {
		for j, cell := range line {
			width[j] = max(width[j], utf8.RuneCountInString(cell))
		}
	}
	for _, line := range table {
		text := ""
		for j, cell := range line {
			pad := strings.Repeat(" ", width[j]-utf8.RuneCountInString(cell))
			if j == 0 {
				text = cell + pad
			} else {
				text += "  " + pad + cell
			}
		}
		b.WriteString(strings.TrimRight(text, " ") + "\n")
	}
	return b.String()
}

// listed writes warnings line by line, the first ones of many.
func listed(warnings []error) string {
	var b strings.Builder
	for i, w := range warnings {
		if i == shownWarnings {
			b.WriteString("! and " + strconv.Itoa(len(warnings)-i) + " more warnings\n")
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
