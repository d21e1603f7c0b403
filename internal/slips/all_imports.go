package slips

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// NoHelp is what a cell shows in place of help while there is no gopls.
const NoHelp = "Tab and Shift-Tab need gopls, which is not there yet. After `make setup` it is " +
	"built in the background, which takes a minute. If it does not come, run `make setup` again: " +
	"it says why."

// Imports are packages by the names under which a program uses them.
type Imports map[string]string

// AllImports finds the packages of the modules that go.work in a folder names, and everything that
// these import: packages that a cell is likely to use.
func AllImports(folder string) Imports {
	all := Imports{"fmt": "fmt", "flag": "flag"} // the kernel adds flag.Parse()
	roots := workFolders(folder)
	eachSource(roots, func(_, file string) {
		f, _ := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if f == nil {
			return
		}
		for _, spec := range f.Imports {
			path := strings.Trim(spec.Path.Value, "\"`")
			hidden := strings.Contains("/"+path+"/", "/internal/") || path == "C"
			if spec.Name == nil && !hidden && token.IsIdentifier(baseName(path)) {
				prefer(all, path)
			}
		}
	})
	maps.Copy(all, modulePackages(roots))
	return all
}

// AddTo adds the packages to a file that belongs to a program, except for names that the program
// declares. Then it adds whatever else the file uses.
func (all Imports) AddTo(file string) error {
	source, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	declared := map[string]bool{}
	parts, _ := filepath.Glob(filepath.Join(filepath.Dir(file), "*.go"))
	for _, part := range parts {
		f, _ := parser.ParseFile(token.NewFileSet(), part, nil, parser.SkipObjectResolution)
		if f != nil {
			declarations(f, part == file, declared)
		}
	}
	missing := Imports{}
	for name, path := range all {
		if !declared[name] {
			missing[name] = path
		}
	}
	if err := os.WriteFile(file, []byte(missing.Add(string(source))), 0o600); err != nil {
		return err
	}
	if err := AddImports(file); err != nil {
		return err
	}
	return AddOtherImports(file)
}

// declarations collects the names that a file declares for its package, and those of its imports.
func declarations(f *ast.File, imports bool, names map[string]bool) {
	for _, decl := range f.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			names[d.Name.Name] = names[d.Name.Name] || d.Recv == nil
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					names[s.Name.Name] = true
				case *ast.ValueSpec:
					for _, id := range s.Names {
						names[id.Name] = true
					}
				case *ast.ImportSpec:
					if s.Name != nil {
						names[s.Name.Name] = names[s.Name.Name] || imports
					} else if imports {
						names[baseName(strings.Trim(s.Path.Value, "\"`"))] = true
					}
				}
			}
		}
	}
}

// Add adds the imports to a source without adding a line.
func (all Imports) Add(source string) string {
	return withImports(source, slices.Sorted(maps.Keys(all)), all)
}

// AddMissing adds to a file those of the packages that it uses and does not import, and whatever
// else it uses.
func (all Imports) AddMissing(file string) error {
	if err := addImports(file, func() map[string]string { return all }); err != nil {
		return err
	}
	return AddOtherImports(file)
}
