package datasets

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"gibbslab/internal/numeric"
	"gibbslab/internal/spelling"
)

// ReadCSV reads one column of numbers from the text file at path, compressed with gzip or not.
//
// The separator is the first of semicolon, tab and comma that the first line holds outside quotes.
// Blank lines, a byte order mark, spaces around a field and quotes around it are ignored; every
// other line must have as many fields as the first. In a file of one column a blank line between
// others may be a missing value, so it is an error.
//
// The column is a name in the first line, or a number from 1, or "" when there is only one. If a
// first line with text makes both possible, a name wins over a number. For a column given by number
// or by "", the first line counts as a header if its field there reads as a word: it does not start
// with a digit, sign or decimal point and is not a mark for a missing value. Names are compared
// without surrounding spaces; case matters.
//
// A missing value (an empty field, NA, null, …) is NaN, which update.Kalman and regress take for
// one. In a file with semicolons or tabs, numbers may have a decimal comma: 1.234,5 is 1234.5, if
// the column has no number that contradicts it. A column of numbers such as 1.234, which may be
// 1234, is read as the other columns are. If they tell nothing, semicolons go with a comma, and
// tabs with a point; what is still unclear is an error.
//
// An error names the file, the line, the column, what was found and what was expected. It is
// returned for a field that is not a finite number, a line with too few or too many fields, broken
// quotes, a column that is missing or appears twice, and a file without data. Nothing is skipped
// silently. For texts, use [ReadFrame].
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

func parseCSV(data []byte, column string) ([]float64, error) {
	rows, err := newCSVRows(data)
	if err != nil {
		return nil, err
	}
	first, err := rows.next()
	if err == io.EOF {
		return nil, errors.New("no data: the file is empty or blank; give one number per line")
	} else if err != nil {
		return nil, err
	}
	names := slices.Clone(first)
	col, header, err := findColumn(names, strings.TrimSpace(column))
	if err != nil {
		return nil, fmt.Errorf("line %d: %w", rows.line(), err)
	}
	where := fmt.Sprintf("column %d", col+1)
	row := first
	if header {
		where = fmt.Sprintf("column %d (%q)", col+1, names[col])
		row, err = rows.next()
	}
	decimal := decimalPoint
	if rows.r.Comma != ',' {
		decimal = decimalMark(data, col, header)
	}
	var x []float64
	for ; err == nil; row, err = rows.next() {
		v, err := parseField(row[col], decimal)
		if err != nil {
			return nil, fmt.Errorf("line %d, %s: %w", rows.line(), where, err)
		}
		x = append(x, v)
	}
	if err != io.EOF {
		return nil, err
	}
	if len(x) == 0 {
		return nil, fmt.Errorf("no data: %s has no line below the header; add at least one number", where)
	}
	return x, nil
}

// findColumn returns the index of the wanted column, and whether first is a
// header and not data.
func findColumn(first []string, column string) (col int, header bool, err error) {
	if column == "" {
		if len(first) > 1 {
			return 0, false, fmt.Errorf("%d columns, expected one as no column was named; name "+
				"one of %s", len(first), columnList(first))
		}
		return 0, isWord(first[0]), nil
	}
	col = slices.Index(first, column)
	n, err := strconv.Atoi(column)
	numbered := err == nil && 1 <= n && n <= len(first)
	named := col >= 0 && (!numbered || slices.ContainsFunc(first, isWord))
	switch {
	case named && slices.Contains(first[col+1:], column):
		return 0, false, fmt.Errorf("two columns are called %q; give the number of one, from 1 "+
			"to %d, or rename it", column, len(first))
	case named:
		return col, true, nil
	case numbered:
		return n - 1, isWord(first[n-1]), nil
	}
	return 0, false, fmt.Errorf("no column %q, expected one of %s, or a number from 1 to %d%s",
		column, columnList(first), len(first), didYouMean(column, first))
}

// didYouMean is the end of an error about a name that does not exist.
func didYouMean(name string, names []string) string {
	if meant := spelling.Nearest(name, names); meant != "" {
		return fmt.Sprintf("; did you mean %q?", meant)
	}
	return ""
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
	v, err := strconv.ParseFloat(field, 64) // NaN or Inf
	return !isMissing(field) && !strings.ContainsRune("0123456789+-.−", []rune(field)[0]) &&
		(err != nil || numeric.Finite(v))
}

func isMissing(field string) bool {
	switch strings.ToLower(field) {
	case "", "na", "n/a", "#n/a", "null", "nil", "none", "missing", ".", "-", "?":
		return true
	}
	return false
}

// decimalMark reads the file to the end, for the decimal mark of a column.
func decimalMark(data []byte, col int, header bool) marks {
	var column, all marks
	rows, err := newCSVRows(data)
	for first := true; err == nil; first = false {
		var row []string
		if row, err = rows.next(); err != nil || first && header {
			continue
		}
		for i, field := range row {
			m := marksOf(field)
			if all |= m; i == col {
				column |= m
			}
		}
	}
	return column.verdict(all, rows.r.Comma)
}

// parseNumber reads a number with a decimal point. A missing value is NaN.
func parseNumber(field string) (float64, error) {
	if isMissing(field) {
		return math.NaN(), nil
	}
	v, err := strconv.ParseFloat(field, 64)
	mantissa, _, _ := strings.Cut(strings.ToLower(field), "e")
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, fmt.Errorf("%q is beyond the largest float64, %.2g; change its unit",
			field, math.MaxFloat64)
	case err != nil && strings.Contains(field, ","):
		return 0, fmt.Errorf("%q is not a number; write a decimal point and no thousands "+
			"separator, as in 1234.5", field)
	case err != nil && isWord(field) && unicode.IsLetter([]rune(field)[0]):
		return 0, fmt.Errorf("%q is not a number; write it as 87 or 87.5, or delete the line; for a "+
			"column of texts use ReadFrame and its method Texts", field)
	case err != nil, strings.ContainsAny(field, "_xX"): // as Go reads 1_000, 0x1p4
		return 0, fmt.Errorf("%q is not a number; write it as 87 or 87.5, or delete the line", field)
	case math.IsNaN(v) || math.IsInf(v, 0):
		return 0, fmt.Errorf("%q, expected a finite number; fill the value in, or write NA if it is "+
			"missing", field)
	case v == 0 && strings.ContainsAny(mantissa, "123456789"):
		return 0, fmt.Errorf("%q is nearer to 0 than any float64 but 0, the least is %.2g; "+
			"change its unit", field, math.SmallestNonzeroFloat64)
	}
	return v, nil
}
