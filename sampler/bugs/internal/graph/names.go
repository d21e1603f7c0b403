package graph

import (
	"fmt"
	"math"
	"slices"

	"gibbslab/sampler/bugs/internal/data"
	"gibbslab/sampler/bugs/internal/dist"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/syntax"
)

// names makes the arrays: those of the data with their values, the others with as many dimensions
// as the left sides say.
func (g *Graph) names(dims []*syntax.Node, relations []*syntax.Relation) {
	for k, v := range g.given {
		if wrong := wrongData(k, v); wrong != "" {
			for _, r := range relations {
				if n := r.Find(k); n != nil {
					g.fail(n.Pos, "%s", wrong)
					break
				}
			}
		}
		a := expr.NewArray(k, v.Dims)
		a.Value = v.Values
		if slices.ContainsFunc(v.Values, math.IsNaN) { // of which some may be computed
			a.Value = slices.Clone(v.Values)
		}
		for i, x := range a.Value {
			if x == x {
				a.Def[i] = expr.Known
			}
		}
		g.Arrays[k] = a
	}
	first := map[string]int{}
	add := func(n *syntax.Node, rank int) {
		a := g.Arrays[n.Name]
		if a == nil {
			first[n.Name] = n.Pos.Line
			g.Arrays[n.Name] = &expr.Array{Name: n.Name, Dims: make([]int, rank)}
		} else if len(a.Dims) != len(n.Args) && len(n.Args) > 0 {
			if g.given[n.Name].Dims != nil || len(a.Dims) == 0 && g.given[n.Name].Values != nil {
				g.fail(n.Pos, "%s has %s in the data, and %s here", n.Name, indices(len(a.Dims)),
					indices(len(n.Args)))
			} else {
				g.fail(n.Pos, "%s has %s in line %d, and %s here. A name stands for one variable: choose "+
					"another for this one", n.Name, indices(len(a.Dims)), first[n.Name], indices(len(n.Args)))
			}
		}
	}
	for _, n := range dims {
		if _, ok := g.given[n.Name]; !ok {
			add(n, len(n.Args))
		}
	}
	for _, n := range dims {
		for k, d := range n.Args {
			before := g.fails
			e := g.expr(d, &Statement{})
			if g.fails > before {
				g.spoilt[g.Arrays[n.Name]] = true
			} else if v, ok := e.Eval(nil); !ok || !expr.Inside(v, Most) {
				g.fail(n.Pos, "The length %s of %s must be a whole number that is known, from 1 to %d", d,
					n.Name, Most)
			} else if _, ok := g.given[n.Name]; !ok {
				g.Arrays[n.Name].Dims[k] = int(v)
			}
		}
	}
	for _, r := range relations {
		for _, l := range r.Loops {
			g.counters[l.Var] = l.Pos
		}
		for _, n := range r.Args {
			g.indexing(n)
		}
	}
	for _, r := range relations {
		n := r.Left
		d, _, _, _, ok := dist.Find(r.Dist)
		rank := len(n.Args)
		switch k := g.indexed[n.Name]; {
		case n.Args != nil || g.Arrays[n.Name] != nil:
		case k != nil && (!ok || d.Multi): // x ~ ddirch(a[]), and x[1] elsewhere
			rank = len(k.Args)
		case ok && d.Multi: // Omega ~ dwish(R, 2)
			rank = map[bool]int{false: 1, true: 2}[d.Name == "dwish"]
		case r.Dist == "": // scaled <- x - mean(x)
			rank = g.rank(r.Args[0])
		}
		add(n, rank)
	}
}

// rank is how many indices a value has: 0 for a number.
func (g *Graph) rank(n *syntax.Node) (most int) {
	name := n.Name
	if c, ok := canonical[name]; ok {
		name = c
	}
	switch {
	case n.Kind == syntax.Ref && n.Args == nil:
		if a := g.Arrays[name]; a != nil {
			return len(a.Dims)
		}
		return 0
	case n.Kind == syntax.Ref:
		for _, a := range n.Args {
			if a.Kind == syntax.All || a.Kind == syntax.Range {
				most++
			}
		}
		return most
	case n.Kind == syntax.Call && name == "inverse":
		return 2
	case n.Kind == syntax.Call && (expr.Functions[name].Vector != nil || name == "c" || name == "rep"):
		return 1
	case n.Kind == syntax.Call && (expr.Functions[name].Scalar != nil || name == "sqrt"):
		for _, a := range n.Args {
			most = max(most, g.rank(a))
		}
	}
	return most
}

// wrongData says what is wrong with the data of a name whatever the model is.
func wrongData(k string, v data.Array) string {
	if len(v.Values) == 0 {
		return k + " is in the data, and has no elements there"
	}
	for i, x := range v.Values {
		if math.IsInf(x, 0) {
			return fmt.Sprintf("%s is %g in the data. Data are finite numbers, or NaN where they are "+
				"missing", name(&expr.Array{Name: k, Dims: v.Dims}, i), x)
		}
	}
	return ""
}

// indexing notes where each variable has the most indices.
func (g *Graph) indexing(n *syntax.Node) {
	if n.Kind == syntax.Ref && len(n.Args) > 0 &&
		(g.indexed[n.Name] == nil || len(g.indexed[n.Name].Args) < len(n.Args)) {
		g.indexed[n.Name] = n
	}
	for _, a := range n.Args {
		g.indexing(a)
	}
}

func indices(n int) string {
	switch n {
	case 0:
		return "no index"
	case 1:
		return "one index"
	}
	return []string{"two", "three", "four", "many"}[min(n-2, 3)] + " indices"
}
