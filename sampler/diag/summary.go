package diag

import (
	"errors"
	"fmt"

	"gibbslab/sampler"
)

// A Summary is the table of [Summarize]: one row for each scalar, and what there is to worry about. It
// prints as an aligned text with its [Summary.Verdict]; [Summary.Table] is what is printed, cell by cell, and
// [Summary.WriteCSV] and [Summary.WriteJSON] give all of it to programs.
type Summary struct {
	// Rows are those of all scalars, in the order of the model.
	Rows []Row
	// Chains and Draws are what counted: so many chains with draws, and so many draws of each. 0 if there were none.
	Chains, Draws int
	// Warnings say in a sentence which parameter has which trouble, and what to do next. Parameters with the
	// same trouble share one, which names the worst. Each NaN in the rows has its reason here.
	Warnings []error
}

// A Row sums up the draws of one scalar, all chains together. What cannot be given is NaN.
type Row struct {
	// Label is that of the scalar: "theta[2]", or "theta[Aalen]" if elements have names.
	Label string
	Mean  float64
	SD    float64
	// Lower and Upper are the 2.5 % and the 97.5 % quantile, the ends of the 95 % equal-tailed interval.
	Lower, Median, Upper float64
	// MCSEMean is how far the mean is likely to be off because the run was not longer.
	MCSEMean         float64
	ESSBulk, ESSTail float64
	RHat             float64
	Name             string // of the parameter: "theta"
}

// Limits of Vehtari et al. 2021, section 4: an R-hat above, or an ESS for each chain below, is a warning.
const (
	maxRHat        = 1.01
	minESSPerChain = 100
)

// Summarize sums up the named parameters of a trace, or all of them ("theta" stands for all its elements).
// An unknown name is an error; troubles with the draws are [Summary.Warnings]: R-hat above 1.01
// (of many parameters, above what chance makes of the largest, see [MaxRHat]), ESS below 100 a chain, a parameter that
// never changes, chains with identical draws, a single chain, short chains, missing or infinite draws.
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
	all, found, err := rows(tr, labels)
	if err != nil {
		return nil, fmt.Errorf("summary: %w", err)
	}
	s := &Summary{Rows: all}
	var t troubles
	for i := range found {
		t.merge(&found[i])
	}
	t.report(s)
	return s, nil
}
