package diag

import (
	"errors"
	"fmt"
	"math"

	"gibbslab/sampler"
	"gibbslab/sampler/diag/internal/series"
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
	var all []float64
	for _, c := range chains {
		all = append(all, c...)
	}
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
