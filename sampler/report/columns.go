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
