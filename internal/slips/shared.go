package slips

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// writes warns of what chains share: a variable of the package that a function writes to, and one
// of the function around a block's function that this writes to.
func (w *warner) writes(f *ast.File, pkg *types.Package) {
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			continue
		}
		if fn.Name.Name != "main" && !strings.HasPrefix(fn.Name.Name, "init") {
			w.written(fn.Body, func(v *types.Var) bool { return pkg != nil && v.Parent() == pkg.Scope() })
		}
		ast.Inspect(fn.Body, func(n ast.Node) bool {
			lit, ok := n.(*ast.FuncLit)
			if !ok || !isUpdate(lit.Type) {
				return true
			}
			w.written(lit.Body, func(v *types.Var) bool {
				return fn.Pos() <= v.Pos() && v.Pos() < fn.End() &&
					!(lit.Pos() <= v.Pos() && v.Pos() < lit.End())
			})
			return false
		})
	}
}

// isUpdate tells whether a function has the parameters of a block: a generator, and a state.
func isUpdate(t *ast.FuncType) bool {
	var all []string
	for _, p := range t.Params.List {
		for range max(1, len(p.Names)) {
			all = append(all, types.ExprString(p.Type))
		}
	}
	return len(all) == 2 && all[0] == "*rand.Rand" && strings.HasPrefix(all[1], "*")
}

// written warns of the variables of a kind to which a body writes.
func (w *warner) written(body ast.Node, shared func(*types.Var) bool) {
	note := func(e ast.Expr) {
		id := rootOf(e)
		if id == nil {
			return
		}
		v, ok := w.info.Uses[id].(*types.Var)
		at, mine := w.mine(id)
		if !ok || !mine || v.IsField() || !shared(v) {
			return
		}
		says := fmt.Sprintf("%s is one variable for all chains, which run at the same time: keep it in "+
			"the state, or declare it inside of the function", id.Name)
		if !slices.ContainsFunc(w.said, func(s string) bool { return strings.HasSuffix(s, says) }) {
			w.said = append(w.said, at.String()+": "+says)
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE {
				for _, e := range n.Lhs {
					note(e)
				}
			}
		case *ast.IncDecStmt:
			note(n.X)
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				note(n.Key)
				note(n.Value)
			}
		case *ast.CallExpr:
			if id, ok := n.Fun.(*ast.Ident); ok && (id.Name == "clear" || id.Name == "copy") &&
				len(n.Args) > 0 {
				note(n.Args[0])
			}
		}
		return true
	})
}

// rootOf is the variable that an expression is a part of.
func rootOf(e ast.Expr) *ast.Ident {
	switch e := e.(type) {
	case *ast.Ident:
		return e
	case *ast.IndexExpr:
		return rootOf(e.X)
	case *ast.SelectorExpr:
		return rootOf(e.X)
	case *ast.SliceExpr:
		return rootOf(e.X)
	case *ast.StarExpr:
		return rootOf(e.X)
	case *ast.ParenExpr:
		return rootOf(e.X)
	}
	return nil
}
