package datasets

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// ReadLines reads a text file with a document a line, as the lab's reagan.txt is: the texts for [FromTexts], in
// the order of the file. An empty line is an empty text, so that document d is line d+1. The file may be
// compressed with gzip.
//
// It returns an error that names the file and line for text that is not UTF-8, and for a file without lines.
func ReadLines(path string) (texts []string, err error) {
	err = withLines(path, func(l *lines) error {
		for l.next() {
			texts = append(texts, l.text)
		}
		if err := l.end(); err != nil {
			return err
		}
		if len(texts) == 0 {
			return fmt.Errorf("datasets: file %s: no data: the file is empty, expected a document a line", path)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return texts, nil
}

// ReadDir reads a folder of text files, a document a file, with those in its subfolders: the texts for [FromTexts]
// and the name of each, a path from dir with forward slashes, in the order of the names. Files and folders whose names
// begin with a point are left out, and what is no file or folder, such as a link.
//
// It returns errors that name each file that is not UTF-8 or cannot be read, and an error for a folder without files.
// At most 256 MiB are read a file.
func ReadDir(dir string) (texts, names []string, err error) {
	var problems []error
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return fmt.Errorf("datasets: %w; check the path (a notebook runs in its own folder)", err)
		}
		if path == dir {
			if !d.IsDir() {
				return fmt.Errorf("datasets: %s is no folder; read a file with a document a line with ReadLines", dir)
			}
			return nil
		}
		if strings.HasPrefix(d.Name(), ".") {
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if !d.Type().IsRegular() {
			return nil
		}
		data, err := readFile(path)
		if err == nil && (!utf8.Valid(data) || strings.IndexByte(string(data), 0) >= 0) {
			err = fmt.Errorf("datasets: file %s is no text in UTF-8; save it in UTF-8 or take it out of the folder", path)
		}
		if err != nil {
			if problems = append(problems, err); len(problems) == 10 {
				return errors.New("datasets: no more than ten errors are listed")
			}
			return nil
		}
		name, err := filepath.Rel(dir, path)
		texts, names = append(texts, strings.TrimPrefix(string(data), "\ufeff")), append(names, filepath.ToSlash(name))
		return err
	})
	if err = errors.Join(append(problems, err)...); err != nil {
		return nil, nil, err
	}
	if len(texts) == 0 {
		return nil, nil, fmt.Errorf("datasets: the folder %s has no files, expected a document a file", dir)
	}
	return texts, names, nil
}

// ReadCSVTexts reads one column of texts from the CSV file at path, a document a row: the texts for [FromTexts], or
// labels, in the order of the file. The first line is the header, and column one of its names, or its number from 1.
//
// Separators, quotes and blank lines are as for [ReadCSV]; a text may be empty and, inside quotes, hold separators
// and line breaks. It returns an error that names the file and the line for broken quotes, a line with too few or
// too many fields, a column that is not there or there twice, text that is not UTF-8, and a file without rows.
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
		return nil, errors.New("not UTF-8, which text is expected in; save the file in UTF-8 (it may be in Latin-1 or Windows-1252)")
	}
	rows, err := splitCSV(data)
	if err != nil {
		return nil, err
	}
	if len(rows) < 2 {
		return nil, fmt.Errorf("no data: %d line(s), expected a header and a document a row below it", len(rows))
	}
	header := rows[0].fields
	col, _, err := findColumn(header, strings.TrimSpace(column))
	if err != nil {
		return nil, fmt.Errorf("line %d: %w", rows[0].line, err)
	}
	texts := make([]string, len(rows)-1)
	for i, r := range rows[1:] {
		if len(r.fields) != len(header) {
			return nil, fmt.Errorf("line %d: %d field(s), expected %d as in the header; quote texts that hold separators", r.line, len(r.fields), len(header))
		}
		texts[i] = r.fields[col]
	}
	return texts, nil
}
