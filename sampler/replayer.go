package sampler

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"time"

	"gibbslab/internal/opaque"
	"gibbslab/internal/snapshot"
	"gibbslab/sampler/internal/guard"
)

// A replayer is a chain that notes what the parameters were after Init and after each block.
type replayer struct {
	*chain
	notes  []note
	deep   bool            // notes have digests of the state
	other  *companion      // which disturbs it; nil if it is alone
	common []snapshot.Part // of the states of both
	draw   int             // at which draw of a block; 0 is after the block
	next   int             // draws of the current block until the next interruption, or 0
	came   int             // interruptions of the current block
	block  int
}

// note holds digests of the parameters and of the state, which may be 0.
type note struct {
	params uint64
	state  [32]byte
}

func (r *run) replayer() *replayer {
	set := Settings{Seed: r.set.Seed, Thin: 1}
	w := &replayer{chain: newChain(&r.model, set, r.chains[0].index)}
	w.rand = rand.New(w)
	return w
}

// Uint64 makes the replayer the source of its own random numbers. After the first interruption of a
// block come some more, each after three times as many draws.
func (w *replayer) Uint64() uint64 {
	if w.next > 0 {
		if w.next--; w.next == 0 {
			w.other.upTo(w.block)
			if w.came++; w.came < 4 {
				w.next = 2 * w.draw
				for range w.came - 1 {
					w.next *= 3
				}
			}
		}
	}
	return w.src.Uint64()
}

func (w *replayer) sweep() (err error) {
	defer guard.Recover(&err, w.place)
	if w.sweeps == 0 {
		w.note(false)
	}
	blocks := w.model.Blocks
	for i := range blocks {
		w.at.Store(int64(w.sweeps*len(blocks) + i))
		w.block, w.came, w.next = i, 0, 0
		quiet := w.other == nil || w.other.busy.Load()
		if !quiet {
			w.next = w.draw
		}
		if err := blocks[i].Update(w.rand, w.state); err != nil {
			return err
		}
		if w.next = 0; !quiet && w.came == 0 {
			w.other.upTo(i)
		}
		w.note(i == len(blocks)-1)
	}
	w.keeping.Lock()
	w.sweeps++
	w.keeping.Unlock()
	return nil
}

// note adds a digest of the parameters; of LogJoint only after a whole sweep, because it may take
// long. What cannot be read in the middle of a sweep is left out.
func (w *replayer) note(whole bool) {
	var n note
	some := false
	if w.deep {
		n.state, _ = snapshot.Digest(w.state.Of)
	}
	defer func() {
		recover()
		w.notes = append(w.notes, n)
	}()
	for i, p := range w.params {
		last := i == len(w.params)-1
		if p.Moments && (some || !last) || p.Name == logJointName && !whole {
			continue // moments are for what is large
		}
		p.Read(w.state, w.record[i].buf)
		some = true
		for _, x := range w.record[i].buf {
			n.params = bits.RotateLeft64(n.params^math.Float64bits(x), 23) * 0x9e3779b97f4a7c15
		}
	}
}

// meet makes sweeps while the companion makes its own, until the two have met often enough.
func (w *replayer) meet(limit time.Duration) (err error) {
	if runtime.GOMAXPROCS(0) == 1 { // else they would meet only every ten milliseconds
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	}
	w.other.busy.Store(true)
	ended := guard.Go(w.other.run)
	defer func() {
		w.other.busy.Store(false)
		<-ended
	}()
	began := time.Now()
	for met := 0; err == nil; {
		spent := time.Since(began)
		if met >= meetings && spent > leastBeside || spent > limit {
			break
		}
		before := w.other.updates.Load()
		if before == 0 { // it has not begun
			runtime.Gosched()
			continue
		}
		err = w.sweep()
		if w.other.updates.Load() != before {
			met++
		}
	}
	return err
}

// A companion is the other chain.
type companion struct {
	model   *anyModel
	index   int
	rand    *rand.Rand
	state   *opaque.State
	next    int         // the block to update next
	failed  bool        // its errors are for the run to find
	busy    atomic.Bool // it runs on its own
	updates atomic.Int64
}

// companion returns nil if there is one chain only, or if Init fails.
func (r *run) companion() *companion {
	if len(r.chains) < 2 {
		return nil
	}
	index := r.chains[1].index
	b := &companion{model: &r.model, index: index,
		rand: rand.New(source(chainLabel, r.set.Seed, index))}
	ended := guard.Go(func() { b.state, _ = r.model.start(b.rand) })
	if r.wait(ended) != nil || b.state == nil {
		return nil
	}
	return b
}

// upTo updates blocks in their order until it has updated the given one.
func (b *companion) upTo(block int) {
	err := <-guard.Go(func() {
		for !b.failed && b.update() != block {
		}
	})
	b.failed = b.failed || err != nil
}

// run updates blocks until it is no longer busy. If that fails, perhaps because of what the chains
// share, it begins with another state.
func (b *companion) run() {
	for b.busy.Load() && b.state != nil {
		b.once()
		b.updates.Add(1)
		if b.failed {
			b.failed, b.next = false, 0
			b.state, _ = b.model.start(b.rand)
		}
	}
}

// once updates a block; a panic is a failure.
func (b *companion) once() {
	defer func() {
		if recover() != nil {
			b.failed = true
		}
	}()
	b.update()
}

// update updates the next block and returns its number.
func (b *companion) update() int {
	i := b.next
	b.next = (i + 1) % len(b.model.Blocks)
	if b.model.Blocks[i].Update(b.rand, b.state) != nil {
		b.failed = true
	}
	return i
}
