package sampler

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"

	"gibbslab/internal/opaque"
	"gibbslab/sampler/internal/guard"
	"gibbslab/sampler/internal/meter"
)

// chain is one running chain: its random numbers, its state, and its draws.
type chain struct {
	model  *anyModel
	params []anyParam // what is recorded
	index  int        // its number, from Settings.First on
	set    Settings

	mu     sync.Mutex  // held while the chain runs; whoever holds it sees the chain between two sweeps
	wanted atomic.Bool // somebody waits for mu; the chain releases it after the current sweep
	src    *rand.ChaCha8
	rand   *rand.Rand
	state  *opaque.State
	at     atomic.Int64 // what the chain is doing: see block
	param  int          // being read, or -1; only for the chain's own goroutine
	cost   costs        // of the blocks; only for the chain's own goroutine
	meter  meter.Meter  // which counts into cost
	watch  stopwatch    // which times into cost

	keeping   sync.Mutex    // held while a draw is recorded; no function of the user runs meanwhile
	record    []recorder    // by parameter
	sweeps    int           // done so far; the chain's own goroutine reads it without the lock
	shown     costs         // a copy of cost after these sweeps
	goroutine string        // the chain's own, as stacks name it
	gone      bool          // Run no longer waits for the chain, which records nothing from then on
	left      chan struct{} // closed when gone is set

	before int // sweeps already made when a resumed chain began
	failed atomic.Pointer[error]
}

func newChain(m *anyModel, set Settings, index int) *chain {
	c := &chain{model: m, params: m.params(), index: index, set: set, param: -1,
		left: make(chan struct{})}
	c.src = source(chainLabel, set.Seed, index)
	c.rand = rand.New(c.src)
	c.record = make([]recorder, len(c.params))
	c.cost, c.shown = newCosts(len(m.Blocks)), newCosts(len(m.Blocks))
	c.meter.Blocks, c.watch = c.cost.Counts, newStopwatch(len(m.Blocks))
	for i, p := range c.params {
		rec := recorder{buf: make([]float64, size(p.Shape))}
		if !p.Moments {
			rec.draws = make([][]float64, len(rec.buf))
			n := p.of(set.expected())
			// At once: a slice that grows takes more than twice as much.
			all := make([]float64, n*len(rec.buf))
			for k := range rec.draws {
				rec.draws[k] = all[k*n : k*n : (k+1)*n]
			}
		}
		c.record[i] = rec
	}
	return c
}

// draws is the number of draws kept after the given number of sweeps.
func (c *chain) draws(sweeps int) int {
	after := max(0, sweeps-c.set.Warmup)
	if c.set.Thin == 1 {
		return after // a division would cost as much as a quarter of the sweep loop
	}
	return after / c.set.Thin
}

// done is the number of sweeps done so far.
func (c *chain) done() int {
	c.keeping.Lock()
	defer c.keeping.Unlock()
	return c.sweeps
}

// kept is the number of draws kept so far.
func (c *chain) kept() int { return c.draws(c.done()) }

// ended records how the loop ended: with an error, or with guard.ErrGoexit if a function of the
// user's ended the goroutine.
func (c *chain) ended(err error) {
	if err == guard.ErrGoexit {
		begins := ""
		if c.param < 0 {
			begins = c.begins()
		}
		err = fmt.Errorf("%s %w%s", c.placeRead(), err, begins)
	}
	if err != nil {
		c.fail(fmt.Errorf("chain %d, sweep %d: %w", c.index, c.sweeps+1, err))
	}
}

// fail records why the chain ends. Only the first reason counts.
func (c *chain) fail(err error) { c.failed.CompareAndSwap(nil, &err) }

// err is why the chain has ended; nil if it has not failed.
func (c *chain) err() error {
	if err := c.failed.Load(); err != nil {
		return *err
	}
	return nil
}

// Values of chain.at outside of sweeps: Model.Init runs, Model.WarmedUp runs.
const atInit, atWarmedUp = -1, -2

// block is the index of the current block, atInit or atWarmedUp. While parameters are read it is
// the last block. The caller holds c.keeping, or is the chain's own goroutine.
//
// c.at counts the blocks of all sweeps. The first block of a sweep is not stored, because it
// follows from c.sweeps: each store costs a fifth of what the engine needs for a sweep.
func (c *chain) block() int {
	at := c.at.Load()
	if at < 0 {
		return int(at)
	}
	return int(max(0, at-int64(c.sweeps*len(c.model.Blocks))))
}

// place names what the chain is doing. The caller holds c.keeping, or is the chain's own goroutine.
func (c *chain) place() string {
	switch b := c.block(); {
	case b == atInit:
		return initPlace
	case b == atWarmedUp:
		return "WarmedUp"
	default:
		return fmt.Sprintf("block %q", c.model.Blocks[b].Name)
	}
}

// placeRead is like place, but also names the parameter. Only the chain's own goroutine may call
// it.
func (c *chain) placeRead() string {
	if c.param >= 0 {
		if c.params[c.param].Name == logJointName {
			return "LogJoint"
		}
		return fmt.Sprintf("reading parameter %q", c.params[c.param].Name)
	}
	return c.place()
}

// begins says where the current block begins. The caller holds c.keeping, or is the chain's own
// goroutine.
func (c *chain) begins() string {
	if b := c.block(); b >= 0 {
		return c.model.begins(b)
	}
	return ""
}
