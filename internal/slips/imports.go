package slips

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// AddImports writes into a Go file the imports of the packages that it uses and does not import, if
// they belong to a module that is edited together with the notebook, one that go.work in the folder
// of the file names, or to a module that such a module requires. goimports would do that too, but
// it searches all modules on the machine, which takes a third of a second for each cell. It also
// fails if the file uses a name that the package does not have. The compiler would then complain
// about the package instead of the name.
func AddImports(file string) error {
	folder := filepath.Dir(file)
	own := func() map[string]string { return modulePackages(workFolders(folder)) }
	if err := addImports(file, own); err != nil {
		return err
	}
	return addImports(file, func() map[string]string { return requiredPackages(folder) })
}

// AddOtherImports is like AddImports, for the standard library and the modules that go.work's
// modules require. Use it for imports that goimports has left out.
func AddOtherImports(file string) error {
	return addImports(file, func() map[string]string {
		packages := map[string]string{}
		for _, p := range otherPackages(filepath.Dir(file)) {
			hidden := strings.Contains("/"+p+"/", "/internal/") || strings.HasPrefix(p, "vendor/")
			if !hidden {
				prefer(packages, p)
			}
		}
		return packages
	})
}

// prefer enters a package under its name, unless a more likely one has that name: the standard
// library comes before other modules, a short path before a long one, and math/rand/v2 before all.
func prefer(packages map[string]string, path string) {
	known, ok := packages[baseName(path)]
	external := strings.Contains(path, ".")
	if !ok || len(path) < len(known) && !external || strings.HasSuffix(path, "/v2") {
		packages[baseName(path)] = path
	}
}

var requireLine = regexp.MustCompile(`(?m)^(?:require)?\s+([\w.-]+\.[\w./-]+) v\S+$`)

// otherPackages lists the packages of the standard library and then of the modules that the modules
// of go.work require themselves.
func otherPackages(folder string) []string {
	patterns := []string{"list", "-e"}
	for _, module := range requiredModules(folder) {
		patterns = append(patterns, module+"/...")
	}
	standard, _ := exec.Command("go", "list", "std").Output()
	required := exec.Command("go", patterns...)
	required.Dir = folder
	others, _ := required.Output()
	return strings.Fields(string(standard) + string(others))
}

func addImports(file string, packages func() map[string]string) error {
	source, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	missing := missingPackages(string(source))
	if len(missing) == 0 {
		return nil
	}
	return os.WriteFile(file, []byte(withImports(string(source), missing, packages())), 0o600)
}

// withImports adds imports to a source without adding a line to it.
func withImports(source string, names []string, packages map[string]string) string {
	var add strings.Builder
	for _, name := range names {
		if p, ok := packages[name]; ok {
			add.WriteString("; import \"" + p + "\"")
		}
	}
	return strings.Replace(source, "package main", "package main"+add.String(), 1)
}

// missingPackages lists the names in a source that are used as packages, as in name.Member, and
// that nothing declares.
func missingPackages(source string) []string {
	fset := token.NewFileSet()
	f, _ := parser.ParseFile(fset, "main.go", source, parser.SkipObjectResolution)
	if f == nil {
		return nil
	}
	bases := map[string]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := s.X.(*ast.Ident); ok {
				bases[id.Name] = true
			}
		}
		return true
	})
	var missing []string
	note := func(err error) {
		name, ok := strings.CutPrefix(err.(types.Error).Msg, "undefined: ")
		if ok && bases[name] && !slices.Contains(missing, name) {
			missing = append(missing, name)
		}
	}
	config := types.Config{Importer: emptyPackages{}, Error: note}
	config.Check("main", fset, []*ast.File{f}, nil)
	slices.Sort(missing)
	return missing
}

// emptyPackages gives each import an empty package of the right name: enough to tell which names
// are missing.
type emptyPackages struct{}

