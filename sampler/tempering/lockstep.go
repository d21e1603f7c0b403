package tempering

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/sampler"
	"gibbslab/sampler/internal/draws"
	"gibbslab/sampler/internal/guard"
)

// errRaw is about draws that nobody can temper.
var errRaw = errors.New("it draws random numbers without package variate, or from a law that " +
	"cannot be tempered: use variate.Normal(r, mean, sd), for example")

// lockstep runs a sweep of the model without likelihood beside one of the model with it. The first
// waits at each draw for the second, and both take the same value.
type lockstep struct {
	r                *rand.Rand // of the chain
	prior, posterior side
	power            float64
	ask              func(draws.Law, []float64) bool // what the prior does to ask for a value
	next             func() (request, bool)          // the next draw that the prior asks for
}

// side is the generator of one of the two, and the source behind it, which gives bits only within a
// draw.
type side struct {
	r     *rand.Rand
	bits  *rand.Rand
	draw  func(l draws.Law, dst []float64)
	drawn bool
}

func (s *side) Uint64() uint64 {
	if !s.drawn {
		panic(guard.Sentence(errRaw.Error()))
	}
	return s.bits.Uint64()
}

func (s *side) Draw(l draws.Law, dst []float64) { s.draw(l, dst) }

// stopped ends a sweep of the prior after the other sweep has failed.
const stopped = guard.Sentence("the sweep has been stopped")

// request is a draw that waits for its value.
type request struct {
	law draws.Law
	dst []float64
}

func newLockstep(r *rand.Rand) (l *lockstep, end func()) {
	l = &lockstep{r: r}
	l.prior.bits, l.posterior.bits = r, r
	l.prior.r, l.posterior.r = rand.New(&l.prior), rand.New(&l.posterior)
	l.prior.draw = func(law draws.Law, dst []float64) {
		if !l.ask(law, dst) {
			panic(stopped)
		}
	}
	l.posterior.draw = l.shared
	one, two := draws.Attach(l.prior.r, &l.prior), draws.Attach(l.posterior.r, &l.posterior)
	return l, func() { one(); two() }
}

func (t *tempered[S]) sweep(l *lockstep, one rung[S]) (err error) {
	at := 0
	defer guard.Recover(&err, func() string {
		return fmt.Sprintf("block %q", t.posterior.Blocks[at].Name)
	})
	next, stop := iter.Pull(func(yield func(request) bool) {
		defer func() {
			if p := recover(); p != nil && p != any(stopped) {
				panic(p)
			}
		}()
		l.ask = func(law draws.Law, dst []float64) bool { return yield(request{law, dst}) }
		for _, b := range t.prior.Blocks {
			if err = b.Update(l.prior.r, one.prior); err != nil {
				return
			}
		}
	})
	defer stop()
	l.next = next
	for b, block := range t.posterior.Blocks {
		at = b
		if err := block.Update(l.posterior.r, one.posterior); err != nil {
			return fmt.Errorf("block %q: %w", block.Name, err)
		}
	}
	if _, more := next(); more {
		return fmt.Errorf("after block %q, the model without likelihood draws more than the model "+
			"with it", t.posterior.Blocks[at].Name)
	}
	return err
}

// shared draws a value for both.
func (l *lockstep) shared(law draws.Law, dst []float64) {
	asked, ok := l.next()
	if !ok || asked.law.Name != law.Name || len(asked.dst) != len(dst) ||
		len(asked.law.Params) != len(law.Params) {
		panic(guard.Sentence(fmt.Sprintf("it draws from %s, and the model without likelihood from %q: "+
			"give both the same draws", law.Name, asked.law.Name)))
	}
	if !law.Natural {
		panic(guard.Sentence(fmt.Sprintf("it draws from %s, which cannot be tempered", law.Name)))
	}
	p := slices.Clone(law.Params)
	for i, from := range asked.law.Params {
		switch { // a weight of 0 remains one
		case l.power == 0:
			p[i] = from
		case l.power < 1:
			p[i] = (1-l.power)*from + l.power*p[i]
		}
	}
	l.posterior.drawn = true
	law.Draw(l.posterior.r, p, dst)
	l.posterior.drawn = false
	copy(asked.dst, dst)
}

// audit runs a few sweeps of a model, and holds LogJoint against the laws that its blocks draw
// from. If each draw is from a full conditional, what it adds to the log joint density is what it
// adds to the log density of its law, given all that was drawn before.
func audit[S any](m sampler.Model[S]) (err error) {
	r := sampler.Stream("tempering", 1, 0)
	s, err := m.Init(r)
	if err != nil {
		return fmt.Errorf("in Init: %w", err)
	}
	at := 0
	defer guard.Recover(&err, func() string { return fmt.Sprintf("block %q", m.Blocks[at].Name) })
	auditor := &side{bits: r}
	auditor.r = rand.New(auditor)
	before := make([][][]float64, len(m.Blocks)) // by block, the values of its draws in the last sweep
	var now [][]float64
	var gain float64
	renamed := false // the values of a block mean something else now
	auditor.draw = func(l draws.Law, dst []float64) {
		auditor.drawn = true
		l.Draw(auditor.r, l.Params, dst)
		auditor.drawn = false
		if k := len(now); k < len(before[at]) && len(before[at][k]) == len(dst) {
			gain += l.LogProb(dst, l.Params) - l.LogProb(before[at][k], l.Params)
		} else {
			gain = math.NaN()
		}
		renamed = renamed || l.Sets != nil // clusters change while others move
		now = append(now, slices.Clone(dst))
	}
	defer draws.Attach(auditor.r, auditor)()
	for sweep := range 5 {
		for b, block := range m.Blocks {
			at, now, gain, renamed = b, nil, 0, false
			old := m.LogJoint(s)
			if err := block.Update(auditor.r, s); err != nil {
				return fmt.Errorf("block %q: %w", block.Name, err)
			}
			before[b] = now
			off := math.Abs(m.LogJoint(s) - old - gain)
			if sweep > 0 && !renamed && off > 1e-6*(1+math.Abs(old)+math.Abs(gain)) {
				return fmt.Errorf("block %q does not draw from full conditionals, one after another: its "+
					"draws change LogJoint by %.6g, and the log densities of their laws by %.6g; draw each "+
					"unknown given all others, or correct LogJoint", block.Name, m.LogJoint(s)-old, gain)
			}
		}
	}
	return nil
}
