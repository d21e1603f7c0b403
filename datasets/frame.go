package datasets

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// A Frame is a table read from a file: named columns of equal length, numbers and texts. It also
// holds documents with fields, such as author and date: each row is a document, and one column has
// the texts. [FromTexts] keeps all documents in their order, so document d is row d:
//
//	f, err := datasets.ReadFrame("speeches.csv") // or ReadJSONLines, ReadDirTable
//	texts, err := f.Texts("text")
//	c, err := datasets.FromTexts(texts, datasets.VocabularySettings{MinDocs: 2})
//	days, err := f.Dates("date", "") // of c.Docs[0], c.Docs[1], …
//
// To leave out documents, use [Frame.Select] first.
type Frame struct {
	// Names are the names of the columns, from the first line of the file.
	Names []string

	path    string
	columns [][]string
	decimal []marks // the decimal marks of the columns; if there is none, it is the point
	lines   []int   // line of the file on which each row begins
}

// ReadFrame reads all columns of the CSV file at path, compressed with gzip or not. The first line
// names them; separators, quotes and blank lines are as for [ReadCSV]. [Frame.Texts],
// [Frame.Numbers], [Frame.Dates], [Frame.Groups] and [Frame.Tags] return a column.
//
// Errors name the file and the line. They are broken quotes, a line with too few or too many
// fields, a column without a name, two columns of the same name, text that is not UTF-8, and a file
// without rows.
func ReadFrame(path string) (*Frame, error) {
	data, err := readFile(path)
	if err != nil {
		return nil, err
	}
	return ParseFrame(path, data)
}

// ParseFrame is [ReadFrame] for the text of a file that a program has already. Errors call it name.
func ParseFrame(name string, text []byte) (*Frame, error) {
	f := &Frame{path: name}
	if err := f.parse(text); err != nil {
		return nil, fmt.Errorf("datasets: file %s: %w", name, err)
	}
	return f, nil
}

func (f *Frame) parse(data []byte) error {
	rows, err := newTextRows(data)
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
	seen := make(map[string]bool, len(f.Names))
	for i, name := range f.Names {
		switch {
		case name == "":
			return fmt.Errorf("line %d: column %d of %d has no name; give it one, or delete the "+
				"separator there in all lines", rows.line(), i+1, len(f.Names))
		case !isWord(name):
			return fmt.Errorf("line %d: column %d is called %q, expected a name that begins "+
				"with a letter; write a first line that names the columns", rows.line(), i+1, name)
		case seen[name]:
			return fmt.Errorf("line %d: two columns are called %q; rename one", rows.line(), name)
		}
		seen[name] = true
	}
	f.columns = make([][]string, len(f.Names))
	f.decimal = make([]marks, len(f.Names))
	var all marks
	kept := newBudget()
	for {
		row, err := rows.next()
		if err == io.EOF {
			break
		} else if err != nil {
			return err
		}
		if err := kept.keep(f.add(row, rows.line())); err != nil {
			return fmt.Errorf("line %d: %w", rows.line(), err)
		}
		for c := 0; rows.r.Comma != ',' && c < len(row); c++ {
			m := marksOf(row[c])
			f.decimal[c], all = f.decimal[c]|m, all|m
		}
	}
	for c, m := range f.decimal {
		f.decimal[c] = m.verdict(all, rows.r.Comma)
	}
	if f.Len() == 0 {
		return errors.New("no data: there is no line below the names; add at least one row")
	}
	return nil
}

// add adds a row, and returns how many bytes it takes. Its fields may share memory.
func (f *Frame) add(row []string, line int) (bytes int) {
	for c, field := range row {
		f.columns[c] = append(f.columns[c], field)
		bytes += sliceBytes + len(field)
	}
	f.lines = append(f.lines, line)
	return bytes + 8
}

// Select returns a frame of these rows, which are numbered from 0, in the order given. Use it to
// leave out documents, or to put them into another order. A row may be given twice.
func (f *Frame) Select(rows []int) (*Frame, error) {
	s := &Frame{Names: slices.Clone(f.Names), path: f.path, columns: make([][]string, len(f.Names)),
		decimal: f.decimal}
	row := make([]string, len(f.Names))
	for _, i := range rows {
		if i < 0 || i >= f.Len() {
			return nil, fmt.Errorf("datasets: row %d, expected 0 to %d as file %s has %d rows", i,
				f.Len()-1, f.path, f.Len())
		}
		for c := range row {
			row[c] = f.columns[c][i]
		}
		s.add(row, f.lines[i])
	}
	return s, nil
}

// Len is the number of rows.
func (f *Frame) Len() int { return len(f.lines) }

// find returns a column, and its name for errors.
func (f *Frame) find(column string) (fields []string, where string, err error) {
	c := slices.Index(f.Names, strings.TrimSpace(column))
	if c < 0 {
		return nil, "", fmt.Errorf("datasets: file %s: no column %q, expected one of %s%s", f.path,
			column, columnList(f.Names), didYouMean(column, f.Names))
	}
	return f.columns[c], fmt.Sprintf("column %d (%q)", c+1, f.Names[c]), nil
}

// Texts returns a column as it is in the file, without the spaces around each field. Fields may be
// empty.
func (f *Frame) Texts(column string) ([]string, error) {
	fields, _, err := f.find(column)
	return slices.Clone(fields), err
}

// Numbers returns a column of numbers. A missing value (an empty field, NA, null, …) is NaN.
// Decimal commas are as for [ReadCSV]. If a field is not a finite number, the error says where.
func (f *Frame) Numbers(column string) ([]float64, error) {
	fields, where, err := f.find(column)
	if err != nil {
		return nil, err
	}
	decimal := decimalPoint
	if c := slices.Index(f.Names, strings.TrimSpace(column)); c < len(f.decimal) {
		decimal = f.decimal[c]
	}
	x := make([]float64, len(fields))
	for i, field := range fields {
		if x[i], err = parseField(field, decimal); err != nil {
			return nil, f.wrong(i, where, err)
		}
	}
	return x, nil
}

// wrong makes an error about a field, which names the file, the line and the column.
func (f *Frame) wrong(row int, where string, err error) error {
	return fmt.Errorf("datasets: file %s: line %d, %s: %w", f.path, f.lines[row], where, err)
}
