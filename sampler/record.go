package sampler

import "fmt"

// recorder holds what one chain has recorded of one parameter.
type recorder struct {
	draws   [][]float64 // by element
	running Moments
	buf     []float64
}

// read reads the parameters of draw number kept, counted from 1, and checks that they are finite.
// During warm-up kept is 0: the check then finds a bad value where it first appears. Parameters
// that keep only moments are skipped, since they are large.
func (c *chain) read(kept int) error {
	for i := range c.params {
		c.param = i
		p, rec := &c.params[i], &c.record[i]
		if !p.due(kept) || p.Moments && kept == 0 {
			continue
		}
		p.Read(c.state, rec.buf)
		for k, x := range rec.buf {
			if x-x != 0 { // NaN or infinite
				return fmt.Errorf("%s is %v: %s", p.Label(k), x, c.suspect(p, x))
			}
		}
	}
	c.param = -1
	return nil
}

// keep records the values read for draw number kept, or nothing if kept is 0, and counts sweep n.
func (c *chain) keep(n, kept int) error {
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
	c.sweeps = n
	if c.meter.Changed {
		c.shown.copyFrom(&c.cost)
		c.meter.Changed = false
	}
	c.keeping.Unlock()
	return nil
}

// recorded returns the first draws that the chain has recorded, while it runs or after. Slices of
// draws only ever grow, so the result does not change while the chain goes on.
func (c *chain) recorded(draws int) []recorder {
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

// due tells whether the parameter is recorded with draw number kept, counted from 1.
func (p *Param[S]) due(kept int) bool {
	return p.Every <= 1 || (kept-1)%p.Every == 0
}

// of returns how many draws of the parameter a chain has recorded after it has kept this many
// draws.
func (p *Param[S]) of(draws int) int {
	if draws == 0 {
		return 0
	}
	return 1 + (draws-1)/max(p.Every, 1)
}
