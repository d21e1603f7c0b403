package datasets

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// ReadLines reads a text file with one document per line, such as the lab's reagan.txt. It returns
// the texts for [FromTexts], in the order of the file. An empty line is an empty text: document d
// is line d+1. The file may be compressed with gzip.
//
// Text that is not UTF-8 gives an error that names the file and line. A file without lines is an
// error too.
func ReadLines(path string) (texts []string, err error) {
	err = withLines(path, func(l *lines) error {
		for l.next() {
			texts = append(texts, l.text)
			if err := l.keep(sliceBytes + len(l.text)); err != nil {
				return err
			}
		}
		if err := l.end(); err != nil {
			return err
		}
		if len(texts) == 0 {
			return fmt.Errorf("datasets: file %s: no data: the file is empty, expected a "+
				"document per line", path)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return texts, nil
}

// ReadCSVTexts reads one column of texts from the CSV file at path, one document per row: the texts
// for [FromTexts], or labels, in the order of the file. The first line is the header; column is one
// of its names, or a number from 1.
//
// Separators, quotes and blank lines are as for [ReadCSV]; a text may be empty and, inside quotes,
// contain separators and line breaks. Errors name the file and the line. They are broken quotes, a
// line with too few or too many fields, a column that is missing or appears twice, text that is not
// UTF-8, and a file without rows.
func ReadCSVTexts(path, column string) ([]string, error) {
	data, err := readFile(path)
	if err != nil {
		return nil, err
	}
	texts, err := parseCSVTexts(data, column)
	if err != nil {
		return nil, fmt.Errorf("datasets: file %s: %w", path, err)
	}
	return texts, nil
}

func parseCSVTexts(data []byte, column string) ([]string, error) {
	rows, err := newTextRows(data)
	if err != nil {
		return nil, err
	}
	header, err := rows.next()
	if err == io.EOF {
		return nil, errors.New("no data: the file is empty or blank, expected a header and one " +
			"document per row below it")
	} else if err != nil {
		return nil, err
	}
	names := slices.Clone(header)
	col, _, err := findColumn(names, strings.TrimSpace(column))
	if err != nil {
		return nil, fmt.Errorf("line %d: %w", rows.line(), err)
	}
	var texts []string
	kept := newBudget()
	for {
		row, err := rows.next()
		if err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
		if len(row) != len(names) {
			return nil, fmt.Errorf("line %d: %d field(s), expected %d as in the header; quote "+
				"texts that hold separators", rows.line(), len(row), len(names))
		}
		// a substring would keep the whole record in memory
		texts = append(texts, strings.Clone(row[col]))
		if err := kept.keep(sliceBytes + len(row[col])); err != nil {
			return nil, fmt.Errorf("line %d: %w", rows.line(), err)
		}
	}
	if len(texts) == 0 {
		return nil, errors.New("no data: 1 line(s), expected a header and one document per row below " +
			"it")
	}
	return texts, nil
}
