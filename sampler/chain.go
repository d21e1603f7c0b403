package sampler

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"
)

// chain is one running chain: its random numbers, its state, and what it has recorded.
type chain[S any] struct {
	model  *Model[S]
	params []Param[S] // what is recorded
	index  int
	set    Settings

	mu     sync.Mutex // held during a sweep: whoever holds it sees the chain between two sweeps
	src    *rand.ChaCha8
	rand   *rand.Rand
	state  *S
	record []recorder // by parameter
	at     int        // the block, or the parameter, that the current sweep is at
	err    error

	sweeps atomic.Int64 // done so far; read by the progress report in mid-sweep
	before int          // sweeps that a resumed chain began with
	failed atomic.Pointer[error]
	wanted atomic.Bool                // somebody wants to see the record between two sweeps
	seen   atomic.Pointer[[]recorder] // what was shown to them last
}

// recorder holds what one chain has recorded of one parameter.
type recorder struct {
	draws   [][]float64 // by element
	running Moments
	buf     []float64
}

func newChain[S any](m *Model[S], set Settings, index int) *chain[S] {
	c := &chain[S]{model: m, params: m.params(), index: index, set: set, src: source(chainLabel, set.Seed, index)}
	c.rand = rand.New(c.src)
	c.record = make([]recorder, len(c.params))
	scalars, expected := 0, set.Draws
	if set.open() {
		expected = min(expected, 1000) // Draws is only a limit
	}
	for _, p := range c.params {
		scalars += size(p.Shape)
	}
	for i, p := range c.params {
		rec := recorder{buf: make([]float64, size(p.Shape))}
		if !p.Moments {
			rec.draws = make([][]float64, len(rec.buf))
			for k := range rec.draws {
				rec.draws[k] = make([]float64, 0, min(p.of(expected), reserve/scalars))
			}
		}
		c.record[i] = rec
	}
	return c
}

// reserve is how many numbers of each chain have their place reserved ahead; longer runs grow as they go.
const reserve = 1 << 22

// draws is the number of draws kept after so many sweeps.
func (c *chain[S]) draws(sweeps int) int {
	return max(0, sweeps-c.set.Warmup) / c.set.Thin
}

// kept is the number of draws kept so far.
func (c *chain[S]) kept() int { return c.draws(int(c.sweeps.Load())) }

// run sweeps until so many draws are kept, the chain fails, or stop is set.
func (c *chain[S]) run(draws int, stop *atomic.Bool) {
	last := int64(c.set.sweeps(draws))
	if c.state == nil && !c.start() {
		return
	}
	for n := c.sweeps.Load(); n < last && c.err == nil && !stop.Load(); n++ {
		c.mu.Lock()
		if err := c.step(int(n) + 1); err != nil {
			c.fail(fmt.Errorf("chain %d, sweep %d: %w", c.index, n+1, err))
		} else {
			c.sweeps.Store(n + 1)
		}
		if c.wanted.Load() {
			c.show()
		}
		c.mu.Unlock()
	}
}

func (c *chain[S]) start() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	s, err := c.model.start(c.rand)
	if err != nil {
		c.fail(fmt.Errorf("chain %d: %w", c.index, err))
		return false
	}
	c.state = s
	return true
}

func (c *chain[S]) fail(err error) {
	c.err = err
	c.failed.Store(&err)
}

// step makes sweep n and reads the parameters; what is read is kept once warm-up is over.
func (c *chain[S]) step(n int) (err error) {
	reading := false
	defer func() {
		if p := recover(); p == nil {
		} else if reading {
			err = fmt.Errorf("reading parameter %q panicked: %s", c.params[c.at].Name, panicText(p))
		} else {
			err = fmt.Errorf("block %q panicked: %s", c.model.Blocks[c.at].Name, panicText(p))
		}
	}()
	if err := c.model.sweep(c.rand, c.state, &c.at); err != nil {
		return err
	}
	if c.set.Thin > 1 && (n-c.set.Warmup)%c.set.Thin != 0 {
		return nil
	}
	reading = true
	kept := c.draws(n)
	if err := c.read(kept); err != nil || kept == 0 {
		return err
	}
	c.keep(kept)
	return nil
}

// read reads the parameters of draw number kept, counted from 1, and checks that they are finite. In
// warm-up, where nothing is kept, it serves to find a bad value where it first appears; parameters of which only
// moments are kept are not read then, as they are large.
func (c *chain[S]) read(kept int) error {
	for i := range c.params {
		c.at = i
		p, rec := &c.params[i], &c.record[i]
		if !p.due(kept) || p.Moments && kept == 0 {
			continue
		}
		p.Read(c.state, rec.buf)
		for k, x := range rec.buf {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return fmt.Errorf("%s is %v: look at the block that draws it, and at what that block divides by or takes the logarithm of", p.Label(k), x)
			}
		}
	}
	return nil
}

// keep records what was read.
func (c *chain[S]) keep(kept int) {
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

// recorded returns what the chain has recorded, at most so many draws. Slices of draws only ever grow, so
// what is returned stays as it is while the chain goes on.
func (c *chain[S]) recorded(draws int) []recorder {
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

// look returns what the chain has recorded, while it runs. It waits no longer than until the given time: when a sweep
// takes longer than that, what is returned is of an earlier look, or nothing.
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

func (c *chain[S]) report() ChainReport {
	n := int(c.sweeps.Load())
	r := ChainReport{Sweeps: n, Total: c.set.sweeps(c.set.Draws), Before: c.before, Draws: c.draws(n)}
	if err := c.failed.Load(); err != nil {
		r.Err = *err
	}
	return r
}
