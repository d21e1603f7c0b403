package bugs

import (
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/sampler/bugs/internal/block"
	"gibbslab/sampler/bugs/internal/data"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/graph"
)

// A generator draws data where observations have observations as parents: those of an
// autoregression, or a covariate with a distribution. It is the same model without observations.
type generator struct {
	model *Model
	plan  *block.Plan
}

// newGenerator returns nil if no observation is the parent of anything else.
func (m *Model) newGenerator() (*generator, error) {
	pieces := slices.Concat(m.graph.Pieces, m.graph.Computed)
	if !slices.ContainsFunc(pieces, func(piece *graph.Piece) bool {
		return slices.ContainsFunc(piece.Right(), func(e *expr.Expr) bool {
			return e.Has(func(x *expr.Expr) bool {
				return x.Array != nil && slices.Contains(x.Array.Observed, true)
			})
		})
	}) {
		return nil, nil
	}
	given := map[string]data.Array{}
	for name, v := range m.given {
		a := m.graph.Arrays[name]
		values := slices.Clone(v.Values)
		for i := range values {
			if a != nil && i < len(a.Observed) && a.Observed[i] {
				values[i] = math.NaN()
			}
		}
		given[name] = data.Array{Dims: v.Dims, Values: values}
	}
	g, err := graph.Build(m.program, given)
	if err != nil {
		return nil, err
	}
	plan, err := block.New(g, block.Options{Plain: true})
	return &generator{m, plan}, err
}

// draw draws the observations given the unknowns in s, or with prior these unknowns as well.
func (g *generator) draw(r *rand.Rand, s *State, prior bool) Observed {
	all := g.plan.NewState()
	for name, a := range g.model.graph.Arrays {
		if b := g.plan.Graph.Arrays[name]; a.State && b.State {
			copy(all.X[b.Base:b.Base+b.Size()], s.X[a.Base:])
		}
	}
	g.plan.Redraw(r, all, func(b *expr.Array, i int) bool {
		return prior || g.model.graph.Arrays[b.Name].Observed[i]
	})
	out := g.model.Observed()
	for name, a := range g.model.graph.Arrays {
		b := g.plan.Graph.Arrays[name]
		for i, d := range a.Def {
			switch {
			case d < 0 || g.model.graph.Statements[d].Deterministic():
			case a.Observed[i]:
				out[name][i] = all.X[b.Base+i]
			case prior && a.State:
				s.X[a.Base+i] = all.X[b.Base+i]
			}
		}
	}
	return out
}
