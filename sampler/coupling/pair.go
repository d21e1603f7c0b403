package coupling

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/internal/snapshot"
	"gibbslab/sampler"
	"gibbslab/sampler/internal/draws"
	"gibbslab/sampler/internal/guard"
	"gibbslab/sampler/internal/meter"
)

// pair is two copies of a chain: x, which leads, and y, which follows.
type pair[S any] struct {
	*experiment[S]
	x, y   *S
	lead   leader
	follow follower
	hx, hy []float64 // what is read from them
	blocks []agreement
	block  int
}

// newPair makes the states of both.
func (e *experiment[S]) newPair(label string, index int, seed uint64) (
	p *pair[S], end func(), err error,
) {
	p = &pair[S]{experiment: e, block: -1, blocks: make([]agreement, len(e.model.Blocks)),
		hx: make([]float64, len(e.labels)), hy: make([]float64, len(e.labels))}
	p.lead.src = sampler.Stream("coupling, ahead: "+label, seed, index)
	p.follow.src = sampler.Stream("coupling, behind: "+label, seed, index)
	p.lead.r, p.follow.r = rand.New(&p.lead), rand.New(&p.follow)
	p.follow.lead = &p.lead
	defer guard.Recover(&err, p.place)
	for _, one := range []struct {
		state **S
		src   *rand.Rand
	}{{&p.x, p.lead.src}, {&p.y, p.follow.src}} {
		s, err := e.model.Init(one.src)
		if err != nil {
			return nil, nil, fmt.Errorf("in Init: %w", err)
		}
		if e.model.WarmedUp != nil {
			e.model.WarmedUp(s)
		}
		*one.state = s
	}
	ends := []func(){meter.Ended(p.lead.r), meter.Ended(p.follow.r),
		draws.Attach(p.lead.r, &p.lead), draws.Attach(p.follow.r, &p.follow)}
	return p, func() {
		for _, end := range ends {
			end()
		}
	}, nil
}

// place names what runs, for an error.
func (p *pair[S]) place() string {
	if p.block < 0 {
		return "Init"
	}
	return fmt.Sprintf("block %q", p.model.Blocks[p.block].Name)
}

// sweep moves x, and y with it if both is true. It tells whether all their draws were the same.
func (p *pair[S]) sweep(both bool) (same bool, err error) {
	defer guard.Recover(&err, p.place)
	same = true
	for b, block := range p.model.Blocks {
		p.block = b
		p.lead.begin(both)
		if err := block.Update(p.lead.r, p.x); err != nil {
			return false, fmt.Errorf("%s: %w", p.place(), err)
		}
		if !both {
			continue
		}
		p.follow.begin()
		if err := block.Update(p.follow.r, p.y); err != nil {
			return false, fmt.Errorf("%s: %w", p.place(), err)
		}
		equal := p.follow.end()
		a := agreement{sweeps: 1, raw: p.lead.raw()}
		if equal {
			a.same = 1
		}
		p.blocks[b].add(a)
		same = same && equal
	}
	return same, nil
}

func (p *pair[S]) read(s *S, dst []float64) {
	for i, param := range p.params {
		param.Read(s, dst[:p.sizes[i]])
		dst = dst[p.sizes[i]:]
	}
}

// agreement counts the sweeps in which a block drew the same for both, and its random numbers that
// belong to no law.
type agreement struct{ same, sweeps, raw int }

func (a *agreement) add(b agreement) {
	a.same += b.same
	a.sweeps += b.sweeps
	a.raw += b.raw
}

// apart says which block keeps pairs apart.
func (e *experiment[S]) apart(blocks []agreement) string {
	least, at := math.Inf(1), 0
	for b, a := range blocks {
		if share := float64(a.same) / float64(max(a.sweeps, 1)); share < least {
			least, at = share, b
		}
	}
	name := e.model.Blocks[at].Name
	if blocks[at].raw > 0 {
		return fmt.Sprintf("Block %q draws random numbers of which no law is known, as NUTS does, so "+
			"two copies hardly ever draw the same there. In a block of your own, write "+
			"variate.Normal(r, mean, sd), for example.", name)
	}
	return fmt.Sprintf("Block %q drew the same for both in %.2g %% of the sweeps.", name, 100*least)
}

// outcome is what one pair has shown.
type outcome struct {
	met, sweeps     int       // the meeting time; sweeps of both copies
	unbiased, plain []float64 // estimates by the pair, and by x alone
	blocks          []agreement
	err             error
}

// calm is the number of sweeps after which two copies have met whose draws and parameters are the
// same, and whose states are not: the sums in them have been rounded differently.
const calm = 20

