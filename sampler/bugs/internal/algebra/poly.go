// Package algebra expands log densities into sums of products, and collects them by what a full
// conditional needs.
package algebra

import (
	"encoding/binary"
	"math"
	"slices"

	"gibbslab/sampler/bugs/internal/expr"
)

// An Atom is an expression to a power.
type Atom struct {
	E   *expr.Expr
	Pow float64
}

// A Term is a number times atoms, which are sorted and different.
type Term struct {
	C     float64
	Atoms []Atom
}

// A Poly is a sum of terms with different atoms.
type Poly []Term

// Key tells terms with the same atoms.
func (t Term) Key() string {
	var k []byte
	for _, a := range t.Atoms {
		k = binary.AppendUvarint(k, uint64(a.E.ID))
		k = binary.BigEndian.AppendUint64(k, math.Float64bits(a.Pow))
	}
	return string(k)
}

// Mentions tells whether an element of the array is in the term.
func (t Term) Mentions(a *expr.Array) bool {
	return slices.ContainsFunc(t.Atoms, func(x Atom) bool { return x.E.Mentions(a) })
}

// Split takes the atoms out whose expressions are mine. rest is what is left of the term.
func (t Term) Split(mine func(e *expr.Expr) bool) (out []Atom, rest Term) {
	rest.C = t.C
	for _, a := range t.Atoms {
		if mine(a.E) {
			out = append(out, a)
		} else {
			rest.Atoms = append(rest.Atoms, a)
		}
	}
	return out, rest
}

// Simplify adds up terms with the same atoms.
func Simplify(p Poly) Poly {
	if len(p) < 2 {
		return slices.DeleteFunc(slices.Clone(p), func(t Term) bool { return t.C == 0 })
	}
	at := make(map[string]int, len(p))
	var out Poly
	for _, t := range p {
		k := t.Key()
		if i, ok := at[k]; ok {
			out[i].C += t.C
			continue
		}
		at[k] = len(out)
		out = append(out, t)
	}
	return slices.DeleteFunc(out, func(t Term) bool { return t.C == 0 })
}

// isIndicator tells whether e is 0 or 1.
func isIndicator(e *expr.Expr) bool {
	return e.Op == expr.Call && (e.Name == "==" || e.Name == "step")
}

// Times multiplies two terms. ok is false if the product is zero, because it asks one variable for
// two values.
func (t Term) Times(u Term) (product Term, ok bool) {
	out := Term{C: t.C * u.C, Atoms: make([]Atom, 0, len(t.Atoms)+len(u.Atoms))}
	i, j := 0, 0
	for i < len(t.Atoms) || j < len(u.Atoms) {
		switch {
		case j == len(u.Atoms) || i < len(t.Atoms) && t.Atoms[i].E.ID < u.Atoms[j].E.ID:
			out.Atoms = append(out.Atoms, t.Atoms[i])
			i++
		case i == len(t.Atoms) || t.Atoms[i].E.ID > u.Atoms[j].E.ID:
			out.Atoms = append(out.Atoms, u.Atoms[j])
			j++
		default:
			a := t.Atoms[i]
			if !isIndicator(a.E) {
				a.Pow += u.Atoms[j].Pow
			}
			if a.Pow != 0 {
				out.Atoms = append(out.Atoms, a)
			}
			i, j = i+1, j+1
		}
	}
	for i, a := range out.Atoms {
		for _, b := range out.Atoms[:i] {
			if a.E.Name == "==" && b.E.Name == "==" && a.E.Op == expr.Call && b.E.Op == expr.Call &&
				a.E.Args[0] == b.E.Args[0] &&
				a.E.Args[1].Op == expr.Num && b.E.Args[1].Op == expr.Num {
				return out, false
			}
		}
	}
	return out, true
}

// Mul multiplies two sums.
func Mul(p, q Poly) Poly {
	out := make(Poly, 0, len(p)*len(q))
	for _, x := range p {
		for _, y := range q {
			if t, ok := x.Times(y); ok {
				out = append(out, t)
			}
		}
	}
	return Simplify(out)
}

// Add adds sums.
func Add(ps ...Poly) Poly { return Simplify(slices.Concat(ps...)) }

// Scale multiplies a sum by a number.
func Scale(p Poly, c float64) Poly {
	out := make(Poly, len(p))
	for i, t := range p {
		out[i] = Term{t.C * c, t.Atoms}
	}
	return out
}

func single(e *expr.Expr) Poly { return Poly{{1, []Atom{{e, 1}}}} }

func number(v float64) Poly {
	if v == 0 {
		return nil
	}
	return Poly{{C: v}}
}

// power raises a term to a power.
func (t Term) power(v float64) Term {
	out := Term{C: math.Pow(t.C, v)}
	for _, a := range t.Atoms {
		if !isIndicator(a.E) {
			a.Pow *= v
		}
		out.Atoms = append(out.Atoms, a)
	}
	return out
}

// Expr writes a term as an expression.
func (t Term) Expr(p *expr.Pool) *expr.Expr {
	var e *expr.Expr
	if t.C != 1 || len(t.Atoms) == 0 {
		e = p.Num(t.C)
	}
	for _, a := range t.Atoms {
		x := a.E
		if a.Pow != 1 {
			x = p.Pow(x, a.Pow)
		}
		if e == nil {
			e = x
		} else {
			e = p.Mul(e, x)
		}
	}
	return e
}

// Expr writes a sum as an expression.
func (q Poly) Expr(p *expr.Pool) *expr.Expr {
	if len(q) == 0 {
		return p.Num(0)
	}
	e := q[0].Expr(p)
	for _, t := range q[1:] {
		e = p.Add(e, t.Expr(p))
	}
	return e
}
