package bugs

import (
	"gibbslab/sampler/bugs/internal/block"
	"gibbslab/sampler/bugs/internal/graph"
	"gibbslab/sampler/verify"
)

// Inside gives tests what a model is made of.
func (m *Model) Inside() (*graph.Graph, *block.Plan, *block.Logs) { return m.graph, m.plan, m.logs }

// Compiled is Joint with a model that is compiled for each data set.
func (m *Model) Compiled() verify.Joint[State, Observed] {
	j := m.Joint()
	j.Model = m.compiled
	return j
}

// Opens tells whether m has an open model, and whether that would be taken for one of other.
func (m *Model) Opens(other *Model) (opens, taken bool, err error) {
	o := newOpen(m, m.Joint())
	if o == nil {
		return false, false, nil
	}
	o.own = other
	taken, err = o.agrees(other.Joint(), 0)
	return true, taken, err
}