// pair runs one pair until it has met and x has made set.To sweeps.
func (e *experiment[S]) pair(ctx context.Context, label string, index int, set Settings) (
	o outcome,
) {
	p, end, err := e.newPair(label, index, set.Seed)
	if err != nil {
		return outcome{err: err}
	}
	defer end()
	o.blocks = p.blocks
	o.unbiased, o.plain = make([]float64, len(e.labels)), make([]float64, len(e.labels))
	met, quiet := false, 0
	for t := 1; !met || t <= set.To; t++ {
		if o.err = ctx.Err(); o.err != nil {
			return o
		}
		if !met && t > set.Most+set.Lag {
			o.met = 0
			return o
		}
		both := t > set.Lag && !met
		same, err := p.sweep(both)
		if err != nil {
			return outcome{err: fmt.Errorf("sweep %d: %w", t, err)}
		}
		if o.sweeps++; both {
			o.sweeps++
		}
		if o.err = p.count(t, both, set, &o); o.err != nil {
			return o
		}
		if !both {
			continue
		}
		switch {
		case !same || !p.near():
			quiet = 0
			continue
		case quiet == 0:
			o.met = t
		}
		quiet++
		met = quiet > calm || p.equal()
	}
	return o
}

// count adds the parameters of sweep t to the estimates.
func (p *pair[S]) count(t int, both bool, set Settings, o *outcome) (err error) {
	counts := set.To > 0 && set.From <= t && t <= set.To
	correct := set.To > 0 && both && t >= set.From+set.Lag
	if !counts && !both {
		return nil
	}
	defer guard.Recover(&err, func() string { return "reading the parameters" })
	p.read(p.x, p.hx)
	if both {
		p.read(p.y, p.hy)
	}
	n := float64(set.To - set.From + 1)
	weight := 0.0
	if correct {
		weight = (math.Floor(float64(t-set.From)/float64(set.Lag)) -
			math.Ceil(float64(max(set.Lag, t-set.To))/float64(set.Lag)) + 1) / n
	}
	for k, x := range p.hx {
		if x-x != 0 {
			return fmt.Errorf("%s is %v in sweep %d, expected a finite number", p.labels[k], x, t)
		}
		if counts {
			o.plain[k] += x / n
			o.unbiased[k] += x / n
		}
		if correct {
			o.unbiased[k] += weight * (x - p.hy[k])
		}
	}
	return nil
}

// near tells whether the parameters that were last read are the same, up to rounding.
func (p *pair[S]) near() bool {
	for k, x := range p.hx {
		if y := p.hy[k]; math.Abs(x-y) > 1e-9*max(math.Abs(x), math.Abs(y)) {
			return false
		}
	}
	return true
}

func (p *pair[S]) equal() bool {
	x, err := snapshot.Digest(p.x)
	if err != nil {
		return false
	}
	y, err := snapshot.Digest(p.y)
	return err == nil && x == y
}

// Chains runs one pair with Lag 1, and records the scalars that the model records. In the trace,
// draw t of chain 0 is the state of the chain ahead after t sweeps, and draw t of chain 1 that of
// the chain behind after t−1: a trace plot shows how they meet.
func Chains[S any](m sampler.Model[S], sweeps int, seed uint64) (*sampler.Trace, error) {
	if sweeps < 2 {
		return nil, fmt.Errorf("coupling: Chains makes two sweeps or more, and not %d", sweeps)
	}
	m.Params = slices.DeleteFunc(slices.Clone(m.Params),
		func(p sampler.Param[S]) bool { return p.Shape != nil })
	e, err := newExperiment(context.Background(), m)
	if err != nil {
		return nil, err
	}
	p, end, err := e.newPair("pair", 0, seed)
	if err != nil {
		return nil, fmt.Errorf("coupling: %w", err)
	}
	defer end()
	draws := make([][2][]float64, len(e.params))
	for t := 1; t <= sweeps; t++ {
		if _, err := p.sweep(t > 1); err != nil {
			return nil, fmt.Errorf("coupling: sweep %d: %w", t, err)
		}
		p.read(p.x, p.hx)
		p.read(p.y, p.hy)
		for k := range draws {
			draws[k][0], draws[k][1] = append(draws[k][0], p.hx[k]), append(draws[k][1], p.hy[k])
		}
	}
	tr := &sampler.Trace{}
	for k, param := range e.params {
		if err := tr.Add(param.Name, draws[k][:]); err != nil {
			return nil, fmt.Errorf("coupling: %w", err)
		}
	}
	return tr, nil
}
