package diag

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"

	"gibbslab/internal/numeric"
	"gibbslab/sampler"
)

// Options say what a summary reports. The zero value is what [Summarize] does:
//
//	s, err := diag.Options{Prob: 0.89, HDI: true}.Summarize(tr, "theta")
type Options struct {
	// Prob is the probability of the interval, between 0 and 1. 0 means 0.95.
	Prob float64
	// HDI asks for the highest-density interval ([HDI]) instead of the equal-tailed one ([ETI]).
	HDI bool
	// Limits say which numbers are a warning.
	Limits Limits
}

// Summarize is like the function [Summarize], with options. A probability outside (0, 1), and
// negative limits, are errors.
func (o Options) Summarize(tr *sampler.Trace, names ...string) (*Summary, error) {
	if tr == nil {
		return nil, errors.New("diag: the trace is nil: give the one that sampler.Run returned")
	}
	if !(o.Prob >= 0 && o.Prob < 1) {
		return nil, fmt.Errorf("diag: Options.Prob is %v: give a probability between 0 and "+
			"1, such as 0.95, or 0 for that", o.Prob)
	}
	if err := o.Limits.check(); err != nil {
		return nil, fmt.Errorf("diag: %w", err)
	}
	labels, err := tr.Labels(names...)
	if err != nil {
		return nil, fmt.Errorf("diag: %w", err)
	}
	all, found, err := o.rows(tr, labels)
	if err != nil {
		return nil, fmt.Errorf("diag: %w", err)
	}
	s := &Summary{Rows: all, Options: o, named: len(names) > 0}
	var t inspection
	for i := range found {
		t.merge(&found[i])
	}
	t.report(s)
	var steps []error
	steps, s.diverged = trajectories(tr)
	s.Warnings = append(steps, s.Warnings...)
	s.failed = tr.Failures()
	s.chains = tr.NumChains()
	return s, nil
}

// prob is the probability of the interval.
func (o Options) prob() float64 { return cmp.Or(o.Prob, 0.95) }

// interval is the interval of sorted finite draws.
func (o Options) interval(sorted []float64) (lo, hi float64) {
	if o.HDI {
		return hdiSorted(sorted, o.prob())
	}
	tail := (1 - o.prob()) / 2
	return numeric.Quantile(sorted, tail), numeric.Quantile(sorted, 1-tail)
}

// ends are the heads of the columns of the interval: "2.5 %" and "97.5 %", or "HDI from" and "HDI
// to".
func (o Options) ends() (lower, upper string) {
	if o.HDI {
		return "HDI from", "HDI to"
	}
	return percents((1-o.prob())/2) + " %", percents((1+o.prob())/2) + " %"
}

// keys are the names of the interval's ends in CSV and JSON: "q2.5" and "q97.5", or "hdi95_lower"
// and "hdi95_upper".
func (o Options) keys() (lower, upper string) {
	if o.HDI {
		p := percents(o.prob())
		return "hdi" + p + "_lower", "hdi" + p + "_upper"
	}
	return "q" + percents((1-o.prob())/2), "q" + percents((1+o.prob())/2)
}

// percents writes a probability in per cent, without rounding noise.
func percents(p float64) string { return strconv.FormatFloat(100*p, 'g', 6, 64) }

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
