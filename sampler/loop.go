package sampler

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"runtime"
	"sync/atomic"

	"gibbslab/sampler/internal/guard"
)

// This file is the whole life of a chain. [Run] gives each chain a goroutine, which calls begin
// once and then run: once, or with Settings.Until each time that more draws are needed. A chain
// that resumes from a checkpoint has its state already, and goes on at its next sweep.

// begin makes the state of a new chain.
func (c *chain) begin() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at.Store(atInit)
	err := fmt.Errorf("%s %w", initPlace, guard.ErrGoexit)
	defer func() {
		if err != nil {
			c.fail(fmt.Errorf("chain %d: %w", c.index, err))
		}
	}()
	c.state, err = c.model.start(c.rand)
	c.at.Store(0)
}

// run sweeps until the chain has made `last` sweeps, fails, or finds stop set.
func (c *chain) run(last int, stop *atomic.Bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.keeping.Lock()
	c.goroutine = goroutine()
	c.keeping.Unlock()
	err := guard.ErrGoexit // if the goroutine ends in between
	defer func() { c.ended(err) }()
	err = c.loop(last, stop)
}

// loop makes the sweeps: it updates each block, reads the parameters of the sweeps that count,
// checks them, and records them. Between two sweeps it lets others see the chain. It returns panics
// as errors.
func (c *chain) loop(last int, stop *atomic.Bool) (err error) {
	defer func() {
		if err != nil && c.param >= 0 {
			err = fmt.Errorf("%w%s", err, c.tooShort(err.Error()))
		}
	}()
	defer guard.Recover(&err, c.placeRead)
	for c.sweeps < last && !stop.Load() {
		n := c.sweeps + 1
		if c.meter.WarmedUp = n > c.set.Warmup; n == c.set.Warmup+1 {
			c.endWarmup(n)
		}
		watch := c.watch.due(n) // nil in most sweeps: looking at the clock takes time
		first := int64(n-1) * int64(len(c.model.Blocks))
		err := c.model.sweep(c.rand, c.state, &c.at, first, &c.meter.Block, watch)
		if err != nil {
			return err
		}
		kept := 0 // the number of the draw; 0 during the warm-up
		if c.set.Thin == 1 || (n-c.set.Warmup)%c.set.Thin == 0 {
			kept = c.draws(n)
			if err := c.read(kept); err != nil {
				return err
			}
		}
		if watch != nil {
			watch.lap(len(c.model.Blocks)) // reading the parameters
			watch.stop(n, c.cost.Nanos)
			c.meter.Changed = true
		}
		if err := c.keep(n, kept); err != nil {
			return err
		}
		for c.wanted.Load() { // somebody saves a checkpoint
			c.mu.Unlock()
			runtime.Gosched()
			c.mu.Lock()
		}
	}
	return nil
}

// endWarmup ends all learning before sweep n. The updates of package update look at the meter, and
// end theirs when they see that the warm-up is over.
func (c *chain) endWarmup(n int) {
	c.restart(n)
	if c.model.WarmedUp != nil {
		c.at.Store(atWarmedUp)
		c.model.WarmedUp(c.state)
		c.at.Store(0)
	}
}

// sweep updates each block once. It stores first plus the index of the current block in *at, from
// the second block on, so that whoever recovers a panic can name the block. *block is for what the
// block counts. watch times the blocks, unless it is nil.
func (m *Model[S]) sweep(r *rand.Rand, s *S, at *atomic.Int64, first int64, block *int,
	watch *stopwatch) error {
	for i := range m.Blocks {
		*block = i
		if i > 0 {
			at.Store(first + int64(i))
		}
		if err := m.Blocks[i].Update(r, s); err != nil {
			return fmt.Errorf("block %q: %w%s", m.Blocks[i].Name, err, m.begins(i))
		}
		if watch != nil {
			watch.lap(i)
		}
	}
	return nil
}

// Sweeps runs one chain and yields its state after each sweep. It never ends on its own: break out
// of the loop to stop. The state belongs to the chain; copy what you want to keep.
//
//	for s, err := range model.Sweeps(ctx, r) { ... }
//
// An error (a failed Init or block, a cancelled context, a nil r) comes with the state so far and
// ends the loop.
func (m Model[S]) Sweeps(ctx context.Context, r *rand.Rand) iter.Seq2[*S, error] {
	return func(yield func(*S, error) bool) {
		if err := checkContext(ctx); err != nil {
			yield(nil, err)
			return
		}
		s, err := m.start(r)
		if err != nil {
			yield(s, fmt.Errorf("sampler: %w", err))
			return
		}
		for n := 1; ; n++ {
			if err = ctx.Err(); err == nil {
				err = m.guarded(r, s)
			}
			if err != nil {
				yield(s, fmt.Errorf("sampler: sweep %d: %w", n, err))
				return
			}
			if !yield(s, nil) {
				return
			}
		}
	}
}

func (m Model[S]) start(r *rand.Rand) (s *S, err error) {
	if r == nil {
		return nil, errors.New("the *rand.Rand is nil: give a source of random numbers, " +
			"such as Stream(\"mine\", 1, 0)")
	}
	if err := m.check(); err != nil {
		return nil, err
	}
	defer guard.Recover(&err, func() string { return initPlace })
	s, err = m.Init(r)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w%s", initPlace, err, m.begins(atInit))
	case s == nil:
		return nil, fmt.Errorf("%s returned no state and no error%s", initPlace, m.begins(atInit))
	}
	return s, nil
}

// initPlace is what errors call Model.Init.
const initPlace = "Init"

// guarded is a sweep that returns panics as errors.
func (m *Model[S]) guarded(r *rand.Rand, s *S) (err error) {
	var at atomic.Int64
	defer guard.Recover(&err, func() string {
		return fmt.Sprintf("block %q", m.Blocks[at.Load()].Name)
	})
	return m.sweep(r, s, &at, 0, new(int), nil)
}
