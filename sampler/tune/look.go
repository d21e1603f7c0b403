package tune

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"time"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// Settings say how long to look. The zero value of each field is a default.
type Settings struct {
	Seed uint64
	// Draws of each of the four chains of a run, after half as many of warm-up; 0 means 1000.
	Draws int
	// Try tries cures, each with a run. Without it Look only says what it saw.
	Try bool
	// Cost is what a block costs in a sweep, by its name, in any unit; to record a draw then costs
	// nothing. Nil means the time by the clock, with that of LogJoint and of reading the parameters,
	// and then two calls of Look may come to different ends. The blocks that tune adds are called
	// "shift mu", "scale tau" and "repeat mu, tau ×3".
	Cost func(block string) float64
}

// A Plan says what limits a run, and holds what helped.
type Plan[S any] struct {
	Limit      string   // the label of the recorded number with the fewest effective draws
	ESS, Draws float64  // how many, of how many draws
	Blocks     []string // that move it
	Share      float64  // of the cost, that goes to these blocks
	// Needless is the share of the cost of blocks which move only recorded numbers that have four
	// times as many effective draws.
	Needless float64
	Advice   []string // in words
	Cures    []Cure   // tried
	kept     []func(m sampler.Model[S]) sampler.Model[S]
}

// A Cure was tried. Gain is the factor by which it changed the effective draws of the slowest
// number for the same cost.
type Cure struct {
	Name string
	Gain float64
	Kept bool
}

// Apply returns the model with the cures that were kept. It may have other data than the model that
// was looked at, if its state has the same shape.
func (p *Plan[S]) Apply(m sampler.Model[S]) sampler.Model[S] {
	for _, cure := range p.kept {
		m = cure(m)
	}
	return m
}

// Look makes a short run of a model, and says what limits it: see the package. Errors are those of
// sampler.Run.
func Look[S any](ctx context.Context, m sampler.Model[S], set Settings) (*Plan[S], error) {
	set.Draws = cmp.Or(set.Draws, 1000)
	if set.Draws < 100 {
		return nil, fmt.Errorf("tune: Look: %d draws: give at least 100, or 0 for 1000", set.Draws)
	}
	seen, err := look(ctx, m, set)
	if err != nil {
		return nil, err
	}
	plan := seen.plan
	for range 4 {
		var best *view[S]
		var name string
		var cure func(m sampler.Model[S]) sampler.Model[S]
		for _, c := range seen.cures() {
			if !set.Try {
				break
			}
			next, err := look(ctx, c.apply(plan.Apply(m)), set)
			if ctx.Err() != nil {
				return nil, err
			}
			gain := 0.0 // of one that fails
			if err == nil && seen.agrees(next) {
				gain = next.speed / seen.speed
			}
			plan.Cures = append(plan.Cures, Cure{Name: c.name, Gain: gain})
			if gain >= 1.1 && (best == nil || next.speed > best.speed) {
				best, name, cure = next, c.name, c.apply
			}
		}
		if best == nil {
			break
		}
		for i := range plan.Cures {
			c := &plan.Cures[i]
			c.Kept = c.Kept || c.Name == name && c.Gain == best.speed/seen.speed
		}
		plan.kept, seen = append(plan.kept, cure), best
	}
	return plan, nil
}

// A view is what a run has shown.
type view[S any] struct {
	model    sampler.Model[S]
	set      Settings
	plan     *Plan[S]
	speed    float64 // effective draws of the slowest number, over the cost of a sweep
	labels   []string
	rows     map[string][3]float64 // ESS, mean and its standard error, of each label
	slow     map[string]bool       // blocks that move slow numbers, or nothing recorded
	limit    []float64             // draws of the slowest number
	unknowns []unknown
	draws    [][][]float64 // of each number of each unknown
}

const unknownsName = "tune.unknowns"

// look makes a run, which also records the unknowns.
func look[S any](ctx context.Context, m sampler.Model[S], set Settings) (*view[S], error) {
	v := &view[S]{model: m, set: set, rows: map[string][3]float64{}, slow: map[string]bool{}}
	if len(m.Params) == 0 || m.Init == nil {
		return nil, errors.New("tune: Look: the model has no Params or no Init: give both")
	}
	r := sampler.Stream("tune", set.Seed, 0)
	s, err := m.Init(r)
	if err != nil {
		return nil, err
	}
	v.unknowns = unknownsOf(s, m.LogJoint)
	wide, n := m, 0
	for _, u := range v.unknowns {
		n += u.n
	}
	if n > 0 {
		wide.Params = append(slices.Clip(m.Params), sampler.Param[S]{Name: unknownsName,
			Shape: []int{n}, Read: func(s *S, dst []float64) {
				for _, u := range v.unknowns {
					for _, x := range u.in(reflect.ValueOf(s)) {
						dst[0], dst = *x, dst[1:]
					}
				}
			}})
	}
	tr, err := sampler.Run(ctx, wide, sampler.Settings{Seed: set.Seed, Draws: set.Draws,
		Warmup: set.Draws / 2})
	if err != nil {
		return nil, err
	}
	if err := v.judge(tr); err != nil {
		return nil, err
	}
	return v, v.footprints(r, s, tr)
}

