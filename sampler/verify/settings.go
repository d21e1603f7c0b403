package verify

import (
	"cmp"
	"errors"
	"fmt"

	"gibbslab/sampler"
)

// Settings say how hard to look. The zero value of each field is a sensible default.
type Settings struct {
	// Seed of the streams of random numbers: the same seed gives the same report, whatever the
	// number of processors. 0 is a seed like any other.
	Seed uint64
	// FalseAlarm bounds the probability that one call of a test calls a correct sampler wrong, over
	// all its blocks, test functions and rounds. 0 means 1e-5; it must be below 0.1.
	FalseAlarm float64
	// Replications of the first round. Each further round has three times as many as the one
	// before; a correct sampler rarely needs any. 0 means 10 000 for Blocks and Conditional, 4000
	// for JointTest, 400 data sets for SBC and 16 chains for Enumerate. Seeing an error half as
	// large takes four times as many.
	Replications int
	// Sweeps of each chain of JointTest. 0 means 20.
	Sweeps int
	// Draws of each chain: 0 means 99, thinned, for SBC and 10 000 for Enumerate. The others take
	// none.
	Draws int
	// Warmup is the number of sweeps that SBC, Enumerate and Conditional leave out at the start of
	// each chain. 0 means 20 times Thin, and at least 100, for SBC; 1000 for Enumerate; 100 for
	// Conditional.
	Warmup int
	// Thin is the number of sweeps from one draw of SBC to the next. 0 means enough sweeps to make
	// the draws nearly independent, judged by the effective sample size of trial runs.
	Thin int
	// On runs the replications of Blocks, JointTest and SBC, and the chains of Enumerate, on other
	// machines, such as a farm.Farm. The report is the same. Each round is a job, so this pays when
	// a round takes many minutes here. Nil means the processors of this machine.
	On sampler.Farm

	apart bool // each block begins with draws of its own
}

// withDefaults fills in the defaults and reports all bad settings at once.
func (s Settings) withDefaults(replications, draws int) (Settings, error) {
	var errs []error
	for _, f := range []struct {
		name string
		n    int
	}{{"Replications", s.Replications}, {"Sweeps", s.Sweeps}, {"Draws", s.Draws},
		{"Warmup", s.Warmup}, {"Thin", s.Thin}} {
		if f.n < 0 {
			errs = append(errs, fmt.Errorf("verify: Settings.%s is %d: give 1 or more, or 0 for "+
				"the default", f.name, f.n))
		}
	}
	if s.FalseAlarm != 0 && !(s.FalseAlarm > 0 && s.FalseAlarm < 0.1) {
		errs = append(errs, fmt.Errorf("verify: Settings.FalseAlarm is %g: give a probability "+
			"between 0 and 0.1, or 0 for 1e-5", s.FalseAlarm))
	}
	if s.Replications > 0 && s.Replications < min(20, replications/10) {
		errs = append(errs, fmt.Errorf("verify: Settings.Replications is %d: give at least 20, "+
			"or 0 for the default; fewer show nothing", s.Replications))
	}
	s.FalseAlarm = cmp.Or(s.FalseAlarm, 1e-5)
	s.Replications, s.Sweeps = cmp.Or(s.Replications, replications), cmp.Or(s.Sweeps, 20)
	s.Draws = cmp.Or(s.Draws, draws)
	return s, errors.Join(errs...)
}
