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
// autoregression, or a covariate with a distribution; and vectors that are observed in part. It is
// the same model without observations.
type generator struct {
	model *Model
	plan  *block.Plan
}

// newGenerator returns nil if each variable can be drawn from what does not depend on observations.
func (m *Model) newGenerator() (*generator, error) {
	if !slices.ContainsFunc(m.graph.Statements, func(s *graph.Statement) bool {
		return !s.Deterministic() && (m.fromData(s, map[*graph.Statement]bool{}) ||
			s.Dist.Multi && partly(s))
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
	g, err := graph.Build(m.program, given, false)
	if err != nil {
		return nil, err
	}
	plan, err := block.New(g, block.Options{Plain: true})
	return &generator{m, plan}, err
}

// fromData tells whether the right side of a statement has observations, or what is computed from
// some.
func (m *Model) fromData(s *graph.Statement, seen map[*graph.Statement]bool) bool {
	if seen[s] {
		return false
	}
	seen[s] = true
	for x := range expr.PartsOf(s.Right()) {
		if x.Array != nil && (slices.Contains(x.Array.Observed, true) ||
			slices.ContainsFunc(m.graph.Statements, func(t *graph.Statement) bool {
				return t.Left.Array == x.Array && t.Deterministic() && m.fromData(t, seen)
			})) {
			return true
		}
	}
	return false
}

// partly tells whether a vector of a statement is observed in part.
func partly(s *graph.Statement) bool {
	seen := s.Left.Array.Observed
	for row := range s.Rows.N {
		at, _ := s.Left.List(s.Rows.Env(row))
		if slices.ContainsFunc(at, func(i int) bool { return seen[i] != seen[at[0]] }) {
			return true
		}
	}
	return false
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
