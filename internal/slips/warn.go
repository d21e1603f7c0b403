package slips

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
)

// floats are packages whose functions take numbers as float64. Their types are not loaded.
var floats = []string{"math", "variate", "distuv", "update", "mathext"}

// Warnings are about what Go computes and an author of densities hardly ever means: 1/2 is 0, 2^3
// is 1, and float64(n/2) has lost the half. A block, or a function that it calls, must not write to
// a variable that all chains share: package sampler finds that by chance if chains seldom meet
// there. Each warning is a line with its place in the cell that runs.
func (p *Program) Warnings() (all []string) {
	fset := token.NewFileSet()
	f, _ := parser.ParseFile(fset, p.File, p.Source, parser.SkipObjectResolution)
	if f == nil {
		return nil
	}
	w := warner{Program: p, fset: fset, loops: map[token.Pos]bool{}}
	ast.Inspect(f, w.candidate)
	if !w.some { // most cells end here
		return nil
	}
	w.info = types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: emptyPackages{}, Error: func(error) {}}
	pkg, _ := config.Check("main", fset, []*ast.File{f}, &w.info)
	ast.PreorderStack(f, nil, w.visit)
	w.writes(f, pkg)
	return w.said
}

type warner struct {
	*Program
	fset *token.FileSet
	info types.Info
	some bool
	// where variables of loops are declared
	loops map[token.Pos]bool
	said  []string
}

// mine tells whether a node is in the cell that runs.
func (w *warner) mine(n ast.Node) (Place, bool) {
	at, ok := w.at(w.fset.Position(n.Pos()).Line)
	return at, ok && at.Cell == w.Cell
}

func (w *warner) candidate(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.RangeStmt:
		for _, e := range []ast.Expr{n.Key, n.Value} {
			if e != nil {
				w.loops[e.Pos()] = true
			}
		}
	case *ast.ForStmt:
		if init, ok := n.Init.(*ast.AssignStmt); ok {
			for _, e := range init.Lhs {
				w.loops[e.Pos()] = true
			}
		}
	}
	b, ok := n.(*ast.BinaryExpr)
	_, writes := n.(*ast.FuncType)
	if writes || ok && (b.Op == token.QUO || b.Op == token.XOR) {
		_, mine := w.mine(n)
		w.some = w.some || mine
	}
	return true
}

func (w *warner) visit(n ast.Node, stack []ast.Node) bool {
	b, ok := n.(*ast.BinaryExpr)
	if !ok {
		return true
	}
	at, mine := w.mine(n)
	if !mine {
		return true
	}
	text := types.ExprString(b)
	says := ""
	switch {
	case b.Op == token.XOR && smallInt(b.Y) && !isHex(b.X):
		says = fmt.Sprintf("%s is no power in Go, where ^ compares bits: write math.Pow(%s, %s)", text,
			types.ExprString(b.X), types.ExprString(b.Y))
	case b.Op != token.QUO:
	case isInt(b.X) && isInt(b.Y):
		x, y := w.info.Types[b.X].Value, w.info.Types[b.Y].Value
		if x == nil || y == nil || constant.Sign(y) == 0 {
			break
		}
		x, y = constant.ToInt(x), constant.ToInt(y)
		if x.Kind() != constant.Int || y.Kind() != constant.Int {
			break
		}
		quotient := constant.BinaryOp(x, token.QUO_ASSIGN, y)
		exact := constant.Compare(constant.BinaryOp(quotient, token.MUL, y), token.EQL, x)
		if !exact && w.becomesFloat(b, stack) {
			says = fmt.Sprintf("%s is %s in Go, because both are whole numbers: write %s.0/%s", text,
				quotient, types.ExprString(b.X), types.ExprString(b.Y))
		}
	case w.whole(b.X) && w.whole(b.Y) && w.info.Types[b].Value == nil && w.converted(stack) &&
		!w.counts(b):
		by := types.ExprString(b.Y)
		if !isInt(b.Y) {
			by = "float64(" + by + ")"
		}
		says = fmt.Sprintf("%s drops what is behind the point, because both are whole numbers: "+
			"write float64(%s)/%s", text, types.ExprString(b.X), by)
	}
	if said := at.String() + ": " + says; says != "" && !slices.Contains(w.said, said) {
		w.said = append(w.said, said)
	}
	return true
}

// becomesFloat tells whether a quotient of two whole numbers, which is rounded, is used as a float.
func (w *warner) becomesFloat(e ast.Expr, stack []ast.Node) bool {
	if t, ok := w.info.Types[e]; ok && isFloat(t.Type) {
		return true
	}
	child := e
	for _, n := range slices.Backward(stack) {
		switch n := n.(type) {
		case *ast.ParenExpr, *ast.UnaryExpr:
		case *ast.BinaryExpr: // with something of a package: a float, or 0 times what it is
			other := n.X
			if n.X == child {
				other = n.Y
			}
			if t := w.info.Types[other]; t.Type == nil || t.Type == types.Typ[types.Invalid] ||
				isFloat(t.Type) {
				return true
			}
		case *ast.CallExpr:
			s, ok := n.Fun.(*ast.SelectorExpr)
			if !ok {
				return false
			}
			id, ok := s.X.(*ast.Ident)
			return ok && slices.Contains(floats, id.Name)
		case *ast.KeyValueExpr:
			continue
		case *ast.CompositeLit:
			s, ok := n.Type.(*ast.SelectorExpr)
			if !ok {
				return false
			}
			id, ok := s.X.(*ast.Ident)
			return ok && slices.Contains(floats, id.Name)
		default:
			return false
		}
		child, _ = n.(ast.Expr)
	}
	return false
}

// counts tells whether a variable of a loop is part of an expression: to divide it as a whole
// number makes rows and columns.
func (w *warner) counts(e ast.Expr) (counts bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && w.info.Uses[id] != nil {
			counts = counts || w.loops[w.info.Uses[id].Pos()]
		}
		return true
	})
	return counts
}

// converted tells whether float64(...) is all that is around a quotient, except for a sum or a
// product.
func (w *warner) converted(stack []ast.Node) bool {
	for _, n := range slices.Backward(stack) {
		switch n := n.(type) {
		case *ast.ParenExpr, *ast.UnaryExpr:
		case *ast.CallExpr:
			t := w.info.Types[n.Fun]
			return t.IsType() && isFloat(t.Type) && len(n.Args) == 1
		default:
			return false
		}
	}
	return false
}

func isFloat(t types.Type) bool {
	b, ok := t.(*types.Basic)
	return ok && b.Info()&types.IsFloat != 0
}

// whole tells whether the type of an expression is known, and one of whole numbers.
func (w *warner) whole(e ast.Expr) bool {
	t := w.info.Types[e].Type
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// isInt tells whether an expression is a whole number as it is written, such as -1.
func isInt(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BasicLit:
		return e.Kind == token.INT
	case *ast.ParenExpr:
		return isInt(e.X)
	case *ast.UnaryExpr:
		return e.Op == token.SUB && isInt(e.X)
	}
	return false
}

func isHex(e ast.Expr) bool {
	lit, ok := e.(*ast.BasicLit)
	return ok && len(lit.Value) > 1 && lit.Value[0] == '0'
}

func smallInt(e ast.Expr) bool {
	lit, ok := e.(*ast.BasicLit)
	return ok && lit.Kind == token.INT && len(lit.Value) == 1
}
