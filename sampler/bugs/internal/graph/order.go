package graph

import (
	"fmt"
	"slices"

	"gibbslab/sampler/bugs/internal/expr"
)

// A Step is a statement whose rows come after what they depend on.
type Step struct {
	Statement *Statement
	Rows      []int32 // nil: all
}

// Steps returns the statements in an order in which each comes after what it depends on. Where
// statements depend on each other or on themselves, row by row.
func (g *Graph) Steps() []Step { return g.steps }

// recursions sorts the statements, refuses cycles, and marks arrays that are computed step by step.
// Cycles through data are looked for last.
func (g *Graph) recursions() {
	by := map[*expr.Array][]int{}
	for _, s := range g.Statements {
		by[s.Left.Array] = append(by[s.Left.Array], s.ID)
	}
	for _, data := range []bool{false, true} {
		parents := make([][]int, len(g.Statements))
		for _, s := range g.Statements {
			for x := range expr.PartsOf(s.Right()) {
				if x.Array != nil && (data || x.Array.Unknowns || s.Left.Array == x.Array) {
					parents[s.ID] = append(parents[s.ID], by[x.Array]...)
				}
			}
			slices.Sort(parents[s.ID])
			parents[s.ID] = slices.Compact(parents[s.ID])
		}
		for _, group := range components(parents) {
			if len(group) > 1 || slices.Contains(parents[group[0]], group[0]) {
				if !g.rowByRow(group, data) {
					return
				}
			} else if !data {
				g.steps = append(g.steps, Step{Statement: g.Statements[group[0]]})
			}
		}
	}
	g.large()
}

// components returns the strongly connected components of a graph, parents first (Tarjan, 1972).
func components(parents [][]int) (out [][]int) {
	n := len(parents)
	index, low, on := make([]int, n), make([]int, n), make([]bool, n)
	var stack []int
	next := 0
	var visit func(v int)
	visit = func(v int) {
		next++
		index[v], low[v], on[v] = next, next, true
		stack = append(stack, v)
		for _, w := range parents[v] {
			if index[w] == 0 {
				visit(w)
				low[v] = min(low[v], low[w])
			} else if on[w] {
				low[v] = min(low[v], index[w])
			}
		}
		if low[v] != index[v] {
			return
		}
		for i := len(stack) - 1; ; i-- {
			on[stack[i]] = false
			if stack[i] == v {
				group := slices.Clone(stack[i:])
				slices.Sort(group)
				out = append(out, group)
				stack = stack[:i]
				return
			}
		}
	}
	for v := range n {
		if index[v] == 0 {
			visit(v)
		}
	}
	return out
}

// deepest is how often a definition is put into itself before its array is computed instead.
const deepest = 4

// mostPath is how long a chain of definitions may be where the last comes first.
const mostPath = 200_000

