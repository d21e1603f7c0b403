package farm

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"reflect"
	"runtime"
	"slices"
	"strconv"
)

// sourceOf is a digest of the code of a function: of its declaration and of all in its file that
// this mentions, and so on. Other declarations in the file may change, as they do in a notebook
// with each cell. Without the file it is a digest of the program.
func sourceOf(function any) string {
	if f := runtime.FuncForPC(reflect.ValueOf(function).Pointer()); f != nil {
		file, line := f.FileLine(f.Entry())
		if source, err := os.ReadFile(file); err == nil {
			if code := reached(source, line); len(code) > 0 {
				return digest(code...)
			}
		}
	}
	return executable()
}

// reached returns the text of the declaration at a line and of those that it reaches, by names
// alone: a name that means something else now and then only adds a declaration. A type brings its
// methods. It returns nothing if the source is not Go, or nothing is declared there.
func reached(source []byte, line int) (code []string) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", source, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	declared := map[string][]ast.Node{}
	var todo []ast.Node
	for _, d := range file.Decls {
		for _, name := range namesOf(d) {
			declared[name] = append(declared[name], d)
		}
		if files.Position(d.Pos()).Line <= line && line <= files.Position(d.End()).Line {
			todo = append(todo, d)
		}
	}
	for _, spec := range file.Imports {
		p, _ := strconv.Unquote(spec.Path.Value)
		name := path.Base(p)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		declared[name] = append(declared[name], spec)
	}
	if len(todo) > 0 {
		todo = append(todo, declared["init"]...)
	}
	seen := map[ast.Node]bool{}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[n] {
			continue
		}
		seen[n] = true
		text := string(source[files.Position(n.Pos()).Offset:files.Position(n.End()).Offset])
		if spec, ok := n.(*ast.ImportSpec); ok {
			imported, _ := strconv.Unquote(spec.Path.Value)
			text += " " + moduleOf(imported)
		}
		code = append(code, text)
		ast.Inspect(n, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				todo = append(todo, declared[id.Name]...)
			}
			return true
		})
	}
	slices.Sort(code)
	return code
}

// namesOf are the names that bring a declaration along: its own, or those of its group. A method
// comes with the type of its receiver, too. Imports have a place of their own.
func namesOf(d ast.Decl) (names []string) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		names = []string{d.Name.Name}
		if d.Recv != nil {
			ast.Inspect(d.Recv, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					names = append(names, id.Name)
				}
				return true
			})
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				names = append(names, s.Name.Name)
			case *ast.ValueSpec:
				for _, id := range s.Names {
					names = append(names, id.Name)
				}
			}
		}
	}
	return names
}
