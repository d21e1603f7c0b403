package tune

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"gibbslab/sampler"
	"gibbslab/sampler/update"
)

// A cure changes a model.
type cure[S any] struct {
	name  string
	apply func(m sampler.Model[S]) sampler.Model[S]
}

// repeat is a block that makes the updates of several, in this order, n times.
func repeat[S any](n int, blocks ...sampler.Block[S]) sampler.Block[S] {
	var names []string
	for _, b := range blocks {
		names = append(names, b.Name)
	}
	name := fmt.Sprintf("repeat %s ×%d", strings.Join(names, ", "), n)
	return sampler.Block[S]{Name: name, Update: func(r *rand.Rand, s *S) error {
		for range n {
			for _, b := range blocks {
				if err := b.Update(r, s); err != nil {
					return fmt.Errorf("block %q: %w", b.Name, err)
				}
			}
		}
		return nil
	}}
}

// cures lists what is worth a try.
func (v *view[S]) cures() (all []cure[S]) {
	if m, ok := v.shift(); ok {
		all = append(all, moving[S]("shift "+v.plan.Limit, m))
	}
	for _, power := range [2]float64{1, 0.5} {
		if m, name := v.scale(power); name != "" {
			all = append(all, moving[S](name, m))
		}
	}
	if n := math.Round(v.plan.Needless / (1 - v.plan.Needless)); n >= 1 {
		n, slow := int(min(n, 30)), v.slow
		all = append(all, cure[S]{fmt.Sprintf("repeat all but what is fast ×%d", n),
			func(m sampler.Model[S]) sampler.Model[S] {
				var again []sampler.Block[S]
				for _, b := range m.Blocks {
					if slow[b.Name] {
						again = append(again, b)
					}
				}
				m.Blocks = append(m.Blocks[:len(m.Blocks):len(m.Blocks)], repeat(n, again...))
				return m
			}})
	}
	return all
}

// moving adds a block that makes a step along a curve.
func moving[S any](name string, by *move) cure[S] {
	volume := by.volume()
	return cure[S]{name, func(m sampler.Model[S]) sampler.Model[S] {
		logJoint, unique := m.LogJoint, name
		for _, b := range m.Blocks {
			if b.Name == unique {
				unique += " again"
			}
		}
		block := sampler.Update(unique, func(r *rand.Rand, s *S) {
			at := by.begin(reflect.ValueOf(s))
			if !at.ready {
				return
			}
			last := 0.0
			t := update.Slice(r, 0, by.width, -50, 50, func(t float64) float64 {
				if last = t; !by.to(at, t) {
					return math.Inf(-1)
				}
				lp := logJoint(s) + volume*t
				if math.IsNaN(lp) {
					return math.Inf(-1)
				}
				return lp
			})
			if t != last { // else the state is there
				by.to(at, t)
				logJoint(s)
			}
		})
		m.Blocks = append(m.Blocks[:len(m.Blocks):len(m.Blocks)], block)
		return m
	}}
}

// move begins a move with all numbers that were positive in the run.
func (v *view[S]) move() *move {
	m := &move{unknowns: v.unknowns, width: 1}
	for _, all := range v.draws {
		positive := make([]bool, len(all))
		for k, x := range all {
			positive[k] = floats.Min(x) > 0
		}
		m.positive = append(m.positive, positive)
	}
	return m
}

// shift moves all unknowns by their regression on the slowest number.
func (v *view[S]) shift() (m *move, ok bool) {
	m, sd, moving := v.move(), stat.StdDev(v.limit, nil), 0
	for _, all := range v.draws {
		row := make([]float64, len(all))
		for k, x := range all {
			if c := stat.Correlation(x, v.limit, nil); math.Abs(c) > 0.2 {
				row[k] = c * stat.StdDev(x, nil) // for one standard deviation of the slowest
				moving++
			}
		}
		m.shift = append(m.shift, row)
	}
	return m, moving > 0 && sd > 0
}

// scale multiplies the positive number that goes with the slowest one, and by a power of the same
// factor the spread of each unknown, or the positive number, that goes with it.
func (v *view[S]) scale(power float64) (m *move, name string) {
	m = v.move()
	best, lead, logs := 0.5, -1, []float64(nil)
	for i, all := range v.draws {
		if len(all) == 1 && m.positive[i][0] {
			x := each(all[0], math.Log)
			c := math.Abs(stat.Correlation(x, v.limit, nil))
			if floats.Min(v.limit) > 0 {
				c = max(c, math.Abs(stat.Correlation(x, each(v.limit, math.Log), nil)))
			}
			if c > best {
				best, lead, logs = c, i, x
			}
		}
	}
	if lead < 0 {
		return m, ""
	}
	moving := 0
	m.power = make([]float64, len(v.draws))
	m.power[lead] = 1
	for i, all := range v.draws {
		with := spreads(all)
		if i == lead || with == nil || floats.Min(with) <= 0 {
			continue
		}
		if c := stat.Correlation(each(with, math.Log), logs, nil); math.Abs(c) > 0.3 {
			m.power[i] = math.Copysign(power, c)
			moving++
		}
	}
	if moving == 0 {
		return m, ""
	}
	return m, fmt.Sprintf("scale %s (power %g)", v.unknowns[lead].name, power)
}

// spreads are the standard deviations of the numbers of an unknown in each draw, or a single number
// itself; nil if there are two.
func spreads(all [][]float64) (sd []float64) {
	switch len(all) {
	case 1:
		return all[0]
	case 2:
		return nil
	}
	now := make([]float64, len(all))
	for i := range all[0] {
		for k := range all {
			now[k] = all[k][i]
		}
		sd = append(sd, stat.StdDev(now, nil))
	}
	return sd
}

func each(x []float64, f func(float64) float64) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = f(v)
	}
	return y
}
