package plates

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"gibbslab/nb/internal/paint"
)

const naiveBayes = `
	(γ_π) → π → L_j → [W_jk] ← θ_x ← (γ_θ)
	j = 1 … N: L_j W_jk
	k = 1 … R_j: W_jk
	x = 0, 1: θ_x
`

// Two normal means that share a variance: a second row, an arrow between rows, and a node below
// another.
const mixture = `
	(α) -> π → z_i → [y_i] <- μ_k ← (m)
	y_i ← σ²_k ← (s)
	i = 1 … n: z_i, [y_i]
	class k = 1 … K, and a label wider than its plate: μ_k σ²_k
`

func TestPlaces(t *testing.T) {
	d := Read(mixture)
	for name, want := range map[string]node{
		"α": {name: "α", kind: fixed, col: 0, row: 0}, "π": {name: "π", kind: unknown, col: 1,
			row: 0}, "y_i": {name: "y_i", kind: seen, col: 3, row: 0},
		"m":    {name: "m", kind: fixed, col: 5, row: 0},
		"σ²_k": {name: "σ²_k", kind: unknown, col: 4, row: 1}, "s": {name: "s", kind: fixed, col: 5,
			row: 1},
	} {
		if got := d.nodes[d.at[name]]; got != want {
			t.Errorf("%s is %+v, want %+v", name, got, want)
		}
	}
	for _, want := range [][2]string{{"α", "π"}, {"π", "z_i"}, {"z_i", "y_i"}, {"μ_k", "y_i"},
		{"m", "μ_k"}, {"σ²_k", "y_i"}, {"s", "σ²_k"}} {
		if !slices.Contains(d.edges, [2]int{d.at[want[0]], d.at[want[1]]}) {
			t.Errorf("no arrow from %s to %s", want[0], want[1])
		}
	}
	if len(d.edges) != 7 {
		t.Errorf("%d arrows, want 7", len(d.edges))
	}
	// A row without a node that has a place stands below all; a second one at the same place goes
	// further down.
	d = Read("a → b\nc\nd → b\ne → b")
	for name, row := range map[string]int{"a": 0, "b": 0, "c": 1, "d": 2, "e": 3} {
		if got := d.nodes[d.at[name]].row; got != row {
			t.Errorf("%s is in row %d, want %d", name, got, row)
		}
	}
}

// A plate holds its nodes, and the plates within it; no other node touches it.
func TestFrames(t *testing.T) {
	holds := func(a, b vg.Rectangle) bool {
		return a.Min.X < b.Min.X && a.Min.Y < b.Min.Y && a.Max.X > b.Max.X && a.Max.Y > b.Max.Y
	}
	apart := func(a, b vg.Rectangle) bool {
		return a.Max.X < b.Min.X || b.Max.X < a.Min.X || a.Max.Y < b.Min.Y || b.Max.Y < a.Min.Y
	}
	d := Read(naiveBayes)
	if !holds(d.frames[0], d.frames[1]) || !apart(d.frames[0], d.frames[2]) {
		t.Error("the words are not a plate within that of the documents, or the classes are not " +
			"outside")
	}
	for p, plate := range d.plates {
		for i, n := range d.nodes {
			if slices.Contains(plate.members, i) != holds(d.frames[p], n.box()) ||
				!slices.Contains(plate.members, i) && !apart(d.frames[p], n.box()) {
				t.Errorf("plate %q and node %s: the picture says something else than the text",
					plate.label, n.name)
			}
		}
	}
	// the first of two plates of the same nodes is the outer one
	same := Read("a → [b]\ni = 1 … n: a b\nj = 1 … m: a b")
	if !holds(same.frames[0], same.frames[1]) {
		t.Error("two plates of the same nodes are not one within the other")
	}
	// and soon done
	if d := Read("a\n" + strings.Repeat("i = 1 … n: a\n", 40)); !holds(d.frames[0], d.frames[39]) {
		t.Error("of forty plates around a node the first is not the outermost")
	}
}

// A label is at the right of its plate, unless an arrow would run through it there and not at the
// left.
func TestLabelAtLeft(t *testing.T) {
	for text, want := range map[string]bool{
		naiveBayes: false,
		"(x_i) → [y_i]\nα → y_i\nβ → y_i\ni = 1 … 272: x_i, y_i": true,
		"[y_i] ← β\ny_i ← α\ni = 1: y_i":                         false,
		"a → [y_i] ← b\nc → y_i\ny_i ← e\ni = 1 … 29: y_i":       false, // no place is free
	} {
		if got := Read(text).labelAtLeft(0); got != want {
			t.Errorf("%q: the label is at the left: %v, want %v", text, got, want)
		}
	}
}

func TestRefuses(t *testing.T) {
	for want, text := range map[string]string{
		"no nodes were given":                   " \n\t\n",
		"before the first arrow":                "→ a",
		"after arrow 2":                         "a → b →",
		"is not a name":                         "[a → b",
		"\"two words\" in":                      "two words → b",
		"is unknown at first, and seen":         "a → b\nb → [a]",
		"lead from a back to a":                 "a → b → a",
		"and not \"i = 1 … n: \"":               "a\ni = 1 … n:",
		"\"i\" has \"b\" in it":                 "a\ni: b",
		"would enclose b, which is not in it":   "a → b → c\ni: a c",
		"would enclose d, which is not in it: ": "a → b\nc → d\nd → b\ni: a b c",
	} {
		func() {
			defer func() {
				if got := fmt.Sprint(recover()); !strings.Contains(got, want) {
					t.Errorf("%q: %s, want %q", text, got, want)
				}
			}()
			Read(text)
		}()
	}
	// In a long line of nodes everything becomes smaller, and nothing leaves the picture.
	long := "a"
	for i := range 30 {
		long += fmt.Sprintf(" → a_%d", i)
	}
	if h := Read(long).Pixels(); h < 80 || h > 2*paint.PlotHeight {
		t.Errorf("31 nodes in a row are %d pixels high", h)
	}
}

func TestLabelParts(t *testing.T) {
	for label, want := range map[string][][2]string{
		"π":           {{"π", ""}},
		"W_jk":        {{"W", "jk"}},
		"k = 1 … R_j": {{"k = 1 … R", "j"}},
		"θ_x, θ_y!":   {{"θ", "x"}, {", θ", "y"}, {"!", ""}},
		"a_":          {{"a", ""}},
		"":            nil,
	} {
		if got := labelParts(label); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", label, got, want)
		}
	}
}

// TestNamesStayInTheirCircles at any scale. A name beside a dot has room enough.
func TestNamesStayInTheirCircles(t *testing.T) {
	for name, smaller := range map[string]bool{"x": false, "W_jk": false, "crowd": true, "minutes": true} {
		for _, k := range []vg.Length{1, 0.5} {
			sty := node{name: name, kind: seen}.nameStyle(k)
			if labelWidth(name, sty) > 2*k*nodeRadius-3*k || sty.Font.Size < k*diagramFont != smaller {
				t.Errorf("%q at scale %v: %v points wide, font %v", name, k, labelWidth(name, sty), sty.Font.Size)
			}
			if sty := (node{name: name, kind: fixed}).nameStyle(k); sty.Font.Size != k*diagramFont {
				t.Errorf("%q beside a dot: font %v", name, sty.Font.Size)
			}
		}
	}
}
