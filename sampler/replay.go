package sampler

import (
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"gibbslab/internal/snapshot"
	"gibbslab/sampler/internal/guard"
	"gibbslab/sampler/internal/meter"
)

// ErrReplay is wrapped in the error of [Run] when the first sweeps of a chain give other draws if
// they are repeated alone, or beside another chain. Then a block draws from a generator that is not
// its own, or chains share memory. Settings.NoReplay leaves out this check.
var ErrReplay = errors.New("a replay gave other draws")

// Before a run begins, replay makes the first sweeps of a chain twice: alone, and beside another
// chain that disturbs it. Their parameters must be the same, bit for bit, after each block.
//
// To leave it to chance when the other chain disturbs would find little in short runs. So the other
// chain first updates a block in the middle of the same block, when this draws its first random
// number, its second, and so on. What a block computes before its only draw is found by the second
// part, in which both chains run at the same time until they have met often enough.

// interruptions says at which draw of each block the other chain interrupts, sweep by sweep; 0 is
// after the block.
var interruptions = [...]int{2, 1, 0, 3, 5, 9}

const (
	meetings    = 20                     // sweeps in which the chains have met
	leastBeside = 300 * time.Microsecond // for which they may try to meet, however short the run
	leastReplay = 20 * time.Millisecond  // that a replay may take, or a hundredth of the run
)

// replay returns an error that wraps ErrReplay if chains are not independent.
func (r *run) replay(stop *atomic.Bool) error {
	if r.set.NoReplay || r.chains[0].state != nil || stop.Load() {
		return nil
	}
	began, limit := time.Now(), leastReplay
	alone, beside := r.replayer(), r.replayer()
	r.each([]*chain{alone.chain}, (*chain).begin)
	defer func() {
		if stop.Load() && alone.err() != nil { // left behind, before any chain had begun
			for _, c := range r.chains {
				c.fail(alone.err())
			}
		}
	}()
	if stop.Load() || alone.err() != nil {
		return nil // what fails alone fails in the run, too
	}
	r.each([]*chain{beside.chain}, (*chain).begin)
	beside.other = r.companion()
	if beside.state != nil && alone.state.Of == beside.state.Of && r.model.origin.state.Size() > 0 {
		return nil // begin says so
	}
	for range 3 { // a busy machine may be slow once
		digested := time.Now()
		if _, err := snapshot.Digest(alone.state.Of); err != nil || beside.state == nil {
			break
		}
		if time.Since(digested) < max(time.Millisecond/10, digested.Sub(began)/4) {
			alone.deep, beside.deep = true, true
			break
		}
	}
	if beside.other != nil && beside.state != nil {
		beside.common = snapshot.Common(beside.state.Of, beside.other.state.Of)
	}
	each := func(w *replayer, f func() error) {
		r.each([]*chain{w.chain}, func(c *chain) {
			if c.state != nil && !stop.Load() {
				err := guard.ErrGoexit
				defer func() { c.ended(err) }()
				c.goroutine = goroutine()
				err = f()
			}
		})
	}
	for i, at := range interruptions {
		each(alone, alone.sweep)
		if i == 0 {
			took := time.Since(began).Seconds()
			sweeps := float64(r.set.sweeps(r.set.expected())) * float64(r.set.Chains)
			limit = max(limit, time.Duration(min(took*sweeps/100, 1e9)*1e9))
		}
		each(beside, func() error { beside.draw = at; return beside.sweep() })
		if err := r.compare(alone, beside, stop); err != nil {
			return err
		}
		if stop.Load() || alone.err() != nil || time.Since(began) > limit {
			break
		}
	}
	if beside.other != nil && !stop.Load() && alone.err() == nil {
		each(beside, func() error { return beside.meet(max(limit/4, leastReplay)) })
		each(alone, func() (err error) {
			as := beside.sweeps
			if beside.err() != nil {
				as++ // perhaps it fails alone, too
			}
			for err == nil && !stop.Load() && alone.sweeps < as {
				err = alone.sweep()
			}
			return err
		})
		if err := r.compare(alone, beside, stop); err != nil {
			return err
		}
	}
	return nil
}

