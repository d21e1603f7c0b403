package tex

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/graph"
)

// A Diagram is a plate diagram.
type Diagram struct {
	Nodes  []string
	Seen   []bool
	plates []string
	in     [][]int // by plate, the nodes
	arrows [][2]int
}

// Label is the name of a statement's node: Y_ij.
func Label(s *graph.Statement) string {
	var index []string
	for _, a := range s.Left.Args {
		switch {
		case a.Op == expr.Counter:
			index = append(index, s.Loops[a.Depth].Var)
		case a.Op != expr.All && a.Op != expr.Range:
			index = append(index, strings.NewReplacer(" ", "", ",", ".", "[", "", "]", "", "(", "", ")",
				"").Replace(a.String()))
		}
	}
	name, sub, _ := strings.Cut(text(symbol(s.Left.Array)), "_")
	sep := ""
	if slices.ContainsFunc(index, func(s string) bool { return len(s) > 1 }) || sub != "" {
		sep = "."
	}
	if sub != "" {
		index = append([]string{strings.ReplaceAll(sub, ",", ".")}, index...)
	}
	if len(strings.Join(index, sep)) > 5 && sub == "" { // the plates say the rest
		index = nil
	} else if len(strings.Join(index, sep)) > 8 {
		index = index[:1]
	}
	if len(index) == 0 {
		return name
	}
	return name + "_" + strings.Join(index, sep)
}

// Join puts a node into a plate.
func (d *Diagram) Join(node int, plate string) {
	k := slices.Index(d.plates, plate)
	if k < 0 {
		k = len(d.plates)
		d.plates, d.in = append(d.plates, plate), append(d.in, nil)
	}
	if !slices.Contains(d.in[k], node) {
		d.in[k] = append(d.in[k], node)
	}
}

// Arrow adds an arrow.
func (d *Diagram) Arrow(from, to int) {
	if a := [2]int{from, to}; from != to && !slices.Contains(d.arrows, a) && !d.leads(to, from) {
		d.arrows = append(d.arrows, a)
	}
}

// leads tells whether arrows lead from one node to another.
func (d *Diagram) leads(from, to int) bool {
	return from == to || slices.ContainsFunc(d.arrows,
		func(a [2]int) bool { return a[0] == from && d.leads(a[1], to) })
}

// tries is how many layouts are compared.
const tries = 4000

// Text writes the diagram in the order of rows that draws best: no plate may enclose what is not in
// it, and arrows should neither cross nor lead over other nodes.
func (d *Diagram) Text() string {
	r := rand.New(rand.NewPCG(1, 2))
	best := d.try(r)
	least := best.cost()
	for range tries {
		l := d.try(r)
		if c := l.cost(); c < least {
			best, least = l, c
		}
	}
	var b strings.Builder
	for _, row := range best.rows {
		for i, n := range row {
			if i > 0 {
				forward := slices.Contains(d.arrows, [2]int{row[i-1], n})
				b.WriteString(map[bool]string{true: " → ", false: " ← "}[forward])
			}
			if d.Seen[n] {
				b.WriteString("[" + d.Nodes[n] + "]")
			} else {
				b.WriteString(d.Nodes[n])
			}
		}
		b.WriteString("\n")
	}
	for k, p := range d.plates {
		if best.encloses(k) > 0 {
			continue // a frame would say what is not so
		}
		fmt.Fprintf(&b, "%s:", p)
		for _, n := range d.in[k] {
			b.WriteString(" " + d.Nodes[n])
		}
		b.WriteString("\n")
	}
	return b.String()
}
