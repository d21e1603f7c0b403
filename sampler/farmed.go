package sampler

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"gibbslab/internal/durable"
	"gibbslab/internal/snapshot"
	"gibbslab/sampler/internal/guard"
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
	// Progress is told which pieces are done, where Work finds its scratch files, and what the
	// scheduler says. It may be nil.
	Progress func(done []bool, scratch func(i int) string, says string)
}

// farmed is a run whose chains are pieces of work on a farm.
type farmed struct {
	model anyModel
	set   Settings
	job   Job
	began time.Time
	last  Report

	ctx      context.Context
	reporter reporter
}

// farmedChain is the result of a piece. A chain that fails is a result: it would fail again.
type farmedChain struct {
	Trace *Trace
	Draws int
	Err   string
}

// runOn runs the chains on Settings.On.
func runOn(ctx context.Context, m anyModel, set Settings) (tr *Trace, err error) {
	print, err := fingerprintOf(m, set, false)
	if err != nil {
		return nil, fmt.Errorf("sampler: on a farm: %w", err)
	}
	f := &farmed{model: m, set: set, began: time.Now()}
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
	f.ctx = ctx
	defer func() {
		f.report(true)
		err = errors.Join(err, f.reporter.err)
	}()
	if set.Until != nil {
		return f.until(ctx)
	}
	chains, err := f.to(ctx, set.Draws)
	tr, failed := f.first(chains, set.Draws)
	return tr, errors.Join(err, failed)
}

// until asks Settings.Until at the same draws as a run on this machine does. A job takes seconds to
// start, so it makes the draws for several questions, as many draws as all jobs before it: 11 jobs
// answer the 62 questions up to 100 000 draws. Moments of the first draws are lost after more
// draws, so a model that records any needs a job for each question.
func (f *farmed) until(ctx context.Context) (tr *Trace, err error) {
	most := f.set.Draws
	next := func(draws int) int { return min(nextQuestion(draws), most) }
	moments := slices.ContainsFunc(f.model.Params, func(p anyParam) bool { return p.Moments })
	for asked := 0; ; {
		last := next(asked)
		for !moments && last < most && next(last) <= 2*asked {
			last = next(last)
		}
		chains, err := f.to(ctx, last)
		if err != nil {
			if tr == nil {
				tr, _ = f.first(chains, last)
			}
			return tr, err
		}
		for asked < last {
			asked = next(asked)
			if tr, err = f.first(chains, asked); err != nil {
				return tr, err
			}
			missing, err := "", error(nil) // of its own: Until may go on when it is left behind
			ended := guard.Go(func() { missing, err = f.set.Until(tr) })
			if e := guard.Wait(ctx, grace, ended); e != nil {
				missing, err = "", fmt.Errorf("it %w", e)
			}
			f.last.Missing = missing
			switch {
			case err != nil:
				return tr, fmt.Errorf("sampler: Settings.Until, asked after %d draws in each chain, "+
					"ended the run: %w", asked, err)
			case missing == "":
				return tr, nil
			case asked == most:
				return tr, fmt.Errorf("sampler: %w when each chain had its %d draws: %s; give larger "+
					"Settings.Draws", ErrNotReached, asked, missing)
			}
		}
	}
}

// to runs all chains until each has the given number of draws. With an error, the chains that are
// not there have no trace.
func (f *farmed) to(ctx context.Context, draws int) ([]farmedChain, error) {
	f.set.Draws = draws
	f.job.Step = fmt.Sprintf("draws-%d", draws)
	results, err := f.set.On.Do(ctx, f.job)
	chains := make([]farmedChain, f.set.Chains)
	for i, data := range results {
		if data == nil {
			continue
		}
		if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&chains[i]); err != nil {
			return nil, fmt.Errorf("sampler: on a farm: the draws of chain %d cannot be read: %w",
				f.set.First+i, err)
		}
	}
	return chains, err
}

// first joins the first draws of the chains. The error lists those that failed before.
func (f *farmed) first(chains []farmedChain, draws int) (*Trace, error) {
	var errs []error
	var traces []*Trace
	for i, c := range chains {
		if c.Trace == nil {
			continue
		}
		report := &f.last.Chains[i]
		report.Draws = min(c.Draws, draws)
		report.Sweeps, report.Total = f.set.sweeps(report.Draws), f.set.sweeps(draws)
		if c.Err != "" && c.Draws < draws {
			report.Err = errors.New(c.Err)
			errs = append(errs, fmt.Errorf("sampler: %s (%d draws kept)", c.Err, c.Draws))
		}
		traces = append(traces, c.Trace.first(draws))
	}
	errs = once(errs)
	if len(traces) == 0 {
		return nil, errors.Join(errs...)
	}
	tr, err := Join(traces...)
	return tr, errors.Join(append(errs, err)...)
}

// chain is the work of piece i. A checkpoint that cannot be used is begun again; a state that
// cannot be saved goes without.
func (f *farmed) chain(ctx context.Context, i int, scratch string) ([]byte, error) {
	set := f.set
	set.Chains, set.First, set.Checkpoint = 1, f.set.First+i, scratch
	set.On, set.Until, set.MaxTime = nil, nil, 0
	set.Progress = sweepsTo(scratch + ".sweeps")
	var r *run
	for range 2 {
		r = &run{model: f.model, set: set, began: time.Now()}
		r.chains = []*chain{newChain(&r.model, set, set.First)}
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

// sweepsTo writes into a file how many sweeps a chain has made, for the program that waits for it.
func sweepsTo(path string) func(Report) {
	last := time.Now()
	return func(r Report) {
		if time.Since(last) >= tellEvery {
			last = time.Now()
			if _, err := durable.Target(path); err == nil { // no pipe, for which a write would wait
				os.WriteFile(path, fmt.Appendln(nil, r.Chains[0].Sweeps), 0o666)
			}
		}
	}
}

// tellEvery is the time between two reports of a chain that runs elsewhere.
var tellEvery = 2 * time.Second

// progress reports the chains that are done, and how far the others have come.
func (f *farmed) progress(done []bool, scratch func(i int) string, says string) {
	f.last.Says = says
	for i, over := range done {
		c := &f.last.Chains[i]
		*c = ChainReport{Total: f.set.sweeps(f.set.Draws), Sweeps: c.Sweeps, Draws: c.Draws}
		if over {
			c.Sweeps, c.Draws = c.Total, f.set.Draws
		} else if text, _, err := durable.Tail(scratch(i)+".sweeps", 64); err == nil {
			if n, err := strconv.Atoi(strings.TrimSpace(string(text))); err == nil {
				c.Sweeps = n // and not while it is being written
			}
		}
	}
	f.report(false)
}

func (f *farmed) report(done bool) {
	f.last.Done, f.last.Elapsed = done, time.Since(f.began)
	f.reporter.report(f.ctx, f.set.Progress, func() Report {
		rep := f.last
		rep.Chains = slices.Clone(rep.Chains)
		return rep
	}, done)
}

// first is the trace of the first draws of each chain. Moments and counts of blocks stay as they
// are.
func (t *Trace) first(draws int) *Trace {
	columns := slices.Clone(t.columns)
	for i := range columns {
		c := &columns[i]
		n := (draws + max(c.Every, 1) - 1) / max(c.Every, 1)
		c.Draws = slices.Clone(c.Draws)
		for k, chain := range c.Draws {
			c.Draws[k] = slices.Clone(chain)
			for e, d := range chain {
				c.Draws[k][e] = d[:min(n, len(d)):min(n, len(d))]
			}
		}
	}
	first := traceOfColumns(columns)
	first.blocks = t.blocks
	return first
}
