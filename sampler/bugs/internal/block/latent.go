package block

import (
	"math"
	"slices"

	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/graph"
)

// mostOwn is how many values an unknown may have that is summed out of log densities.
const mostOwn = 30

// Latents are discrete unknowns that are independent given the others. Observations depend on each,
// and nothing else does.
type Latents struct {
	Of []Latent // by element

	s      *graph.Statement
	first  int
	n      int
	limits bound
	again  func(s *State)
}

// A Latent is one of these unknowns.
type Latent struct {
	Children []Row // the observations

	at, row int // in the state, and of the statement
}

// A Row is a row of a statement.
type Row struct {
	Statement *graph.Statement
	Row       int
}

// LatentSets are the discrete unknowns on which observations depend, and nothing else.
func (p *Plan) LatentSets() (out []*Latents) {
	for _, s := range p.Graph.Statements {
		if el := targets(s); len(el) > 0 && !s.Deterministic() && s.Dist.Discrete && !s.Dist.Multi {
			if o := p.latents(s, el); o != nil && len(o.Of) > 0 {
				out = append(out, o)
			}
		}
	}
	return out
}

// latents is nil if elements depend on each other, or have too many values.
func (p *Plan) latents(s *graph.Statement, el []int) *Latents {
	a := s.Left.Array
	first, n, ok := p.values(s)
	if !ok || n > mostOwn || p.recomputes(a) {
		return nil
	}
	of := make([]Latent, len(el))
	for k, i := range el {
		of[k].at = a.Base + i
	}
	for _, f := range p.live(s) {
		v, order := p.arrange(f.Log, f.Rows, a, alone(el))
		if v.shared {
			return nil
		}
		for k := range el {
			for _, row := range order[v.start[k]:v.start[k+1]] {
				c := Row{f.Piece.Statement, int(f.Piece.Row(f.RowOf(int(row))))}
				if c.Statement == s {
					of[k].row = c.Row
				} else {
					of[k].Children = expr.Union(of[k].Children, c)
				}
			}
		}
	}
	o := &Latents{s: s, first: first, n: n, again: p.recompute(a)}
	var drawn []int
	for k, l := range of {
		if len(l.Children) > 0 && !slices.ContainsFunc(l.Children, Row.unknown) {
			o.Of, drawn = append(o.Of, l), append(drawn, el[k])
		}
	}
	o.limits = p.bounds(p.collect(s), drawn)
	return o
}

// unknown tells whether something in a row is not observed.
func (r Row) unknown() (is bool) {
	a := r.Statement.Left.Array
	known := r.Statement.Left.Positions(r.Statement.Rows.Env(r.Row),
		func(i int) { is = is || !a.Observed[i] })
	return is || !known
}

// Each calls f with the logarithms of the probabilities of all values of each unknown given its
// parents, and with the log densities of its observations given the values.
func (o *Latents) Each(s *State, logs *Logs, f func(k int, prior, children []float64)) {
	before := make([]float64, len(o.Of))
	prior, children := make([]float64, len(o.Of)*o.n), make([]float64, len(o.Of)*o.n)
	for k, l := range o.Of {
		before[k] = s.X[l.at]
	}
	densities := map[*graph.Statement][]float64{o.s: nil}
	for _, l := range o.Of {
		for _, c := range l.Children {
			densities[c.Statement] = nil
		}
	}
	for j := range o.n {
		for _, l := range o.Of {
			s.X[l.at] = float64(o.first + j)
		}
		o.again(s)
		for st := range densities {
			densities[st] = make([]float64, st.Rows.N)
			logs.Each(s, st, densities[st])
		}
		for k, l := range o.Of {
			prior[k*o.n+j] = finite(densities[o.s][l.row])
			for _, c := range l.Children {
				children[k*o.n+j] += finite(densities[c.Statement][c.Row])
			}
		}
	}
	for k, l := range o.Of {
		s.X[l.at] = before[k]
	}
	o.again(s)
	for k := range o.Of {
		p := prior[k*o.n : (k+1)*o.n]
		lo, hi := o.limits.lo[k](s), o.limits.hi[k](s)
		for j := range p {
			if x := float64(o.first + j); x < lo || x > hi {
				p[j] = math.Inf(-1)
			}
		}
		f(k, p, children[k*o.n:(k+1)*o.n])
	}
}

// Set gives an unknown the value number j.
func (o *Latents) Set(s *State, k, j int) { s.X[o.Of[k].at] = float64(o.first + j) }
