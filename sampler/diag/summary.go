package diag

import "gibbslab/sampler"

// A Summary is the table of [Summarize]: one row for each scalar, and the reasons to worry. It
// prints as an aligned text with its [Summary.Verdict]. [Summary.Report] has the same content as
// values, and [Summary.WriteCSV] and [Summary.WriteJSON] give all of it to programs.
type Summary struct {
	// Rows has one row for each scalar, in the order of the model.
	Rows []Row
	// Chains is the number of chains with draws, and Draws the number of draws of each chain that
	// count. Both are 0 if there were none.
	Chains, Draws int
	// Warnings say in a sentence which parameter has which problem, and what to do next. Parameters
	// with the same problem share one warning, which names the worst. Each NaN in the rows is
	// explained here.
	Warnings []error
	// Options are the options that the summary was made with.
	Options Options

	named    bool     // the rows were asked for by name
	alike    string   // the chains whose draws are the same for all parameters that change
	failed   []string // why chains failed
	chains   int
	diverged string // says which steps of NUTS diverged
}

// A Row sums up the draws of one scalar, all chains together. A number that cannot be given is NaN.
type Row struct {
	// Label is the label of the scalar: "theta[2]", or "theta[Aalen]" if elements have names.
	Label string
	Mean  float64
	SD    float64
	// Lower and Upper are the ends of the interval: the 2.5 % and the 97.5 % quantile, unless
	// [Options] ask for another.
	Lower, Median, Upper float64
	// MCSEMean is how far off the mean is likely to be because the run was not longer.
	MCSEMean         float64
	ESSBulk, ESSTail float64
	RHat             float64
	Name             string // of the parameter: "theta"
}

// Summarize sums up the named parameters of a trace, or all of them ("theta" stands for all its
// elements). An unknown name is an error. [Summary.Warnings] lists problems with the draws: R-hat
// and ESS beyond their [Limits], a parameter that never changes, chains with identical draws, a
// single chain, short chains, missing or infinite draws, steps of NUTS that diverged or were cut
// off.
//
// If a stopped run left chains of unequal length, each chain counts up to the length of the
// shortest; chains without draws are left out.
func Summarize(tr *sampler.Trace, names ...string) (*Summary, error) {
	return Options{}.Summarize(tr, names...)
}
