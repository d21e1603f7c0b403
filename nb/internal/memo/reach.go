package memo

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// reach collects the code that a function depends on.
type reach struct {
	*program
	reached map[types.Object]bool
	nodes   map[ast.Node]bool
	imports map[string]bool
}

// code returns the code of the function and of all declarations that it and the named types depend
// on, in an order of its own, and the packages that this code imports. It refuses a function whose
// result depends on a variable that is no input.
func (p *program) code(at place, typeNames []string) (code, imports []string, err error) {
	node, err := p.find(at.function, at.file, at.line)
	if err != nil {
		return nil, nil, err
	}
	call := p.call(node, at.callFile, at.callLine)
	r := reach{p, map[types.Object]bool{}, map[ast.Node]bool{}, map[string]bool{}}
	if lit, ok := node.(*ast.FuncLit); ok {
		if err := r.captured(lit, call); err != nil {
			return nil, nil, err
		}
	}
	r.from(node)
	for _, name := range typeNames {
		if obj := p.pkg.Scope().Lookup(name); obj != nil {
			r.object(obj)
		}
	}
	if err := r.changed(call); err != nil {
		return nil, nil, err
	}
	for _, f := range p.files {
		for _, spec := range f.Imports { // names of a dot import cannot be told from our own
			if spec.Name != nil && spec.Name.Name == "." {
				r.imports[importPath(spec)] = true
			}
		}
	}
	delete(r.nodes, node)
	for n := range r.nodes {
		text := p.text(n)
		if patterns := p.embeds[n]; patterns != nil {
			files, err := embeddedFiles(filepath.Dir(p.fset.Position(n.Pos()).Filename), patterns)
			if err != nil {
				return nil, nil, err
			}
			text += files
		}
		code = append(code, text)
	}
	for path := range r.imports {
		imports = append(imports, path)
	}
	slices.Sort(code)
	slices.Sort(imports)
	return append([]string{p.text(node)}, code...), imports, nil
}

// place says where a function was declared, and where it was given to Memo.
type place struct {
	function, file string
	line           int
	callFile       string
	callLine       int
}

// from follows all names in a node.
func (r *reach) from(n ast.Node) {
	if n == nil || r.nodes[n] {
		return
	}
	r.nodes[n] = true
	names(n, func(id *ast.Ident) { r.object(r.program.object(id)) })
}

func (r *reach) object(obj types.Object) {
	if pkg, ok := obj.(*types.PkgName); ok {
		r.imports[pkg.Imported().Path()] = true
		return
	}
	if obj == nil || r.reached[obj] || obj.Parent() != r.pkg.Scope() {
		return
	}
	r.reached[obj] = true
	r.from(r.declared[obj])
	for _, m := range r.methods[obj] {
		r.from(m)
	}
}

// find returns the function that the runtime says was declared at this line.
func (p *program) find(name, file string, line int) (ast.Node, error) {
	name = shortName(name)
	var found, given []ast.Node // given: those that are given to Memo right there
	for _, f := range p.files {
		if filepath.Base(p.fset.Position(f.Pos()).Filename) != filepath.Base(file) {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if lit, ok := first(n.Args).(*ast.FuncLit); ok && p.isMemo(n) &&
					p.fset.Position(lit.Pos()).Line == line {
					given = append(given, lit)
				}
			case *ast.FuncLit:
				if p.fset.Position(n.Pos()).Line == line {
					found = append(found, n)
				}
			case *ast.FuncDecl:
				if n.Recv == nil && n.Name.Name == name {
					found = []ast.Node{n}
					return false
				}
			}
			return true
		})
	}
	if len(given) == 1 {
		return given[0], nil
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return nil, fmt.Errorf("memo: the code of %s cannot be found in %s: give a function that "+
			"is declared there, "+
			"or a function literal", name, filepath.Base(file))
	}
	return nil, fmt.Errorf("memo: %d function literals begin in line %d of %s: put each in a line "+
		"of its own",
		len(found), line, filepath.Base(file))
}

// call returns the call of Memo: the one with the function as its argument, else the innermost at
// the line.
func (p *program) call(compute ast.Node, file string, line int) (call *ast.CallExpr) {
	for _, f := range p.files {
		ast.Inspect(f, func(n ast.Node) bool {
			c, ok := n.(*ast.CallExpr)
			if !ok || len(c.Args) == 0 {
				return true
			}
			if c.Args[0] == compute {
				call = c
				return false
			}
			from, to := p.fset.Position(c.Pos()), p.fset.Position(c.End())
			if filepath.Base(from.Filename) == filepath.Base(file) && from.Line <= line &&
				line <= to.Line && p.isMemo(c) {
				call = c
			}
			return true
		})
		if call != nil && call.Args[0] == compute {
			break
		}
	}
	return call
}

// isMemo tells whether a call is one of Memo, by the name.
func (p *program) isMemo(c *ast.CallExpr) bool {
	for _, word := range strings.Fields(p.text(c.Fun)) {
		if word == "Memo" {
			return true
		}
	}
	return false
}

func first(args []ast.Expr) ast.Expr {
	if len(args) == 0 {
		return nil
	}
	return args[0]
}

// shortName is a function's name without its package.
func shortName(name string) string {
	_, name, _ = strings.Cut(name[strings.LastIndex(name, "/")+1:], ".")
	return name
}

// inputs are the expressions given to Memo as inputs.
func inputs(call *ast.CallExpr) []ast.Expr {
	if call == nil {
		return nil
	}
	return call.Args[1:]
}

func importPath(spec *ast.ImportSpec) string {
	path, _ := strconv.Unquote(spec.Path.Value)
	return path
}

// root is the variable at the bottom of x, x.f, x[i], *x, &x.
func root(e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		case *ast.UnaryExpr:
			if x.Op != token.AND {
				return nil
			}
			e = x.X
		default:
			return nil
		}
	}
}
