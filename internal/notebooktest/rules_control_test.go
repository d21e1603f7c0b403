package notebooktest

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// one, picture and shown make a good notebook of cells and outputs, for the controls to break.
var (
	one     = 1
	picture = output{Type: "display_data",
		Data: map[string]text{"image/png": "iVBOR", "text/plain": "a line that rises"}}
	shown = output{Type: "stream", Name: "stdout", Text: "86.3\n"}
)

// goodNotebook has 20 cells that obey every rule.
func goodNotebook() *notebook {
	n := &notebook{name: "01_control.ipynb", size: 1000, Format: 4, Minor: 5}
	n.Metadata.Kernel.Name = "gonb"
	prose := func(s string) { n.Cells = append(n.Cells, cell{Type: "markdown", Source: text(s)}) }
	code := func(s string, outputs ...output) {
		n.Cells = append(n.Cells, cell{Type: "code", Source: text(s), Count: &one, Outputs: outputs})
	}
	prose("# How good is it?\n")
	prose("## What you will learn\n\n" + strings.Repeat("Each word counts. ", 450))
	prose("## Before you start\n\nAbout 20 minutes, of which $a + b$ and `x` are two.")
	code("import \"gibbslab/nb\"\n\nconst seed = 1\n\nvar scale, names = float64(2), " +
		"[]string{\"a\"}\n")
	code("func half(x float64) float64 { return x / 2 }\n%%\nnb.Show(half(seed))", shown, picture)
	prose("## Summary\n\nGood.")
	prose("## Exercises\n\nThree.")
	for range 3 {
		code("%%\nnb.Exercise(\"half\", nb.Todo, \"Il73ygnHX5PtOhmoDy4\", 0.01)", shown)
	}
	prose("## Sources\n\nNone.")
	for len(n.Cells) < 20 {
		prose("More.")
	}
	for i := range n.Cells {
		n.Cells[i].ID = fmt.Sprint("c", i)
	}
	return n
}

// set makes a control that replaces the source of one cell.
func set(i int, source string) func(*notebook) {
	return func(n *notebook) { n.Cells[i].Source = text(source) }
}

// show makes a control that replaces the outputs of one code cell.
func show(o output) func(*notebook) {
	return func(n *notebook) { n.Cells[4].Outputs = []output{o} }
}

// TestRulesCatch breaks a good notebook in one way at a time: only the rule meant for it must
// notice.
func TestRulesCatch(t *testing.T) {
	data := func(kind, s string) output {
		return output{Type: "display_data", Data: map[string]text{kind: text(s)}}
	}
	long := strings.Repeat("nb.Show(1)\n", 25)
	controls := []struct {
		rule  string
		spoil func(*notebook)
	}{
		{"format", func(n *notebook) { n.Minor = 4 }},
		{"format", func(n *notebook) { n.Metadata.Kernel.Name = "python3" }},
		{"format", func(n *notebook) { n.Cells[3].ID = n.Cells[4].ID }},
		{"question", set(0, "# It is good\n")},
		{"question", set(19, "# Is there a second title?")},
		{"links", set(19, "Continue with `02_exam_scores.ipynb`.")},
		{"links", set(19, "Continue with [the exam](02_exam_scores.ipynb).")},
		{"sections", set(5, "### Summary\n\nGood.")},
		{"sections", set(2, "## Before you start\n\nNothing.")},
		{"sections", func(n *notebook) { n.Cells[1], n.Cells[2] = n.Cells[2], n.Cells[1] }},
		{"cell count", func(n *notebook) { n.Cells = n.Cells[:19] }},
		{"cell count", func(n *notebook) {
			for i := range 16 {
				c := n.Cells[9]
				c.ID = fmt.Sprint("more", i)
				n.Cells = append(n.Cells, c)
			}
		}},
		{"cell length", set(4, "%%\n"+long)},
		{"cell length", set(4, "%%\n// "+strings.Repeat("é", 98))},
		{"short cells", func(n *notebook) {
			for _, i := range []int{3, 4, 9} {
				n.Cells[i].Source = text(strings.Repeat("// more\n", 8) + string(n.Cells[i].Source))
			}
		}},
		{"words", set(1, "## What you will learn\n\n"+strings.Repeat("$a + b$ ", 1500))},
		{"words", set(1, "## What you will learn\n\n"+strings.Repeat("word ", 2500))},
		{"rhythm", func(n *notebook) { n.Cells[4].Outputs = nil }},
		{"plain Go", set(4, "%%\n!ls")},
		{"plain Go", set(4, "%%\n %noautoget")},
		{"plain Go", set(4, "%%\n// !*go get gonum.org/v1/gonum")},
		{"plain Go", set(4, "%%\nnb.Show(\"/home/me/data.csv\")")},
		{"plain Go", set(4, "%%\nnb.Show(time.Now())")},
		{"plain Go", set(4, "%%\nif err != nil {\n}")},
		{"no computing variables", set(3, "var post = sample()")},
		{"no computing variables", set(3, "var (\n\ta = 1\n\tr = rand.New(rand.NewPCG(1, 2))\n)\n%%\n")},
		{"no computing variables", set(3, "var x = func() int { return 1 }()")},
		{"no computing variables", set(3, "nb.Show(1)")},
		{"exercises", set(9, "%%\nnb.Show(1)")},
		{"exercises", set(9, "%%\nnb.Exercise(\"half\", nb.Todo, 0.5, 0.01)")},
		{"exercises", set(9, "%%\nnb.Exercise(\"half\", nb.Todo, nb.Seal(\"half\", 0.5, 1), 1)")},
		{"exercises", func(n *notebook) { n.name = "01_unsolved.ipynb" }},
		{"stored outputs", show(output{Type: "error"})},
		{"stored outputs", func(n *notebook) { n.Cells[3].Count = nil }},
		{"self-contained outputs", show(data("text/html", "<script>1</script>"))},
		{"self-contained outputs", show(data("text/html", "<img src='https://example.org/a.png'>"))},
		{"self-contained outputs", show(output{Type: "stream", Text: "http://example.org"})},
		{"images", show(data("image/png", "iVBOR"))},
		{"images", show(data("image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg"/>`))},
		{"file size", func(n *notebook) { n.size = 1465 << 10 }},
	}

	t.Chdir(t.TempDir())
	if err := os.Mkdir("solutions", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("solutions/01_control.ipynb", nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if broken := broken(goodNotebook()); len(broken) > 0 {
		t.Errorf("the good notebook breaks %q", broken)
	}
	uncovered := map[string]bool{}
	for _, r := range slices.Concat(houseRules, tutorialRules) {
		uncovered[r.name] = true
	}
	for i, c := range controls {
		n := goodNotebook()
		c.spoil(n)
		if got := broken(n); !slices.Equal(got, []string{c.rule}) {
			t.Errorf("control %d: broken rules are %q, want only %q", i, got, c.rule)
		}
		delete(uncovered, c.rule)
	}
	if len(uncovered) > 0 {
		t.Errorf("rules without a control: %v", uncovered)
	}
}

// broken lists the rules that a notebook breaks.
func broken(n *notebook) []string {
	var all []string
	for _, r := range slices.Concat(houseRules, tutorialRules) {
		if len(r.check(n)) > 0 {
			all = append(all, r.name)
		}
	}
	return all
}
