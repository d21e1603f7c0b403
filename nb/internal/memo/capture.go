package memo

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
)

// captured looks at what a function literal uses of the function around it. Constants and types are
// code, and join the key. Variables must be inputs: either by themselves, or in just the expression
// that is used, such as set.Seed.
func (r *reach) captured(lit *ast.FuncLit, call *ast.CallExpr) (err error) {
	var visit func(n ast.Node) bool
	visit = func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok && r.isInput(e, call) {
			return false
		}
		switch n := n.(type) {
		case *ast.SelectorExpr:
			ast.Inspect(n.X, visit)
			return false
		case *ast.Ident:
			obj := r.program.object(n)
			if obj == nil || err != nil || lit.Pos() <= obj.Pos() && obj.Pos() < lit.End() {
				return true
			}
			if obj.Parent() == r.pkg.Scope() || obj.Parent() == types.Universe {
				return true
			}
			switch obj := obj.(type) {
			case *types.Var:
				if !obj.IsField() {
					err = fmt.Errorf("memo: the function uses the variable %q, which is not among "+
						"the inputs, so a change of it would go unnoticed: give it to Memo after "+
						"the function", obj.Name())
				}
			case *types.Const, *types.TypeName:
				r.local(obj)
			}
		}
		return true
	}
	ast.Inspect(lit.Body, visit)
	return err
}

// isInput tells whether an expression is one of the inputs, or an input is its address or what it
// points to.
func (r *reach) isInput(e ast.Expr, call *ast.CallExpr) bool {
	id := root(e)
	if id == nil {
		return false
	}
	for _, input := range inputs(call) {
		if star, ok := input.(*ast.StarExpr); ok {
			input = star.X
		}
		if and, ok := input.(*ast.UnaryExpr); ok && and.Op == token.AND {
			input = and.X
		}
		other := root(input)
		if other != nil && r.program.object(id) == r.program.object(other) &&
			r.text(e) == r.text(input) {
			return true
		}
	}
	return false
}

// local adds the declaration of a constant or type inside a function.
func (r *reach) local(obj types.Object) {
	if r.reached[obj] {
		return
	}
	r.reached[obj] = true
	for _, f := range r.files {
		ast.Inspect(f, func(n ast.Node) bool {
			d, ok := n.(*ast.GenDecl)
			if !ok || obj.Pos() < d.Pos() || d.End() <= obj.Pos() {
				return true
			}
			for name, node := range declaredBy(d) {
				if r.info.Defs[name] == obj {
					r.from(node)
					names(node, func(id *ast.Ident) {
						switch o := r.program.object(id).(type) {
						case *types.Const, *types.TypeName:
							if o.Parent() != r.pkg.Scope() && o.Parent() != types.Universe {
								r.local(o)
							}
						}
					})
				}
			}
			return true
		})
	}
}

// changed refuses package-level variables that the program assigns to: their declaration does not
// tell what they hold. A variable that is an input is known by its value.
func (r *reach) changed(call *ast.CallExpr) (err error) {
	assigned := func(e ast.Expr) {
		id := root(e)
		if id == nil || err != nil {
			return
		}
		obj, ok := r.program.object(id).(*types.Var)
		if !ok || !r.reached[obj] || r.isInput(id, call) {
			return
		}
		err = fmt.Errorf("memo: the function uses the variable %q, which the program changes in "+
			"line %d, so its "+
			"declaration does not tell what it holds: give it to Memo after the function", obj.Name(), r.fset.Position(e.Pos()).Line)
	}
	for _, f := range r.files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				if n.Tok != token.DEFINE {
					for _, e := range n.Lhs {
						assigned(e)
					}
				}
			case *ast.IncDecStmt:
				assigned(n.X)
			case *ast.RangeStmt:
				if n.Tok == token.ASSIGN {
					assigned(n.Key)
					assigned(n.Value)
				}
			case *ast.UnaryExpr:
				if n.Op == token.AND {
					assigned(n.X)
				}
			}
			return true
		})
	}
	return err
}
