// Package parallel shares numbered pieces of work among goroutines.
package parallel

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Workers is how many goroutines n pieces are worth: the processors, or fewer.
func Workers(n int) int { return min(runtime.GOMAXPROCS(0), n) }

// Each calls do with each number below n, and with the number of the worker that does it, from 0
// to below workers. Which worker does which piece is a matter of chance.
func Each(workers, n int, do func(worker, i int)) {
	if workers <= 1 || n == 1 { // a panic stays with the caller
		for i := range n {
			do(0, i)
		}
		return
	}
	var next atomic.Int64
	var wait sync.WaitGroup
	for w := range min(workers, n) {
		wait.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(w, i)
			}
		})
	}
	wait.Wait()
}
