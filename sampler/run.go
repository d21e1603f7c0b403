package sampler

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"gibbslab/sampler/internal/meter"
)

// Run runs the chains of a model side by side and returns what they drew.
//
// The trace comes back however the run ends. When ctx is cancelled it holds the draws so far, and
// the error satisfies errors.Is(err, context.Canceled); after Settings.MaxTime,
// context.DeadlineExceeded. When a chain fails (an error or a panic in a block, a recorded value
// that is NaN or infinite) that chain keeps its earlier draws, the others finish (with
// Settings.Until, when it is next asked), and the error names the chain, the sweep and the block or
// parameter. Run returns no trace only if the settings are bad, the checkpoint cannot be used, or
// chains are not independent ([ErrReplay]).
//
// A block, Until or Progress that does not return cannot be stopped. Run waits for two seconds
// after ctx has ended, or for the time of two sweeps if that is longer. Then it returns the draws
// so far, and the error names what it left behind.
func Run[S any](ctx context.Context, m Model[S], set Settings) (*Trace, error) {
	return runModel(ctx, Opaque(m), set)
}

func runModel(ctx context.Context, m anyModel, set Settings) (*Trace, error) {
	settings, err := set.withDefaults()
	if err := errors.Join(checkContext(ctx), err, m.check()); err != nil {
		return nil, err
	}
	if err := checkMemory(&m, settings); err != nil {
		return nil, err
	}
	if settings.On != nil {
		tr, err := runOn(ctx, m, settings)
		return tr.madeBy(provenanceOf(&m, settings)), err
	}
	r := &run{model: m, set: settings, began: time.Now()}
	for c := range settings.Chains {
		r.chains = append(r.chains, newChain(&r.model, settings, settings.First+c))
	}
	if settings.Checkpoint != "" {
		if r.save, err = openCheckpoint(r); err != nil {
			return nil, err
		}
	}
	if settings.MaxTime > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, settings.MaxTime, fmt.Errorf(
			"Settings.MaxTime, %v, is over: %w", settings.MaxTime, context.DeadlineExceeded))
		defer cancel()
	}
	tr, err := r.run(ctx)
	return tr.madeBy(provenanceOf(&m, settings)), err
}

func checkContext(ctx context.Context) error {
	if ctx == nil {
		return errors.New("sampler: the context is nil: give context.Background(), or one that " +
			"can be cancelled")
	}
	return nil
}

// run is one call of Run.
type run struct {
	model  anyModel
	set    Settings
	chains []*chain
	save   *checkpoint // nil without Settings.Checkpoint
	began  time.Time

	ctx      context.Context
	progress reporter
	missing  atomic.Pointer[string] // the last answer of Settings.Until
}

func (r *run) run(ctx context.Context) (*Trace, error) {
	r.ctx = ctx
	for _, c := range r.chains {
		meter.Attach(c.rand, &c.meter)
		defer meter.Detach(c.rand)
	}
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	if ctx.Err() != nil {
		stop.Store(true)
	}
	if err := r.replay(&stop); err != nil {
		return nil, err
	}
	if err := r.begin(&stop); err != nil {
		return nil, err
	}
	background := r.watch()

	draws, over := r.set.Draws, true
	var err error
	if r.set.Until == nil {
		r.advance(draws, &stop)
		over = r.least() >= draws
	} else {
		draws, over, err = r.runUntil(&stop)
	}

	background()
	tr := r.trace(draws)
	return tr, errors.Join(append(r.errors(ctx, over), err, r.again())...)
}

// advance runs all chains until each has the given number of draws, fails or is stopped.
func (r *run) advance(draws int, stop *atomic.Bool) {
	r.each(r.chains, func(c *chain) {
		if c.err() == nil && c.state != nil {
			c.run(r.set.sweeps(draws), stop)
		}
	})
}

func (r *run) failed() bool {
	return slices.ContainsFunc(r.chains, func(c *chain) bool { return c.err() != nil })
}

// least is the smallest number of draws of any chain that has not failed.
func (r *run) least() int {
	least := r.set.Draws
	for _, c := range r.chains {
		if c.err() == nil {
			least = min(least, c.kept())
		}
	}
	return least
}

// once keeps the first of errors that differ only in their numbers, and counts the others.
func once(errs []error) (kept []error) {
	alike := map[string]int{}
	digits := func(r rune) rune {
		if strings.ContainsRune("0123456789.+-e", r) {
			return -1
		}
		return r
	}
	for _, err := range errs {
		alike[strings.Map(digits, err.Error())]++
	}
	for _, err := range errs {
		text := strings.Map(digits, err.Error())
		if n := alike[text]; n > 1 {
			err = fmt.Errorf("%w; %d chains failed like this", err, n)
		}
		if alike[text] > 0 {
			kept = append(kept, err)
		}
		delete(alike, text)
	}
	return kept
}

// errors lists what went wrong: failed chains, a run stopped early, a checkpoint that was not
// written.
func (r *run) errors(ctx context.Context, over bool) []error {
	var errs []error
	most := 0
	for _, c := range r.chains {
		if err := c.err(); err != nil {
			errs = append(errs, fmt.Errorf("sampler: %w (%d draws kept)", err, c.kept()))
		} else {
			most = max(most, c.kept())
		}
	}
	errs = once(errs)
	if why := ctx.Err(); !over && why != nil {
		if late := context.Cause(ctx); errors.Is(late, context.DeadlineExceeded) {
			why = late // which names MaxTime
		}
		errs = append(errs, fmt.Errorf("sampler: stopped early: %w; %d to %d of %d draws kept in "+
			"each chain", why, r.least(), most, r.set.Draws))
	}
	if r.save != nil && r.save.err != nil {
		errs = append(errs, r.save.err)
	}
	if r.progress.err != nil {
		errs = append(errs, r.progress.err)
	}
	return errs
}

// watch starts progress reports and checkpoints beside the chains. It returns a function that ends
// both, with a last report and a last checkpoint.
func (r *run) watch() (finish func()) {
	if r.set.Progress == nil && r.save == nil {
		return func() {}
	}
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		tick := time.NewTicker(time.Second / 4)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				if r.save != nil {
					r.save.saveIfDue()
				}
				r.report(false)
			case <-stop:
				return
			}
		}
	}()
	return func() {
		close(stop)
		<-stopped
		if r.save != nil {
			r.save.save()
		}
		r.report(true)
	}
}

// trace gathers the first draws of each chain, while they run or after.
func (r *run) trace(draws int) *Trace {
	var recorded [][]recorder
	for _, c := range r.chains {
		recorded = append(recorded, c.recorded(draws))
	}
	tr := traceOf(r.chains[0].params, recorded)
	tr.blocks = r.blockCounts()
	for _, c := range r.chains {
		if err := c.err(); err != nil {
			tr.failed = append(tr.failed, err.Error())
		}
	}
	return tr
}

// traceOf arranges the records of the chains by parameter.
func traceOf(params []anyParam, chains [][]recorder) *Trace {
	columns := make([]column, 0, len(params))
	for i, p := range params {
		col := *p.column()
		for _, rec := range chains {
			if p.Moments {
				col.Running = append(col.Running, rec[i].running)
			} else {
				col.Draws = append(col.Draws, rec[i].draws)
			}
		}
		columns = append(columns, col)
	}
	return traceOfColumns(columns)
}

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
