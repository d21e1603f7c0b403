package verify

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"

	"gibbslab/sampler/report"
)

// Geweke tests whole sweeps. From a draw of the joint law it alternates, Settings.Sweeps times, a sweep of the
// sampler and new data given the parameters. Both leave the joint law as it is, so that the last state must follow
// it as the first did; they are compared as in [Blocks]. An error too small to be seen after one step, or one in
// places where few draws of the prior fall, has time to pile up. Which block is wrong it does not say.
//
// Geweke compares averages over one long chain with draws from the joint law, whose standard errors must be
// corrected for autocorrelation by an estimate. Here thousands of short chains begin in the joint law and give one
// pair of states each; the pairs are independent, and there is nothing to correct.
//
// Source: Geweke, "Getting it right: joint distribution tests of posterior simulators", Journal of the American
// Statistical Association 99 (2004) 799–804; many short chains as in Gandy & Scott, arXiv:2001.06465 (2020).
func Geweke[S, D any](j Joint[S, D], set Settings) (*GewekeReport, error) {
	t, err := newTester(j, set, 4000, 1)
	if err != nil {
		return nil, err
	}
	sweep := t.apply(indices(len(t.blocks))...)
	res, err := t.try("sweeps and new data", t.set.FalseAlarm, func(r *rand.Rand, d *drawn[S, D]) error {
		for range t.set.Sweeps {
			if err := sweep(r, d); err != nil {
				return err
			}
			if err := t.joint.redraw(r, d); err != nil {
				return failure{fmt.Errorf("new data after a sweep: %w", err)}
			}
			if len(d.model.Blocks) != len(t.blocks) {
				return errors.New("verify: the model has not the same blocks for all data sets")
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &GewekeReport{Wrong: res.Wrong, Sweeps: t.set.Sweeps, Comparison: res.Comparison, Err: res.Err}, nil
}

// A GewekeReport is what [Geweke] found.
type GewekeReport struct {
	Wrong  bool
	Sweeps int // of each chain
	// Comparison is that of the last round.
	Comparison
	// Err is the error or panic of the sampler, if there was one.
	Err error
}

// Verdict says in a sentence what was found.
func (r *GewekeReport) Verdict() string {
	if r.Wrong {
		return fmt.Sprintf("The sampler is wrong: %d sweeps, each followed by new data, change the joint law of parameters and data.", r.Sweeps)
	}
	return fmt.Sprintf("%d sweeps, each followed by new data, leave the joint law of parameters and data as it is.", r.Sweeps)
}

// Report gives the verdict and the table as values, as [BlockReport.Report] does.
func (r *GewekeReport) Report() report.Report {
	row := append([]string{strconv.Itoa(r.Sweeps), verdict(r.Wrong)}, r.cells(r.Err)...)
	return report.Report{Verdict: r.Verdict(), Table: report.Table{Align: "rllrrr",
		Head: []string{"sweeps", "verdict", "what changed most", "z", "p", "draws"}, Rows: [][]string{row}}}
}

// String is the report as text.
func (r *GewekeReport) String() string { return r.Report().String() }
