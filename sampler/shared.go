package sampler

import (
	"fmt"
	"sync/atomic"
)

// begin makes the states of new chains, and refuses one state for two chains.
func (r *run) begin(stop *atomic.Bool) error {
	var fresh []*chain
	for _, c := range r.chains {
		if c.state == nil {
			fresh = append(fresh, c)
		}
	}
	if stop.Load() {
		return nil
	}
	r.each(fresh, (*chain).begin)
	at := map[any]int{}
	for _, c := range fresh {
		if c.err() != nil {
			continue
		}
		if other, shared := at[c.state.Of]; shared && c.model.origin.state.Size() > 0 {
			return fmt.Errorf("sampler: Init returned the same state for chain %d and chain %d: "+
				"make a new one at each call", other, c.index)
		}
		at[c.state.Of] = c.index
	}
	return nil
}
