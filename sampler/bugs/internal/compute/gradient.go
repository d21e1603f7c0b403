package compute

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"

	"gibbslab/sampler/bugs/internal/expr"
)

// slopes are the derivatives of functions of one number, by name, given the argument and the value.
var slopes = map[string]func(a, v float64) float64{
	"softplus":    func(a, _ float64) float64 { return expr.Logistic(a) },
	"ilogit":      func(_, v float64) float64 { return v * (1 - v) },
	"phi":         func(a, _ float64) float64 { return math.Exp(-a*a/2) / math.Sqrt(2*math.Pi) },
	"logphi":      func(a, v float64) float64 { return math.Exp(-a*a/2-v) / math.Sqrt(2*math.Pi) },
	"icloglog":    func(a, _ float64) float64 { return math.Exp(a - math.Exp(a)) },
	"logicloglog": func(a, v float64) float64 { return math.Exp(a - math.Exp(a) - v) },
	"loggam":      func(a, _ float64) float64 { return mathext.Digamma(a) },
	"logfact":     func(a, _ float64) float64 { return mathext.Digamma(a + 1) },
	"logit":       func(a, _ float64) float64 { return 1 / (a * (1 - a)) },
	"abs":         func(a, _ float64) float64 { return math.Copysign(1, a) },
	"sin":         func(a, _ float64) float64 { return math.Cos(a) },
	"cos":         func(a, _ float64) float64 { return -math.Sin(a) },
}

// Flat has the functions whose derivative is zero where it exists.
var Flat = map[string]bool{"step": true, "==": true, "!=": true, "<": true, ">": true, "<=": true,
	">=": true, "&&": true,
	"||": true, "!": true, "round": true, "trunc": true, "inside": true, "rank.at": true,
	"order.at": true, "qpois": true, "qbin": true, "qbern": true, "qnegbin": true, "qbetabin": true,
	"qhyper": true}

// Gradient adds up the values in rows lo to hi−1, like Sum, and adds the derivatives with respect
// to each number of the state to gradient, which has the length of the state.
func (p *Program) Gradient(s *Scratch, x []float64, lo, hi int, gradient []float64) float64 {
	if p.Rows == 0 {
		return 0
	}
	s.grow(p)
	for len(s.adjoint) < len(s.bufs) {
		s.adjoint = append(s.adjoint, make([]float64, batch))
	}
	total := 0.0
	last := len(p.nodes) - 1
	for b := lo; b < hi; b += batch {
		m := min(batch, hi-b)
		for i := range p.nodes {
			if n := &p.nodes[i]; !n.uniform || b == lo {
				p.step(s, nil, i, x, b, m)
			}
			if p.nodes[i].late {
				clear(s.adjoint[i][:m])
			}
		}
		out, mask := p.values(s, nil, last, b)
		for r := range m {
			total += out[r&mask]
		}
		if !p.nodes[last].late {
			continue
		}
		if p.nodes[last].uniform {
			s.adjoint[last][0] = float64(m)
		} else {
			for r := range m {
				s.adjoint[last][r] = 1
			}
		}
		for i := last; i >= 0; i-- {
			if n := &p.nodes[i]; n.late {
				p.back(s, n, i, b, m, x, gradient)
			}
		}
	}
	return total
}

