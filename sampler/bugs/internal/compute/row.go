package compute

import (
	"math"

	"gibbslab/sampler/bugs/internal/expr"
)

// A part says which nodes are computed.
type part uint8

const (
	every part = iota
	early      // those that do not depend on the target; what the others need is kept
	late       // the others
)

// row computes nodes in one row, one number after the other: quicker there than in columns.
func (p *Program) row(s *Scratch, kept [][]float64, which part, x []float64, row int) {
	v := s.regs[:len(p.nodes)]
	for i := range p.nodes {
		n, at := &p.nodes[i], row
		if n.uniform {
			at = 0
		}
		switch {
		case n.kind == number:
			v[i] = n.num[at]
			continue
		case which == late && !n.late:
			if n.kept >= 0 {
				v[i] = kept[n.kept][at]
			}
			continue
		case which == early && n.late:
			continue
		}
		a := n.args
		switch n.kind {
		case address:
			v[i] = x[n.addr[at]]
		case add:
			v[i] = v[a[0]] + v[a[1]]
		case sub:
			v[i] = v[a[0]] - v[a[1]]
		case mul:
			v[i] = v[a[0]] * v[a[1]]
		case div:
			v[i] = v[a[0]] / v[a[1]]
		case neg:
			v[i] = -v[a[0]]
		case square:
			v[i] = v[a[0]] * v[a[0]]
		case log:
			v[i] = expr.Log(v[a[0]])
		case exp:
			v[i] = math.Exp(v[a[0]])
		case pick:
			v[i] = math.NaN()
			if k := int(v[a[0]]); k >= 1 && k < len(a) {
				v[i] = v[a[k]]
			}
		default:
			v[i] = p.any(s, n, v, x)
		}
		if which == early && n.kept >= 0 {
			kept[n.kept][at] = v[i]
		}
	}
}

// any computes a function in one row.
func (p *Program) any(s *Scratch, n *node, v, x []float64) float64 {
	switch {
	case n.kind == lookup && len(n.args) == 1:
		return n.element(v[n.args[0]], x)
	case n.one != nil:
		return n.one(v[n.args[0]])
	case n.two != nil:
		return n.two(v[n.args[0]], v[n.args[1]])
	case n.kind == reduce && n.name == "sum":
		sum := 0.0
		for _, a := range n.args {
			sum += v[a]
		}
		return sum
	}
	s.args = s.args[:0]
	for _, a := range n.args {
		s.args = append(s.args, v[a])
	}
	return n.apply(s, s.args, x)
}
