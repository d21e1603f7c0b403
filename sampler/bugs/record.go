package bugs

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gibbslab/sampler"
	"gibbslab/sampler/bugs/internal/block"
	"gibbslab/sampler/bugs/internal/expr"
)

// derived reads a monitored variable from the state.
type derived struct {
	array    *expr.Array
	el       []int // the elements that are recorded
	computed []*block.Computation
}

// derive compiles the monitored variables.
func (m *Model) derive() error {
	for _, name := range m.monitor {
		a := m.graph.Arrays[name]
		d := &derived{array: a}
		seen := map[int32]bool{}
		for i, def := range a.Def {
			if def < 0 || a.Observed[i] {
				continue
			}
			d.el = append(d.el, i)
			if s := m.graph.Statements[def]; s.Deterministic() && !a.Computed && !seen[def] {
				seen[def] = true
				pieces, err := m.graph.Deterministic(s)
				if err != nil {
					return err
				}
				d.computed = append(d.computed, m.plan.Compute(pieces)...)
			}
		}
		m.derived = append(m.derived, d)
	}
	return nil
}

// param is the engine's description of a monitored variable.
func (d *derived) param(p *block.Plan) sampler.Param[State] {
	a := d.array
	out := sampler.Param[State]{Name: a.Name}
	switch {
	case len(d.el) == a.Size():
		out.Shape = a.Dims
		for _, n := range a.Dims {
			c := make([]string, n)
			for i := range c {
				c[i] = strconv.Itoa(i + 1)
			}
			out.Coords = append(out.Coords, c)
		}
	default: // some elements are known: the others by their indices
		var c []string
		for _, i := range d.el {
			c = append(c, indices(a, i))
		}
		out.Shape, out.Coords = []int{len(d.el)}, [][]string{c}
	}
	at := slices.Repeat([]int{-1}, a.Size()) // what is recorded, by position
	for k, i := range d.el {
		at[i] = k
	}
	out.Read = func(s *State, dst []float64) {
		if a.State {
			for k, i := range d.el {
				dst[k] = s.X[a.Base+i]
			}
		}
		for _, c := range d.computed {
			c.Each(s, func(i int, v float64) {
				if k := at[i]; k >= 0 {
					dst[k] = v
				}
			})
		}
	}
	return out
}

// indices are those of an element, from one, with points between them.
func indices(a *expr.Array, i int) string {
	if len(a.Dims) == 0 {
		return ""
	}
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(a.Index(i)), " ", "."), "[]")
}

// Sampler is the model as a sampler.
func (m *Model) Sampler() sampler.Model[State] {
	out := sampler.Model[State]{
		Init:     m.init,
		LogJoint: m.logJoint,
		Data:     []any{m.text, m.given},
	}
	for _, b := range m.plan.Blocks {
		out.Blocks = append(out.Blocks, sampler.Update(b.Name, b.Run))
	}
	for _, d := range m.derived {
		out.Params = append(out.Params, d.param(m.plan))
	}
	return out
}

// logJoint names what has no density, as the author has written none.
func (m *Model) logJoint(s *State) float64 {
	v := m.logs.Joint(s)
	if v != v {
		name := ""
		m.logs.Zeros(s, func(n string, _ func() string) { name = cmp.Or(name, n) })
		panic(fmt.Sprintf("the density of %s is not a number: a parameter of its distribution is zero, "+
			"infinite or impossible. Is a prior very wide, and are there no data that hold it?", name))
	}
	return v
}
