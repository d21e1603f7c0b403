package bugs

import (
	"gibbslab/sampler/bugs/internal/block"
	"gibbslab/sampler/bugs/internal/graph"
)

// Inside gives tests what a model is made of.
func (m *Model) Inside() (*graph.Graph, *block.Plan, *block.Logs) { return m.graph, m.plan, m.logs }