// compare looks for the first block after which the two differ.
func (r *run) compare(alone, beside *replayer, stop *atomic.Bool) error {
	if stop.Load() || alone.err() != nil {
		return nil
	}
	at := firstDifference(alone, beside)
	if at < 0 && beside.err() != nil {
		at = len(beside.notes) // the block that failed
	}
	if at >= 0 || beside.sweeps == 1 { // it takes as long as there are shared data
		for _, p := range beside.common {
			if p.Changed() {
				return fmt.Errorf("sampler: %w: %s of chain %d is also in chain %d, and a block has "+
					"written to it: Init must make new slices, maps and pointers for each chain",
					ErrReplay, p.Name, alone.index, beside.other.index)
			}
		}
	}
	if at < 0 {
		return nil
	}
	where := "Init"
	if at > 0 {
		n := len(r.model.Blocks)
		where = fmt.Sprintf("block %q in sweep %d", r.model.Blocks[(at-1)%n].Name, (at-1)/n+1)
	}
	how := " when another chain runs beside it than alone. Do chains share a slice, a map or a " +
		"variable? Keep"
	for range 3 {
		again := r.replayer()
		again.deep = alone.deep
		again.begin()
		for err := again.err(); err == nil && len(again.notes) <= at; {
			err = again.sweep()
		}
		if d := firstDifference(alone, again); beside.other == nil || d >= 0 && d <= at {
			n := min(len(alone.notes), len(beside.notes))
			same := func(a, b note) bool { return a.params == b.params }
			if beside.err() == nil && slices.EqualFunc(alone.notes[:n], beside.notes[:n], same) {
				return nil // only something in the state, such as a time
			}
			how = " when it is repeated from the same random numbers. Does a block draw from a " +
				"generator other than its r, read the clock, range over a map, or write to the " +
				"data? Do chains share a slice, a map or a variable? Keep"
			break
		}
	}
	return fmt.Errorf("sampler: %w: chain %d has other values after %s%s what a block writes to in "+
		"the state, and let Init make it new for each chain. (Settings.NoReplay leaves out this "+
		"check.)", ErrReplay, alone.index, where, how)
}

// again returns an error that wraps ErrReplay if the first chain that has failed does not fail when
// it is repeated by itself. It tries for a second.
func (r *run) again() error {
	for _, c := range r.chains {
		if c.err() == nil {
			continue
		}
		if r.set.NoReplay || len(r.chains) == 1 || c.state == nil || c.before > 0 || c.gone ||
			r.ctx.Err() != nil {
			return nil
		}
		last := c.done() + 1 // the sweep in which it failed
		set := r.set
		set.Until, set.Draws = nil, max(1, c.draws(last))
		alone := newChain(&r.model, set, c.index)
		meter.Attach(alone.rand, &alone.meter)
		defer meter.Detach(alone.rand)
		var stop atomic.Bool
		defer time.AfterFunc(time.Second, func() { stop.Store(true) }).Stop()
		r.each([]*chain{alone}, func(a *chain) {
			if a.begin(); a.err() == nil {
				a.run(last, &stop)
			}
		})
		if alone.err() != nil || alone.done() < last {
			return nil
		}
		return fmt.Errorf("sampler: %w: chain %d does not fail alone. Do chains share a slice, a map "+
			"or a variable? Keep what a block writes to in the state, and let Init make it new for "+
			"each chain", ErrReplay, c.index)
	}
	return nil
}

// firstDifference is where the notes of two replayers first differ, as far as both go; -1 if they
// do not.
func firstDifference(a, b *replayer) int {
	for i := range min(len(a.notes), len(b.notes)) {
		if a.notes[i] != b.notes[i] {
			return i
		}
	}
	return -1
}
