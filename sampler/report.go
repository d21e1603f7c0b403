package sampler

import (
	"context"
	"fmt"
	"time"

	"gibbslab/sampler/internal/guard"
)

// reporter calls Settings.Progress, one call at a time.
type reporter struct {
	running <-chan error // the end of the call under way; nil if there is none
	err     error        // why it is no longer called
}

// report calls Settings.Progress, unless the last call is still running. The last report waits for
// it.
func (p *reporter) report(ctx context.Context, tell func(Report), now func() Report, done bool) {
	if tell == nil || p.err != nil {
		return
	}
	if p.running != nil {
		if !done {
			select {
			case err := <-p.running:
				p.ended(err)
			default:
			}
		} else {
			p.ended(guard.Wait(ctx, grace, p.running))
		}
		if p.running != nil || p.err != nil {
			return
		}
	}
	rep := now()
	p.running = guard.Go(func() { tell(rep) })
	if done {
		p.ended(guard.Wait(ctx, grace, p.running))
	}
}

func (r *run) report(done bool) {
	r.progress.report(r.ctx, r.set.Progress, func() Report { return r.reportNow(done) }, done)
}

// ended records how a call ended.
func (p *reporter) ended(err error) {
	p.running = nil
	if err != nil {
		p.err = fmt.Errorf("sampler: Settings.Progress %w (it was not called again; the draws "+
			"are whole)", err)
	}
}

func (r *run) reportNow(done bool) Report {
	rep := Report{Elapsed: time.Since(r.began), Done: done, Work: r.model.Work,
		Trace: func() *Trace { return r.trace(r.set.Draws) }}
	if missing := r.missing.Load(); missing != nil {
		rep.Missing = *missing
	}
	for _, c := range r.chains {
		n := c.done()
		rep.Chains = append(rep.Chains, ChainReport{Sweeps: n, Total: c.set.sweeps(c.set.Draws),
			Before: c.before, Draws: c.draws(n), Err: c.err()})
	}
	if r.save != nil {
		rep.Warning = r.save.err
	}
	return rep
}
