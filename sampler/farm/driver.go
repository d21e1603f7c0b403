package farm

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"gibbslab/internal/durable"
	"gibbslab/sampler/internal/guard"
)

// driver runs a job from the program that wants the results.
type driver struct {
	farm Farm
	job  *folder
	size int // pieces to a part
	ctx  context.Context

	said atomic.Pointer[string] // by the scheduler, at last
	told atomic.Pointer[error]  // why Progress is no longer called
}

// rounds is how often a piece is begun again for another reason than an error of its function.
const rounds = 5

// run computes what is missing until nothing is.
func (d *driver) run(ctx context.Context) error {
	d.ctx = ctx
	err := d.rounds(ctx)
	d.job.clean()
	if told := d.told.Load(); told != nil {
		err = errors.Join(err, *told)
	}
	if err != nil {
		err = fmt.Errorf("farm: %s: %w", d.job.Name, err)
	}
	return err
}

func (d *driver) rounds(ctx context.Context) error {
	if err := d.job.create(); err != nil {
		return err
	}
	engine := d.farm.On
	if engine == nil {
		engine = goroutines{}
	}
	for round := 1; ; round++ {
		todo, failed, err := d.job.missing()
		if len(todo)+len(failed) == 0 {
			d.report()
			return nil
		}
		if len(todo) == 0 || round > rounds {
			return d.failure(todo, failed)
		}
		if err := errors.Join(err, d.room()); err != nil {
			return err
		}
		if d.size == 0 {
			d.choose(ctx, engine, todo[0])
			todo, _, _ = d.job.missing()
		}
		if ctx.Err() == nil {
			err = d.round(ctx, engine, todo)
		}
		now, failed, _ := d.job.missing()
		switch n := d.job.N; {
		case len(now)+len(failed) == 0:
		case ctx.Err() != nil:
			err := fmt.Errorf("stopped early: %w; %d of %d pieces are kept in %s", ctx.Err(),
				n-len(now)-len(failed), n, d.job.path)
			if left := d.job.left.Load(); left != nil {
				err = fmt.Errorf("%w; %w", err, *left)
			}
			return err
		case err != nil:
			return err
		case d.farm.On != nil && len(now) == len(todo) && d.late(now):
			d.await(ctx, pauses[round-1])
		}
	}
}

// pauses are how long the driver waits after each round for files that may be late.
var pauses = [rounds]time.Duration{2 * time.Second, 4 * time.Second, 8 * time.Second,
	16 * time.Second, 30 * time.Second}

// sleep is replaced in tests.
var sleep = func(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// late tells whether the files of these pieces may be there already, for the machine that wrote
// them: no log shows that a part ended otherwise.
func (d *driver) late(pieces []int) bool {
	for _, i := range pieces {
		log, _, err := durable.Tail(d.job.logOf(i/d.size), logShown)
		lines := strings.Split(strings.TrimSpace(string(log)), "\n")
		if err != nil || strings.HasPrefix(lines[len(lines)-1], partEnds) {
			return true
		}
	}
	return false
}

// await waits for a file that is new. A file server may show it half a minute after it was written.
func (d *driver) await(ctx context.Context, pause time.Duration) {
	before := d.done()
	for range 4 {
		sleep(ctx, pause/4)
		if dir, err := os.Open(d.job.step()); err == nil {
			dir.Sync() // asks the server, where it does anything
			dir.Close()
		}
		if d.report(); d.done() > before || ctx.Err() != nil {
			return
		}
	}
}

// done is the number of pieces that are there.
func (d *driver) done() (n int) {
	for _, data := range d.job.results {
		if data != nil {
			n++
		}
	}
	return n
}

// room is an error if the folder takes no more files.
func (d *driver) room() error {
	probe, err := os.CreateTemp(d.job.step(), "probe-*")
	if err == nil {
		_, err = probe.Write(make([]byte, 1<<16))
		err = errors.Join(err, probe.Close(), os.Remove(probe.Name()))
	}
	if err != nil {
		return fmt.Errorf("the folder takes no more files: %w; the pieces that are done are kept "+
			"in %s", err, d.job.path)
	}
	return nil
}

// choose sets the number of pieces to a part: the first piece is computed here, if it takes no
// longer than a part should.
func (d *driver) choose(ctx context.Context, engine Engine, first int) {
	d.size = max(d.farm.Pieces, 1)
	if d.farm.On == nil {
		d.size = 1
	} else if d.farm.Pieces == 0 {
		trial, cancel := context.WithTimeout(ctx, partTime)
		ended := make(chan time.Duration, 1)
		began := time.Now()
		go func() {
			defer cancel()
			d.job.compute(trial, first)
			ended <- time.Since(began)
		}()
		select {
		case took := <-ended:
			d.size = max(1, int(min(float64(partTime)/float64(took), float64(d.job.N))))
			parts := (d.job.N + d.size - 1) / d.size
			d.size = (d.job.N + parts - 1) / parts // none much shorter than the others
		case <-trial.Done():
		}
	}
	if e, ok := engine.(limited); ok {
		if most := e.limit(ctx); most > 0 {
			d.size = max(d.size, (d.job.N+most-1)/most)
		}
	}
}

// partTime is how long a part should take: long beside what a scheduler needs to start it.
var partTime = time.Minute

// round starts the parts that have something to do and waits for their end.
func (d *driver) round(ctx context.Context, engine Engine, todo []int) error {
	if len(todo) == 0 {
		return nil
	}
	p := Program{Name: "gibbslab-" + d.job.Name, Folder: d.job.path, step: d.job.Step,
		here: func(ctx context.Context, part int) {
			fresh, tried := d.job.piecesOf(part, d.size)
			for _, i := range append(fresh, tried...) {
				d.job.compute(ctx, i)
			}
		}}
	for _, i := range todo {
		if part := i / d.size; len(p.Parts) == 0 || part != p.Parts[len(p.Parts)-1] {
			p.Parts = append(p.Parts, part)
		}
	}
	if d.farm.On != nil {
		before, err := finished.write(d.job.path)
		if err = errors.Join(err, p.keep()); err != nil {
			return err
		}
		p.variables = []string{folderVariable + "=" + d.job.path, stepVariable + "=" + d.job.Step,
			beforeVariable + "=" + before, fmt.Sprintf("%s=%d", piecesVariable, d.size)}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var wg sync.WaitGroup
	over := make(chan struct{})
	wg.Go(func() {
		tick := time.NewTicker(lookEvery)
		defer tick.Stop()
		complete := 0
		for {
			select {
			case <-over:
				return
			case <-tick.C:
			}
			if d.report() {
				complete++
			}
			if complete == grace { // all there is: the scheduler need not be waited for
				cancel()
			}
		}
	})
	err := error(nil)
	if e := <-guard.Go(func() {
		err = engine.Run(ctx, p, func(says string) { d.said.Store(&says) })
	}); e != nil {
		err = fmt.Errorf("Farm.On %w", e)
	}
	close(over)
	wg.Wait()
	return err
}
