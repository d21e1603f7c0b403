package verify

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"gibbslab/internal/numeric"
	"gibbslab/internal/snapshot"
	"gibbslab/sampler"
)

// gather computes n replications, here or on Settings.On, and gives what each has written, width
// numbers, to take, for several i at the same time. worker is as in [replicate]. The label, keep
// and more tell apart what differs between the calls of a test. If replications fail, gather
// returns the error of the first one.
func (t *tester) gather(
	label string, n int, keep []int, width int, worker func() func(i int, dst []float64) error,
	take func(i int, values []float64), more ...int,
) error {
	if t.set.On == nil {
		return replicate(n, func() func(i int) error {
			work, values := worker(), make([]float64, width)
			return func(i int) error {
				clear(values)
				err := work(i, values)
				if err == nil {
					take(i, values)
				}
				return err
			}
		})
	}
	key, err := t.key(label, n, keep, more)
	if err != nil {
		return fmt.Errorf("verify: %w", err)
	}
	size := (n + pieces - 1) / pieces
	job := sampler.Job{Name: "verify", Key: key, Step: "replications", N: (n + size - 1) / size}
	job.Work = func(ctx context.Context, p int, _ string) ([]byte, error) {
		var b batch
		work := worker()
		for i := p * size; i < min((p+1)*size, n) && ctx.Err() == nil; i++ {
			values := make([]float64, width)
			if err := work(i, values); err != nil {
				b.Err = err.Error()
				b.Failure = errors.As(err, new(failure))
				break
			}
			b.Values = append(b.Values, values)
		}
		var out bytes.Buffer
		err := gob.NewEncoder(&out).Encode(b)
		return out.Bytes(), errors.Join(err, ctx.Err())
	}
	results, err := t.set.On.Do(context.Background(), job)
	if err != nil {
		return fmt.Errorf("verify: %w", err)
	}
	batches := make([]batch, len(results))
	for p, data := range results {
		b := &batches[p]
		if err := gob.NewDecoder(bytes.NewReader(data)).Decode(b); err != nil {
			return fmt.Errorf("verify: replications of a farm cannot be read: %w", err)
		}
		switch {
		case b.Failure:
			return failure{errors.New(b.Err)}
		case b.Err != "":
			return errors.New(b.Err)
		}
	}
	for p, b := range batches {
		for i, values := range b.Values {
			take(p*size+i, values)
		}
	}
	return nil
}

// pieces is the number of pieces of a job on a farm, at most.
const pieces = 200

// batch holds the results of a piece, or the error of its first replication that fails.
type batch struct {
	Values  [][]float64
	Err     string
	Failure bool
}

// key is a digest of all that replications depend on. Code cannot be compared, but its effect can:
// the test functions of one draw from the joint distribution, and after a sweep.
func (t *tester) key(label string, n int, keep, more []int) (key [32]byte, err error) {
	values := make([]float64, len(t.functions.names))
	buf := make([]float64, t.functions.width)
	var seen []uint64
	look := func(d *drawn) {
		t.functions.of(d, buf, values)
		for _, v := range values {
			seen = append(seen, math.Float64bits(v))
		}
	}
	r := sampler.Stream("verify key", t.set.Seed, 0)
	d, err := t.draw(r)
	if err != nil {
		return key, err
	}
	look(&d)
	said := ""
	if err := t.apply(numeric.Indices(len(t.blocks))...)(r, &d); err != nil {
		said = err.Error()
	}
	look(&d)
	return snapshot.Digest([]any{label, n, keep, more, t.set.Seed, t.set.Sweeps, t.blocks,
		t.functions.names, seen, said})
}

// replicate calls work(i) for i = 0 … n−1 on all processors. worker makes the work function of one
// goroutine, with its own scratch space. If several calls fail, replicate returns the error of the
// smallest i, whichever goroutine ran it.
func replicate(n int, worker func() func(i int) error) error {
	var (
		next  atomic.Int64
		mu    sync.Mutex
		first error
		at    atomic.Int64 // replications beyond it can be skipped
		wg    sync.WaitGroup
	)
	at.Store(int64(n))
	batch := int64(8)
	if n < 200 {
		batch = 1 // few, and each takes long
	}
	for range min(runtime.GOMAXPROCS(0), n) {
		wg.Go(func() {
			work := worker()
			for {
				from := next.Add(batch) - batch
				if from >= int64(n) {
					return
				}
				for i := from; i < min(from+batch, at.Load()); i++ {
					err := work(int(i))
					if err == nil {
						continue
					}
					mu.Lock()
					if i < at.Load() {
						first = err
						at.Store(i)
					}
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	return first
}
