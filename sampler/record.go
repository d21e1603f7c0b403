package sampler

import (
	"time"
)

// recorder holds what one chain has recorded of one parameter.
type recorder struct {
	draws   [][]float64 // by element
	running Moments
	buf     []float64
}

// keep records what was read, as draw number kept, and that sweep n is done.
func (c *chain[S]) keep(n, kept int) error {
	c.keeping.Lock()
	if c.gone {
		c.keeping.Unlock()
		return errLeft
	}
	if kept > 0 {
		for i := range c.params {
			p, rec := &c.params[i], &c.record[i]
			switch {
			case !p.due(kept):
			case p.Moments:
				rec.running.add(rec.buf)
			default:
				for k, x := range rec.buf {
					rec.draws[k] = append(rec.draws[k], x)
				}
			}
		}
	}
	c.sweeps.Store(int64(n))
	c.keeping.Unlock()
	return nil
}

// recorded returns what the chain has recorded, at most so many draws. Slices of draws only ever
// grow, so what is returned stays as it is while the chain goes on.
func (c *chain[S]) recorded(draws int) []recorder {
	c.keeping.Lock()
	defer c.keeping.Unlock()
	recs := make([]recorder, len(c.record))
	for i := range recs {
		recs[i].running = c.record[i].running.clone()
		recs[i].draws = make([][]float64, len(c.record[i].draws))
		for k, d := range c.record[i].draws {
			n := min(len(d), c.params[i].of(draws))
			recs[i].draws[k] = d[:n:n]
		}
	}
	return recs
}

// show lays the record out for those who want to see it.
func (c *chain[S]) show() {
	rec := c.recorded(c.set.Draws)
	c.seen.Store(&rec)
	c.wanted.Store(false)
}

// look returns what the chain has recorded, while it runs. It waits no longer than until the given
// time: when a sweep takes longer than that, what is returned is of an earlier look, or nothing.
func (c *chain[S]) look(until time.Time) []recorder {
	c.wanted.Store(true)
	for c.wanted.Load() {
		if c.mu.TryLock() { // the chain is at rest
			c.show()
			c.mu.Unlock()
		} else if time.Now().After(until) {
			break
		} else {
			time.Sleep(100 * time.Microsecond)
		}
	}
	if rec := c.seen.Load(); rec != nil {
		return *rec
	}
	rec := make([]recorder, len(c.params))
	for i, p := range c.params {
		rec[i].draws = make([][]float64, size(p.Shape))
	}
	return rec
}

// due says whether the parameter is recorded with draw number kept, counted from 1.
func (p *Param[S]) due(kept int) bool {
	return p.Every <= 1 || (kept-1)%p.Every == 0
}

// of is how many of so many draws are recorded of the parameter.
func (p *Param[S]) of(draws int) int {
	if draws == 0 {
		return 0
	}
	return 1 + (draws-1)/max(p.Every, 1)
}
