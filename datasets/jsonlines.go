package datasets

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// maxNames bounds the columns of a file of JSON lines: every row has a field in each of them.
const maxNames = 1024

// ReadJSONLines reads a file of documents with fields, a JSON object in each line:
//
//	{"text": "We must act.", "date": "1981-02-18", "authors": ["Khachigian", "Reagan"], "votes": 12}
//
// Each object is a row, and each name in an object a column, in order of first appearance. Values
// are texts, numbers, true and false, or lists of these for [Frame.Tags]. A row that does not have
// a name, or null there, has a missing value. Blank lines are ignored. The file may be compressed
// with gzip.
//
// Errors name the file and the line. They are a line that is not one JSON object, a name that is
// empty or appears twice in an object, an object within an object, a semicolon in an element of a
// list (it separates tags), more than 1024 names, text that is not UTF-8, and a file without
// objects.
func ReadJSONLines(path string) (*Frame, error) {
	return withLines(path, func(l *lines) (*Frame, error) {
		f := &Frame{path: path}
		for l.next() {
			if strings.TrimSpace(l.text) == "" {
				continue
			}
			names, values, err := parseObject(l.text)
			if err != nil {
				return nil, l.fail("%w", err)
			}
			if err := l.keep(f.addNamed(names, values, l.n)); err != nil {
				return nil, err
			}
			if len(f.Names) > maxNames {
				return nil, l.fail("%w", errNames)
			}
		}
		if err := l.end(); err != nil {
			return nil, err
		}
		if f.Len() == 0 {
			return nil, fmt.Errorf("datasets: file %s: no data: the file is empty or blank, expected a "+
				"JSON object in each line", path)
		}
		return f, nil
	})
}

var errNames = fmt.Errorf("more than %d names; keep only the fields that you need", maxNames)

// addNamed adds a row, and a column for each name that is new. It returns how many bytes they take.
func (f *Frame) addNamed(names, values []string, line int) (bytes int) {
	row := make([]string, len(f.Names), len(f.Names)+len(names))
	for i, name := range names {
		c := slices.Index(f.Names, name)
		if c < 0 {
			c = len(f.Names)
			f.Names = append(f.Names, name)
			f.columns = append(f.columns, make([]string, f.Len()))
			row = append(row, "")
			bytes += sliceBytes*f.Len() + 2*sliceBytes + len(name)
		}
		row[c] = values[i]
	}
	return bytes + f.add(row, line)
}

// parseObject reads a JSON object: its names in their order, and the text of each value.
func parseObject(text string) (names, values []string, err error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	begin, err := d.Token()
	if err == nil && begin != json.Delim('{') {
		err = fmt.Errorf("it begins with %v", begin)
	}
	for err == nil && d.More() {
		var name json.Token
		var value any
		if name, err = d.Token(); err == nil {
			err = d.Decode(&value)
		}
		if err != nil {
			break
		}
		key := strings.TrimSpace(name.(string))
		if key == "" || slices.Contains(names, key) {
			return nil, nil, fmt.Errorf("the name %q is empty or appears twice in the object; give "+
				"each value a name of its own", key)
		}
		field, err := fieldOf(value)
		if err != nil {
			return nil, nil, fmt.Errorf("%q: %w", key, err)
		}
		names, values = append(names, key), append(values, field)
		if len(names) > maxNames {
			return nil, nil, errNames
		}
	}
	if err == nil {
		_, err = d.Token() // the closing brace
	}
	if err == nil {
		if _, end := d.Token(); end != io.EOF {
			err = errors.New("more text follows the object")
		}
	}
	if err != nil {
		return nil, nil, fmt.Errorf(`not a JSON object (%w), expected one in each line, such as `+
			`{"text": "We must act.", "date": "1981-02-18"}`, err)
	}
	return names, values, nil
}

// fieldOf is the text of a JSON value.
func fieldOf(value any) (string, error) {
	switch v := value.(type) {
	case nil:
		return "", nil
	case string:
		return strings.TrimSpace(v), nil
	case json.Number, bool:
		return fmt.Sprint(v), nil
	case []any:
		elements := make([]string, len(v))
		for i, e := range v {
			field, err := fieldOf(e)
			if _, list := e.([]any); list && err == nil {
				err = errors.New("a list within a list; write one list")
			} else if err == nil && strings.Contains(field, ";") {
				err = fmt.Errorf("%s has a semicolon, which separates the elements of a list; "+
					"write another sign", quoted(field))
			}
			if err != nil {
				return "", err
			}
			elements[i] = field
		}
		return strings.Join(elements, "; "), nil
	}
	return "", errors.New("an object within an object; give its values names of their own")
}

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
