package page

import (
	"context"
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"gibbslab/internal/page/picture"
	"gibbslab/sampler"
	"gibbslab/sampler/bugs"
	"gibbslab/sampler/diag"
)

// Draws are what the chains of a model have sent so far.
type Draws struct {
	model   *Model
	params  []param
	scalars int
	chains  [][][]float64 // [chain][scalar][draw]
	prior   [][]float64   // [scalar][draw], once it is asked for
}

// NewDraws is an empty record for some chains.
func (m *Model) NewDraws(chains int) *Draws {
	d := &Draws{model: m, params: m.params()}
	last := d.params[len(d.params)-1]
	d.scalars = last.at + last.size
	for range chains {
		d.chains = append(d.chains, make([][]float64, d.scalars))
	}
	return d
}

// Add takes what [Model.Run] has sent, and returns how many draws the chain has.
func (d *Draws) Add(chain int, draws []float64) (int, error) {
	if chain < 0 || chain >= len(d.chains) || len(draws)%d.scalars != 0 {
		return 0, fmt.Errorf("chain %d sent %d numbers, and each draw has %d", chain, len(draws),
			d.scalars)
	}
	n := len(draws) / d.scalars
	for i := range d.chains[chain] {
		d.chains[chain][i] = append(d.chains[chain][i], draws[i*n:(i+1)*n]...)
	}
	return len(d.chains[chain][0]), nil
}

// Trace holds the draws so far. Of long chains it has each n-th draw, so that no chain has more
// than most.
func (d *Draws) Trace(most int) (*sampler.Trace, error) {
	longest, shortest := 1, all
	for _, c := range d.chains {
		longest, shortest = max(longest, len(c[0])), min(shortest, len(c[0]))
	}
	if most == glanceDraws { // the chains are on their way, and not equally fast
		longest = max(1, shortest)
	}
	every := (longest + most - 1) / most
	tr := &sampler.Trace{}
	for _, p := range d.params {
		a := sampler.Array{Shape: p.Shape, Coords: p.Coords}
		for _, scalars := range d.chains {
			var draws [][]float64
			for t := 0; t < min(longest, len(scalars[0])); t += every {
				x := make([]float64, p.size)
				for i := range x {
					x[i] = scalars[p.at+i][t]
				}
				draws = append(draws, x)
			}
			a.Draws = append(a.Draws, draws)
		}
		if err := tr.AddArray(p.Name, a); err != nil {
			return nil, err
		}
	}
	return tr, nil
}

// Every draw counts once a run is over; a look at a run takes some of them, and some scalars.
const (
	all         = 1 << 40
	glanceDraws = 1000
	glanceRows  = 12
)

// Summary is the verdict in words and a row for each scalar. While the chains run it is a glance.
func (d *Draws) Summary(running bool) (r Report, err error) {
	defer picture.Fault(&err)
	most, rows := all, 100
	if running {
		most, rows = glanceDraws, glanceRows
	}
	tr, err := d.Trace(most)
	if err != nil {
		return r, err
	}
	labels, err := tr.Labels()
	if err != nil {
		return r, err
	}
	labels = labels[:len(labels)-1] // without lp__
	left := len(labels) - rows
	if running && left > 0 {
		labels = labels[:rows]
	}
	s, err := diag.Summarize(tr, labels...)
	if err != nil {
		return r, err
	}
	r = reportOf(s.Report())
	if running && left > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("%d more are judged when the chains have finished.", left))
	}
	if !running {
		r.Warnings = append(r.Warnings, d.surprises(labels)...)
	}
	return r, nil
}

// surprises names the first unknown that is now where the prior had nothing: who pastes data over
// those of an example keeps its prior, and chains agree on nonsense as well.
func (d *Draws) surprises(labels []string) []string {
	for i, label := range labels[:min(len(labels), len(d.priors()))] {
		var draws []float64
		for _, c := range d.chains {
			draws = append(draws, c[i]...)
		}
		lo, hi := slices.Min(d.prior[i]), slices.Max(d.prior[i])
		if diag.Quantile(draws, 0.975) < lo || diag.Quantile(draws, 0.025) > hi {
			return []string{fmt.Sprintf("%s is far outside its prior, which lies from %.3g to %.3g. Do the "+
				"numbers of the prior suit these data? Widen it, or look at the units.", label, lo, hi)}
		}
	}
	return nil
}

// CSV is the table of all draws, with a column for each scalar.
func (d *Draws) CSV() (string, error) {
	tr, err := d.Trace(all)
	if err != nil {
		return "", err
	}
	labels, err := tr.Labels()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	w := csv.NewWriter(&b)
	row := append([]string{"chain", "draw"}, labels...)
	_ = w.Write(row) // a Builder has no errors
	for c, scalars := range d.chains {
		for t := range scalars[0] {
			row = append(row[:0], strconv.Itoa(c), strconv.Itoa(t+1))
			for _, draws := range scalars {
				row = append(row, strconv.FormatFloat(draws[t], 'g', -1, 64))
			}
			_ = w.Write(row)
		}
	}
	w.Flush()
	return b.String(), w.Error()
}

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
