package sampler

import (
	"errors"
	"fmt"
	"sync/atomic"

	"gibbslab/sampler/internal/guard"
)

// ErrNotReached is wrapped in the error of [Run] when the chains have made Settings.Draws draws and
// Settings.Until is still not satisfied. The trace is complete, and the error says what was
// missing.
var ErrNotReached = errors.New("the rule of Settings.Until was not met")

// nextQuestion returns the number of draws at which Settings.Until is asked next: every hundred up
// to 2000, then about a tenth more each time, in hundreds. Asking about long chains takes time, and
// each question is another chance to stop by luck. Up to 100 000 draws there are 62 questions
// instead of 1000.
func nextQuestion(draws int) int { return draws + max(100, draws/1000*100) }

// runUntil advances the chains together until Settings.Until is satisfied. It returns the number of
// draws in each chain, and whether the run is over: false if it was stopped or a chain failed.
func (r *run) runUntil(stop *atomic.Bool) (draws int, over bool, err error) {
	least, most := r.set.Draws, 0
	for _, c := range r.chains {
		least, most = min(least, c.kept()), max(most, c.kept())
	}
	for next := nextQuestion(0); next <= least; next = nextQuestion(next) {
		draws = next
	}
	if least == r.set.Draws {
		draws = least
	}
	ask := draws > 0 && most == draws // a resumed run that is beyond this was told to go on
	for {
		if ask {
			missing, err := r.ask(draws)
			switch {
			case err != nil:
				how := ""
				if r.ctx.Err() == nil {
					how = ", ended the run"
				}
				return draws, true, fmt.Errorf("sampler: Settings.Until, asked after %d draws in "+
					"each chain%s: %w", draws, how, err)
			case missing == "":
				return draws, true, nil
			case draws == r.set.Draws:
				return draws, true, fmt.Errorf("sampler: %w when each chain had its %d draws: "+
					"%s; give larger Settings.Draws", ErrNotReached, draws, missing)
			}
		}
		draws, ask = min(nextQuestion(draws), r.set.Draws), true
		r.advance(draws, stop)
		if stop.Load() || r.failed() {
			return draws, false, nil
		}
	}
}

// ask asks Settings.Until about the first draws of each chain.
func (r *run) ask(draws int) (missing string, err error) {
	tr := r.trace(draws)
	var said string
	var failed error
	if err := r.wait(guard.Go(func() { said, failed = r.set.Until(tr) })); err != nil {
		return "", fmt.Errorf("it %w", err)
	}
	r.missing.Store(&said)
	return said, failed
}
