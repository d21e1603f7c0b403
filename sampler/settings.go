package sampler

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"time"
)

// NoWarmup, as Settings.Warmup, keeps draws from the first sweep on.
const NoWarmup = -1

// Settings say how long to run. The zero value of each field is a sensible default.
type Settings struct {
	// Chains run side by side. 0 means 4.
	Chains int
	// First is the number of the first chain: the chains First, First+1, … run. A chain draws the
	// same in each run that it is part of, so other chains can run elsewhere, or later, and [Join]
	// puts the traces together.
	First int
	// Warmup is the number of sweeps of each chain that are not recorded. 0 means 1000; NoWarmup
	// none.
	Warmup int
	// Draws is the number of draws kept in each chain, at most. 0 means 1000, or 100 000 with
	// Until.
	Draws int
	// Thin keeps one draw of every Thin sweeps. A chain makes Warmup + Draws·Thin sweeps. 0 means
	// 1. Thinning saves memory; it never makes estimates better.
	Thin int
	// Seed of the streams of random numbers: the same seed gives the same draws. 0 is a seed like
	// any other.
	Seed uint64

	// Progress is called while the chains run, at most four times a second, and once at the end.
	Progress func(Report)
	// Checkpoint names a file in which the run is saved every few seconds and at its end. If the
	// file exists the run goes on from it, bit for bit as if it had never stopped; with larger
	// Draws or more Chains it is extended. The model must have [Model.Data]. A file is refused if
	// Data, the type of the state, the names of blocks, or the values after the first sweep differ.
	// Other changes in a block go unnoticed.
	Checkpoint string
	// Until ends the run when there are enough draws. It returns what is missing, or "" if nothing
	// is. diag.Target has the usual rules. It is asked when each chain has 100 draws, 200, and so
	// on; above 2000, in steps of a twentieth to a tenth. It always sees the same traces, so the
	// result depends neither on timing nor on stops in between. If something is still missing after
	// Draws draws, Run returns [ErrNotReached] with the trace. An error from Until ends the run.
	//
	// A rule must look at the precision of the draws, not at their values: a rule that waits for a
	// high mean gives high means.
	Until func(*Trace) (missing string, err error)
	// MaxTime ends the run after this time, as a cancelled context does: Run returns the draws so
	// far, with an error that is context.DeadlineExceeded. Their number depends on the machine. 0
	// means no limit.
	MaxTime time.Duration
	// NoReplay leaves out a check: before the run, the first sweeps of a chain are made twice, alone
	// and beside another chain. If they differ, the chains share memory, or a block draws from
	// another generator than its own, and Run returns [ErrReplay]. Init and blocks run some extra
	// times for it. It takes 30 ms on two busy processors, a third of a run of 0.1 s, or 1 % of a run.
	NoReplay bool
	// On runs the chains on other machines, such as a farm.Farm: the same draws, bit for bit. Each
	// chain is a piece of work with a checkpoint of its own in the folder of the farm, so
	// Checkpoint must be empty, and the model must have [Model.Data]. A run with more Draws or
	// Chains goes on from there. Nil means goroutines of this process.
	On Farm
}

// A Report tells how far a run has come.
type Report struct {
	Chains  []ChainReport
	Elapsed time.Duration
	// Done is true in the last report.
	Done bool
	// Warning is set while the checkpoint cannot be written; sampling goes on.
	Warning error
	// Work is Model.Work, the size of a sweep.
	Work SweepSize
	// Says is what the scheduler of Settings.On says about the parts of the job: pending, running
	// or failed, where and why. A chain that runs elsewhere reports its sweeps every few seconds,
	// and its draws when it has finished.
	Says string
	// Missing is the last answer of Settings.Until; with Until, Settings.Draws is only an upper
	// limit.
	Missing string
	// Trace returns the draws so far, without stopping the chains.
	Trace func() *Trace
}

// A ChainReport tells how far a chain has come.
type ChainReport struct {
	// Sweeps done, of Total; both count warm-up.
	Sweeps, Total int
	// Before is how many of the sweeps were made by the run that this one resumes.
	Before int
	// Draws kept so far.
	Draws int
	// Err is why the chain ended early; nil otherwise.
	Err error
}

// withDefaults fills in the defaults and reports all bad settings at once.
func (s Settings) withDefaults() (Settings, error) {
	draws := 1000
	if s.Until != nil {
		draws = 100_000
	}
	s.Chains, s.Warmup = cmp.Or(s.Chains, 4), cmp.Or(s.Warmup, 1000)
	s.Draws, s.Thin = cmp.Or(s.Draws, draws), cmp.Or(s.Thin, 1)
	var errs []error
	atLeast1 := func(field string, n int) {
		if n < 1 {
			errs = append(errs, fmt.Errorf("sampler: Settings.%s is %d: give 1 or more, or 0 for "+
				"the default", field, n))
		}
	}
	atLeast1("Chains", s.Chains)
	atLeast1("Draws", s.Draws)
	atLeast1("Thin", s.Thin)
	if s.Warmup == NoWarmup {
		s.Warmup = 0
	} else if s.Warmup < 0 {
		errs = append(errs, fmt.Errorf("sampler: Settings.Warmup is %d: give 1 or more, 0 for "+
			"the default, or NoWarmup", s.Warmup))
	}
	if s.First < 0 || s.First > math.MaxInt-max(s.Chains, 0) {
		errs = append(errs, fmt.Errorf("sampler: Settings.First is %d: give the number of the "+
			"first chain, 0 or more", s.First))
	}
	if s.On != nil && s.Checkpoint != "" {
		errs = append(errs, errors.New("sampler: Settings.On and Settings.Checkpoint are both set: "+
			"leave Checkpoint empty, because a farm keeps checkpoints in its own folder"))
	}
	if s.MaxTime < 0 {
		errs = append(errs, fmt.Errorf("sampler: Settings.MaxTime is %v: give a time to spend, "+
			"or 0 for no limit", s.MaxTime))
	}
	if len(errs) == 0 && !s.open() && s.Draws > (math.MaxInt-s.Warmup)/s.Thin {
		errs = append(errs, fmt.Errorf("sampler: Warmup + Draws·Thin is %d + %d·%d: that is more "+
			"sweeps than can be counted; give smaller numbers, or Settings.MaxTime or "+
			"Settings.Until if Draws is only a limit", s.Warmup, s.Draws, s.Thin))
	}
	return s, errors.Join(errs...)
}

// open tells whether Draws is only a limit, which a run may never reach.
func (s Settings) open() bool { return s.MaxTime > 0 || s.Until != nil }

// expected is the number of draws for which there is room from the start. An open run grows.
func (s Settings) expected() int {
	if s.open() {
		return min(s.Draws, 1000)
	}
	return s.Draws
}

// sweeps is the number of sweeps after which a chain has kept the given number of draws; if that
// overflows, the largest int.
func (s Settings) sweeps(draws int) int {
	if draws > (math.MaxInt-s.Warmup)/s.Thin {
		return math.MaxInt
	}
	return s.Warmup + draws*s.Thin
}
