package diag

import "gibbslab/sampler"

// A Summary is the table of [Summarize]: one row for each scalar, and what there is to worry about.
// It prints as an aligned text with its [Summary.Verdict]; [Summary.Report] is what is printed, as
// values, and [Summary.WriteCSV] and [Summary.WriteJSON] give all of it to programs.
type Summary struct {
	// Rows has one row for each scalar, in the order of the model.
	Rows []Row
	// Chains is the number of chains with draws, and Draws the number of draws of each that count.
	// Both are 0 if there were none.
	Chains, Draws int
	// Warnings say in a sentence which parameter has which trouble, and what to do next. Parameters
	// with the same trouble share one, which names the worst. Each NaN in the rows has its reason
	// here.
	Warnings []error
	// Options are those that the summary was made with.
	Options Options

	named bool // the rows were asked for by name
}

// A Row sums up the draws of one scalar, all chains together. What cannot be given is NaN.
type Row struct {
	// Label is that of the scalar: "theta[2]", or "theta[Aalen]" if elements have names.
	Label string
	Mean  float64
	SD    float64
	// Lower and Upper are the ends of the interval: the 2.5 % and the 97.5 % quantile, unless
	// [Options] ask for another.
	Lower, Median, Upper float64
	// MCSEMean is how far the mean is likely to be off because the run was not longer.
	MCSEMean         float64
	ESSBulk, ESSTail float64
	RHat             float64
	Name             string // of the parameter: "theta"
}

// Summarize sums up the named parameters of a trace, or all of them ("theta" stands for all its
// elements). An unknown name is an error. Problems with the draws are in [Summary.Warnings]: R-hat
// and ESS beyond their [Limits], a parameter that never changes, chains with identical draws, a
// single chain, short chains, missing or infinite draws.
//
// If a stopped run left chains of unequal length, all numbers are of the first draws of each, as
// many as the shortest chain has; chains without draws are left out.
func Summarize(tr *sampler.Trace, names ...string) (*Summary, error) {
	return Options{}.Summarize(tr, names...)
}
