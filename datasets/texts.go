package datasets

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// ReadLines reads a text file with a document a line, as the lab's reagan.txt is: the texts for
// [FromTexts], in the order of the file. An empty line is an empty text: document d is line d+1.
// The file may be compressed with gzip.
//
// It returns an error that names the file and line for text that is not UTF-8, and for a file
// without lines.
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
				"document a line", path)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return texts, nil
}

// ReadCSVTexts reads one column of texts from the CSV file at path, a document a row: the texts for
// [FromTexts], or labels, in the order of the file. The first line is the header, and column one of
// its names, or its number from 1.
//
// Separators, quotes and blank lines are as for [ReadCSV]; a text may be empty and, inside quotes,
// hold separators and line breaks. It returns an error that names the file and the line for broken
// quotes, a line with too few or too many fields, a column that is not there or there twice, text
// that is not UTF-8, and a file without rows.
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
	if !utf8.Valid(data) {
		return nil, errors.New("not UTF-8, which text is expected in; save the file in UTF-8 (it " +
			"may be in Latin-1 or Windows-1252)")
	}
	rows, err := newCSVRows(data)
	if err != nil {
		return nil, err
	}
	header, err := rows.next()
	if err == io.EOF {
		return nil, errors.New("no data: the file is empty or blank, expected a header and a " +
			"document a row below it")
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
		texts = append(texts, strings.Clone(row[col])) // a part of a record would keep all of it in memory
		if err := kept.keep(sliceBytes + len(row[col])); err != nil {
			return nil, fmt.Errorf("line %d: %w", rows.line(), err)
		}
	}
	if len(texts) == 0 {
		return nil, errors.New("no data: 1 line(s), expected a header and a document a row below " +
			"it")
	}
	return texts, nil
}
