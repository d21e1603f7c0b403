// Package coupling measures how long a sampler must run. It runs two copies of a chain that try to
// meet: [Run] repeats that many times.
//
// The copies begin at different states, and one is Lag sweeps ahead. Each draw of the one behind
// is made equal to the draw of the one ahead with the largest probability that is possible, while
// each chain alone is as ever. Once they have met they stay together. So the meeting time τ tells
// what nobody can see from draws: how far a chain is from the posterior after t sweeps. In total
// variation it is at most
//
//	E max(0, ⌈(τ − Lag − t) / Lag⌉).
//
// The same pairs give estimates without any bias of the warm-up, and so honest intervals: the mean
// of the chain ahead, plus the differences between the two until they meet. But pairs know only
// where they have been: if Init puts all of them at one of two far modes, they meet there, and do
// not see the other.
//
// # What a model needs
//
// Blocks that draw with package variate. Then Run sees the laws of both chains, and couples them:
// for most laws maximally, by rejection, and for normal ones of the same variance by reflection.
// What a block draws from r itself is the same random number in both copies, and so are draws whose
// law Run does not know, such as Laplace, Uniform, VonMises, LogNormal and MultiNormal. That brings
// them together, but hardly ever makes them equal: so write variate.Normal(r, mean, sd) and not
// mean + sd*r.NormFloat64(). Updates that learn during a warm-up do not learn here.
//
// Sources: Jacob, O'Leary & Atchadé, "Unbiased Markov chain Monte Carlo methods with couplings",
// JRSS B 82 (2020) 543–600, for the estimates; Biswas, Jacob & Vanetti, "Estimating convergence of
// Markov chains with L-lag couplings", NeurIPS (2019), for the bound; Bou-Rabee, Eberle & Zimmer,
// Annals of Applied Probability 30 (2020) 1209–1250, for the reflection.
package coupling

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/report"
)

// Settings say how many pairs run, and for how long. Numbers of sweeps that are 0 are chosen by 100
// pairs that run before, with Lag 1: 20 if one of them does not meet.
type Settings struct {
	// Pairs of chains. 0 means 1000. Fewer than 333 give no Warmup.
	Pairs int
	// Lag is the number of sweeps that one copy is ahead. A larger one gives a sharper bound. 0
	// takes what the slowest pair needs to meet.
	Lag int
	// From and To are the first and the last sweep that counts for estimates. 0 takes for From what
	// the slowest pair needs to meet, and for To ten times as much.
	From, To int
	// Most is the number of sweeps after which a pair is given up. 0 means 1000.
	Most int
	// Seed of the streams of random numbers: the same seed gives the same result, for any number of
	// processors.
	Seed uint64
}

// A Result is what the pairs have shown.
type Result struct {
	// Settings are those of the run, with all numbers filled in.
	Settings
	// Times are the meeting times, in sweeps of the chain ahead. 0 means that a pair has not met.
	Times []int
	// Estimates of the means of all parameters. Nil if a pair has not met: without it the rest
	// would be biased.
	Estimates []Estimate

	apart string // what kept the pairs apart
}

// An Estimate is an unbiased estimate of a posterior mean.
type Estimate struct {
	Label    string
	Mean, SE float64
	// Loss is the variance times the cost, in sweeps of both copies, relative to a chain that runs
	// on for ever: 1.1 is the price of ten per cent more sweeps.
	Loss float64
}

// Interval holds the posterior mean with probability 0.95.
func (e Estimate) Interval() (lo, hi float64) { return e.Mean - 1.96*e.SE, e.Mean + 1.96*e.SE }

// Run runs pairs of chains of a model until they meet.
func Run[S any](ctx context.Context, m sampler.Model[S], set Settings) (*Result, error) {
	if least := min(set.Pairs, set.Lag, set.From, set.To, set.Most); least < 0 {
		return nil, fmt.Errorf("coupling: Settings hold %d: give positive numbers, or 0 for the defaults",
			least)
	}
	set.Pairs, set.Most = cmp.Or(set.Pairs, 1000), cmp.Or(set.Most, 1000)
	e, err := newExperiment(ctx, m)
	if err != nil {
		return nil, err
	}
	if set.Lag == 0 || set.From == 0 || set.To == 0 {
		var times []int
		for _, pairs := range []int{20, 100} {
			pilot, err := e.run(ctx, "pilot", Settings{Pairs: pairs, Lag: 1, Most: set.Most, Seed: set.Seed})
			if err != nil || slices.Contains(pilot.Times, 0) {
				return pilot, err
			}
			times = pilot.Times
		}
		slowest := slices.Max(times) - 1
		set.Lag, set.From = cmp.Or(set.Lag, slowest), cmp.Or(set.From, slowest)
		set.To = cmp.Or(set.To, 10*set.From)
	}
	if set.To < set.From || set.Lag > set.Most {
		return nil, fmt.Errorf("coupling: Settings hold To %d, From %d, Lag %d and Most %d: give a To "+
			"that is not before From, and a Lag up to Most", set.To, set.From, set.Lag, set.Most)
	}
	return e.run(ctx, "pair", set)
}

// experiment is a model with what is read from it.
type experiment[S any] struct {
	model  sampler.Model[S]
	params []sampler.Param[S]
	sizes  []int // numbers in each parameter
	labels []string
}

