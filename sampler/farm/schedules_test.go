package farm

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gibbslab/internal/turns"
	"gibbslab/sampler"
)

// chaos is an engine that loses, repeats, delays and reorders parts, stops them half-way, and
// damages files, each at random. Its last round is quiet.
type chaos struct {
	r     *rand.Rand
	dir   string
	round *int
}

func (c chaos) Run(ctx context.Context, p Program, says func(string)) error {
	*c.round++
	says(fmt.Sprint("round ", *c.round))
	var parts []int
	for _, part := range p.Parts {
		for range c.r.IntN(3) { // lost, started once, started twice
			parts = append(parts, part)
		}
	}
	quiet := *c.round >= rounds-1
	if quiet {
		parts = p.Parts
	}
	c.r.Shuffle(len(parts), func(i, k int) { parts[i], parts[k] = parts[k], parts[i] })
	var wg sync.WaitGroup
	for _, part := range parts {
		delay, stop := time.Duration(c.r.IntN(300))*time.Microsecond, time.Minute
		if c.r.IntN(3) == 0 && !quiet {
			stop = time.Duration(c.r.IntN(2000)) * time.Microsecond
		}
		wg.Go(func() {
			time.Sleep(delay)
			ctx, cancel := context.WithTimeout(ctx, stop)
			defer cancel()
			p.here(ctx, part)
		})
	}
	wg.Wait()
	files, _ := filepath.Glob(filepath.Join(c.dir, "*", "*", "*.piece"))
	saved, _ := filepath.Glob(filepath.Join(c.dir, "*", "scratch", "*"))
	for _, file := range append(files, saved...) {
		if c.r.IntN(8) == 0 && !quiet {
			if info, err := os.Stat(file); err == nil {
				os.Truncate(file, info.Size()/2)
			}
		}
	}
	return nil
}

// Whatever happens to the parts, the draws are the same.
func TestSchedules(t *testing.T) {
	turns.Long(t)
	p := plan{Chains: 7, Draws: 40}
	set := p.settings()
	whole, err := sampler.Run(context.Background(), normal(0.6, 0, p.trouble), set)
	if err != nil {
		t.Fatal(err)
	}
	want, base := sumOf(whole), t.TempDir()
	var (
		wg     sync.WaitGroup
		rounds [200]int
		next   atomic.Int64
	)
	for range 16 { // at a time: they mostly wait for the disk
		wg.Go(func() {
			for seed := next.Add(1) - 1; seed < 200; seed = next.Add(1) - 1 {
				dir, set := filepath.Join(base, fmt.Sprint(seed)), set
				r := sampler.Stream("schedules", uint64(seed), 0)
				set.On = Farm{Dir: dir, On: chaos{r, dir, &rounds[seed]}, Pieces: 1 + r.IntN(4)}
				tr, err := sampler.Run(context.Background(), normal(0.6, 0, p.trouble), set)
				if err != nil || sumOf(tr) != want {
					t.Errorf("schedule %d: other draws, or an error: %v", seed, err)
				}
				os.RemoveAll(dir)
			}
		})
	}
	wg.Wait()
	t.Logf("%d to %d rounds were needed", slices.Min(rounds[:]), slices.Max(rounds[:]))
	if slices.Max(rounds[:]) < 3 {
		t.Error("too little has gone wrong: the test shows nothing")
	}
}
