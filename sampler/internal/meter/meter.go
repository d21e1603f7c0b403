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
	// Divergent steps of Hamiltonian dynamics.
	Divergent int
	// StepSize is the last one; 0 if there is none.
	StepSize float64
}

// A Meter holds the counts of one chain. Only the goroutine of the chain may use it.
type Meter struct {
	Block   int // the block that is running
	Blocks  []Counts
	Changed bool // a count has changed since this was last set to false
}

var meters sync.Map // *rand.Rand → *Meter

// Attach makes m count the updates that draw from r.
func Attach(r *rand.Rand, m *Meter) { meters.Store(r, m) }

// Detach ends what [Attach] began.
func Detach(r *rand.Rand) { meters.Delete(r) }

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
	b := &m.Blocks[m.Block]
	b.Evaluations += c.Evaluations
	b.Steps += c.Steps
	b.Accepted += c.Accepted
	b.Divergent += c.Divergent
	if c.StepSize > 0 {
		b.StepSize = c.StepSize
	}
	m.Changed = true
}
