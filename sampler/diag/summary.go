package diag

import (
	"errors"
	"fmt"
	"math"

	"gibbslab/sampler"
)

// A Summary is the table of [Summarize]: one row for each scalar, and what there is to worry about. It
// prints as an aligned text.
type Summary struct {
	Rows []Row
	// Warnings say in a sentence which parameter has which trouble, and what to do next. Parameters with the
	// same trouble share one. Each NaN in the rows has its reason here.
	Warnings []error
}

// A Row sums up the draws of one scalar, all chains together. What cannot be given is NaN.
type Row struct {
	Label string
	Mean  float64
	SD    float64
	// Lower and Upper are the 2.5 % and the 97.5 % quantile, the ends of the 95 % equal-tailed interval.
	Lower, Median, Upper float64
	// MCSEMean is how far the mean is likely to be off because the run was not longer.
	MCSEMean         float64
	ESSBulk, ESSTail float64
	RHat             float64
}

// Limits of Vehtari et al. 2021, section 4: an R-hat above, or an ESS for each chain below, is a warning.
const (
	maxRHat        = 1.01
	minESSPerChain = 100
)

// Summarize sums up the named parameters of a trace, or all of them ("theta" stands for all its elements).
// An unknown name is an error; troubles with the draws are [Summary.Warnings]: R-hat above 1.01, ESS
// below 100 a chain, a parameter that never changes, chains with identical draws, a single chain, short chains,
// missing or infinite draws.
//
// If a stopped run left chains of unequal length, all numbers are of the first draws of each, as many as
// the shortest chain has; chains without draws are left out.
func Summarize(tr *sampler.Trace, names ...string) (*Summary, error) {
	if tr == nil {
		return nil, errors.New("summary: the trace is nil: give the one that sampler.Run returned")
	}
	labels, err := tr.Labels(names...)
	if err != nil {
		return nil, fmt.Errorf("summary: %w", err)
	}
	s := &Summary{}
	var t troubles
	for _, label := range labels {
		chains, err := tr.Chains(label)
		if err != nil {
			return nil, fmt.Errorf("summary: %w", err)
		}
		row := summarize(label, chains)
		t.inspect(row, chains)
		s.Rows = append(s.Rows, row)
	}
	s.Warnings = t.warnings(len(labels))
	return s, nil
}

// summarize computes the row of one scalar.
func summarize(label string, chains [][]float64) Row {
	nan := math.NaN()
	row := Row{label, nan, nan, nan, nan, nan, nan, nan, nan, nan}
	x, ok := usable(chains, 1)
	if !ok {
		return row
	}
	all := pooled(x)
	row.Mean, row.SD = Mean(all), SD(all)
	row.Lower, row.Upper = etiSorted(all, 0.95)
	row.Median = quantileSorted(all, 0.5)
	row.MCSEMean = MCSEMean(x)
	row.ESSBulk, row.ESSTail = ESSBulk(x), ESSTail(x)
	row.RHat = RHat(x)
	for _, v := range []*float64{&row.SD, &row.MCSEMean} {
		if math.IsInf(*v, 0) { // draws up to ±1e308: the spread exceeds float64
			*v = nan
		}
	}
	return row
}
