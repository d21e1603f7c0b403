package report

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"gibbslab/internal/durable"
)

// A Column of values for other programs: a []string, []float64, []int or []time.Time.
type Column struct {
	Name   string
	Values any
}

// Columns are a table for other programs, of values with all their digits. For a table to print see
// [Table].
type Columns []Column

// Save writes the columns to a file. The ending of its name chooses the format: .csv, or .parquet,
// which pandas, R's arrow and DuckDB read with the types of the columns. In CSV, NaN is an empty
// field. A file of that name is replaced when the new one is whole. Errors: another ending, columns
// of different lengths or of other types, two columns of one name.
func (c Columns) Save(path string) error {
	_, err := c.rows()
	var b bytes.Buffer
	switch ending := strings.ToLower(filepath.Ext(path)); {
	case err != nil:
	case ending == ".csv":
		err = c.csv(&b)
	case ending == ".parquet":
		c.parquet(&b)
	default:
		err = fmt.Errorf("%q ends in %q: end the name in .csv or .parquet", path, ending)
	}
	if err == nil {
		err = durable.WriteFile(path, b.Bytes())
	}
	if err != nil {
		return fmt.Errorf("report: Columns.Save: %w", err)
	}
	return nil
}

// rows is the length of all columns.
func (c Columns) rows() (n int, err error) {
	if len(c) == 0 {
		return 0, errors.New("there are no columns")
	}
	var names []string
	for i, column := range c {
		length := 0
		switch v := column.Values.(type) {
		case []string:
			length = len(v)
		case []float64:
			length = len(v)
		case []int:
			length = len(v)
		case []time.Time:
			length = len(v)
		default:
			return 0, fmt.Errorf("column %q is a %T, expected []string, []float64, []int or []time.Time",
				column.Name, v)
		}
		if i == 0 {
			n = length
		}
		if length != n {
			return 0, fmt.Errorf("column %q has %d values, and %q has %d: give columns of one length",
				column.Name, length, c[0].Name, n)
		}
		if slices.Contains(names, column.Name) || column.Name == "" {
			return 0, fmt.Errorf("column %d is called %q: give each column a name of its own", i,
				column.Name)
		}
		names = append(names, column.Name)
	}
	return n, nil
}

func (c Columns) csv(b *bytes.Buffer) error {
	lines := [][]string{nil}
	n, _ := c.rows()
	for _, column := range c {
		lines[0] = append(lines[0], column.Name)
	}
	for i := range n {
		var line []string
		for _, column := range c {
			line = append(line, text(column.Values, i))
		}
		lines = append(lines, line)
	}
	return csv.NewWriter(b).WriteAll(lines)
}

func text(values any, i int) string {
	switch v := values.(type) {
	case []float64:
		if v[i] != v[i] {
			return ""
		}
		return strconv.FormatFloat(v[i], 'g', -1, 64)
	case []int:
		return strconv.Itoa(v[i])
	case []time.Time:
		if v[i].IsZero() {
			return ""
		}
		return v[i].UTC().Format(time.RFC3339)
	}
	return values.([]string)[i]
}

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
