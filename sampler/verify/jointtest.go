package verify

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"

	"gibbslab/internal/numeric"
	"gibbslab/sampler/report"
)

// JointTest tests whole sweeps. It starts from a draw of the joint distribution. Then it alternates
// a sweep of the sampler and new data given the parameters, Settings.Sweeps times. Both steps leave
// the joint distribution unchanged, so the last state must have the same distribution as the first.
// The two are compared as in [Blocks]. An error that is too small to see after one step has time to
// build up, and so does an error in a region where few draws of the prior fall. The test does not
// say which block is wrong.
//
// Geweke's own test compares averages over one long chain with draws from the joint distribution,
// and must estimate the autocorrelation to correct the standard errors. Here thousands of short
// chains start from the joint distribution, and each gives one pair of states. The pairs are
// independent: nothing needs correcting.
//
// Source: Geweke, "Getting it right: joint distribution tests of posterior simulators", Journal of
// the American Statistical Association 99 (2004) 799–804; many short chains as in Gandy & Scott,
// arXiv:2001.06465 (2020).
func JointTest[S, D any](j Joint[S, D], set Settings) (*JointTestReport, error) {
	return jointTest(Opaque(j), set)
}

func jointTest(j anyJoint, set Settings) (*JointTestReport, error) {
	t, err := newTester(j, set, 4000, 1)
	if err != nil {
		return nil, err
	}
	sweep := t.apply(numeric.Indices(len(t.blocks))...)
	res, err := t.tryRounds("sweeps and new data", t.set.FalseAlarm, rounds, t.set.Replications, nil,
		func(r *rand.Rand, d *drawn) error {
			for range t.set.Sweeps {
				if err := sweep(r, d); err != nil {
					return err
				}
				if err := redraw(t.joint, r, d); err != nil {
					return failure{fmt.Errorf("new data after a sweep: %w", err)}
				}
				if len(d.model.Blocks) != len(t.blocks) {
					return errors.New("verify: the model does not have the same blocks for all data sets")
				}
			}
			return nil
		})
	if err != nil {
		return nil, err
	}
	return &JointTestReport{Wrong: res.Wrong, Sweeps: t.set.Sweeps, Comparison: res.Comparison,
		Err: res.Err}, nil
}

// A JointTestReport says what [JointTest] found.
type JointTestReport struct {
	Wrong  bool
	Sweeps int // of each chain
	// Comparison is from the last round.
	Comparison
	// Err is the error or panic of the sampler, if there was one.
	Err error
}

// Verdict says in a sentence what was found.
func (r *JointTestReport) Verdict() string {
	switch {
	case r.Err != nil:
		return failed(r.Err)
	case r.Wrong:
		return fmt.Sprintf("The sampler is wrong: %d sweeps, each followed by new data, change "+
			"the joint distribution of parameters and data.", r.Sweeps)
	}
	return fmt.Sprintf("No fault found: as far as this test can see, %d sweeps, each followed by new "+
		"data, leave the joint distribution of parameters and data unchanged.", r.Sweeps)
}

// Report gives the verdict and the table as values, as [BlockReport.Report] does.
func (r *JointTestReport) Report() report.Report {
	row := append([]string{strconv.Itoa(r.Sweeps), verdict(r.Wrong)}, r.cells(r.Err)...)
	return report.Report{Verdict: r.Verdict(), Table: report.Table{Align: "rllrrr",
		Head: []string{"sweeps", "verdict", "what changed most", "z", "p", "draws"},
		Rows: [][]string{row}}}
}

// String is the report as text.
func (r *JointTestReport) String() string { return r.Report().String() }
