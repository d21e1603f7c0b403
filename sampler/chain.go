package sampler

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"sync/atomic"
)

// chain is one running chain: its random numbers, its state, and what it has recorded.
type chain[S any] struct {
	model  *Model[S]
	params []Param[S] // what is recorded
	index  int
	set    Settings

	mu    sync.Mutex // held during a sweep: whoever holds it sees the chain between two sweeps
	src   *rand.ChaCha8
	rand  *rand.Rand
	state *S
	at    atomic.Int64 // the block that the current sweep is at; their number when parameters are read
	param int          // the parameter that is read; for the chain's own goroutine

	keeping sync.Mutex    // held while a draw is recorded, which runs nobody else's code
	record  []recorder    // by parameter
	gone    bool          // Run has gone on without the chain, which then records no more
	left    chan struct{} // closed when it has

	sweeps atomic.Int64 // done so far; read by the progress report in mid-sweep
	before int          // sweeps that a resumed chain began with
	failed atomic.Pointer[error]
	wanted atomic.Bool                // somebody wants to see the record between two sweeps
	seen   atomic.Pointer[[]recorder] // what was shown to them last
}

func newChain[S any](m *Model[S], set Settings, index int) *chain[S] {
	c := &chain[S]{model: m, params: m.params(), index: index, set: set, left: make(chan struct{}), src: source(chainLabel, set.Seed, index)}
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

// begin makes the state of a new chain.
func (c *chain[S]) begin() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at.Store(atInit)
	err := fmt.Errorf("Init %w", errGoexit)
	defer func() {
		if err != nil {
			c.fail(fmt.Errorf("chain %d: %w", c.index, err))
		}
	}()
	c.state, err = c.model.start(c.rand)
}

// run sweeps until so many sweeps are done, the chain fails, or stop is set.
func (c *chain[S]) run(last int, stop *atomic.Bool) {
	done := false
	defer func() {
		if !done { // panics do not come here
			c.fail(fmt.Errorf("chain %d, sweep %d: %s %w", c.index, c.sweeps.Load()+1, c.place(true), errGoexit))
			c.mu.Unlock()
		}
	}()
	for n := c.sweeps.Load(); n < int64(last) && c.failed.Load() == nil && !stop.Load(); n++ {
		c.mu.Lock()
		if err := c.step(int(n) + 1); err != nil {
			c.fail(fmt.Errorf("chain %d, sweep %d: %w", c.index, n+1, err))
		}
		if c.wanted.Load() {
			c.show()
		}
		c.mu.Unlock()
	}
	done = true
}

// fail says why the chain ends. What is said first counts.
func (c *chain[S]) fail(err error) { c.failed.CompareAndSwap(nil, &err) }

// err is why the chain has ended; nil if it has not failed.
func (c *chain[S]) err() error {
	if err := c.failed.Load(); err != nil {
		return *err
	}
	return nil
}

// atInit is where a chain is that has no state yet, atWarmedUp that it is told of the end of warm-up.
const atInit, atWarmedUp = -1, -2

// place names what the chain is at. Only the chain's own goroutine may ask which parameter it reads.
func (c *chain[S]) place(own bool) string {
	switch at := int(c.at.Load()); {
	case at == atInit:
		return "Init"
	case at == atWarmedUp:
		return "WarmedUp"
	case at < len(c.model.Blocks):
		return fmt.Sprintf("block %q", c.model.Blocks[at].Name)
	case own:
		return fmt.Sprintf("reading parameter %q", c.params[c.param].Name)
	default:
		return "reading a parameter"
	}
}

// step makes sweep n and reads the parameters; what is read is kept once warm-up is over.
func (c *chain[S]) step(n int) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%s panicked: %s", c.place(true), panicText(p))
		}
	}()
	if n == c.set.Warmup+1 && c.model.WarmedUp != nil {
		c.at.Store(atWarmedUp)
		c.model.WarmedUp(c.state)
	}
	if err := c.model.sweep(c.rand, c.state, &c.at); err != nil {
		return err
	}
	kept := 0
	c.at.Store(int64(len(c.model.Blocks)))
	if c.set.Thin == 1 || (n-c.set.Warmup)%c.set.Thin == 0 {
		kept = c.draws(n)
		if err := c.read(kept); err != nil {
			return err
		}
	}
	return c.keep(n, kept)
}

// read reads the parameters of draw number kept, counted from 1, and checks that they are finite. In
// warm-up, where nothing is kept, it serves to find a bad value where it first appears; parameters of which only
// moments are kept are not read then, as they are large.
func (c *chain[S]) read(kept int) error {
	for i := range c.params {
		c.param = i
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

func (c *chain[S]) report() ChainReport {
	n := int(c.sweeps.Load())
	return ChainReport{Sweeps: n, Total: c.set.sweeps(c.set.Draws), Before: c.before, Draws: c.draws(n), Err: c.err()}
}
