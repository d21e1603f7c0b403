package datasets

import (
	"fmt"
	"strings"
)

// ReadLines reads a text file with one document per line, such as the lab's reagan.txt. It returns
// the texts for [FromTexts], in the order of the file. An empty line is an empty text: document d
// is line d+1. The file may be compressed with gzip.
//
// Text that is not UTF-8 gives an error that names the file and line. A file without lines is an
// error too.
func ReadLines(path string) ([]string, error) {
	return withLines(path, func(l *lines) (texts []string, err error) {
		for l.next() {
			texts = append(texts, l.text)
			if err := l.keep(sliceBytes + len(l.text)); err != nil {
				return nil, err
			}
		}
		if err := l.end(); err != nil {
			return nil, err
		}
		if len(texts) == 0 {
			return nil, fmt.Errorf("datasets: file %s: no data: the file is empty, expected a "+
				"document per line", path)
		}
		return texts, nil
	})
}

// ReadCSVTexts reads one column of texts from the CSV file at path, one document per row: the texts
// for [FromTexts], or labels, in the order of the file. The file is as for [ReadFrame]; column is
// one of its names, or a number from 1.
func ReadCSVTexts(path, column string) ([]string, error) {
	f, err := ReadFrame(path)
	if err != nil {
		return nil, err
	}
	col, _, err := findColumn(f.Names, strings.TrimSpace(column))
	if err != nil {
		return nil, fmt.Errorf("datasets: file %s: %w", path, err)
	}
	return f.columns[col], nil
}
