// Package meter counts what updates do, block by block. An update knows only the generator that its
// block was given, so the generator identifies its chain.
package meter

import (
	"math/rand/v2"
	"sync"
)

// Counts are the counts of one block.
type Counts struct {
	// Evaluations of a log density, with or without its gradient.
	Evaluations int
	// Steps that could be refused, and the sum of their acceptance: 1 or 0, or a mean probability.
	Steps    int
	Accepted float64
	// Trajectories of Hamiltonian dynamics: all, those that diverged, and those that were cut off
	// at the greatest length.
	Trajectories, Divergent, AtMaxDepth int
	// StepSize is the last one; 0 if there is none.
	StepSize float64
}

// A Meter holds the counts of one chain. Only the goroutine of the chain may use it.
type Meter struct {
	Block    int // the block that is running
	Blocks   []Counts
	Changed  bool // a count has changed since this was last set to false
	WarmedUp bool // the warm-up is over, and with it all learning
}

// Add adds the counts of b; a step size replaces the one before.
func (c *Counts) Add(b Counts) {
	c.Evaluations += b.Evaluations
	c.Steps += b.Steps
	c.Accepted += b.Accepted
	c.Trajectories += b.Trajectories
	c.Divergent += b.Divergent
	c.AtMaxDepth += b.AtMaxDepth
	if b.StepSize > 0 {
		c.StepSize = b.StepSize
	}
}

var meters sync.Map // *rand.Rand → *Meter

// Attach makes m count the updates that draw from r.
func Attach(r *rand.Rand, m *Meter) { meters.Store(r, m) }

// Detach ends what [Attach] began.
func Detach(r *rand.Rand) { meters.Delete(r) }

// Ended makes updates that draw from r behave as after a warm-up, until the function that it
// returns is called.
func Ended(r *rand.Rand) (detach func()) {
	Attach(r, &Meter{WarmedUp: true})
	return func() { Detach(r) }
}

// Count adds c to the block that runs with r. It does nothing if no chain does.
func Count(r *rand.Rand, c Counts) {
	found, ok := meters.Load(r)
	if !ok {
		return
	}
	m := found.(*Meter)
	if m.Block >= len(m.Blocks) {
		return // not inside a block
	}
	m.Blocks[m.Block].Add(c)
	m.Changed = true
}

// WarmedUp tells whether the chain that runs with r has ended its warm-up: updates then stop
// learning. It is false if no chain runs with r.
func WarmedUp(r *rand.Rand) bool {
	found, ok := meters.Load(r)
	return ok && found.(*Meter).WarmedUp
}
