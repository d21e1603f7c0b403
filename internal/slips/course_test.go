package slips

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestNoFalseAlarm reads all cells of the course, of which none has such a slip.
func TestNoFalseAlarm(t *testing.T) {
	paths, _ := filepath.Glob("../../notebooks/*.ipynb")
	more, _ := filepath.Glob("../../notebooks/solutions/*.ipynb")
	cells := 0
	for _, path := range append(paths, more...) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var nb struct {
			Cells []struct {
				Type   string `json:"cell_type"`
				Source any    `json:"source"`
			}
		}
		if err := json.Unmarshal(text, &nb); err != nil {
			t.Fatal(err)
		}
		for i, c := range nb.Cells {
			if c.Type != "code" {
				continue
			}
			var source string
			switch s := c.Source.(type) {
			case string:
				source = s
			case []any:
				for _, line := range s {
					source += line.(string)
				}
			}
			decls, main, found := strings.Cut("\n"+source, "\n%%")
			if found {
				_, main, _ = strings.Cut(main, "\n")
				decls += "\nfunc main() {\n" + main + "\n}"
			}
			program := &Program{File: "main.go", Source: "package main\n" + decls, Cell: 1}
			for range strings.Count(program.Source, "\n") + 1 {
				program.Places = append(program.Places, Place{1, len(program.Places)})
			}
			cells++
			for _, said := range program.Warnings() {
				t.Errorf("%s, cell %d: %s\n%s", filepath.Base(path), i, said, source)
			}
		}
	}
	if cells < 500 {
		t.Errorf("only %d cells", cells)
	}
}
