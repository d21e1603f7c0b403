package sampler

import (
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"gibbslab/sampler/internal/meter"
)

// costs are what the blocks of a chain have cost since the warm-up ended, or since the chain began
// if it has not ended yet. Fields are exported for encoding/gob.
type costs struct {
	From   int // the sweeps that were made before
	Counts []meter.Counts
	Nanos  []float64 // of each block, and at the end of the reading of the parameters; estimates
}

func newCosts(blocks int) costs {
	return costs{Counts: make([]meter.Counts, blocks), Nanos: make([]float64, blocks+1)}
}

// copyFrom copies without allocating.
func (k *costs) copyFrom(from *costs) {
	k.From = from.From
	copy(k.Counts, from.Counts)
	copy(k.Nanos, from.Nanos)
}

// A stopwatch times the blocks in some of the sweeps. The time of a sweep stands for the sweeps
// since the last one that was timed.
type stopwatch struct {
	next, last int // the sweep to time next, and the one timed last
	origin     time.Time
	at         time.Duration
	laps, mean []float64 // nanoseconds: of this sweep, and of a usual one
	timed      int
}

const (
	// between is the most sweeps from one that is timed to the next. It is prime, so thinning does
	// not fall into step with it. A chain begins with one sweep, and each next time it is one more:
	// short runs are timed often, and in long ones the clock costs next to nothing.
	between = 509
	// slow is the length of a sweep in nanoseconds from which on each is timed, because looking at
	// the clock then costs next to nothing.
	slow = 50_000
	// spike is how many times longer than usual a block may take. The rest of the time is another
	// program's, which had the processor meanwhile.
	spike = 20
)

func newStopwatch(blocks int) stopwatch {
	return stopwatch{origin: time.Now(), laps: make([]float64, blocks+1),
		mean: make([]float64, blocks+1)}
}

// due begins to time sweep n and returns the stopwatch, or nil if the sweep is not to be timed.
func (w *stopwatch) due(n int) *stopwatch {
	if n < w.next {
		return nil
	}
	clear(w.laps)
	w.at = time.Since(w.origin)
	return w
}

// lap ends block i.
func (w *stopwatch) lap(i int) {
	now := time.Since(w.origin)
	w.laps[i] = float64(now - w.at)
	w.at = now
}

// stop adds the times of sweep n to nanos.
func (w *stopwatch) stop(n int, nanos []float64) {
	w.timed++
	sum := 0.0
	for i, d := range w.laps {
		if w.timed > 5 && w.mean[i] > 0 {
			d = min(d, spike*w.mean[i])
		}
		w.mean[i] += (d - w.mean[i]) / float64(min(w.timed, 100))
		nanos[i] += d * float64(n-w.last)
		sum += d
	}
	w.last, w.next = n, n+min(w.timed, between)
	if sum >= slow {
		w.next = n + 1
	}
}

// restart begins to count before sweep n.
func (c *chain) restart(n int) {
	clear(c.cost.Counts)
	clear(c.cost.Nanos)
	c.cost.From = n - 1
	c.watch.last, c.watch.next = n-1, n
}

// costsNow are the costs so far, and the number of sweeps that they belong to.
func (c *chain) costsNow() (k costs, sweeps int) {
	c.keeping.Lock()
	defer c.keeping.Unlock()
	k = newCosts(len(c.model.Blocks))
	k.copyFrom(&c.shown)
	return k, c.sweeps - k.From
}

// continueCosts counts on from what was saved when the chain had made its present sweeps.
func (c *chain) continueCosts(saved *costs) {
	c.cost.From = c.sweeps
	if n := len(c.model.Blocks); saved != nil && len(saved.Counts) == n && len(saved.Nanos) == n+1 {
		c.cost.copyFrom(saved)
	}
	c.shown.copyFrom(&c.cost)
	c.watch.last, c.watch.next = c.sweeps, c.sweeps+1
}

