package engine

import (
	"context"
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"time"

	"gibbslab/internal/attack/frame"
	"gibbslab/sampler"
)

// loop never returns.
func loop() {
	for i := 0; ; i++ {
	}
}

// stopped runs a model that is stopped after half a second.
func stopped(m sampler.Model[state], set sampler.Settings) {
	set.Chains, set.Draws, set.Warmup = 2, 1000, sampler.NoWarmup
	ctx, cancel := context.WithTimeout(context.Background(), time.Second/2)
	defer cancel()
	report(sampler.Run(ctx, m, set))
}

// with is walk with a block that does something in one of its updates.
func with(update int64, do func()) sampler.Model[state] {
	m := walk()
	var n atomic.Int64
	m.Blocks = append(m.Blocks,
		sampler.Block[state]{Name: "bad", Update: func(*rand.Rand, *state) error {
			if n.Add(1) == update {
				do()
			}
			return nil
		}})
	return m
}

// hangs are functions that do not return, or not as they should.
var hangs = []frame.Attack{
	{Name: "endless-block", Want: `[… …] …block "bad" was still running in sweep …`,
		Run: func() {
			stopped(with(100, loop), sampler.Settings{})
		}},
	{Name: "endless-block-with-checkpoint",
		Want: `[… …] …block "bad" was still running in sweep …`, Run: func() {
			stopped(with(100, loop), sampler.Settings{Checkpoint: "run"})
		}},
	{Name: "endless-init", Want: "[0 0] …stopped: Init was still running for chain …", Run: func() {
		m := walk()
		m.Init = func(*rand.Rand) (*state, error) { loop(); return nil, nil }
		stopped(m, sampler.Settings{})
	}},
	{Name: "endless-until", Want: "[100 100] …Settings.Until…was still running when the run was " +
		"stopped…", Run: func() {
		stopped(walk(), sampler.Settings{Until: func(*sampler.Trace) (string,
			error) {
			loop()
			return "", nil
		}})
	}},
	{Name: "endless-progress",
		Want: "[1000 1000] sampler: Settings.Progress was still running when the run was stopped…",
		Run: func() {
			stopped(walk(), sampler.Settings{Progress: func(sampler.Report) { loop() }})
		}},
	{Name: "progress-that-panics", Want: "[1000 1000] sampler: Settings.Progress panicked: …",
		Run: func() {
			stopped(walk(), sampler.Settings{Progress: func(sampler.Report) { panic("no luck") }})
		}},
	{Name: "goexit-in-a-block", Want: `[… …] …block "bad" ended its goroutine by runtime.Goexit…`,
		Run: func() {
			stopped(with(100, runtime.Goexit), sampler.Settings{})
		}},
	{Name: "goexit-with-until", Want: `[… …] …block "bad" ended its goroutine by runtime.Goexit…`,
		Run: func() {
			stopped(with(300, runtime.Goexit),
				sampler.Settings{Until: func(*sampler.Trace) (string, error) { return "more", nil }})
		}},
}
