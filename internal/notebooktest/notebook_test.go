package notebooktest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// notebook is the part of the Jupyter format (4.5) that the tests need.
type notebook struct {
	name     string // path below this folder
	solution bool   // is in solutions/
	size     int    // bytes of the file

	Cells    []cell `json:"cells"`
	Metadata struct {
		Kernel struct {
			Name string `json:"name"`
		} `json:"kernelspec"`
	} `json:"metadata"`
	Format int `json:"nbformat"`
	Minor  int `json:"nbformat_minor"`
}

type cell struct {
	Type    string   `json:"cell_type"`
	ID      string   `json:"id"`
	Source  text     `json:"source"`
	Count   *int     `json:"execution_count"`
	Outputs []output `json:"outputs"`
}

type output struct {
	Type string          `json:"output_type"`
	Name string          `json:"name,omitempty"` // of a stream
	Text text            `json:"text,omitempty"`
	Data map[string]text `json:"data,omitempty"` // by media type

	Metadata json.RawMessage `json:"metadata,omitempty"`
}

// text is a string that the format stores as one string or as a list of lines.
type text string

func (t *text) UnmarshalJSON(b []byte) error {
	var lines []string
	if err := json.Unmarshal(b, &lines); err == nil {
		*t = text(strings.Join(lines, ""))
		return nil
	}
	var one string
	if err := json.Unmarshal(b, &one); err == nil {
		*t = text(one)
		return nil
	}
	*t = text(b) // JSON of some other media type
	return nil
}

// parse reads a notebook from the bytes of its file.
func parse(name string, file []byte) (*notebook, error) {
	n := &notebook{name: name, solution: strings.HasPrefix(name, "solutions/"), size: len(file)}
	if err := json.NewDecoder(bytes.NewReader(file)).Decode(n); err != nil {
		return nil, fmt.Errorf("%s is not a notebook: %w", name, err)
	}
	return n, nil
}

// names lists the notebooks of the tutorial and of solutions/. Any others there belong to a reader.
func names(t *testing.T) []string {
	t.Helper()
	var all []string
	for _, pattern := range []string{"[0-9][0-9]_*.ipynb", "solutions/[0-9][0-9]_*.ipynb"} {
		some, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, some...)
	}
	if len(all) == 0 {
		t.Fatal("there is no notebook in this folder")
	}
	return all
}

// load reads a stored notebook.
func load(t *testing.T, name string) *notebook {
	t.Helper()
	file, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	n, err := parse(filepath.ToSlash(name), file)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// code returns the code cells, markdown the others.
func (n *notebook) code() []cell     { return n.ofType("code") }
func (n *notebook) markdown() []cell { return n.ofType("markdown") }

func (n *notebook) ofType(kind string) []cell {
	var some []cell
	for _, c := range n.Cells {
		if c.Type == kind {
			some = append(some, c)
		}
	}
	return some
}

// lines counts the lines of a cell.
func (c cell) lines() int {
	return strings.Count(strings.TrimRight(string(c.Source), "\n"), "\n") + 1
}
