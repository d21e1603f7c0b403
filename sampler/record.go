package sampler

import (
	"fmt"
	"slices"
)

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

// Moments are the mean and the variance of each element of a parameter over N draws.
type Moments struct {
	N int
	// Mean of each element; nil before the first draw.
	Mean []float64
	// SumSq is the sum of squared deviations from the mean, of each element.
	SumSq []float64
}

// Variance returns the sample variance of each element, SumSq/(N−1); NaN for fewer than two draws.
func (m Moments) Variance() []float64 {
	v := make([]float64, len(m.SumSq))
	for i, s := range m.SumSq {
		v[i] = s / float64(m.N-1)
	}
	return v
}

// PoolMoments returns the moments of the draws of several chains combined (Chan, Golub & LeVeque
// 1979, eq. 2.1).
func PoolMoments(chains []Moments) Moments {
	var all Moments
	for _, m := range chains {
		if m.N == 0 {
			continue
		}
		if all.N == 0 {
			all.Mean, all.SumSq = make([]float64, len(m.Mean)), make([]float64, len(m.Mean))
		}
		n := float64(all.N + m.N)
		for i := range all.Mean {
			d := m.Mean[i] - all.Mean[i]
			all.Mean[i] += d * float64(m.N) / n
			all.SumSq[i] += m.SumSq[i] + d*d*float64(all.N)*float64(m.N)/n
		}
		all.N += m.N
	}
	return all
}

// add includes one more draw (Welford 1962).
func (m *Moments) add(draw []float64) {
	if m.Mean == nil {
		m.Mean, m.SumSq = make([]float64, len(draw)), make([]float64, len(draw))
	}
	m.N++
	for i, x := range draw {
		d := x - m.Mean[i]
		m.Mean[i] += d / float64(m.N)
		m.SumSq[i] += d * (x - m.Mean[i])
	}
}

// momentsOf computes the moments of recorded draws, elements × draws.
func momentsOf(elements [][]float64) Moments {
	m := Moments{Mean: make([]float64, len(elements)), SumSq: make([]float64, len(elements))}
	for i, draws := range elements {
		m.N = len(draws)
		for k, x := range draws {
			d := x - m.Mean[i]
			m.Mean[i] += d / float64(k+1)
			m.SumSq[i] += d * (x - m.Mean[i])
		}
	}
	return m
}

func (m Moments) clone() Moments {
	return Moments{N: m.N, Mean: slices.Clone(m.Mean), SumSq: slices.Clone(m.SumSq)}
}
