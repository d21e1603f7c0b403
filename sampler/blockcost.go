package sampler

import (
	"math"
	"math/rand/v2"
	"time"

	"gibbslab/sampler/internal/meter"
)

// A BlockCost says what a block of a run has cost, over all chains and the sweeps after the
// warm-up.
type BlockCost struct {
	Name string
	// Time that a sweep spends in the block, and its share of the whole sweep. Both are estimates
	// by the clock, from some of the sweeps, and differ from run to run. All else here is exact.
	Time  time.Duration
	Share float64
	// Evaluations is the number of evaluations of a log density in a sweep.
	Evaluations float64
	// Acceptance is the share of proposals that were accepted, for NUTS the mean acceptance
	// probability; NaN for a block without proposals.
	Acceptance float64
	// StepSize is the size of the steps, where the block learns one: the last one, as a mean over
	// chains. For update.Metropolis, whose proposals have covariance LLᵀ in d dimensions, it is
	// |L|^(1/d). NaN if there is none.
	StepSize float64
	// Divergent is the number of divergent steps of update.NUTS.
	Divergent int
}

// recordingName is what [Trace.Blocks] calls the reading of the parameters.
const recordingName = "(recording)"

// Blocks says what each block of the run has cost, in the order of the model. The last row,
// "(recording)", is what reading the parameters and LogJoint takes. diag.Blocks makes a table of
// it. Updates of package update count by themselves; a step of your own calls [Count].
//
// A run that resumes from a checkpoint counts on. A trace that was not made by Run has no rows; so
// does one that was encoded, because times would make equal runs differ.
func (t *Trace) Blocks() []BlockCost {
	if t == nil {
		return nil
	}
	return t.blocks
}

// Count adds to what [Trace.Blocks] says about the block that is running, for steps that are not
// from package update. r is the generator that the block was given. A step of Metropolis–Hastings
// calls Count(r, 2, 1, 1) if it was accepted and Count(r, 2, 1, 0) if not. Outside of Run it does
// nothing.
func Count(r *rand.Rand, evaluations, steps, accepted int) {
	meter.Count(r, meter.Counts{Evaluations: evaluations, Steps: steps,
		Accepted: float64(accepted)})
}

// blockCosts adds up the chains.
func (r *run[S]) blockCosts() []BlockCost {
	blocks := len(r.model.Blocks)
	sum, sweeps, sized := newCosts(blocks), 0, make([]float64, blocks)
	for _, c := range r.chains {
		k, n := c.costsNow()
		sweeps += n
		for i, b := range k.Counts {
			s := &sum.Counts[i]
			s.Evaluations += b.Evaluations
			s.Steps += b.Steps
			s.Accepted += b.Accepted
			s.Divergent += b.Divergent
			s.StepSize += b.StepSize
			if b.StepSize > 0 {
				sized[i]++
			}
		}
		for i, d := range k.Nanos {
			sum.Nanos[i] += d
		}
	}
	if sweeps == 0 {
		return nil
	}
	total := 0.0
	for _, d := range sum.Nanos {
		total += d
	}
	rows := make([]BlockCost, blocks+1)
	for i, d := range sum.Nanos {
		row := &rows[i]
		*row = BlockCost{Name: recordingName, Acceptance: math.NaN(), StepSize: math.NaN(),
			Time: time.Duration(d / float64(sweeps)), Share: d / max(total, 1)}
		if i == blocks {
			continue
		}
		b := sum.Counts[i]
		row.Name, row.Divergent = r.model.Blocks[i].Name, b.Divergent
		row.Evaluations = float64(b.Evaluations) / float64(sweeps)
		if b.Steps > 0 {
			row.Acceptance = b.Accepted / float64(b.Steps)
		}
		if sized[i] > 0 {
			row.StepSize = b.StepSize / sized[i]
		}
	}
	return rows
}
