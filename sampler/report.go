package sampler

import (
	"fmt"
	"time"
)

// reporter calls Settings.Progress, one call at a time.
type reporter struct {
	running <-chan error // the end of the call under way; nil if there is none
	err     error        // why it is no longer called
}

// report calls Settings.Progress, unless the last call is still running. The last report waits for
// it.
func (r *run[S]) report(done bool) {
	p := &r.progress
	if r.set.Progress == nil || p.err != nil {
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
			p.ended(r.wait(p.running))
		}
		if p.running != nil || p.err != nil {
			return
		}
	}
	rep := r.reportNow(done)
	p.running = foreign(func() { r.set.Progress(rep) })
	if done {
		p.ended(r.wait(p.running))
	}
}

// ended records how a call ended.
func (p *reporter) ended(err error) {
	p.running = nil
	if err != nil {
		p.err = fmt.Errorf("sampler: Settings.Progress %w (it was not called again; the draws "+
			"are whole)", err)
	}
}

func (r *run[S]) reportNow(done bool) Report {
	rep := Report{Elapsed: time.Since(r.began), Done: done, Work: r.model.Work,
		Trace: func() *Trace { return r.trace(r.set.Draws) }}
	if missing := r.missing.Load(); missing != nil {
		rep.Missing = *missing
	}
	for _, c := range r.chains {
		rep.Chains = append(rep.Chains, c.report())
	}
	if r.save != nil {
		rep.Warning = r.save.err
	}
	return rep
}
