package sampler

import (
	"errors"
	"fmt"
	"reflect"
	"sync/atomic"

	"gibbslab/internal/snapshot"
)

// begin makes the states of new chains. It refuses states that share memory which a block writes
// to: such chains would not be independent.
func (r *run[S]) begin(stop *atomic.Bool) error {
	var fresh, alive []*chain[S]
	for _, c := range r.chains {
		if c.state == nil {
			fresh = append(fresh, c)
		}
	}
	if stop.Load() {
		return nil
	}
	r.each(fresh, (*chain[S]).begin)
	at := map[*S]int{}
	for _, c := range fresh {
		if c.err() != nil {
			continue
		}
		alive = append(alive, c)
		if other, shared := at[c.state]; shared && reflect.TypeFor[S]().Size() > 0 {
			return fmt.Errorf("sampler: Init returned the same state for chain %d and chain %d: "+
				"make a new one at each call",
				other, c.index)
		}
		at[c.state] = c.index
	}
	if len(alive) < 2 {
		return nil
	}
	return r.checkShared(alive[0], alive[1], stop)
}

// checkShared lets chain a make its first sweep alone if it shares memory with b. If the sweep has
// changed this memory, the states are refused. Data that no block writes to may be shared.
func (r *run[S]) checkShared(a, b *chain[S], stop *atomic.Bool) error {
	parts := snapshot.Common(a.state, b.state)
	if len(parts) == 0 {
		return nil
	}
	r.each([]*chain[S]{a}, func(c *chain[S]) { c.run(1, stop) })
	if a.err() != nil {
		return nil // it may have been left behind, and may still write to its state
	}
	var errs []error
	for _, p := range parts {
		if p.Changed() {
			errs = append(errs, fmt.Errorf("sampler: %s of chain %d is also in chain %d, and a "+
				"block has written to it: Init must make new slices, maps and pointers for each "+
				"chain", p.Name, a.index, b.index))
		}
	}
	return errors.Join(errs...)
}
