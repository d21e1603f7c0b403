package verify

import (
	"runtime"
	"sync"
	"sync/atomic"
)

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
