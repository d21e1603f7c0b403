package sampler

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"gibbslab/sampler/internal/guard"
)

// grace is how long Run waits after a stop for a block, Until or Progress that does not return.
// Jupyter kills a cell five seconds after its stop button was pressed.
var grace = 2 * time.Second

var errLeft = errors.New("left behind")

// patience is grace, or twice the time of a sweep of the slowest of these chains.
func (r *run) patience(chains []*chain) time.Duration {
	wait := grace
	for _, c := range chains {
		if n := c.done() - c.before; n > 0 {
			wait = max(wait, 2*time.Since(r.began)/time.Duration(n))
		}
	}
	return wait
}

// each calls f for all chains at the same time, and waits for them. If some are not done a while
// after the context has ended, it leaves them behind: nothing can stop an endless loop in a block.
func (r *run) each(chains []*chain, f func(c *chain)) {
	done := make(chan *chain, len(chains))
	waiting := map[*chain]bool{}
	for _, c := range chains {
		waiting[c] = true
		go func() {
			defer func() { done <- c }()
			f(c)
		}()
	}
	ended := r.ctx.Done()
	var late <-chan time.Time
	for len(waiting) > 0 {
		select {
		case c := <-done:
			delete(waiting, c)
		case <-ended:
			ended = nil
			late = time.After(r.patience(chains))
		case <-late:
			for c := range waiting {
				c.leave()
			}
			return
		}
	}
}

// leave gives up a chain that is stuck in a sweep. The chain records nothing from then on.
func (c *chain) leave() {
	c.keeping.Lock()
	defer c.keeping.Unlock()
	c.gone = true
	close(c.left)
	place, begins := c.place(), c.begins()
	if c.reads() {
		place, begins = "reading a parameter", ""
	}
	if where := strings.Trim(begins, " ()"); where != "" {
		place += ", which begins at " + where + ","
	}
	when := fmt.Sprintf("in sweep %d of chain %d", c.sweeps+1, c.index)
	if c.block() == atInit {
		when = fmt.Sprintf("for chain %d", c.index)
	}
	c.fail(fmt.Errorf("stopped: %s was still running %s, and was left behind; "+
		"is there a loop that never ends?", place, when))
}

// reads tells whether the chain reads its parameters. It looks at the stack of the chain's
// goroutine: chains do not store when they begin to read, because that would slow down each sweep.
// The caller holds c.keeping.
func (c *chain) reads() bool {
	stacks := make([]byte, 1<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
	for stack := range bytes.SplitSeq(stacks, []byte("\n\n")) {
		if c.goroutine != "" && bytes.HasPrefix(stack, []byte(c.goroutine)) {
			return bytes.Contains(stack, []byte("gibbslab/sampler.(*chain).read(")) ||
				bytes.Contains(stack, []byte("gibbslab/sampler.(*replayer).note("))
		}
	}
	return false
}

// goroutine is how the stack of this goroutine begins: "goroutine 34 [".
func goroutine() string {
	var text [64]byte
	name, _, _ := strings.Cut(string(text[:runtime.Stack(text[:], false)]), "[")
	return name + "["
}

// rest waits for the end of the current sweep and keeps the chain there until c.mu is unlocked. It
// returns false if the chain was left behind.
func (c *chain) rest() bool {
	got := make(chan struct{})
	c.wanted.Store(true)
	go func() {
		c.mu.Lock()
		c.wanted.Store(false)
		select {
		case got <- struct{}{}:
		case <-c.left:
			c.mu.Unlock()
		}
	}()
	select {
	case <-got:
		return true
	case <-c.left:
		return false
	}
}

// wait waits for the end of a user's function, but only for a while once the context has ended.
func (r *run) wait(ended <-chan error) error { return guard.Wait(r.ctx, grace, ended) }
