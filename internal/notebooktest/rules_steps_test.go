package notebooktest

import (
	"slices"
	"strings"
	"testing"
)

// dense lists the notebooks that do not go in small steps yet.
var dense = []string{
	"01_control",
	"01_unsolved",
}

// smallSteps tells whether a notebook goes in small steps: it has as many cells as it takes, each
// with one new idea.
func smallSteps(n *notebook) bool {
	return !slices.Contains(dense, strings.TrimSuffix(n.name, ".ipynb"))
}

// steps: code cells are short, and text stands between any two of them.
func steps(n *notebook) []string {
	var lengths []int
	var found []string
	for i, c := range n.Cells {
		if c.Type != "code" || n.printed(i) {
			continue
		}
		lengths = append(lengths, c.lines())
		found = append(found, want(i == 0 || n.Cells[i-1].Type != "code",
			"cell %d: no text stands between it and the code before", i+1)...)
		found = append(found, want(c.lines() <= 15,
			"cell %d has %d lines; at most 15 are wanted", i+1, c.lines())...)
	}
	if len(lengths) == 0 {
		return found
	}
	slices.Sort(lengths)
	middle := lengths[len(lengths)/2]
	return append(found, want(middle <= 12,
		"half of the code cells have up to %d lines; 12 are wanted", middle)...)
}

func TestSmallSteps(t *testing.T) {
	code := func(lines string) cell { return cell{Type: "code", Source: text(lines)} }
	prints := func(s string) cell {
		return cell{Type: "code", Source: "p()", Outputs: []output{{Type: "stream", Text: text(s)}}}
	}
	text := cell{Type: "markdown"}
	long := "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13"
	longer := long + "\n" + long
	for name, c := range map[string]struct {
		cells  []cell
		broken int
	}{
		"right":        {[]cell{text, code("1\n2"), text, code("3")}, 0},
		"no text":      {[]cell{text, code("1"), code("2")}, 1},
		"long median":  {[]cell{code(long), text, code(long), text, code("1")}, 1},
		"one too long": {[]cell{code("1"), text, code(longer)}, 2},
		"printed":      {[]cell{prints(longer), text, code(longer)}, 0},
		"not printed":  {[]cell{prints(long), text, code(longer)}, 2},
	} {
		if got := steps(&notebook{name: "10_new.ipynb", Cells: c.cells}); len(got) != c.broken {
			t.Errorf("%s: %q, want %d findings", name, got, c.broken)
		}
	}
}
