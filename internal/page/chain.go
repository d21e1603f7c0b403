package page

import (
	"context"
	"math/rand/v2"
	"time"

	"gibbslab/sampler"
	"gibbslab/sampler/bugs"
)

// Settings say which chain runs, and how long.
type Settings struct {
	Chain, Warmup, Draws int
	Seed                 uint64
}

// Run runs one chain, with the draws that it has in sampler.Run with all chains. A few times a
// second it tells send how many sweeps are done, and which draws are new: first those of the first
// scalar, then those of the second, in the order of the trace.
//
// A browser gives a program one thread, and nothing takes it from the goroutine that has it. So the
// chain calls pause between two sweeps, about twenty times a second: others can run, and the
// browser can end it.
func (m *Model) Run(set Settings, pause func(), send func(sweeps int, draws []float64)) error {
	model := m.model.Sampler()
	pausing(&model, pause)
	seen := 0
	tell := func(sweeps int, tr *sampler.Trace) {
		labels, err := tr.Labels()
		if err != nil || len(labels) == 0 {
			return
		}
		var draws []float64
		n := seen
		for _, label := range labels {
			chains, err := tr.Chains(label)
			if err != nil || len(chains) == 0 {
				return
			}
			n = len(chains[0])
			draws = append(draws, chains[0][seen:]...)
		}
		seen = n
		send(sweeps, draws)
	}
	warmup := set.Warmup
	if warmup == 0 {
		warmup = sampler.NoWarmup
	}
	tr, err := sampler.Run(context.Background(), model, sampler.Settings{Chains: 1, First: set.Chain,
		Warmup: warmup, Draws: set.Draws, Seed: set.Seed, NoReplay: true,
		Progress: func(r sampler.Report) {
			if !r.Done && len(r.Chains) > 0 {
				tell(r.Chains[0].Sweeps, r.Trace())
			}
		}})
	if tr != nil {
		tell(set.Warmup+set.Draws, tr)
	}
	return err
}

// pausing calls pause between two sweeps, often enough.
func pausing(m *sampler.Model[bugs.State], pause func()) {
	const often = 50 * time.Millisecond
	last := len(m.Blocks) - 1
	if last < 0 {
		return
	}
	update := m.Blocks[last].Update
	sweeps, every, at := 0, 1, time.Now()
	m.Blocks[last].Update = func(r *rand.Rand, s *bugs.State) error {
		if sweeps++; sweeps >= every {
			pause()
			took := time.Since(at)
			if sweeps, at = 0, time.Now(); took < often/2 {
				every *= 2
			} else if took > 2*often {
				every = max(1, every/2)
			}
		}
		return update(r, s)
	}
}
