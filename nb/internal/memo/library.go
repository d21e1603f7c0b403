package memo

import (
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// library is the module that this package belongs to, as source in a checkout.
type library struct {
	dir    string
	module string
	goMod  string // what go.mod says, without comments
}

// findLibrary finds the checkout by the path of this source file. `go list` would take longer than most cells.
func findLibrary() (*library, error) {
	_, file, _, _ := runtime.Caller(0)
	for dir := filepath.Dir(file); filepath.IsAbs(dir); dir = filepath.Dir(dir) {
		b, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil {
			l := &library{dir: dir}
			for row := range strings.Lines(string(b)) {
				row, _, _ = strings.Cut(row, "//")
				fields := strings.Fields(row)
				if len(fields) == 2 && fields[0] == "module" {
					l.module = fields[1]
				}
				l.goMod += strings.Join(fields, " ") + "\n"
			}
			return l, nil
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	return nil, ErrNoSource
}

// hash writes the packages of the library among the imports, and those that they import, as tokens. It
// returns the imports from elsewhere.
func (l *library) hash(w io.Writer, imports []string) (others []string, err error) {
	seen := map[string]bool{}
	queue := slices.Clone(imports)
	var own []string
	for len(queue) > 0 {
		path := queue[0]
		queue = queue[1:]
		if seen[path] {
			continue
		}
		seen[path] = true
		if path != l.module && !strings.HasPrefix(path, l.module+"/") {
			others = append(others, path)
			continue
		}
		text, more, err := l.read(path)
		if err != nil {
			return nil, err
		}
		own = append(own, text)
		queue = append(queue, more...)
	}
	slices.Sort(own)
	for _, text := range own {
		fmt.Fprintf(w, "%d %s\n", len(text), text)
	}
	if len(own) > 0 {
		fmt.Fprintln(w, l.goMod)
	}
	return others, nil
}

// read returns one package as text, and what it imports. Files of all systems count; files that the package may
// embed count as they are.
func (l *library) read(path string) (text string, imports []string, err error) {
	dir := filepath.Join(l.dir, filepath.FromSlash(strings.TrimPrefix(path, l.module)))
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(files) == 0 {
		return "", nil, ErrNoSource
	}
	b := strings.Builder{}
	fmt.Fprintln(&b, path)
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		src, err := readBuilt(file)
		if err != nil {
			return "", nil, err
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, src, parser.ImportsOnly)
		if err != nil {
			return "", nil, ErrNoSource
		}
		for _, spec := range f.Imports {
			imports = append(imports, importPath(spec))
		}
		fmt.Fprintln(&b, filepath.Base(file), join(scan(src), 0, len(src)))
	}
	if slices.Contains(imports, "embed") {
		err = embedded(&b, dir)
	}
	return b.String(), imports, err
}

// embedded writes all files below a directory that are not Go.
func embedded(b *strings.Builder, dir string) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || strings.HasSuffix(path, ".go") {
			return err
		}
		data, err := os.ReadFile(path)
		fmt.Fprintln(b, strings.TrimPrefix(path, dir), len(data))
		b.Write(data)
		return err
	})
}
