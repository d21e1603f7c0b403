package nb

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"gibbslab/nb/internal/paint"
)

// PlateDiagram draws a model as a plate diagram, from a few words:
//
//	nb.PlateDiagram(`
//		(γ_π) → π → L_j → [W_jk] ← θ_x ← (γ_θ)
//		j = 1 … N: L_j W_jk
//		k = 1 … R_j: W_jk
//		x = 0, 1: θ_x
//	`)
//
// A line of names and arrows is a row of nodes, in the order written; arrows run from what is drawn
// first to what is drawn from it. Square brackets mark what is seen (a grey circle), round ones
// what is fixed (a dot), and a bare name is unknown (a white circle). The marks are needed once; ->
// and <- are arrows too. What follows an underscore is a subscript: W_jk.
//
// A row that begins at, or runs through, a node that exists already is placed below it: "(τ²) → μ"
// puts τ² to the left of μ, one row down.
//
// A line with a colon is a plate, a frame around nodes that exist many times: before the colon its
// index and range, after it the nodes in it. A plate within a plate is a loop within a loop.
//
// A diagram that cannot be read, has arrows in a circle, or a plate around a node that is not in
// it, panics with a sentence. The plot has no axes; the picture of a diagram alone is as high as it
// needs to be.
func PlateDiagram(text string) *plot.Plot {
	d := readDiagram(text)
	p := paint.NewPlot("The model", "", "")
	p.HideAxes()
	paint.SetWish(p, paint.Wish{Height: d.Pixels(), Words: d.text})
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
	p.Add(d)
	for _, k := range d.kinds() {
		p.Legend.Add(k.String(), nodeKey{k})
	}
	return p
}

// readDiagram reads the words of a diagram, and places its nodes and plates.
func readDiagram(text string) *diagram {
	d := &diagram{at: map[string]int{}}
	for _, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		switch before, after, isPlate := strings.Cut(line, ":"); {
		case line == "":
		case isPlate:
			d.addPlate(strings.TrimSpace(before), strings.Fields(strings.ReplaceAll(after, ",", " ")))
		default:
			d.addRow(line)
		}
	}
	d.check()
	d.layFrames()
	d.text = strings.Join(d.written, "\n")
	return d
}

// kinds are the kinds of nodes that there are.
func (d *diagram) kinds() (kinds []nodeKind) {
	for _, k := range []nodeKind{unknown, seen, fixed} {
		if slices.ContainsFunc(d.nodes, func(n node) bool { return n.kind == k }) {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// diagram is what PlateDiagram has read, and how it is drawn.
type diagram struct {
	nodes   []node
	at      map[string]int // the index of a node by its name
	edges   [][2]int       // from, to
	plates  []plate
	frames  []vg.Rectangle // of the plates
	written []string       // the lines, without blanks around them
	text    string
}

type node struct {
	name     string
	kind     nodeKind
	col, row int
}

type plate struct {
	label   string
	members []int
}

type nodeKind int

const (
	unknown nodeKind = iota
	seen
	fixed
)

// String is the name of the kind in the key.
func (k nodeKind) String() string { return [...]string{"unknown", "seen", "fixed"}[k] }

var arrows = strings.NewReplacer("->", "→", "<-", "←")

// addRow reads a line of names and arrows.
func (d *diagram) addRow(line string) {
	line = arrows.Replace(line)
	d.written = append(d.written, line)
	var chain []int
	var forward []bool
	for rest := line; ; {
		i := strings.IndexAny(rest, "→←")
		word := rest
		if i >= 0 {
			word = rest[:i]
		}
		chain = append(chain, d.mention(strings.TrimSpace(word), line, len(chain)))
		if i < 0 {
			break
		}
		forward = append(forward, strings.HasPrefix(rest[i:], "→"))
		rest = rest[i+len("→"):]
	}
	for i, f := range forward {
		from, to := chain[i], chain[i+1]
		if !f {
			from, to = to, from
		}
		d.edges = append(d.edges, [2]int{from, to})
	}
	d.place(chain)
}

// mention returns the node of a word such as [W_jk], which is made if it is new.
func (d *diagram) mention(word, line string, before int) int {
	name, kind := word, unknown
	for k, brackets := range map[nodeKind]string{seen: "[]", fixed: "()"} {
		if strings.HasPrefix(word, brackets[:1]) && strings.HasSuffix(word, brackets[1:]) {
			name, kind = strings.TrimSpace(word[1:len(word)-1]), k
		}
	}
	switch {
	case name == "" && before == 0:
		panic(fmt.Sprintf("plate diagram: nothing stands before the first arrow of %q", line))
	case name == "":
		panic(fmt.Sprintf("plate diagram: nothing stands after arrow %d of %q", before, line))
	case strings.ContainsAny(name, "[]()") || strings.ContainsFunc(name, unicode.IsSpace):
		panic(fmt.Sprintf("plate diagram: %q in %q is not a name: write names without blanks, with → between them, and [ ] or ( ) around a whole name", name, line))
	}
	i, known := d.at[name]
	if !known {
		i = len(d.nodes)
		d.at[name] = i
		d.nodes = append(d.nodes, node{name, kind, -1, -1})
	} else if had := d.nodes[i].kind; kind != unknown && kind != had {
		panic(fmt.Sprintf("plate diagram: %s is %v at first, and %v in %q: mark it where it comes first", name, had, kind, line))
	}
	return i
}

// addPlate reads what stands before and after a colon.
func (d *diagram) addPlate(label string, names []string) {
	if label == "" || len(names) == 0 {
		panic(fmt.Sprintf("plate diagram: a plate is \"index and range: names\", and not %q", label+": "+strings.Join(names, " ")))
	}
	d.written = append(d.written, label+": "+strings.Join(names, " "))
	pl := plate{label: label}
	for _, name := range names {
		name = strings.Trim(name, "[]()")
		i, ok := d.at[name]
		if !ok {
			panic(fmt.Sprintf("plate diagram: plate %q has %q in it, which no row above names; there are %s", label, name, d.names()))
		}
		pl.members = append(pl.members, i)
	}
	d.plates = append(d.plates, pl)
}

func (d *diagram) names() string {
	all := make([]string, len(d.nodes))
	for i, n := range d.nodes {
		all[i] = n.name
	}
	return strings.Join(all, ", ")
}
