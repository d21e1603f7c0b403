package farm

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"time"

	"gibbslab/internal/memory"
	"gibbslab/internal/same"
	"gibbslab/internal/snapshot"
	"gibbslab/sampler"
	"gibbslab/sampler/internal/guard"
)

// A Farm says where pieces of work are computed. It is a sampler.Farm, for sampler.Settings.On.
type Farm struct {
	// Dir is a folder for the results, which all machines see under the same name. It is made if it
	// is not there.
	Dir string
	// On is the scheduler; nil means goroutines of this process.
	On Engine
	// Pieces is how many pieces make a part, which the scheduler starts as one task. 0 means as
	// many as one processor computes in about a minute: the first piece is a trial, on this machine.
	Pieces int
	// Progress is told how many pieces are done, and what the scheduler says. It may be nil.
	Progress func(done, of int, says string)
}

// Map computes work(0), …, work(n−1) on a farm and returns the results in this order. Pieces that
// are already in the folder are taken from there if nothing has changed that they depend on: the
// name, the data, and the code of work with all that it calls, in your module, in this library and
// elsewhere, as for nb.Memo.
//
// data is what work depends on, such as []any{y, prior, seed}, written in the call itself.
// Variables that work uses of the function around it must be there, and package-level ones that the
// program changes, or Map refuses. data may be nil. Map needs the source of the program, where it
// is called and not in the parts.
//
// The results must be plain data: numbers, strings, slices, maps and structs, or types with
// GobEncode such as *sampler.Trace.
//
// With an error, Map returns the results of the pieces that are done; the others are zero values. A
// piece that is computed here and has not ended two seconds after ctx is left behind.
// If work fails for a piece, the others are computed and kept, and the error shows the reason or
// the end of the log.
func Map[T any](
	ctx context.Context, f Farm, name string, data any, n int, work func(i int) (T, error),
) ([]T, error) {
	if work == nil || n < 0 {
		return nil, fmt.Errorf("farm: %s: %d pieces, or no function to compute them: give both", name, n)
	}
	if err := snapshot.Check(reflect.TypeFor[T]()); err != nil {
		return nil, fmt.Errorf("farm: %s: the results cannot be written into files: %s", name,
			strings.ReplaceAll(err.Error(), "the state", "the result"))
	}
	key, err := snapshot.Digest([]any{name, data, snapshot.Layout(reflect.TypeFor[T]())})
	if err != nil {
		return nil, fmt.Errorf("farm: %s: the data cannot be compared: %w: give plain data, such as "+
			"slices and structs of numbers", name, err)
	}
	job := sampler.Job{Name: name, Key: key, Step: "pieces", N: n,
		Work: func(ctx context.Context, i int, _ string) ([]byte, error) {
			var result T
			var failed error
			ended := guard.Go(func() {
				defer guard.Recover(&failed, func() string { return "the function" })
				result, failed = work(i)
			})
			if err := guard.Wait(ctx, patience, ended); errors.Is(err, guard.ErrLeft) {
				return nil, err
			} else if err != nil {
				return nil, fmt.Errorf("the function %w", err)
			}
			if failed != nil {
				return nil, failed
			}
			return snapshot.Encode(&result)
		}}
	if need := float64(n) * float64(48+reflect.TypeFor[T]().Size()); need > memory.Limit()/2 {
		return nil, fmt.Errorf("farm: %s: the results of %d pieces take %s of memory, and half of it "+
			"is %s: make fewer and larger pieces", name, n, memory.Format(need),
			memory.Format(memory.Limit()/2))
	}
	_, file, line, _ := runtime.Caller(1)
	encoded, err := f.do(ctx, job, func() ([32]byte, error) {
		return same.Key(same.Call{Name: "Map", Inputs: "data",
			Give: "to Map in data, as in []any{y, prior}", Work: 5, First: 3, Last: 3,
			File: file, Line: line}, work, reflect.TypeFor[T](), data)
	})
	results := make([]T, n)
	for i, data := range encoded {
		if data == nil {
			continue
		}
		if err := snapshot.Decode(data, &results[i]); err != nil {
			return nil, fmt.Errorf("farm: %s: the result of piece %d cannot be read: %w", name, i, err)
		}
	}
	return results, err
}

// patience is how long a piece that does not end is waited for after ctx has ended.
var patience = 2 * time.Second

// Do implements sampler.Farm.
func (f Farm) Do(ctx context.Context, job sampler.Job) ([][]byte, error) {
	return f.do(ctx, job, library)
}

// do runs a job, or in a part its pieces. code is the key of the code, which parts do not compute,
// because the source may not be on their machine.
func (f Farm) do(
	ctx context.Context, job sampler.Job, code func() ([32]byte, error),
) ([][]byte, error) {
	if err := f.check(ctx, job); err != nil {
		return nil, err
	}
	if Worker() {
		return workOn(ctx, job)
	}
	dir, err := filepath.Abs(f.Dir)
	if err != nil {
		return nil, fmt.Errorf("farm: %w", err)
	}
	key, err := code()
	if errors.Is(err, same.ErrNoSource) {
		err = fmt.Errorf("%w: build the program again, and start it where its source lies", err)
	}
	if err != nil {
		return nil, fmt.Errorf("farm: %s: %w", job.Name, err)
	}
	d := &driver{farm: f, job: &folder{Job: job, path: filepath.Join(dir, folderOf(job, key)),
		results: make([][]byte, job.N)}}
	err = d.run(ctx)
	if err == nil {
		finished.add(d.job)
	}
	return d.job.results, err
}

func (f Farm) check(ctx context.Context, job sampler.Job) error {
	var errs []error
	if ctx == nil {
		errs = append(errs, errors.New("farm: the context is nil: give context.Background(), or "+
			"one that can be cancelled"))
	}
	if f.Dir == "" {
		errs = append(errs, errors.New("farm: Farm.Dir is empty: name a folder for the results, "+
			"which all machines see"))
	}
	if f.Pieces < 0 {
		errs = append(errs, fmt.Errorf("farm: Farm.Pieces is %d: give how many pieces make a part, "+
			"or 0 for as many as take a minute", f.Pieces))
	}
	if job.Name == "" || len(job.Name) > 40 || strings.Trim(job.Name, letters+"-_") != "" {
		errs = append(errs, fmt.Errorf("farm: the name of the job is %q: use letters, digits, - "+
			"and _, at most 40", job.Name))
	}
	return errors.Join(errs...)
}

// An Engine starts a program on other machines, once for each part of a job: [Slurm], [Kubernetes],
// [Command].
type Engine interface {
	// Run starts the parts and returns when none of them is waiting or running any more, whether
	// they have succeeded or not: the files tell. When ctx ends, it cancels the job. says is told
	// what the scheduler says. Run returns an error if the parts cannot be started.
	Run(ctx context.Context, p Program, says func(string)) error
}

// limited is an engine whose scheduler takes at most so many parts; 0 if it does not say.
type limited interface{ limit(ctx context.Context) int }

// goroutines is the engine of a Farm without one: this process computes the parts.
type goroutines struct{}

func (goroutines) Run(ctx context.Context, p Program, _ func(string)) error {
	var wg sync.WaitGroup
	parts := make(chan int)
	for range min(runtime.GOMAXPROCS(0), len(p.Parts)) {
		wg.Go(func() {
			for part := range parts {
				p.here(ctx, part)
			}
		})
	}
	for _, part := range p.Parts {
		parts <- part
	}
	close(parts)
	wg.Wait()
	return nil
}
