package sampler

import (
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
