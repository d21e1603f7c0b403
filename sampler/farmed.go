package sampler

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"gibbslab/sampler/internal/snapshot"
)

// A Farm runs pieces of work on other machines. Package farm has one.
type Farm interface {
	// Do returns the result of each piece, or with an error the results that are there: the others
	// are nil.
	Do(ctx context.Context, job Job) (results [][]byte, err error)
}

// A Job is N pieces of work, numbered from 0. Piece i gives the same result wherever it runs and
// however often.
type Job struct {
	// Name and Key say which job it is: the key is a digest of all that the results depend on.
	Name string
	Key  [32]byte
	// Step tells the jobs of one key apart that go on from each other.
	Step string
	N    int
	// Work computes piece i. The file scratch outlives the process: a piece that moves to another
	// machine, or is part of the next step, finds there what it wrote.
	Work func(ctx context.Context, i int, scratch string) ([]byte, error)
	// Progress is told which pieces are done, and what the scheduler says. It may be nil.
	Progress func(done []bool, says string)
}

// farmed is a run whose chains are pieces of work on a farm.
type farmed[S any] struct {
	model Model[S]
	set   Settings
	job   Job
	began time.Time
	last  Report
}

// farmedChain is the result of a piece. A chain that fails is a result: it would fail again.
type farmedChain struct {
	Trace *Trace
	Draws int
	Err   string
}

// runOn runs the chains on Settings.On.
func runOn[S any](ctx context.Context, m Model[S], set Settings) (*Trace, error) {
	print, err := fingerprintOf(m, set, false)
	if err != nil {
		return nil, fmt.Errorf("sampler: on a farm: %w", err)
	}
	f := &farmed[S]{model: m, set: set, began: time.Now()}
	f.job = Job{Name: "chains", N: set.Chains, Work: f.chain, Progress: f.progress}
	if f.job.Key, err = snapshot.Digest([]any{print, set.First}); err != nil {
		return nil, fmt.Errorf("sampler: on a farm: %w", err)
	}
	f.last = Report{Work: m.Work, Trace: func() *Trace { return &Trace{} },
		Chains: make([]ChainReport, set.Chains)}
	if set.MaxTime > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, set.MaxTime)
		defer cancel()
	}
	defer f.report(true)
	if set.Until == nil {
		return f.to(ctx, set.Draws)
	}
	for draws := 0; ; {
		draws = min(nextQuestion(draws), set.Draws)
		tr, err := f.to(ctx, draws)
		if err != nil {
			return tr, err
		}
		missing := ""
		if e := <-foreign(func() { missing, err = set.Until(tr) }); e != nil {
			err = fmt.Errorf("it %w", e)
		}
		f.last.Missing = missing
		switch {
		case err != nil:
			return tr, fmt.Errorf("sampler: Settings.Until, asked after %d draws in each chain, "+
				"ended the run: %w", draws, err)
		case missing == "":
			return tr, nil
		case draws == set.Draws:
			return tr, fmt.Errorf("sampler: %w when each chain had its %d draws: %s; give larger "+
				"Settings.Draws", ErrNotReached, draws, missing)
		}
	}
}

// to runs all chains until each has the given number of draws.
func (f *farmed[S]) to(ctx context.Context, draws int) (*Trace, error) {
	f.set.Draws = draws
	f.job.Step = fmt.Sprintf("draws-%d", draws)
	results, err := f.set.On.Do(ctx, f.job)
	errs := []error{err}
	var traces []*Trace
	for i, data := range results {
		report := &f.last.Chains[i]
		report.Total = f.set.sweeps(draws)
		if data == nil {
			continue
		}
		var c farmedChain
		if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&c); err != nil {
			return nil, fmt.Errorf("sampler: on a farm: the draws of chain %d cannot be read: %w",
				f.set.First+i, err)
		}
		report.Sweeps, report.Draws = f.set.sweeps(c.Draws), c.Draws
		if c.Err != "" {
			report.Err = errors.New(c.Err)
			errs = append(errs, fmt.Errorf("sampler: %s (%d draws kept)", c.Err, c.Draws))
		}
		traces = append(traces, c.Trace)
	}
	if len(traces) == 0 {
		return nil, errors.Join(errs...)
	}
	tr, err := Join(traces...)
	return tr, errors.Join(append(errs, err)...)
}

// chain is the work of piece i. A checkpoint that cannot be used is begun again; a state that
// cannot be saved goes without.
func (f *farmed[S]) chain(ctx context.Context, i int, scratch string) ([]byte, error) {
	set := f.set
	set.Chains, set.First, set.Checkpoint = 1, f.set.First+i, scratch
	set.On, set.Until, set.Progress, set.MaxTime = nil, nil, nil, 0
	var r *run[S]
	for range 2 {
		r = &run[S]{model: f.model, set: set, began: time.Now()}
		r.chains = []*chain[S]{newChain(&r.model, set, set.First)}
		var err error
		if r.save, err = openCheckpoint(r); err == nil {
			break
		}
		r.save = nil
		r.chains[0] = newChain(&r.model, set, set.First)
		os.Remove(scratch)
	}
	tr, err := r.run(ctx)
	if tr == nil {
		return nil, err
	}
	c := farmedChain{Trace: tr, Draws: r.chains[0].kept()}
	if failed := r.chains[0].err(); failed != nil {
		c.Err = failed.Error()
	} else if r.least() < set.Draws {
		return nil, err
	}
	var b bytes.Buffer
	err = gob.NewEncoder(&b).Encode(c)
	return b.Bytes(), err
}

// progress reports the chains that are done.
func (f *farmed[S]) progress(done []bool, says string) {
	f.last.Says = says
	for i, over := range done {
		c := &f.last.Chains[i]
		*c = ChainReport{Total: f.set.sweeps(f.set.Draws), Sweeps: c.Sweeps, Draws: c.Draws}
		if over {
			c.Sweeps, c.Draws = c.Total, f.set.Draws
		}
	}
	f.report(false)
}

// report calls Settings.Progress.
func (f *farmed[S]) report(done bool) {
	f.last.Done, f.last.Elapsed = done, time.Since(f.began)
	if f.set.Progress != nil {
		rep := f.last
		rep.Chains = slices.Clone(rep.Chains)
		f.set.Progress(rep)
	}
}
