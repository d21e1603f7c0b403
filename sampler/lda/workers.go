package lda

import (
	"sync"
	"sync/atomic"
)

// workers do numbered tasks on several threads. Which thread does which task is a matter of chance,
// so a task may depend only on its number.
type workers struct {
	threads int
	tasks   int
	task    func(i int)
	next    atomic.Int32
	done    sync.WaitGroup
	// a panic on another thread, which is raised again on the caller's thread
	failed atomic.Pointer[any]
	helper func()
}

func newWorkers(threads int) *workers {
	c := &workers{threads: threads}
	c.helper = func() {
		defer c.done.Done()
		defer func() {
			if p := recover(); p != nil {
				failed := p // p itself would be allocated even if nothing failed
				c.failed.Store(&failed)
			}
		}()
		c.work()
	}
	return c
}

// run does tasks 0 to n−1 and returns when all are done. It allocates nothing.
func (c *workers) run(n int, task func(i int)) {
	c.tasks, c.task = n, task
	c.next.Store(0)
	helpers := min(c.threads, n) - 1
	for range helpers {
		c.done.Add(1)
		helper := c.helper // called through c, it would be allocated
		go helper()
	}
	c.work()
	c.done.Wait()
	if p := c.failed.Swap(nil); p != nil {
		panic(*p)
	}
}

func (c *workers) work() {
	for i := int(c.next.Add(1)) - 1; i < c.tasks; i = int(c.next.Add(1)) - 1 {
		c.task(i)
	}
}
