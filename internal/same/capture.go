package same

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
)

// captured looks at what a function literal uses of the function around it. Constants and types are
// code, and bring that function into the key. Variables must be inputs: either by themselves, or in
// just the expression that is used, such as set.Seed.
func (r *reach) captured(lit *ast.FuncLit) (err error) {
	var visit func(n ast.Node) bool
	visit = func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok && r.isInput(e) {
			return false
		}
		switch n := n.(type) {
		case *ast.SelectorExpr:
			ast.Inspect(n.X, visit)
			return false
		case *ast.Ident:
			obj := r.program.object(n)
			if obj == nil || err != nil || lit.Pos() <= obj.Pos() && obj.Pos() < lit.End() ||
				obj.Parent() == r.pkg.Scope() || obj.Parent() == types.Universe {
				return true
			}
			switch obj := obj.(type) {
			case *types.Var:
				if !obj.IsField() {
					err = fmt.Errorf("the function uses the variable %q, which is not among the %s, "+
						"so a change of it would go unnoticed: give it %s", obj.Name(), r.Inputs, r.Give)
				}
			case *types.Const, *types.TypeName:
				r.around(obj)
			}
		}
		return true
	}
	ast.Inspect(lit.Body, visit)
	return err
}

// around adds the function that an object is declared in.
func (r *reach) around(obj types.Object) {
	for _, f := range r.files {
		for _, d := range f.Decls {
			if d.Pos() <= obj.Pos() && obj.Pos() < d.End() {
				r.from(d)
			}
		}
	}
}

// inputs are the expressions that a call gives as inputs, and the elements of those that are
// slices.
func (c Call) inputs(call *ast.CallExpr) (all []ast.Expr) {
	if call == nil {
		return nil
	}
	for i, arg := range call.Args {
		if i < c.First || c.Last >= 0 && i > c.Last {
			continue
		}
		all = append(all, arg)
		if list, ok := arg.(*ast.CompositeLit); ok {
			if _, ok := list.Type.(*ast.ArrayType); ok {
				all = append(all, list.Elts...)
			}
		}
	}
	return all
}

// isInput tells whether an expression is one of the inputs, or an input is its address or what it
// points to.
func (r *reach) isInput(e ast.Expr) bool {
	id := root(e)
	if id == nil {
		return false
	}
	for _, input := range r.inputs {
		if star, ok := input.(*ast.StarExpr); ok {
			input = star.X
		}
		if and, ok := input.(*ast.UnaryExpr); ok && and.Op == token.AND {
			input = and.X
		}
		other := root(input)
		if other != nil && r.program.object(id) == r.program.object(other) &&
			r.tokens(e) == r.tokens(input) {
			return true
		}
	}
	return false
}

// changed refuses package-level variables that the program assigns to, and those that hold files:
// their declaration does not tell what they hold. A variable that is an input is known by its
// value.
func (r *reach) changed() (err error) {
	refuse := func(id *ast.Ident, obj types.Object, why string) {
		if obj, ok := obj.(*types.Var); ok && err == nil && r.reached[obj] && !r.isInput(id) {
			err = fmt.Errorf("the function uses the variable %q, which %s, so its declaration does "+
				"not tell what it holds: give it %s", obj.Name(), why, r.Give)
		}
	}
	assigned := func(list ...ast.Expr) {
		for _, e := range list {
			if id := root(e); id != nil {
				refuse(id, r.program.object(id), fmt.Sprintf("the program changes in line %d",
					r.fset.Position(e.Pos()).Line))
			}
		}
	}
	for _, f := range r.files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				if n.Tok != token.DEFINE {
					assigned(n.Lhs...)
				}
			case *ast.IncDecStmt:
				assigned(n.X)
			case *ast.RangeStmt:
				if n.Tok == token.ASSIGN {
					assigned(n.Key, n.Value)
				}
			case *ast.UnaryExpr:
				if n.Op == token.AND {
					assigned(n.X)
				}
			case *ast.Ident:
				if obj := r.program.object(n); obj != nil && r.embedded[obj] {
					refuse(n, obj, "holds files (//go:embed)")
				}
			}
			return true
		})
	}
	return err
}

// root is the variable at the bottom of x, x.f, x[i], *x, &x.
func root(e ast.Expr) *ast.Ident {
	switch x := e.(type) {
	case *ast.Ident:
		return x
	case *ast.SelectorExpr:
		return root(x.X)
	case *ast.IndexExpr:
		return root(x.X)
	case *ast.SliceExpr:
		return root(x.X)
	case *ast.StarExpr:
		return root(x.X)
	case *ast.ParenExpr:
		return root(x.X)
	case *ast.UnaryExpr:
		if x.Op == token.AND {
			return root(x.X)
		}
	}
	return nil
}
