package memo

import (
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
)

// library is a module whose source lies in a folder and may change without a new version: the one
// that this package belongs to, that of the user, or one that go.mod replaces by a folder.
type library struct {
	dir    string
	module string
	goMod  string // what go.mod says, without comments
}

// findLibrary finds the checkout by the path of this source file. `go list` would take longer than
// most cells.
func findLibrary() (*library, error) {
	_, file, _, _ := runtime.Caller(0)
	return libraryAt(filepath.Dir(file))
}

// libraryAt is the module that a folder belongs to.
func libraryAt(dir string) (*library, error) {
	for ; filepath.IsAbs(dir); dir = filepath.Dir(dir) {
		b, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil {
			l := &library{dir: dir}
			for row := range strings.Lines(string(b)) {
				row, _, _ = strings.Cut(row, "//")
				fields := strings.Fields(row)
				if len(fields) == 2 && fields[0] == "module" {
					l.module = strings.Trim(fields[1], "\"`")
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

// libraries are the modules in folders of a program.
type libraries []*library

// findLibraries finds them for a program that has memoised a function of a file.
func findLibraries(file string, info *debug.BuildInfo) (libraries, error) {
	own, err := findLibrary()
	if err != nil {
		return nil, err
	}
	all := libraries{own}
	main, err := libraryAt(filepath.Dir(file))
	known := err == nil && main.module == info.Main.Path
	if known {
		all = append(all, main)
	}
	for _, m := range info.Deps {
		if m.Path == own.module || m.Replace == nil || m.Replace.Sum != "" {
			continue
		}
		dir := m.Replace.Path
		if !filepath.IsAbs(dir) && known {
			dir = filepath.Join(main.dir, dir)
		}
		if !filepath.IsAbs(dir) {
			continue // hash finds out if it matters
		}
		l, err := libraryAt(dir)
		if err != nil {
			return nil, err
		}
		l.module = m.Path
		all = append(all, l)
	}
	return all, nil
}

// of is the library that holds a package, nil if there is none, or a versioned module holds it.
func (all libraries) of(path string, versioned []*debug.Module) (longest *library) {
	for _, l := range all {
		if within(path, l.module) && (longest == nil || len(l.module) > len(longest.module)) {
			longest = l
		}
	}
	if m := moduleOf(path, versioned); m != nil && longest != nil && len(m.Path) > len(longest.module) {
		return nil
	}
	return longest
}

// within tells whether a package belongs to a module, by their paths.
func within(path, module string) bool {
	return path == module || strings.HasPrefix(path, module+"/")
}

// hash writes the packages of the libraries among the imports, and those that they import, as
// tokens. It returns the imports from elsewhere.
func (all libraries) hash(w io.Writer, imports []string, versioned []*debug.Module) (others []string, err error) {
	seen := map[string]bool{}
	queue := slices.Clone(imports)
	var own, goMods []string
	for len(queue) > 0 {
		path := queue[0]
		queue = queue[1:]
		if seen[path] {
			continue
		}
		seen[path] = true
		l := all.of(path, versioned)
		if l == nil {
			others = append(others, path)
			continue
		}
		text, more, err := l.read(path)
		if err != nil {
			return nil, err
		}
		own, goMods = append(own, text), append(goMods, l.goMod)
		queue = append(queue, more...)
	}
	slices.Sort(own)
	for _, text := range own {
		fmt.Fprintf(w, "%d %s\n", len(text), text)
	}
	slices.Sort(goMods)
	fmt.Fprintln(w, slices.Compact(goMods))
	return others, nil
}

// read returns one package as text, and what it imports. Files of all systems count; files that the
// package may embed count as they are.
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
		err = writeTree(&b, dir, dir, func(path string) bool { return !strings.HasSuffix(path, ".go") })
	}
	return b.String(), imports, err
}