// A BlockCost says what a block of a run has cost, over all chains and the sweeps after the
// warm-up.
type BlockCost struct {
	Name string
	// Time that a sweep spends in the block, and its share of the whole sweep. Both are estimates
	// by the clock, from some of the sweeps, and differ from run to run. All else here is exact. A
	// trace that was encoded has no times: they are 0, and the share is NaN.
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
	// Trajectories is the number of steps of update.NUTS. Divergent of them diverged, and
	// AtMaxDepth were cut off at its MaxDepth.
	Trajectories, Divergent, AtMaxDepth int
}

// recordingName is what [Trace.Blocks] calls the reading of the parameters.
const recordingName = "(recording)"

// Blocks says what each block of the run has cost, in the order of the model. The last row,
// "(recording)", is what reading the parameters and LogJoint takes. diag.Blocks makes a table of
// it. Updates of package update count by themselves; a step of your own calls [Count].
//
// A run that resumes from a checkpoint counts on, and [Join] adds up. A trace that was not made by
// Run has no rows.
func (t *Trace) Blocks() []BlockCost {
	if t == nil {
		return nil
	}
	total := 0.0
	for _, b := range t.blocks {
		total += b.nanos
	}
	var rows []BlockCost
	for i, b := range t.blocks {
		row := BlockCost{Name: b.Name, Acceptance: math.NaN(), StepSize: math.NaN(),
			Time: time.Duration(b.nanos / float64(b.Sweeps)), Share: b.nanos / total}
		if i < len(t.blocks)-1 {
			c := b.Counts
			row.Evaluations = float64(c.Evaluations) / float64(b.Sweeps)
			row.Trajectories, row.Divergent = c.Trajectories, c.Divergent
			row.AtMaxDepth = c.AtMaxDepth
			if c.Steps > 0 {
				row.Acceptance = c.Accepted / float64(c.Steps)
			}
			if b.Sized > 0 {
				row.StepSize = c.StepSize / float64(b.Sized)
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// blockCounts are what a block has done in several chains. Fields are exported for encoding/gob,
// which leaves out the time: it would make equal runs differ.
type blockCounts struct {
	Name   string
	Counts meter.Counts // StepSize is a sum over chains
	Sized  int          // chains that have a step size
	Sweeps int
	nanos  float64
}

// addBlocks adds up the counts of two groups of chains; nil if they have different blocks.
func addBlocks(a, b []blockCounts) []blockCounts {
	if !slices.EqualFunc(a, b, func(a, b blockCounts) bool { return a.Name == b.Name }) {
		return nil
	}
	sum := slices.Clone(a)
	for i := range sum {
		s, b := &sum[i], &b[i]
		step := s.Counts.StepSize + b.Counts.StepSize
		s.Counts.Add(b.Counts)
		s.Counts.StepSize = step
		s.Sized, s.Sweeps, s.nanos = s.Sized+b.Sized, s.Sweeps+b.Sweeps, s.nanos+b.nanos
	}
	return sum
}

// Count adds to what [Trace.Blocks] says about the block that is running, for steps that are not
// from package update. r is the generator that the block was given. A step of Metropolis–Hastings
// calls Count(r, 2, 1, 1) if it was accepted and Count(r, 2, 1, 0) if not. Outside of Run it does
// nothing.
func Count(r *rand.Rand, evaluations, steps, accepted int) {
	meter.Count(r, meter.Counts{Evaluations: evaluations, Steps: steps, Accepted: float64(accepted)})
}

// blockCounts adds up the chains that have made sweeps.
func (r *run) blockCounts() (sum []blockCounts) {
	for _, c := range r.chains {
		costs, sweeps := c.costsNow()
		if sweeps == 0 {
			continue
		}
		one := make([]blockCounts, len(costs.Nanos))
		for i, d := range costs.Nanos {
			one[i] = blockCounts{Name: recordingName, Sweeps: sweeps, nanos: d}
			if i < len(costs.Counts) {
				one[i].Name, one[i].Counts = r.model.Blocks[i].Name, costs.Counts[i]
				if one[i].Counts.StepSize > 0 {
					one[i].Sized = 1
				}
			}
		}
		if sum == nil {
			sum = one
		} else {
			sum = addBlocks(sum, one)
		}
	}
	return sum
}