// newExperiment makes a short run first, and returns its errors: states share memory, for example.
func newExperiment[S any](ctx context.Context, m sampler.Model[S]) (*experiment[S], error) {
	e := &experiment[S]{model: m, params: slices.Clone(m.Params)}
	for i := range e.params {
		e.params[i].Every, e.params[i].Moments = 0, false
	}
	m.Params = e.params
	tr, err := sampler.Run(ctx, m, sampler.Settings{Chains: 2, Warmup: sampler.NoWarmup, Draws: 2})
	if err != nil {
		return nil, fmt.Errorf("coupling: %w", err)
	}
	if m.LogJoint != nil {
		e.params = append(e.params, sampler.Scalar("lp__", m.LogJoint))
	}
	for _, p := range e.params {
		labels, err := tr.Labels(p.Name)
		if err != nil {
			return nil, fmt.Errorf("coupling: %w", err)
		}
		e.sizes, e.labels = append(e.sizes, len(labels)), append(e.labels, labels...)
	}
	return e, nil
}

// run runs pairs side by side, and adds them up in their order.
func (e *experiment[S]) run(ctx context.Context, label string, set Settings) (*Result, error) {
	r := &Result{Settings: set}
	outcomes := make([]outcome, set.Pairs)
	var wait sync.WaitGroup
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i := range outcomes {
		free <- struct{}{}
		wait.Go(func() {
			defer func() { <-free }()
			outcomes[i] = e.pair(ctx, label, i, set)
		})
	}
	wait.Wait()
	blocks, cost := make([]agreement, len(e.model.Blocks)), 0.0
	for i, o := range outcomes {
		if o.err != nil {
			return nil, fmt.Errorf("coupling: %s %d: %w", label, i, o.err)
		}
		r.Times = append(r.Times, o.met)
		for b := range blocks {
			blocks[b].add(o.blocks[b])
		}
		cost += float64(o.sweeps) / float64(set.Pairs)
	}
	if slices.Contains(r.Times, 0) {
		r.apart = e.apart(blocks)
		return r, nil
	}
	for k, label := range e.labels {
		if set.To == 0 {
			break // a pilot
		}
		unbiased, plain := make([]float64, set.Pairs), make([]float64, set.Pairs)
		for i, o := range outcomes {
			unbiased[i], plain[i] = o.unbiased[k], o.plain[k]
		}
		sd := diag.SD(unbiased)
		r.Estimates = append(r.Estimates, Estimate{Label: label, Mean: diag.Mean(unbiased),
			SE:   sd / math.Sqrt(float64(set.Pairs)),
			Loss: math.Pow(sd/diag.SD(plain), 2) * cost / float64(set.To-set.From+1)})
	}
	return r, nil
}

// Bound is a bound on the total variation distance between the posterior and the law of a chain
// after t sweeps, as the mean over the pairs, and at most 1; NaN if a pair has not met.
func (r *Result) Bound(t int) float64 {
	sum, _ := r.sums(t)
	return min(1, sum/float64(len(r.Times)))
}

// sums adds up what the pairs say about the distance after t sweeps, and its squares.
func (r *Result) sums(t int) (sum, squares float64) {
	for _, time := range r.Times {
		if time == 0 {
			return math.NaN(), math.NaN()
		}
		x := max(0, math.Ceil(float64(time-r.Lag-t)/float64(r.Lag)))
		sum, squares = sum+x, squares+x*x
	}
	return sum, squares
}

// near is the distance at which a chain counts as warm.
const near = 0.01

// Warmup is the number of sweeps after which the distance is at most 0.01, with a confidence of
// 95 %, so Bound is well below. It is −1 if a pair has not met, and if Pairs or Lag are too small
// to tell.
func (r *Result) Warmup() int {
	pairs, lump := float64(len(r.Times)), 1.0
	for t := 0; ; t++ {
		sum, squares := r.sums(t)
		if 0 < sum && sum < pairs/10 {
			lump = max(lump, squares/sum)
		}
		switch root := math.Sqrt(sum/lump+1) + 1.645/2; { // of the limit of a Poisson mean
		case lump*root*root <= near*pairs:
			return t
		case !(sum > 0):
			return -1
		}
	}
}

// Verdict says in a sentence how long a warm-up must be.
func (r *Result) Verdict() string {
	apart, sum := 0, 0.0
	for _, t := range r.Times {
		if t == 0 {
			apart++
		}
		sum += float64(t - r.Lag)
	}
	if apart > 0 {
		return fmt.Sprintf("The model mixes slowly, or its draws cannot be made equal: %d of %d pairs "+
			"of chains had not met after %d sweeps. %s", apart, len(r.Times), r.Most, r.apart)
	}
	says := "That does not show how long a warm-up must be: give more pairs, or a larger Lag."
	if w := r.Warmup(); w >= 0 {
		says = fmt.Sprintf("A warm-up of %d is enough: with a confidence of 95 %%, a chain is then "+
			"within %g of the posterior in total variation.", w, near)
	}
	return fmt.Sprintf("%d pairs of chains met, after %.1f sweeps on average and %d at most. %s",
		len(r.Times), sum/float64(len(r.Times)), slices.Max(r.Times)-r.Lag, says)
}

// Report gives the verdict and the estimates as values.
func (r *Result) Report() report.Report {
	out := report.Report{Verdict: r.Verdict()}
	if r.Estimates != nil {
		out.Table.Head = []string{"parameter", "unbiased mean", "SE", "95 % interval", "loss"}
		out.Table.Align = "l"
	}
	for _, e := range r.Estimates {
		lo, hi := e.Interval()
		out.Table.Rows = append(out.Table.Rows, []string{e.Label, fmt.Sprintf("%.5g", e.Mean),
			fmt.Sprintf("%.2g", e.SE), fmt.Sprintf("%.5g to %.5g", lo, hi), fmt.Sprintf("%.2f", e.Loss)})
	}
	return out
}

// String is the report as text.
func (r *Result) String() string { return r.Report().String() }
