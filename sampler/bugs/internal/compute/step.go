package compute

import (
	"math"
	"slices"

	"gibbslab/sampler/bugs/internal/expr"
)

// step computes one node in m rows from b on.
func (p *Program) step(s *Scratch, kept [][]float64, i int, x []float64, b, m int) {
	n := &p.nodes[i]
	if n.kind == number {
		return
	}
	if n.uniform {
		m = 1
	}
	out := s.bufs[i][:m]
	if n.kind == address {
		if n.uniform {
			out[0] = x[n.addr[0]]
			return
		}
		addr := n.addr[b : b+m]
		for r := range out {
			out[r] = x[addr[r]]
		}
		return
	}
	var u, v []float64
	var mu, mv int
	if n.kind <= scalar || n.kind == pick {
		u, mu = p.values(s, kept, n.args[0], b)
		if len(n.args) > 1 {
			v, mv = p.values(s, kept, n.args[1], b)
		}
	}
	switch n.kind {
	case add:
		for r := range out {
			out[r] = u[r&mu] + v[r&mv]
		}
	case sub:
		for r := range out {
			out[r] = u[r&mu] - v[r&mv]
		}
	case mul:
		for r := range out {
			out[r] = u[r&mu] * v[r&mv]
		}
	case div:
		for r := range out {
			out[r] = u[r&mu] / v[r&mv]
		}
	case neg:
		for r := range out {
			out[r] = -u[r&mu]
		}
	case square:
		for r := range out {
			out[r] = u[r&mu] * u[r&mu]
		}
	case log:
		for r := range out {
			out[r] = expr.Log(u[r&mu])
		}
	case exp:
		for r := range out {
			out[r] = math.Exp(u[r&mu])
		}
	case lookup:
		if len(n.args) > 1 {
			p.gather(s, kept, n, out, x, b)
			return
		}
		for r := range out {
			out[r] = n.element(u[r&mu], x)
		}
	case scalar:
		switch {
		case n.name == "==": // of a state and its number, mostly
			for r := range out {
				out[r] = 0
				if u[r&mu] == v[r&mv] {
					out[r] = 1
				}
			}
		case n.one != nil:
			for r := range out {
				out[r] = n.one(u[r&mu])
			}
		case n.name == "^" && mu == 0: // with one logarithm
			l := math.Log(u[0])
			for r := range out {
				if b := v[r&mv]; expr.ByLog(u[0], b) {
					out[r] = math.Exp(b * l)
				} else {
					out[r] = n.two(u[0], b)
				}
			}
		case n.two != nil:
			for r := range out {
				out[r] = n.two(u[r&mu], v[r&mv])
			}
		default:
			p.gather(s, kept, n, out, x, b)
		}
	case pick:
		for r := range out {
			out[r] = math.NaN()
			if k := int(u[r&mu]); k >= 1 && k < len(n.args) {
				v, mv := p.values(s, kept, n.args[k], b)
				out[r] = v[r&mv]
			}
		}
	case reduce:
		if n.name != "sum" {
			p.gather(s, kept, n, out, x, b)
			return
		}
		clear(out)
		for _, a := range n.args {
			v, mv := p.values(s, kept, a, b)
			for r := range out {
				out[r] += v[r&mv]
			}
		}
	default:
		p.gather(s, kept, n, out, x, b)
	}
}

// gather computes a node of any number of arguments, row by row.
func (p *Program) gather(s *Scratch, kept [][]float64, n *node, out, x []float64, b int) {
	for r := range out {
		out[r] = n.apply(s, p.arguments(s, kept, n, b, r), x)
	}
}

// arguments collects what a node takes in row b + r. They are valid until the next call.
func (p *Program) arguments(s *Scratch, kept [][]float64, n *node, b, r int) []float64 {
	s.args = s.args[:0]
	for _, a := range n.args {
		v, mask := p.values(s, kept, a, b)
		s.args = append(s.args, v[r&mask])
	}
	return s.args
}

// apply computes a function of numbers.
func (n *node) apply(s *Scratch, args, x []float64) float64 {
	switch {
	case n.kind == scalar:
		var few expr.Args
		copy(few[:], args)
		return n.f(few)
	case n.kind == inside:
		return interval(args)
	case n.kind == lookup:
		if at := n.at(args); at >= 0 {
			return x[at]
		}
		return math.NaN()
	case n.name == "inverse.at":
		// the numbers of a matrix come first, then the two indices; its last inverse is kept
		k := s.invert(args[:len(args)-2])
		return s.inverted[(int(args[len(args)-2])-1)*k+int(args[len(args)-1])-1]
	}
	return n.g(args)
}

// element is the element of a vector with this index, or NaN.
func (n *node) element(index float64, x []float64) float64 {
	if !(index >= 1 && index <= float64(n.dims[0])) { // or NaN: not known yet
		return math.NaN()
	}
	return x[n.addr[0]+int32(index)-1]
}

// at is the address that a lookup has with these indices, or −1.
func (n *node) at(index []float64) int32 {
	at := n.addr[0]
	for k, v := range index {
		if !(v >= 1 && v <= float64(n.dims[k])) {
			return -1
		}
		at += n.stride[k] * (int32(v) - 1)
	}
	return at
}

// invert keeps the inverse of a matrix, and returns how many rows it has.
func (s *Scratch) invert(matrix []float64) (rows int) {
	rows = int(math.Sqrt(float64(len(matrix))))
	if !slices.Equal(s.matrix, matrix) {
		s.matrix = append(s.matrix[:0], matrix...)
		s.inverted = expr.Inverse(s.matrix, rows)
	}
	return rows
}

// interval is 0 if the variable args[1] lies in the interval number args[0] between the cut points
// args[2:], and the logarithm of zero if not. The value 0 means: at or below the first cut point.
func interval(args []float64) float64 {
	k, cuts := int(args[0]), args[2:]
	if k < 0 || k > len(cuts) || k > 0 && args[1] <= cuts[k-1] || k < len(cuts) && args[1] > cuts[k] {
		return expr.Impossible
	}
	return 0
}
