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
