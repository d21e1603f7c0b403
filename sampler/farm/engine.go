package farm

import (
	"context"
	"runtime"
	"sync"
)

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
