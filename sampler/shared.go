package sampler

import (
	"fmt"
	"reflect"
	"sync/atomic"
)

// begin makes the states of new chains, and refuses one state for two chains.
func (r *run[S]) begin(stop *atomic.Bool) error {
	var fresh []*chain[S]
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
		if other, shared := at[c.state]; shared && reflect.TypeFor[S]().Size() > 0 {
			return fmt.Errorf("sampler: Init returned the same state for chain %d and chain %d: "+
				"make a new one at each call",
				other, c.index)
		}
		at[c.state] = c.index
	}
	return nil
}