// back hands the derivatives of node i on to its arguments.
func (p *Program) back(s *Scratch, n *node, i, b, m int, x, gradient []float64) {
	if n.uniform {
		m = 1
	}
	d := s.adjoint[i][:m]
	if n.kind == address {
		for r, v := range d {
			if n.uniform {
				gradient[n.addr[0]] += v
			} else {
				gradient[n.addr[b+r]] += v
			}
		}
		return
	}
	if n.name == "logdet" || n.name == "inverse.at" {
		p.backMatrix(s, n, d, b)
		return
	}
	out, _ := p.values(s, nil, i, b)
	for k, a := range n.args {
		to := &p.nodes[a]
		if !to.late && n.kind != lookup {
			continue
		}
		adj, mask := s.adjoint[a], -1
		if to.uniform {
			mask = 0
		}
		u, mu := p.values(s, nil, n.args[0], b)
		var v []float64
		mv := 0
		if len(n.args) > 1 {
			v, mv = p.values(s, nil, n.args[1], b)
		}
		switch n.kind {
		case add, sub, neg:
			sign := 1.0
			if n.kind == neg || n.kind == sub && k == 1 {
				sign = -1
			}
			for r, q := range d {
				adj[r&mask] += sign * q
			}
		case mul:
			if k == 0 {
				u, mu = v, mv
			}
			for r, q := range d {
				adj[r&mask] += q * u[r&mu]
			}
		case div:
			for r, q := range d {
				w := v[r&mv]
				if q == 0 { // 0 log 0 is 0, whatever stands in it
					continue
				}
				if k == 0 {
					adj[r&mask] += q / w
				} else {
					adj[r&mask] -= q * out[r] / w
				}
			}
		case square:
			for r, q := range d {
				adj[r&mask] += 2 * q * u[r&mu]
			}
		case log:
			for r, q := range d {
				if q != 0 {
					adj[r&mask] += q / u[r&mu]
				}
			}
		case exp:
			for r, q := range d {
				adj[r&mask] += q * out[r]
			}
		default:
			p.backAny(s, n, k, adj, mask, d, out, b)
		}
	}
	if n.kind == lookup {
		for r, q := range d {
			if at := n.at(p.arguments(s, nil, n, b, r)); at >= 0 {
				gradient[at] += q
			}
		}
	}
}

// backMatrix hands on the derivatives of log|A|, which are A⁻¹, and those of an element of A⁻¹: row
// times column (Magnus and Neudecker 1999, chapter 8). A is symmetric.
func (p *Program) backMatrix(s *Scratch, n *node, d []float64, b int) {
	for r, q := range d {
		if q == 0 {
			continue
		}
		args := p.arguments(s, nil, n, b, r)
		size := len(args)
		if n.name == "inverse.at" {
			size -= 2
		}
		rows := s.invert(args[:size])
		for k, a := range n.args[:size] {
			to, slope := &p.nodes[a], s.inverted[k]
			if n.name == "inverse.at" {
				i, j := int(args[size])-1, int(args[size+1])-1
				slope = -s.inverted[i*rows+k/rows] * s.inverted[k%rows*rows+j]
			}
			switch {
			case to.late && to.uniform:
				s.adjoint[a][0] += q * slope
			case to.late:
				s.adjoint[a][r] += q * slope
			}
		}
	}
}

// backAny hands derivatives on to argument k of a function of any number of arguments.
func (p *Program) backAny(s *Scratch, n *node, k int, adj []float64, mask int, d, out []float64,
	b int) {
	if n.kind == lookup || n.kind == inside || Flat[n.name] {
		return
	}
	if slope := slopes[n.name]; slope != nil {
		u, mu := p.values(s, nil, n.args[0], b)
		for r, q := range d {
			if q != 0 {
				adj[r&mask] += q * slope(u[r&mu], out[r])
			}
		}
		return
	}
	if n.kind == pick {
		u, mu := p.values(s, nil, n.args[0], b)
		for r, q := range d {
			if int(u[r&mu]) == k {
				adj[r&mask] += q
			}
		}
		return
	}
	if n.kind == scalar && (n.name == "max" || n.name == "min") {
		u, mu := p.values(s, nil, n.args[0], b)
		for r, q := range d {
			if (out[r] == u[r&mu]) == (k == 0) { // the first of two that are equal
				adj[r&mask] += q
			}
		}
		return
	}
	for r, q := range d {
		if q == 0 {
			continue
		}
		args := p.arguments(s, nil, n, b, r)
		switch {
		case n.name == "^" && k == 0:
			adj[r&mask] += q * args[1] * expr.Functions["^"].Scalar(expr.Args{args[0], args[1] - 1})
		case n.name == "^":
			adj[r&mask] += q * out[r] * math.Log(args[0])
		case n.name == "sum":
			adj[r&mask] += q
		case n.name == "mean":
			adj[r&mask] += q / float64(len(args))
		case n.name == "sort.at" || n.name == "max" || n.name == "min": // one of the arguments
			if slices.Index(args, out[r]) == k {
				adj[r&mask] += q
			}
		default: // by a difference
			at, h := args[k], 1e-6*math.Abs(args[k]) // a positive number stays positive
			if at == 0 {
				h = 1e-9
			}
			args[k] = at + h
			hi := n.apply(s, args, nil)
			args[k] = at - h
			lo := n.apply(s, args, nil)
			args[k] = at
			adj[r&mask] += q * (hi - lo) / (2 * h)
		}
	}
}
