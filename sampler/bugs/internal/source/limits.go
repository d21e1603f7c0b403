package source

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/graph"
)

// unit tells whether the unknown is uniform from zero to one.
func (w *writer) unit() bool {
	s := w.u.Statement
	is := func(k int, v float64) bool {
		x, ok := s.Args[k].Eval(nil)
		return ok && !s.Args[k].Counts && x == v
	}
	return s.Dist.Name == "dunif" && s.Lower == nil && s.Upper == nil && is(0, 0) && is(1, 1)
}

func (w *writer) isCut() bool {
	s := w.u.Statement
	return s.Lower != nil || s.Upper != nil || s.Dist.Name == "dunif" || s.Dist.Name == "dpar" ||
		len(w.intervals()) > 0
}

// intervals are the pieces that say in which interval the unknown lies.
func (w *writer) intervals() (out []*graph.Piece) {
	for _, p := range w.Graph.Pieces {
		if p.Statement.Dist.Name == "dinterval" && p.Args[0].Mentions(w.u.X.Array) {
			out = append(out, p)
		}
	}
	return out
}

// limits are the ends of the interval that the unknown lies in, and what must stand before.
func (w *writer) limits() (lo, hi, before string) {
	d := w.u.Statement.Dist
	var lows, highs []string
	add := func(list *[]string, e *expr.Expr) {
		if e != nil {
			*list = append(*list, w.expr(e, sum))
		}
	}
	for _, p := range w.d.Places {
		piece := p.Factor.Piece
		if piece.Statement != w.u.Statement || p.Letter(piece.Left) != w.u.X {
			continue
		}
		switch d.Name {
		case "dunif":
			add(&lows, p.Letter(piece.Args[0]))
			add(&highs, p.Letter(piece.Args[1]))
		case "dpar":
			add(&lows, p.Letter(piece.Args[1]))
		}
		add(&lows, p.Letter(piece.Lower))
		add(&highs, p.Letter(piece.Upper))
	}
	if d.Name != "dunif" && d.Name != "dpar" && (d.Lo > math.Inf(-1) || lows == nil) {
		lows = append(lows, number(d.Lo))
	}
	if d.Hi < math.Inf(1) || highs == nil {
		highs = append(highs, number(d.Hi))
	}
	lo, hi = combined("max", lows), combined("min", highs)
	for _, piece := range w.intervals() {
		if v, err := strconv.ParseFloat(lo, 64); err == nil {
			lo = float(v)
		}
		before += "lo, hi := " + lo + ", " + hi + "\n" + w.between(piece)
		lo, hi = "lo", "hi"
	}
	return lo, hi, before
}

// between narrows lo and hi to the cut points that an observed interval says.
func (w *writer) between(piece *graph.Piece) string {
	if piece.Args[0].String() != w.u.X.String() || !known(piece.Left) {
		w.refuse("%s lies in an interval that %s gives, and the text cannot say which", w.u.X, piece.Left)
	}
	cuts, ok := w.Graph.Pool.Elements(piece.Args[1])
	if !ok {
		w.refuse("the cut points of %s differ in number", piece.Left)
	}
	left, list, above := w.value(piece.Left), w.list(cuts), "%s"
	if w.u.Statement.Dist.Discrete {
		above = "math.Floor(%s)+1"
	}
	if len(cuts) == 1 {
		return fmt.Sprintf("if %s == 0 {\nhi = min(hi, %s)\n} else {\nlo = max(lo, %s)\n}\n", left,
			list, fmt.Sprintf(above, list))
	}
	return fmt.Sprintf("cuts := [...]float64{%s}\nif %s > 0 {\nlo = max(lo, %[4]s)\n}\n"+
		"if %[2]s < %[3]d {\nhi = min(hi, cuts[%[2]s])\n}\n", list, left, len(cuts),
		fmt.Sprintf(above, "cuts["+left+"-1]"))
}

func combined(f string, list []string) string {
	slices.Sort(list)
	list = slices.Compact(list)
	if len(list) == 1 {
		return list[0]
	}
	return f + "(" + strings.Join(list, ", ") + ")"
}