// rowByRow orders the rows of statements that depend on each other. If only is true, it only looks
// for cycles, and not at all rows of long ones.
func (g *Graph) rowByRow(group []int, only bool) bool {
	type node struct{ stmt, row int32 }
	const open, some = 1 << 30, 1000
	depth := map[node]int{}
	var path []node
	deep, known := false, map[*expr.Array]interval{}
	before := g.fails
	called := func(v node) string {
		s := g.Statements[v.stmt]
		return name(s.Left.Array, s.Left.First(s.Rows.Env(int(v.row))))
	}
	var visit func(v node) int
	visit = func(v node) int {
		if only && len(path) > some {
			return 0
		}
		if d, ok := depth[v]; ok || len(path) > mostPath {
			switch rel := g.Statements[v.stmt].Rel; {
			case !ok:
				g.fail(rel.Pos, "%s comes at the end of %d definitions, each of which needs the one before. "+
					"Write a loop from the first to the last", called(v), mostPath)
			case d == open:
				names, instead := "", "A model has no cycles: change or leave out one of these definitions"
				for k, w := range path[slices.Index(path, v):] {
					switch {
					case k < 6:
						names += called(w) + " -> "
					case k == 6:
						names += "... -> "
					}
					s := g.Statements[w.stmt]
					if s.Left.Array.Observed[s.Left.First(s.Rows.Env(int(w.row)))] {
						instead = fmt.Sprintf("Is an index wrong? What is computed from all data %s stands in "+
							"a block before the model, as in data { s <- sd(y) }", s.Left.Name)
					}
				}
				g.fail(rel.Pos, "%s depends on itself: %s%s. %s", called(v), names, called(v), instead)
			}
			return d
		}
		depth[v] = open
		path = append(path, v)
		s := g.Statements[v.stmt]
		env := s.Rows.Env(int(v.row))
		d := 0
		for x := range expr.PartsOf(s.Right()) {
			if x.Array == nil || g.fails > before {
				continue
			}
			touch := func(i int) {
				if def := x.Array.Def[i]; def >= 0 && slices.Contains(group, int(def)) {
					w := node{def, int32(g.rowOf(g.Statements[def], i))}
					if k := visit(w); g.Statements[def].Deterministic() {
						d = max(d, k)
					}
				}
			}
			if !x.Positions(env, touch) { // an unknown index: all in its range that are not this one
				in := anything
				if len(x.Args) == 1 {
					in = ranges{Graph: g, known: known, env: env}.of(x.Args[0], s)
				}
				for i := range x.Array.Def {
					if !(float64(i+1) < in.least || float64(i+1) > in.most) {
						touch(i)
					}
				}
			}
		}
		path = path[:len(path)-1]
		depth[v] = d + 1
		if only {
			return 0
		}
		deep = deep || d+1 > deepest && s.Deterministic()
		if k := len(g.steps) - 1; k >= 0 && g.steps[k].Rows != nil && g.steps[k].Statement == s {
			g.steps[k].Rows = append(g.steps[k].Rows, v.row)
		} else {
			g.steps = append(g.steps, Step{s, []int32{v.row}})
		}
		return d + 1
	}
	for _, id := range group {
		for row := range g.Statements[id].Rows.N {
			if only && row == some {
				break
			}
			visit(node{int32(id), int32(row)})
			if g.fails > before {
				return false
			}
		}
	}
	for _, id := range group {
		if s := g.Statements[id]; deep && s.Deterministic() {
			s.Left.Array.Computed, s.Left.Array.State = true, true
		}
	}
	return true
}

// large marks deterministic arrays that are used whole and are too long to be written out. A matrix
// that is inverted is too long with fewer elements, as each element of the inverse needs them all.
func (g *Graph) large() {
	inverted := map[*expr.Array]bool{}
	for _, s := range g.Statements {
		if e := s.Value; e != nil && e.Has(func(x *expr.Expr) bool { return x.Name == "inverse" }) {
			inverted[s.Left.Array] = true
			for x := range e.Parts() {
				inverted[x.Array] = true
			}
		}
	}
	for _, s := range g.Statements {
		if s.Rows.N == 0 {
			continue
		}
		for x := range expr.PartsOf(s.expressions()) {
			most := 4 * mostTerms
			if inverted[x.Array] {
				most = mostInverted
			}
			if x.Op == expr.Slice && x != s.Left && x.Array.Size() > most &&
				g.hasDeterministic(x.Array) && !g.scaled(x.Array) {
				first, ok1 := x.Shape(s.Rows.Env(0))
				last, ok2 := x.Shape(s.Rows.Env(s.Rows.N - 1))
				if !ok1 || !ok2 || max(expr.Size(first), expr.Size(last)) > most {
					x.Array.Computed, x.Array.State = true, true
				}
			}
		}
	}
}

// mostInverted is how many elements of a matrix are written out if it is inverted.
const mostInverted = 9

// mostScaled is how many elements of a matrix that is known up to a factor are written out.
const mostScaled = 10_000

// scaled tells whether each element is one known number times what is unknown.
func (g *Graph) scaled(a *expr.Array) bool {
	return a.Size() <= mostScaled && !slices.ContainsFunc(a.Def, func(d int32) bool {
		if d < 0 {
			return false
		}
		v := g.Statements[d].Value
		return v == nil || v.Op != expr.Call || v.Name != "*" || unknown(v.Args[0]) == unknown(v.Args[1])
	})
}
