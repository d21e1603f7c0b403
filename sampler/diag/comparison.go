package diag

import (
	"fmt"
	"math"
	"strconv"

	"gibbslab/sampler/report"
)

// A Comparison is the result of [Compare].
type Comparison struct{ Rows []ComparisonRow }

// A ComparisonRow compares the draws of one scalar.
type ComparisonRow struct {
	Label, Reference    string // our label, and the reference's
	Mean, ReferenceMean float64
	SD, ReferenceSD     float64
	ZMean, ZSquare      float64 // of the first and the second moment
}

// Beyond counts the moments with |z| > 4, and those that cannot be compared (NaN).
func (c *Comparison) Beyond() (different, unknown int) {
	for _, r := range c.Rows {
		for _, z := range []float64{r.ZMean, r.ZSquare} {
			switch {
			case math.IsNaN(z):
				unknown++
			case math.Abs(z) > compareLimit:
				different++
			}
		}
	}
	return different, unknown
}

// Verdict says in a sentence what was found.
func (c *Comparison) Verdict() string {
	different, unknown := c.Beyond()
	worst, largest, which := "", -1.0, ""
	for _, r := range c.Rows {
		if z := math.Abs(r.ZMean); z > largest {
			worst, largest, which = r.Label, z, "mean"
		}
		if z := math.Abs(r.ZSquare); z > largest {
			worst, largest, which = r.Label, z, "second moment"
		}
	}
	compared := 2*len(c.Rows) - unknown
	switch {
	case compared == 0:
		return "Nothing could be compared: the draws are too few, constant or not finite."
	case different > 0:
		return fmt.Sprintf("%d of %d moments differ from the reference by more than %d standard errors; "+
			"the worst is the %s of %s, |z| = %.1f.", different, compared, compareLimit, which, worst,
			largest)
	}
	return fmt.Sprintf("All %d moments agree with the reference; the largest |z| is %.1f, the %s "+
		"of %s.", compared, largest, which, worst)
}

// Report gives the verdict, the table and the warnings as values.
func (c *Comparison) Report() report.Report {
	out := report.Report{Verdict: c.Verdict(), Table: report.Table{Align: "l", Head: []string{
		"parameter", "mean", "reference", "SD", "reference", "z mean", "z second"}}}
	number := func(v float64) string {
		if math.IsNaN(v) {
			return "–"
		}
		return strconv.FormatFloat(v, 'g', 4, 64)
	}
	z := func(v float64) string {
		if math.IsNaN(v) {
			return "–"
		}
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	for _, r := range c.Rows {
		name := r.Label
		if r.Reference != r.Label {
			name += " (" + r.Reference + ")"
		}
		out.Table.Rows = append(out.Table.Rows, []string{name, number(r.Mean), number(r.ReferenceMean),
			number(r.SD), number(r.ReferenceSD), z(r.ZMean), z(r.ZSquare)})
	}
	if _, unknown := c.Beyond(); unknown > 0 {
		out.Warnings = append(out.Warnings, fmt.Errorf("%d moments cannot be compared: a trace has too "+
			"few draws, draws that are not finite, or two constants that differ", unknown))
	}
	return out
}

// String is the report as text.
func (c *Comparison) String() string { return c.Report().String() }
