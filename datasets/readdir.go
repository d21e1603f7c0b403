package datasets

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// ReadDir reads a folder of text files, including its subfolders. Each file is a document. It
// returns the texts for [FromTexts] and their names, paths from dir with forward slashes, in the
// order of the names. Files and folders whose names begin with a dot are left out. A link to a file
// is read as a file, and dir itself may be a link.
//
// Errors name each file that is not UTF-8 or cannot be read, and each link to a folder, device or
// the like. A folder without files is an error too. At most 256 MiB of a file are read.
func ReadDir(dir string) (texts, names []string, err error) {
	root, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, nil, fmt.Errorf("datasets: %w; check the path (a notebook runs in its own "+
			"folder)", err)
	}
	if info, err := os.Stat(root); err == nil && !info.IsDir() {
		return nil, nil, fmt.Errorf("datasets: %s is not a folder; read a file with one document per "+
			"line with ReadLines", dir)
	}
	var problems []error
	kept := newBudget()
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return fmt.Errorf("datasets: %w; check the path (a notebook runs in its own folder)", err)
		}
		hidden := strings.HasPrefix(d.Name(), ".") && path != root
		switch {
		case hidden && d.IsDir():
			return fs.SkipDir
		case hidden, d.IsDir():
			return nil
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		text, err := readText(path, filepath.Join(dir, name))
		if err != nil {
			if problems = append(problems, err); len(problems) == 10 {
				return errors.New("datasets: no more than ten errors are listed")
			}
			return nil
		}
		texts, names = append(texts, text), append(names, filepath.ToSlash(name))
		if err := kept.keep(2*sliceBytes + len(text)); err != nil {
			return fmt.Errorf("datasets: folder %s: %w", dir, err)
		}
		return nil
	})
	if err = errors.Join(append(problems, err)...); err != nil {
		return nil, nil, err
	}
	if len(texts) == 0 {
		return nil, nil, fmt.Errorf("datasets: the folder %s has no files, expected one document per "+
			"file", dir)
	}
	return texts, names, nil
}

// readText reads a whole text file; errors call it name.
func readText(path, name string) (string, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return "", fmt.Errorf("datasets: %w; take it out of the folder", err)
	case info.IsDir():
		return "", fmt.Errorf("datasets: %s is a link to a folder, and those are not followed; "+
			"read that folder separately, and take the link out of this one", name)
	case !info.Mode().IsRegular():
		return "", fmt.Errorf("datasets: %s is not a file but a device or the like; take it out of "+
			"the folder", name)
	}
	data, err := readFile(path)
	if err != nil {
		return "", err
	}
	if !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0 {
		return "", fmt.Errorf("datasets: file %s is not text in UTF-8; save it in UTF-8 or take "+
			"it out of the folder", name)
	}
	return strings.TrimPrefix(string(data), "\ufeff"), nil
}

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
	if left := problems.n - len(problems.errs); left > 0 {
		problems.errs = append(problems.errs, fmt.Errorf("datasets: and %d more", left))
	}
	if err := errors.Join(problems.errs...); err != nil {
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
