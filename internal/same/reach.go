package same

import (
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// reach collects the code that a function depends on.
type reach struct {
	*program
	Call
	inputs  []ast.Expr // as the call gives them
	reached map[types.Object]bool
	nodes   map[ast.Node]bool
	imports map[string]bool
}

// code returns the code of the function and of all declarations that it and the named types depend
// on, in an order of its own, and the packages that this code imports. It refuses a function whose
// result depends on a variable that is no input.
func (p *program) code(c Call, at place, typeNames []string) (code, imports []string, err error) {
	node, call, err := p.find(c, at)
	if err != nil {
		return nil, nil, err
	}
	r := reach{p, c, c.inputs(call), map[types.Object]bool{}, map[ast.Node]bool{}, map[string]bool{}}
	r.from(node)
	for _, name := range typeNames {
		r.object(p.pkg.Scope().Lookup(name))
	}
	if lit, ok := node.(*ast.FuncLit); ok {
		if err := r.captured(lit); err != nil {
			return nil, nil, err
		}
	}
	if err := r.changed(); err != nil {
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
		code = append(code, p.tokens(n))
	}
	slices.Sort(code)
	return append([]string{p.tokens(node)}, code...), slices.Sorted(maps.Keys(r.imports)), nil
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

// place says where the runtime finds a function.
type place struct {
	function, file string
	line           int
}

// find returns the function that was declared at a place, and the call that keeps its results: the
// one that the function is given to, else the innermost at its line.
func (p *program) find(c Call, at place) (node ast.Node, call *ast.CallExpr, err error) {
	var found, given []ast.Node // given: those that are given to the call right there
	var named ast.Node
	calls := map[ast.Node]*ast.CallExpr{}
	lies := func(n ast.Node, file string, line int) bool {
		from, to := p.fset.Position(n.Pos()), p.fset.Position(n.End())
		return filepath.Base(from.Filename) == filepath.Base(file) && from.Line <= line && line <= to.Line
	}
	begins := func(n ast.Node) bool {
		return lies(n, at.file, at.line) && p.fset.Position(n.Pos()).Line == at.line
	}
	for _, f := range p.files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if len(n.Args) <= c.Work || nameIn(n.Fun) != c.Name {
					break
				}
				work := n.Args[c.Work]
				calls[work] = n
				if lit, ok := work.(*ast.FuncLit); ok && begins(lit) {
					given = append(given, lit)
				}
				if lies(n, c.File, c.Line) {
					call = n
				}
			case *ast.FuncLit:
				if begins(n) {
					found = append(found, n)
				}
			case *ast.FuncDecl:
				if n.Recv == nil && n.Name.Name == shortName(at.function) &&
					filepath.Base(p.fset.Position(n.Pos()).Filename) == filepath.Base(at.file) {
					named = n
				}
			}
			return true
		})
	}
	if named != nil {
		found = []ast.Node{named}
	} else if len(given) == 1 {
		found = given
	}
	switch len(found) {
	case 1:
		if own := calls[found[0]]; own != nil {
			call = own
		}
		return found[0], call, nil
	case 0:
		return nil, nil, fmt.Errorf("the code of %s cannot be found in %s: give a function that is "+
			"declared there, or a function literal", shortName(at.function), filepath.Base(at.file))
	}
	return nil, nil, fmt.Errorf("%d function literals begin in line %d of %s: put each in a line of "+
		"its own", len(found), at.line, filepath.Base(at.file))
}

// nameIn is the name of a called function, or of the type that a method belongs to, without package
// and type arguments.
func nameIn(e ast.Expr) string {
	switch x := e.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		return x.Sel.Name
	case *ast.StarExpr:
		return nameIn(x.X)
	case *ast.IndexExpr:
		return nameIn(x.X)
	case *ast.IndexListExpr:
		return nameIn(x.X)
	case *ast.ParenExpr:
		return nameIn(x.X)
	}
	return ""
}

// shortName is a function's name without its package.
func shortName(name string) string {
	_, name, _ = strings.Cut(name[strings.LastIndex(name, "/")+1:], ".")
	return name
}