func (emptyPackages) Import(importPath string) (*types.Package, error) {
	p := types.NewPackage(importPath, baseName(importPath))
	p.MarkComplete()
	return p, nil
}

var version = regexp.MustCompile(`^v\d+$`)

// baseName is the name under which an import path is used, by the convention that all packages here
// follow.
func baseName(importPath string) string {
	if base := path.Base(importPath); !version.MatchString(base) {
		return base
	}
	return path.Base(path.Dir(importPath))
}

var used = regexp.MustCompile(`(?m)^(?:use)?\s+"?(/[^"\n]+?)"?$`)

// workFolders lists the modules that go.work in a folder names by an absolute path.
func workFolders(folder string) []string {
	text, _ := os.ReadFile(filepath.Join(folder, "go.work"))
	var folders []string
	for _, m := range used.FindAllStringSubmatch(string(text), -1) {
		folders = append(folders, m[1])
	}
	return folders
}

var moduleLine = regexp.MustCompile(`(?m)^module\s+"?([^\s"]+)`)

// modulePackages finds the packages of modules that other modules can import: their names and
// paths. A name that two packages share is left out.
func modulePackages(folders []string) map[string]string {
	packages := map[string]string{}
	twice := map[string]bool{}
	eachSource(folders, func(importPath, _ string) {
		base := baseName(importPath)
		if known, ok := packages[base]; ok && known != importPath {
			twice[base] = true
		}
		packages[base] = importPath
	})
	for name := range twice {
		delete(packages, name)
	}
	return packages
}

// eachSource visits the source files of the packages of modules that other modules can import.
func eachSource(folders []string, visit func(importPath, file string)) {
	for _, root := range folders {
		text, err := os.ReadFile(filepath.Join(root, "go.mod"))
		m := moduleLine.FindSubmatch(text)
		if err != nil || m == nil {
			continue
		}
		filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
			name := d.Name()
			if d.IsDir() && file != root {
				_, noModule := os.Stat(filepath.Join(file, "go.mod"))
				hidden := name == "internal" || name == "testdata" || name == "vendor"
				if hidden || strings.ContainsAny(name[:1], "._") || noModule == nil {
					return filepath.SkipDir
				}
			}
			if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") ||
				strings.HasSuffix(name, "_test.go") {
				return nil
			}
			inside, _ := filepath.Rel(root, filepath.Dir(file))
			visit(path.Join(string(m[1]), filepath.ToSlash(inside)), file)
			return nil
		})
	}
}

// required remembers the packages that requiredPackages has found, and from what. Modules that are
// required do not change.
var required struct {
	sync.Mutex
	from     string
	packages map[string]string
}

// requiredPackages finds the packages of the modules that the modules of go.work require
// themselves: names with their paths. It leaves out a name that two packages share, and one that
// the standard library has, too.
func requiredPackages(folder string) map[string]string {
	modules := requiredModules(folder)
	if len(modules) == 0 {
		return nil
	}
	required.Lock()
	defer required.Unlock()
	from := folder + strings.Join(modules, " ")
	if required.from == from {
		return required.packages
	}
	list := exec.Command("go", append([]string{"list", "-e", "-m", "-f", "{{.Dir}}"}, modules...)...)
	list.Dir = folder
	folders, _ := list.Output()
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil
	}
	packages := modulePackages(strings.Split(strings.TrimSpace(string(folders)), "\n"))
	standard := filepath.Join(strings.TrimSpace(string(goroot)), "src")
	eachSource([]string{standard}, func(importPath, _ string) {
		delete(packages, baseName(importPath))
	})
	required.from, required.packages = from, packages
	return packages
}

// requiredModules lists the modules that the modules of go.work require themselves.
func requiredModules(folder string) (modules []string) {
	for _, root := range workFolders(folder) {
		text, _ := os.ReadFile(filepath.Join(root, "go.mod"))
		for _, m := range requireLine.FindAllStringSubmatch(string(text), -1) {
			modules = append(modules, m[1])
		}
	}
	return modules
}