// judge finds the slowest number.
func (v *view[S]) judge(tr *sampler.Trace) (err error) {
	var names []string
	for _, p := range v.model.Params {
		if !p.Moments && p.Every < 2 {
			names = append(names, p.Name)
		}
	}
	if v.labels, err = tr.Labels(names...); err != nil {
		return err
	}
	v.plan = &Plan[S]{ESS: math.Inf(1), Draws: float64(4 * v.set.Draws)}
	for _, label := range v.labels {
		chains, err := tr.Chains(label)
		if err != nil {
			return err
		}
		ess := diag.ESSBulk(chains)
		v.rows[label] = [3]float64{ess, diag.Mean(slices.Concat(chains...)), diag.MCSEMean(chains)}
		if ess < v.plan.ESS {
			v.plan.Limit, v.plan.ESS, v.limit = label, ess, slices.Concat(chains...)
		}
	}
	if v.limit == nil {
		return errors.New("tune: Look: no recorded number moves: record what you want to know")
	}
	at := 0
	for _, u := range v.unknowns {
		all := make([][]float64, u.n)
		for k := range all {
			if all[k], err = tr.Draws(fmt.Sprintf("%s[%d]", unknownsName, at)); err != nil {
				return err
			}
			at++
		}
		v.draws = append(v.draws, all)
	}
	return nil
}

// footprints finds which blocks move what is slow, and what they cost.
func (v *view[S]) footprints(r *rand.Rand, s *S, tr *sampler.Trace) error {
	at := map[string]int{} // labels, in the order in which read fills dst
	for i, label := range v.labels {
		at[label] = i
	}
	read := func() (all []float64) {
		for _, p := range v.model.Params {
			if p.Moments || p.Every >= 2 {
				continue
			}
			n := 1
			for _, d := range p.Shape {
				n *= d
			}
			dst := make([]float64, n)
			p.Read(s, dst)
			all = append(all, dst...)
		}
		return all
	}
	moves := map[string]map[int]bool{}
	for range 5 {
		for _, b := range v.model.Blocks {
			before := read()
			if err := b.Update(r, s); err != nil {
				return fmt.Errorf("tune: block %q: %w", b.Name, err)
			}
			if moves[b.Name] == nil {
				moves[b.Name] = map[int]bool{}
			}
			for i, x := range read() {
				if x != before[i] {
					moves[b.Name][i] = true
				}
			}
		}
	}
	total, mine, needless := 0.0, 0.0, 0.0
	for i, b := range v.model.Blocks {
		cost := float64(tr.Blocks()[i].Time)
		if v.set.Cost != nil {
			cost = v.set.Cost(b.Name)
		}
		total += cost
		v.slow[b.Name] = len(moves[b.Name]) == 0
		for k := range moves[b.Name] {
			v.slow[b.Name] = v.slow[b.Name] || v.rows[v.labels[k]][0] < 4*v.plan.ESS
		}
		if moves[b.Name][at[v.plan.Limit]] {
			v.plan.Blocks, mine = append(v.plan.Blocks, b.Name), mine+cost
		}
		if !v.slow[b.Name] {
			needless += cost
		}
	}
	v.plan.Share, v.plan.Needless = mine/total, needless/total
	v.speed = v.plan.ESS / (total + v.recording(s, read))
	v.advise()
	return nil
}

// recording is what a draw costs that is made already, in nanoseconds; 0 if costs are given.
func (v *view[S]) recording(s *S, read func() []float64) float64 {
	const times = 50
	if v.set.Cost != nil {
		return 0
	}
	start := time.Now()
	for range times {
		if read(); v.model.LogJoint != nil {
			v.model.LogJoint(s)
		}
	}
	return float64(time.Since(start)) / times
}

// agrees tells whether two runs have the same means, where they know them.
func (v *view[S]) agrees(other *view[S]) bool {
	for label, a := range v.rows {
		b := other.rows[label]
		if min(a[0], b[0]) > 100 && math.Abs(a[1]-b[1]) > 6*math.Hypot(a[2], b[2]) {
			return false
		}
	}
	return true
}
