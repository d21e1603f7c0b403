package slips

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// meant is "; did you mean X?" for the nearest of the names, or nothing if none is near.
func meant(name string, names []string) string {
	best, least := "", max(1, (len(name)+1)/3)
	for _, n := range names {
		d := distance(strings.ToLower(name), strings.ToLower(n))
		if n != name && len(n) > 1 && d <= least {
			if d < least || best == "" {
				best, least = n, d
			}
		}
	}
	if best == "" {
		return ""
	}
	return "; did you mean " + best + "?"
}

// distance counts the letters to change, add, drop or swap with their neighbour to get from a to b:
// the optimal string alignment distance of Damerau and Levenshtein.
func distance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		for j := range rows[i] {
			switch {
			case i == 0:
				rows[i][j] = j
				continue
			case j == 0:
				rows[i][j] = i
				continue
			}
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}

// parsed is the syntax of the program, as far as it can be read.
func (p *Program) parsed() *ast.File {
	f, _ := parser.ParseFile(token.NewFileSet(), p.File, p.Source, parser.SkipObjectResolution)
	return f
}

// names lists the candidates for an unknown name in the program: the names that it declares
// anywhere, and the packages that it can use.
func (p *Program) names(folder string) []string {
	var names []string
	if f := p.parsed(); f != nil {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for _, e := range n.Lhs {
					if id, ok := e.(*ast.Ident); ok && n.Tok == token.DEFINE {
						names = append(names, id.Name)
					}
				}
			case *ast.RangeStmt:
				for _, e := range []ast.Expr{n.Key, n.Value} {
					if id, ok := e.(*ast.Ident); ok {
						names = append(names, id.Name)
					}
				}
			case *ast.Field:
				for _, id := range n.Names {
					names = append(names, id.Name)
				}
			case *ast.ValueSpec:
				for _, id := range n.Names {
					names = append(names, id.Name)
				}
			case *ast.FuncDecl:
				names = append(names, n.Name.Name)
			case *ast.TypeSpec:
				names = append(names, n.Name.Name)
			}
			return true
		})
	}
	for name := range modulePackages(workFolders(folder)) {
		names = append(names, name)
	}
	return names
}

// exported lists the exported names of a package that the program imports by the given name.
func (p *Program) exported(pkg, folder string) []string {
	var names []string
	for _, f := range p.imported(pkg, folder) {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil {
					names = append(names, d.Name.Name)
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					switch s := s.(type) {
					case *ast.TypeSpec:
						names = append(names, s.Name.Name)
					case *ast.ValueSpec:
						for _, id := range s.Names {
							names = append(names, id.Name)
						}
					}
				}
			}
		}
	}
	return onlyExported(names)
}

// members lists the fields and methods of a type of the program, or of an exported type of a
// package.
func (p *Program) members(name, folder string) []string {
	name, _, _ = strings.Cut(strings.TrimLeft(name, "*"), "[")
	files := []*ast.File{p.parsed()}
	pkg, typ, ofPackage := strings.Cut(name, ".")
	if ofPackage {
		files, name = p.imported(pkg, folder), typ
	}
	var names []string
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.TypeSpec:
				if s, ok := n.Type.(*ast.StructType); ok && n.Name.Name == name {
					for _, f := range s.Fields.List {
						for _, id := range f.Names {
							names = append(names, id.Name)
						}
					}
				}
			case *ast.FuncDecl:
				if n.Recv != nil && len(n.Recv.List) == 1 && receiver(n.Recv.List[0].Type) == name {
					names = append(names, n.Name.Name)
				}
			}
			return true
		})
	}
	if ofPackage {
		return onlyExported(names)
	}
	return names
}

// hides tells whether a name of the program is that of a package, too.
func (p *Program) hides(name, folder string) bool {
	if modulePackages(workFolders(folder))[name] != "" {
		return true
	}
	return exec.Command("go", "list", name).Run() == nil
}

// declaredAt is the place where the program declares a name for all cells.
func (p *Program) declaredAt(name string) (at Place, ok bool) {
	fset := token.NewFileSet()
	f, _ := parser.ParseFile(fset, p.File, p.Source, parser.SkipObjectResolution)
	if f == nil {
		return at, false
	}
	declares := func(id *ast.Ident) {
		if id.Name == name {
			at, ok = p.at(fset.Position(id.Pos()).Line)
		}
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				declares(d.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					declares(s.Name)
				case *ast.ValueSpec:
					for _, id := range s.Names {
						declares(id)
					}
				}
			}
		}
	}
	return at, ok
}

// receiver is the name of the type that a method belongs to.
func receiver(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.StarExpr:
		return receiver(t.X)
	case *ast.IndexExpr:
		return receiver(t.X)
	case *ast.IndexListExpr:
		return receiver(t.X)
	case *ast.Ident:
		return t.Name
	}
	return ""
}

func onlyExported(names []string) []string {
	var some []string
	for _, n := range names {
		if ast.IsExported(n) {
			some = append(some, n)
		}
	}
	return some
}

// imported reads the source of a package that the program imports by the given name.
func (p *Program) imported(name, folder string) []*ast.File {
	f := p.parsed()
	if f == nil {
		return nil
	}
	for _, spec := range f.Imports {
		path := strings.Trim(spec.Path.Value, "\"`")
		if spec.Name != nil && spec.Name.Name != name || spec.Name == nil && baseName(path) != name {
			continue
		}
		list := exec.Command("go", "list", "-find", "-f", "{{.Dir}}", path)
		list.Dir = folder
		where, err := list.Output()
		if err != nil {
			return nil
		}
		return sources(strings.TrimSpace(string(where)))
	}
	return nil
}

// sources parses the files of a package, without its tests.
func sources(folder string) []*ast.File {
	var files []*ast.File
	paths, _ := filepath.Glob(filepath.Join(folder, "*.go"))
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		f, _ := parser.ParseFile(token.NewFileSet(), path, text, parser.SkipObjectResolution)
		if f != nil {
			files = append(files, f)
		}
	}
	return files
}
