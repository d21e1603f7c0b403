package same

import (
	"crypto/sha256"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
)

// module is a module of the running program. Its source lies in a folder and may change without a
// new version (this library, the user's module, one that go.mod replaces by a folder), or the
// version tells what it holds. If both are empty, nobody knows.
type module struct{ path, dir, version string }

// Root is the folder of this library. `go list` would take longer than most cells.
func Root() string {
	_, file, _, _ := runtime.Caller(0)
	return filepath.Dir(filepath.Dir(filepath.Dir(file)))
}

// moduleAt is the module that a folder belongs to.
func moduleAt(dir string) (m module, ok bool) {
	for ; filepath.IsAbs(dir); dir = filepath.Dir(dir) {
		if b, err := os.ReadFile(filepath.Join(dir, "go.mod")); err == nil {
			for row := range strings.Lines(string(b)) {
				if fields := strings.Fields(row); len(fields) > 1 && fields[0] == "module" {
					return module{path: strings.Trim(fields[1], "\"`"), dir: dir}, true
				}
			}
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	return m, false
}

// modules lists the modules of a program with a function from a file.
func modules(file string, info *debug.BuildInfo) (all []module, err error) {
	own, ok := moduleAt(Root())
	if !ok {
		return nil, ErrNoSource
	}
	main := module{path: info.Main.Path}
	if m, ok := moduleAt(filepath.Dir(file)); ok && m.path == main.path {
		main = m
	}
	all = []module{own, main}
	for _, d := range info.Deps {
		m := module{path: d.Path}
		source := d
		for source.Replace != nil {
			source = source.Replace
		}
		switch {
		case d.Path == own.path:
			continue
		case source.Sum != "":
			m.version = source.Path + " " + source.Version + " " + source.Sum
		case source != d && filepath.IsAbs(source.Path):
			m.dir = source.Path
		case source != d && main.dir != "":
			m.dir = filepath.Join(main.dir, source.Path)
		}
		all = append(all, m)
	}
	return all, nil
}

// packages lists the imports whose source is in a folder, and those that they import, with digests
// of their files, and the versions of the modules of the others.
func packages(imports []string, file string, info *debug.BuildInfo) (found, versions []string,
	err error) {
	all, err := modules(file, info)
	if err != nil {
		return nil, nil, err
	}
	seen := map[string]bool{}
	for len(imports) > 0 {
		path := imports[0]
		if imports = imports[1:]; seen[path] {
			continue
		}
		seen[path] = true
		m := module{version: "standard library"}
		for _, other := range all {
			if strings.HasPrefix(path+"/", other.path+"/") && len(other.path) > len(m.path) {
				m = other
			}
		}
		switch {
		case m.dir != "":
			p, err := remember(m.dir+" "+path, func() (p [2][]string, err error) {
				p[0], p[1], err = m.read(path)
				return p, err
			})
			if err != nil {
				return nil, nil, err
			}
			found, imports = append(found, p[0]...), append(imports, p[1]...)
		case m.version == "":
			return nil, nil, fmt.Errorf("%w: nobody knows where package %s is", ErrNoSource, path)
		case m.path != "":
			versions = append(versions, m.version)
		}
	}
	slices.Sort(found)
	slices.Sort(versions)
	return slices.Compact(found), slices.Compact(versions), nil
}

// kept is what was read: a program that runs does not change, and reads its source once.
var kept sync.Map

func remember[T any](key string, read func() (T, error)) (T, error) {
	if v, ok := kept.Load(key); ok {
		return v.(T), nil
	}
	v, err := read()
	if err == nil {
		kept.Store(key, v)
	}
	return v, err
}

// read lists the files of a package, with those that it may embed and its go.mod, and what it
// imports. Files for all systems count.
func (m module) read(path string) (files, imports []string, err error) {
	dir := filepath.Join(m.dir, filepath.FromSlash(strings.TrimPrefix(path, m.path)))
	sources, _ := filepath.Glob(filepath.Join(dir, "*.[gs]*"))
	for _, file := range sources {
		ending := filepath.Ext(file)
		if ending != ".go" && ending != ".s" || strings.HasSuffix(file, "_test.go") {
			continue
		}
		src, err := readBuilt(file)
		if err != nil {
			return nil, nil, err
		}
		files = append(files, line(path+"/"+filepath.Base(file), src))
		if ending == ".go" {
			f, err := parser.ParseFile(token.NewFileSet(), file, src, parser.ImportsOnly)
			if err != nil {
				return nil, nil, fmt.Errorf("%w: %w", ErrNoSource, err)
			}
			for _, spec := range f.Imports {
				imports = append(imports, importPath(spec))
			}
		}
	}
	if len(files) == 0 {
		return nil, nil, fmt.Errorf("%w: there is no package %s", ErrNoSource, path)
	}
	if slices.Contains(imports, "embed") {
		embedded, err := tree(dir, func(path string) bool { return filepath.Ext(path) != ".go" })
		if err != nil {
			return nil, nil, err
		}
		files = append(files, embedded...)
	}
	goMod, err := os.ReadFile(filepath.Join(m.dir, "go.mod"))
	return append(files, line(m.path+" go.mod", goMod)), imports, err
}

// tree lists the wanted files below a folder, with digests.
func tree(dir string, wanted func(path string) bool) (files []string, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || !wanted(path) {
			return err
		}
		data, err := os.ReadFile(path)
		files = append(files, line(strings.TrimPrefix(path, dir), data))
		return err
	})
	return files, err
}

func line(name string, data []byte) string {
	return fmt.Sprintf("%s %x", name, sha256.Sum256(data))
}

// Library lists the source of all packages of this library, in the folder root, and the version of
// Go: for results of functions that only their effect is known of.
func Library(root string) ([]string, error) {
	files, err := tree(root, func(path string) bool {
		switch filepath.Ext(path) {
		case ".go":
			return !strings.HasSuffix(path, "_test.go")
		case ".s", ".mod", ".sum":
			return true
		}
		return false
	})
	return append(files, runtime.Version(), runtime.GOARCH), err
}
