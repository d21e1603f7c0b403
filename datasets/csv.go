package datasets

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// ReadCSV reads one column of numbers from the text file at path.
//
// The separator is the first of semicolon, tab and comma that the first line
// holds outside quotes. Blank lines, a byte order mark, spaces around a field
// and quotes around it are ignored; every other line must have as many fields
// as the first.
//
// The column is a name in the first line, or a number from 1, or "" when there
// is only one. A name wins over a number where a first line with text makes
// both possible. For a column given by number or by "", the first line counts
// as a header if its field there reads as a word: it does not start with a
// digit, sign or point and is no mark for a missing value. Names are compared
// without surrounding spaces, and with case.
//
// It returns an error that names the file, the line, the column, what was found
// and what was expected for a field that is no finite number, a missing value
// (an empty field, NA, null, …), a line with too few or too many fields, broken
// quotes, a column that is not there or there twice, and a file without data.
// Nothing is skipped in silence.
func ReadCSV(path, column string) ([]float64, error) {
	data, err := readFile(path)
	if err != nil {
		return nil, err
	}
	x, err := parseCSV(data, column)
	if err != nil {
		return nil, fmt.Errorf("datasets: file %s: %w", path, err)
	}
	return x, nil
}

// A row is one record of the file and the line it starts on, from 1.
type row struct {
	line   int
	fields []string
}

func parseCSV(data []byte, column string) ([]float64, error) {
	rows, err := splitCSV(data)
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, errors.New("no data: the file is empty or blank; give one number a line")
	}
	first := rows[0].fields
	col, header, err := findColumn(first, strings.TrimSpace(column))
	if err != nil {
		return nil, fmt.Errorf("line %d: %w", rows[0].line, err)
	}
	where := fmt.Sprintf("column %d", col+1)
	if header {
		where = fmt.Sprintf("column %d (%q)", col+1, first[col])
		rows = rows[1:]
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("no data: %s has no line below the header; add at least one number", where)
	}
	x := make([]float64, len(rows))
	for i, r := range rows {
		if len(r.fields) != len(first) {
			return nil, fmt.Errorf("line %d: %d field(s), expected %d as in the first line; add or remove separators there", r.line, len(r.fields), len(first))
		}
		if x[i], err = parseNumber(r.fields[col]); err != nil {
			return nil, fmt.Errorf("line %d, %s: %w", r.line, where, err)
		}
	}
	return x, nil
}

// splitCSV returns the records of data that are not blank, their fields trimmed.
func splitCSV(data []byte) ([]row, error) {
	if bytes.IndexByte(data, 0) >= 0 {
		return nil, errors.New("a zero byte in it, so this is no UTF-8 text; save it as CSV in UTF-8, or read a NumPy file with ReadNPY")
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	r := csv.NewReader(bytes.NewReader(data))
	r.Comma = separator(data)
	r.FieldsPerRecord = -1               // parseCSV says which line differs
	r.TrimLeadingSpace = r.Comma != '\t' // else an empty field would vanish
	var rows []row
	for start := int64(0); ; start = r.InputOffset() {
		fields, err := r.Read()
		if err == io.EOF {
			return rows, nil
		}
		if e := (*csv.ParseError)(nil); errors.As(err, &e) {
			return nil, fmt.Errorf(`line %d, character %d: %w; quote a whole field ("…") and double a quote inside it`, e.Line, e.Column, e.Err)
		}
		if err != nil {
			return nil, err
		}
		if len(bytes.Trim(data[start:r.InputOffset()], " \r\n")) == 0 {
			continue
		}
		line, _ := r.FieldPos(0)
		for i := range fields {
			fields[i] = strings.TrimSpace(fields[i])
		}
		rows = append(rows, row{line, fields})
	}
}

// separator looks for a semicolon, then a tab, in the first line that is not
// blank, outside quotes. A file with neither has commas or one column.
func separator(data []byte) rune {
	line, _, _ := bytes.Cut(bytes.TrimLeft(data, "\r\n "), []byte("\n"))
	var outside []byte
	for i, part := range bytes.Split(line, []byte(`"`)) {
		if i%2 == 0 {
			outside = append(outside, part...)
		}
	}
	for _, c := range ";\t" {
		if bytes.ContainsRune(bytes.TrimSpace(outside), c) {
			return c
		}
	}
	return ','
}

// findColumn returns the index of the wanted column, and whether first is a
// header and not data.
func findColumn(first []string, column string) (col int, header bool, err error) {
	if column == "" {
		if len(first) > 1 {
			return 0, false, fmt.Errorf("%d columns, expected one as no column was named; name one of %s", len(first), columnList(first))
		}
		return 0, isWord(first[0]), nil
	}
	col = slices.Index(first, column)
	n, err := strconv.Atoi(column)
	numbered := err == nil && 1 <= n && n <= len(first)
	named := col >= 0 && (!numbered || slices.ContainsFunc(first, isWord))
	switch {
	case named && slices.Contains(first[col+1:], column):
		return 0, false, fmt.Errorf("two columns are called %q; give the number of one, from 1 to %d, or rename it", column, len(first))
	case named:
		return col, true, nil
	case numbered:
		return n - 1, isWord(first[n-1]), nil
	}
	return 0, false, fmt.Errorf("no column %q, expected one of %s, or a number from 1 to %d", column, columnList(first), len(first))
}

func columnList(names []string) string {
	const most = 10
	list := fmt.Sprintf("%q", names[:min(len(names), most)])
	if len(names) > most {
		list = fmt.Sprintf("%s and %d more", list, len(names)-most)
	}
	return list
}

// isWord reports whether a field of the first line can only be a column's name.
func isWord(field string) bool {
	return !isMissing(field) && !strings.ContainsRune("0123456789+-.−", []rune(field)[0]) && !isNaNOrInf(field)
}

func isMissing(field string) bool {
	switch strings.ToLower(field) {
	case "", "na", "n/a", "#n/a", "null", "nil", "none", "missing", ".", "-", "?":
		return true
	}
	return false
}

func isNaNOrInf(field string) bool {
	v, err := strconv.ParseFloat(field, 64)
	return err == nil && (math.IsNaN(v) || math.IsInf(v, 0))
}

func parseNumber(field string) (float64, error) {
	v, err := strconv.ParseFloat(field, 64)
	switch {
	case isMissing(field):
		return 0, fmt.Errorf("a missing value (%q), expected a number; delete the line or fill the value in", field)
	case errors.Is(err, strconv.ErrRange):
		return 0, fmt.Errorf("%q is beyond the largest float64, %.2g; change its unit", field, math.MaxFloat64)
	case err != nil && strings.Contains(field, ","):
		return 0, fmt.Errorf("%q is not a number; write a decimal point and no thousands separator, as in 1234.5", field)
	case err != nil:
		return 0, fmt.Errorf("%q is not a number; write it as 87 or 87.5, or delete the line", field)
	case math.IsNaN(v) || math.IsInf(v, 0):
		return 0, fmt.Errorf("%q, expected a finite number; delete the line or fill the value in", field)
	}
	return v, nil
}
