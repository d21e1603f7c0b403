package report

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"path/filepath"
	"strings"

	"gibbslab/internal/durable"
)

// Save writes the table to a file, as it is shown: .csv, .md for Markdown, or .tex for LaTeX, which
// \input takes into a document without packages, in parts if it is wide. A file of that name is
// replaced.
func (t Table) Save(path string) error {
	var data string
	var err error
	switch ending := strings.ToLower(filepath.Ext(path)); ending {
	case ".csv":
		var b bytes.Buffer
		err = csv.NewWriter(&b).WriteAll(t.lines())
		data = b.String()
	case ".md":
		data = t.Markdown()
	case ".tex":
		data = t.LaTeX()
	default:
		err = fmt.Errorf("%q ends in %q: end the name in .csv, .md or .tex", path, ending)
	}
	if err == nil {
		err = durable.WriteFile(path, []byte(data))
	}
	if err != nil {
		return fmt.Errorf("report: Table.Save: %w", err)
	}
	return nil
}

// lines are the head, which may be empty, and the rows, all of one length.
func (t Table) lines() [][]string {
	var lines [][]string
	for _, row := range append([][]string{t.Head}, t.Rows...) {
		line := make([]string, t.Columns())
		copy(line, row)
		lines = append(lines, line)
	}
	return lines
}

// Markdown is the table as GitHub and pandoc read it.
func (t Table) Markdown() string {
	escape := strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "<", "&lt;", "\n", " ")
	var b strings.Builder
	for i, line := range t.lines() {
		for c := range line {
			line[c] = escape.Replace(line[c])
		}
		b.WriteString("| " + strings.Join(line, " | ") + " |\n")
		if i > 0 {
			continue
		}
		for c := range line {
			b.WriteString("|" + map[bool]string{true: ":---", false: "---:"}[t.IsText(c)])
		}
		b.WriteString("|\n")
	}
	return b.String()
}
