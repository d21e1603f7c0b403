// Package plates reads, places and draws the plate diagrams of nb.PlateDiagram.
package plates

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"gonum.org/v1/plot/vg"
)

// Diagram is what has been read, and how it is drawn.
type Diagram struct {
	nodes   []node
	at      map[string]int // the index of a node by its name
	edges   [][2]int       // from, to
	plates  []plate
	frames  []vg.Rectangle // of the plates
	written []string       // the lines, without blanks around them
	Text    string         // all of them
}

// Read reads the words of a diagram, and places its nodes and plates.
func Read(text string) *Diagram {
	d := &Diagram{at: map[string]int{}}
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
	d.Text = strings.Join(d.written, "\n")
	return d
}

// Kinds are the kinds of nodes that there are.
func (d *Diagram) Kinds() (kinds []Kind) {
	for _, k := range []Kind{unknown, seen, fixed} {
		if slices.ContainsFunc(d.nodes, func(n node) bool { return n.kind == k }) {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

type node struct {
	name     string
	kind     Kind
	col, row int
}

type plate struct {
	label   string
	members []int
}

// Kind is what is known of a node.
type Kind int

const (
	unknown Kind = iota
	seen
	fixed
)

// String is the name of the kind in the key.
func (k Kind) String() string { return [...]string{"unknown", "seen", "fixed"}[k] }

var arrows = strings.NewReplacer("->", "→", "<-", "←")

// addRow reads a line of names and arrows.
func (d *Diagram) addRow(line string) {
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

// mention returns the node of a word such as [W_jk]. If there is none, it makes one.
func (d *Diagram) mention(word, line string, before int) int {
	name, kind := word, unknown
	for k, brackets := range map[Kind]string{seen: "[]", fixed: "()"} {
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
		panic(fmt.Sprintf("plate diagram: %q in %q is not a name: write names without blanks, "+
			"with → between them, and [ ] or ( ) around a whole name", name, line))
	}
	i, known := d.at[name]
	if !known {
		i = len(d.nodes)
		d.at[name] = i
		d.nodes = append(d.nodes, node{name, kind, -1, -1})
	} else if had := d.nodes[i].kind; kind != unknown && kind != had {
		panic(fmt.Sprintf("plate diagram: %s is %v at first, and %v in %q: mark it where it comes "+
			"first", name, had, kind, line))
	}
	return i
}

// addPlate reads what stands before and after a colon.
func (d *Diagram) addPlate(label string, names []string) {
	if label == "" || len(names) == 0 {
		panic(fmt.Sprintf("plate diagram: a plate is \"index and range: names\", and not %q",
			label+": "+strings.Join(names, " ")))
	}
	d.written = append(d.written, label+": "+strings.Join(names, " "))
	pl := plate{label: label}
	for _, name := range names {
		name = strings.Trim(name, "[]()")
		i, ok := d.at[name]
		if !ok {
			var all []string
			for _, n := range d.nodes {
				all = append(all, n.name)
			}
			panic(fmt.Sprintf("plate diagram: plate %q has %q in it, which no row above names; "+
				"there are %s", label, name, strings.Join(all, ", ")))
		}
		pl.members = append(pl.members, i)
	}
	d.plates = append(d.plates, pl)
}
