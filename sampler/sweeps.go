package sampler

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"sync/atomic"

	"gibbslab/sampler/internal/guard"
)

// Sweeps runs one chain and yields its state after each sweep. It never ends on its own: break out
// of the loop to stop. The state belongs to the chain; copy what you want to keep.
//
//	for s, err := range model.Sweeps(ctx, r) { ... }
//
// An error (a failed Init or block, a cancelled context, a nil r) comes with the state so far and
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

func (m Model[S]) start(r *rand.Rand) (s *S, err error) {
	if r == nil {
		return nil, errors.New("the *rand.Rand is nil: give a source of random numbers, " +
			"such as Stream(\"mine\", 1, 0)")
	}
	if err := m.check(); err != nil {
		return nil, err
	}
	defer guard.Recover(&err, func() string { return initPlace })
	s, err = m.Init(r)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w%s", initPlace, err, m.begins(atInit))
	case s == nil:
		return nil, fmt.Errorf("%s returned no state and no error%s", initPlace, m.begins(atInit))
	}
	return s, nil
}

// initPlace is what errors call Model.Init.
const initPlace = "Init"

// guarded is a sweep that returns panics as errors.
func (m *Model[S]) guarded(r *rand.Rand, s *S) (err error) {
	var at atomic.Int64
	defer guard.Recover(&err, func() string {
		return fmt.Sprintf("block %q", m.Blocks[at.Load()].Name)
	})
	return m.sweep(r, s, &at, 0, new(int), nil)
}
