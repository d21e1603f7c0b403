package datasets

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
)

// ReadDirTable reads documents with fields: a folder of text files as [ReadDir] reads it, and a
// table of their fields as [ReadFrame] does. The column of the table that is called files has the
// name of each file, its path from dir with forward slashes. The rows stay in the order of the
// table, and a column text has the texts. The table may itself lie in the folder.
//
// It is an error if a file has no row, if a row has no file, if two rows name the same file, or if
// the table already has a column text. The error names each of them, the first ten.
func ReadDirTable(dir, table, files string) (*Frame, error) {
	f, err := ReadFrame(table)
	if err != nil {
		return nil, err
	}
	wanted, where, err := f.find(files)
	if err != nil {
		return nil, err
	}
	if slices.Contains(f.Names, "text") {
		return nil, fmt.Errorf("datasets: file %s: a column is called text, and the texts of the "+
			"files go there; rename it", table)
	}
	texts, names, err := ReadDir(dir)
	if err != nil {
		return nil, err
	}
	text := map[string]string{}
	for i, name := range names {
		if !sameFile(filepath.Join(dir, filepath.FromSlash(name)), table) {
			text[name] = texts[i]
		}
	}
	column, row, problems := make([]string, f.Len()), map[string]int{}, &tenErrors{}
	for i, name := range wanted {
		name = path.Clean(filepath.ToSlash(name))
		first, twice := row[name]
		t, ok := text[name]
		switch {
		case twice:
			problems.add(f.wrong(i, where, fmt.Errorf("%s again, as in line %d; give each file one "+
				"row", quoted(name), f.lines[first])))
		case !ok:
			problems.add(f.wrong(i, where, fmt.Errorf("there is no file %s in the folder %s%s",
				quoted(name), dir, didYouMean(name, names))))
		}
		row[name], column[i] = i, t
	}
	for _, name := range names {
		_, inTable := row[name]
		if _, isText := text[name]; isText && !inTable {
			problems.add(fmt.Errorf("datasets: file %s of the folder %s has no row in the table %s; "+
				"add one, or take the file out of the folder", quoted(name), dir, table))
		}
	}
	if err := problems.join(); err != nil {
		return nil, err
	}
	f.Names, f.columns = append(f.Names, "text"), append(f.columns, column)
	return f, nil
}

// sameFile tells whether two paths lead to one file.
func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	y, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(x, y)
}

// tenErrors collects errors, the first ten.
type tenErrors struct {
	errs []error
	n    int
}

func (t *tenErrors) add(err error) {
	if t.n++; t.n <= 10 {
		t.errs = append(t.errs, err)
	}
}

func (t *tenErrors) join() error {
	if t.n > 10 {
		t.errs = append(t.errs, fmt.Errorf("datasets: and %d more", t.n-10))
	}
	return errors.Join(t.errs...)
}
