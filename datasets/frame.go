package datasets

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Frame is a table read from a file: named columns of equal length, numbers and texts.
type Frame struct {
	// Names are the names of the columns, from the first line of the file.
	Names []string

	path    string
	columns [][]string
	lines   []int // line of the file on which each row begins
}

// ReadFrame reads all columns of the CSV file at path. The first line names them; separators,
// quotes and blank lines are as for [ReadCSV]. [Frame.Numbers], [Frame.Texts] and [Frame.Groups]
// return a column.
//
// Errors name the file and the line. They are broken quotes, a line with too few or too many
// fields, a column without a name, two columns of the same name, text that is not UTF-8, and a file
// without rows.
func ReadFrame(path string) (*Frame, error) {
	data, err := readFile(path)
	if err != nil {
		return nil, err
	}
	f := &Frame{path: path}
	if err := f.parse(data); err != nil {
		return nil, fmt.Errorf("datasets: file %s: %w", path, err)
	}
	return f, nil
}

func (f *Frame) parse(data []byte) error {
	if !utf8.Valid(data) {
		return errors.New("not UTF-8; save the file in UTF-8 (it may " +
			"be in Latin-1 or Windows-1252)")
	}
	rows, err := newCSVRows(data)
	if err != nil {
		return err
	}
	header, err := rows.next()
	if err == io.EOF {
		return errors.New("no data: the file is empty or blank, expected a line of names and " +
			"rows below it")
	} else if err != nil {
		return err
	}
	f.Names = slices.Clone(header)
	for i, name := range f.Names {
		switch {
		case name == "" || !isWord(name):
			return fmt.Errorf("line %d: column %d is called %q, expected a name that begins "+
				"with a letter; write a first line that names the columns", rows.line(), i+1, name)
		case slices.Contains(f.Names[:i], name):
			return fmt.Errorf("line %d: two columns are called %q; rename one", rows.line(), name)
		}
	}
	f.columns = make([][]string, len(f.Names))
	kept := newBudget()
	for {
		row, err := rows.next()
		if err == io.EOF {
			break
		} else if err != nil {
			return err
		}
		if len(row) != len(f.Names) {
			return fmt.Errorf("line %d: %d field(s), expected %d as in the first line; add or "+
				"remove separators there", rows.line(), len(row), len(f.Names))
		}
		bytes := 8
		for c, field := range row { // they share the memory of the record
			f.columns[c] = append(f.columns[c], field)
			bytes += sliceBytes + len(field)
		}
		f.lines = append(f.lines, rows.line())
		if err := kept.keep(bytes); err != nil {
			return fmt.Errorf("line %d: %w", rows.line(), err)
		}
	}
	if f.Len() == 0 {
		return errors.New("no data: there is no line below the names; add at least one row")
	}
	return nil
}

// Len is the number of rows.
func (f *Frame) Len() int { return len(f.lines) }

// find returns a column, and its name for errors.
func (f *Frame) find(column string) (fields []string, where string, err error) {
	c := slices.Index(f.Names, strings.TrimSpace(column))
	if c < 0 {
		return nil, "", fmt.Errorf("datasets: file %s: no column %q, expected one of %s", f.path,
			column, columnList(f.Names))
	}
	return f.columns[c], fmt.Sprintf("column %d (%q)", c+1, f.Names[c]), nil
}

// Texts returns a column as it is in the file, without the spaces around each field. Fields may be
// empty.
func (f *Frame) Texts(column string) ([]string, error) {
	fields, _, err := f.find(column)
	return slices.Clone(fields), err
}

// Numbers returns a column of numbers. If a field is not a finite number, or a value is missing (an
// empty field, NA, null, …), the error says where.
func (f *Frame) Numbers(column string) ([]float64, error) {
	fields, where, err := f.find(column)
	if err != nil {
		return nil, err
	}
	x := make([]float64, len(fields))
	for i, field := range fields {
		if x[i], err = parseNumber(field); err != nil {
			return nil, fmt.Errorf("datasets: file %s: line %d, %s: %w", f.path, f.lines[i], where,
				err)
		}
	}
	return x, nil
}

// Groups say which rows of a data set belong together, in the form that a hierarchical model needs:
// row i is in the group Of[i], which is called Names[Of[i]].
type Groups struct {
	Of    []int
	Names []string
}

// Groups returns the groups of a column, numbered in order of first appearance. If a name is a
// whole number, the name of the column goes in front, "ward 3". Otherwise it could be mistaken for
// a position when it names the elements of a parameter (sampler.Param.Coords). A missing value is
// an error.
func (f *Frame) Groups(column string) (*Groups, error) {
	fields, where, err := f.find(column)
	if err != nil {
		return nil, err
	}
	g := &Groups{Of: make([]int, len(fields))}
	number := map[string]int{}
	whole := false
	for i, field := range fields {
		if isMissing(field) {
			return nil, fmt.Errorf("datasets: file %s: line %d, %s: a missing value (%q), "+
				"expected the name of a group; delete the line or fill the value in",
				f.path, f.lines[i], where, field)
		}
		k, ok := number[field]
		if !ok {
			k = len(g.Names)
			number[field] = k
			g.Names = append(g.Names, field)
			_, err := strconv.Atoi(field)
			whole = whole || err == nil
		}
		g.Of[i] = k
	}
	if whole {
		for k := range g.Names {
			g.Names[k] = strings.TrimSpace(column) + " " + g.Names[k]
		}
	}
	return g, nil
}

// Rows lists the rows of each group, in the order of the file.
func (g *Groups) Rows() [][]int {
	rows := make([][]int, len(g.Names))
	for i, k := range g.Of {
		rows[k] = append(rows[k], i)
	}
	return rows
}
