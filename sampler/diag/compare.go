package diag

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gibbslab/sampler"
	"gibbslab/sampler/diag/internal/series"
	"gibbslab/sampler/report"
)

// compareLimit is the |z| beyond which a moment counts as different. In right runs one of 10 000
// comparisons is beyond it by chance.
const compareLimit = 4

// Compare compares the draws of two runs, ours and a reference such as the draws of another
// program. For each scalar it compares the mean of x, and the mean of (x − c)², where c is the mean
// of all draws of the reference:
//
//	z = (m₁ − m₂) / √(MCSE₁² + MCSE₂²).
//
// For equal distributions z is about standard normal. The chains must have mixed: look at [RHat]
// first. labels maps our labels to the reference's, such as {"theta[0]": "theta.1"}. If it is nil,
// both have the same labels, and all of our labels are compared, except for lp__, which is known
// only up to a constant.
//
// [sampler.Trace.Add] and [sampler.Trace.AddArray] turn draws made elsewhere into a trace.
//
// Errors: a nil trace, nothing to compare, or a label that one of the traces does not have.
func Compare(ours, reference *sampler.Trace, labels map[string]string) (*Comparison, error) {
	if ours == nil || reference == nil {
		return nil, errors.New("compare: a trace is nil: give our trace and a reference")
	}
	all, err := ours.Labels()
	if err != nil {
		return nil, fmt.Errorf("compare: %w", err)
	}
	for label := range labels {
		if _, err := ours.Labels(label); err != nil {
			return nil, fmt.Errorf("compare: in our trace: %w", err)
		}
	}
	c := &Comparison{}
	for _, label := range all {
		other, mapped := labels[label]
		if labels == nil {
			other, mapped = label, label != "lp__"
		}
		if !mapped {
			continue
		}
		a, err := ours.Chains(label)
		if err != nil {
			return nil, fmt.Errorf("compare: in our trace: %w", err)
		}
		b, err := reference.Chains(other)
		if err != nil {
			return nil, fmt.Errorf("compare: in the reference: %w; give labels that map ours to the "+
				"reference's", err)
		}
		row := compareChains(a, b)
		row.Label, row.Reference = label, other
		c.Rows = append(c.Rows, row)
	}
	if len(c.Rows) < max(1, len(labels)) {
		return nil, fmt.Errorf("compare: %d of the labels are scalars of our trace, which has %q: map "+
			"single elements, such as theta[2]", len(c.Rows), all)
	}
	return c, nil
}

// compareChains compares two samples. A number that cannot be computed is NaN.
func compareChains(a, b [][]float64) ComparisonRow {
	nan := math.NaN()
	row := ComparisonRow{Mean: nan, ReferenceMean: nan, SD: nan, ReferenceSD: nan, ZMean: nan,
		ZSquare: nan}
	x, okX := series.Usable(a, 1)
	y, okY := series.Usable(b, 1)
	if !okX || !okY {
		return row
	}
	row.Mean, row.SD = pooled(x)
	row.ReferenceMean, row.ReferenceSD = pooled(y)
	row.ZMean = zOfMeans(x, y)
	row.ZSquare = zOfMeans(squaresAround(x, row.ReferenceMean), squaresAround(y, row.ReferenceMean))
	return row
}

// pooled is the mean and the standard deviation of all draws.
func pooled(chains [][]float64) (mean, sd float64) {
	all := slices.Concat(chains...)
	return Mean(all), SD(all)
}

// zOfMeans is the difference of means in combined Monte Carlo standard errors.
func zOfMeans(a, b [][]float64) float64 {
	m, _ := pooled(a)
	n, _ := pooled(b)
	if m == n {
		return 0 // equal constants have no error
	}
	return (m - n) / math.Hypot(MCSEMean(a), MCSEMean(b))
}

func squaresAround(chains [][]float64, c float64) [][]float64 {
	out := make([][]float64, len(chains))
	for i, chain := range chains {
		for _, v := range chain {
			out[i] = append(out[i], (v-c)*(v-c))
		}
	}
	return out
}

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
