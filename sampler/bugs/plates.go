package bugs

import (
	"fmt"
	"slices"
	"strings"

	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/graph"
	"gibbslab/sampler/bugs/internal/tex"
)

// Plates are a plate diagram, as text in the language of nb.PlateDiagram. nb.Show draws it.
type Plates string

// PlateDiagram is the text.
func (p Plates) PlateDiagram() string { return string(p) }

// Plates is the model as a plate diagram. It shows what is drawn and what is observed; arrows go
// through what is computed, and what is fixed is left out.
func (m *Model) Plates() Plates {
	var d tex.Diagram
	node := map[*graph.Statement]int{}
	for _, s := range m.graph.Statements {
		if s.Deterministic() || s.Rows.N == 0 {
			continue
		}
		label := tex.Label(s)
		for slices.Contains(d.Nodes, label) {
			label += "'"
		}
		at := len(d.Nodes)
		node[s] = at
		d.Nodes, d.Seen = append(d.Nodes, label), append(d.Seen, s.Observed())
		for _, l := range s.Loops {
			d.Join(at, fmt.Sprintf("%s = %s … %s", l.Var, plain(l.Lo), plain(l.Hi)))
		}
	}
	for _, p := range m.graph.Pieces {
		if to, ok := node[p.Statement]; ok {
			for _, s := range m.parents(p, map[*expr.Array]bool{}) {
				d.Arrow(node[s], to)
			}
		}
	}
	return Plates(d.Text())
}

// parents are the stochastic statements that a piece depends on, directly or through what is
// computed step by step.
func (m *Model) parents(p *graph.Piece, seen map[*expr.Array]bool) (out []*graph.Statement) {
	for x := range expr.PartsOf(p.Right()) {
		if x.Array == nil || !x.Array.Unknowns {
			continue
		}
		at := []int32{-1} // any element
		if x.Op == expr.Elem {
			at = x.PositionColumn(p.Rows)
		}
		var defs []int32
		for _, i := range at {
			if i >= 0 {
				defs = append(defs, x.Array.Def[i])
			}
		}
		if at[0] == -1 {
			defs = x.Array.Def
		}
		for _, s := range m.graph.Statements {
			if slices.Contains(defs, int32(s.ID)) && !s.Deterministic() {
				out = append(out, s)
			}
		}
		if x.Array.Computed && !seen[x.Array] {
			seen[x.Array] = true
			for _, c := range m.graph.Computed {
				if c.Left.Array == x.Array {
					out = append(out, m.parents(c, seen)...)
				}
			}
		}
	}
	return out
}

// plain is an expression without what the language of plate diagrams gives a meaning.
func plain(e *expr.Expr) string {
	return strings.NewReplacer(":", "…", ",", " ").Replace(e.String())
}
