package sampler

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync/atomic"
)

// Sweeps runs one chain and hands out the state after each sweep, without end: break out of the loop to
// stop. The state is the chain's own; copy what you want to keep.
//
//	for s, err := range model.Sweeps(ctx, r) { ... }
//
// An error (a failed Init or block, a cancelled context, a nil r) is handed out with the state so far and
// ends the loop.
func (m Model[S]) Sweeps(ctx context.Context, r *rand.Rand) iter.Seq2[*S, error] {
	return func(yield func(*S, error) bool) {
		if err := checkContext(ctx); err != nil {
			yield(nil, err)
			return
		}
		s, err := m.start(r)
		if err != nil {
			yield(s, fmt.Errorf("sampler: %w", err))
			return
		}
		for n := 1; ; n++ {
			if err = ctx.Err(); err == nil {
				err = m.guarded(r, s)
			}
			if err != nil {
				yield(s, fmt.Errorf("sampler: sweep %d: %w", n, err))
				return
			}
			if !yield(s, nil) {
				return
			}
		}
	}
}

// start makes the state of a new chain.
func (m Model[S]) start(r *rand.Rand) (s *S, err error) {
	if r == nil {
		return nil, errors.New("the *rand.Rand is nil: give a source of random numbers, such as Stream(\"mine\", 1, 0)")
	}
	if err := m.check(); err != nil {
		return nil, err
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("Init panicked: %s", panicText(p))
		}
	}()
	s, err = m.Init(r)
	switch {
	case err != nil:
		return nil, fmt.Errorf("Init: %w", err)
	case s == nil:
		return nil, errors.New("Init returned no state and no error")
	}
	return s, nil
}

// sweep updates each block once. It keeps in *at the block it is at, for the one who recovers its panics.
func (m *Model[S]) sweep(r *rand.Rand, s *S, at *atomic.Int64) error {
	for i := range m.Blocks {
		at.Store(int64(i))
		if err := m.Blocks[i].Update(r, s); err != nil {
			return fmt.Errorf("block %q: %w", m.Blocks[i].Name, err)
		}
	}
	return nil
}

// guarded is a sweep whose panics become errors.
func (m *Model[S]) guarded(r *rand.Rand, s *S) (err error) {
	var at atomic.Int64
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("block %q panicked: %s", m.Blocks[at.Load()].Name, panicText(p))
		}
	}()
	return m.sweep(r, s, &at)
}

// panicText is what was said and where: the line of the user's code nearest to the panic, which is neither
// in the runtime nor in this package, variate or update. The Go kernel rewrites "line 17 of main.go" as the cell and line
// that the user sees. It must not say "main.go:17": a kernel without our mending takes that for a message of the
// compiler, and dies of it.
func panicText(p any) string {
	pcs := make([]uintptr, 32)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs)])
	for {
		f, more := frames.Next()
		own := strings.HasPrefix(f.Function, "gibbslab/sampler.") ||
			strings.HasPrefix(f.Function, "gibbslab/sampler/variate.") || strings.HasPrefix(f.Function, "gibbslab/sampler/update.")
		own = own && !strings.HasSuffix(f.File, "_test.go")
		if f.Function != "" && !own && !strings.HasPrefix(f.Function, "runtime.") {
			return fmt.Sprintf("%v (line %d of %s)", p, f.Line, f.File[strings.LastIndexByte(f.File, '/')+1:])
		}
		if !more {
			return fmt.Sprint(p)
		}
	}
}
