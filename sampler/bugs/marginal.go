package bugs

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"gibbslab/sampler/bugs/internal/block"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/variate"
)

// A marginal knows which discrete unknowns belong to one observation alone, or to the observations
// of one group: whether a count is one of the extra zeros, or which component a number is from.
type marginal struct {
	model *Model
	of    []observation
	sets  []*block.Latents
	first []map[int]int // by set and unknown: the place of its first observation
	later []int         // the places of its other ones, whose density the first has

	censored map[int]*block.Interval // by the place of the observation: an unknown that is summed out
	redrawn  map[element]bool        // these unknowns
}

type element struct {
	array *expr.Array
	i     int
}

// marginal looks for the unknowns of observations, or of groups of them.
func (m *Model) marginal(of []observation, group []string) *marginal {
	out := &marginal{model: m, of: of, censored: map[int]*block.Interval{},
		redrawn: map[element]bool{}}
	at := map[block.Row]int{}
	intervals := m.plan.Intervals()
	for k, o := range of {
		if o.s.Dist.Name == "dinterval" {
			if in := intervals.Interval(o.s, o.row); in != nil {
				out.censored[k] = in
				out.redrawn[element{in.Of, in.At}] = true
			}
		}
		at[block.Row{Statement: o.s, Row: o.row}] = k
	}
	taken := map[int]bool{}
	for _, set := range m.plan.LatentSets() {
		first := map[int]int{}
		for k, l := range set.Of {
			f, own := at[l.Children[0]]
			for _, c := range l.Children {
				i, ok := at[c]
				own = own && ok && !taken[i] && (i == f || len(group) == len(of) && group[i] == group[f])
			}
			if !own {
				continue
			}
			first[k] = f
			for _, c := range l.Children {
				if taken[at[c]] = true; at[c] != f {
					out.later = append(out.later, at[c])
				}
			}
		}
		if len(first) > 0 {
			out.sets, out.first = append(out.sets, set), append(out.first, first)
		}
	}
	return out
}

// densities are the log densities of the observations with these unknowns summed out.
func (g *marginal) densities(s *State) []float64 {
	x := g.model.densities(s, g.of)
	for _, i := range g.later {
		x[i] = 0
	}
	for i, in := range g.censored {
		x[i] = in.LogProb(s)
	}
	for n, set := range g.sets {
		set.Each(s, g.model.logs, func(k int, prior, children []float64) {
			if i, ok := g.first[n][k]; ok {
				floats.Add(children, prior)
				x[i] = floats.LogSumExp(children) - floats.LogSumExp(prior)
			}
		})
	}
	return x
}

// redraw draws these unknowns given their parents alone, as those of a new observation.
func (g *marginal) redraw(r *rand.Rand, s *State) {
	for n, set := range g.sets {
		var value []int
		set.Each(s, g.model.logs, func(k int, prior, _ []float64) {
			value = append(value, -1)
			if _, ok := g.first[n][k]; ok {
				value[k] = variate.LogCategorical(r, prior)
			}
		})
		for k, j := range value {
			if j >= 0 {
				set.Set(s, k, j)
			}
		}
	}
	if len(g.sets)+len(g.censored) > 0 {
		g.model.plan.Redraw(r, s, func(a *expr.Array, i int) bool { return g.redrawn[element{a, i}] })
		g.model.plan.Recompute(s)
	}
}
