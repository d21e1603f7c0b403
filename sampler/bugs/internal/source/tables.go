package source

import (
	"fmt"
	"slices"
	"strings"

	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/graph"
)

// A recursion is a function that computes arrays which refer to themselves or to each other.
type recursion struct {
	name   string
	pieces []*graph.Piece
	from   map[*expr.Array]bool // the arrays that are computed step by step and stand in it
}

// arrays are the variables, and what is computed step by step of those that are drawn in part.
func (p *printer) arrays() []*expr.Array {
	all := slices.Clone(p.Graph.Order)
	for _, c := range p.Graph.Computed {
		all = expr.Union(all, c.Left.Array)
	}
	return all
}

// recursions finds the functions, each after those that it needs.
func (p *printer) recursions() (out []recursion) {
	from := map[*expr.Array]map[*expr.Array]bool{}
	for _, c := range p.Graph.Computed {
		from[c.Left.Array] = map[*expr.Array]bool{c.Left.Array: true}
	}
	for range from { // as far as it goes
		for _, c := range p.Graph.Computed {
			for b := range from {
				if c.Mentions(b) {
					for d := range from[b] {
						from[c.Left.Array][d] = true
					}
				}
			}
		}
	}
	for _, c := range p.Graph.Computed {
		a := c.Left.Array
		k := slices.IndexFunc(out, func(r recursion) bool {
			b := r.pieces[0].Left.Array
			return from[a][b] && from[b][a]
		})
		if k < 0 {
			k = len(out)
			out = append(out, recursion{name: "compute" + p.capital("compute ", a.Name), from: from[a]})
		}
		out[k].pieces = append(out[k].pieces, c)
	}
	slices.SortStableFunc(out, func(a, b recursion) int { return len(a.from) - len(b.from) })
	return out
}

// after calls the functions that compute what depends on an unknown.
func (p *printer) after(x *expr.Array) (calls string) {
	for _, r := range p.tables {
		if slices.ContainsFunc(p.Graph.Computed, func(c *graph.Piece) bool {
			return r.from[c.Left.Array] && c.Mentions(x)
		}) {
			calls += r.name + "(s)\n"
		}
	}
	return calls
}

// function writes the function of a recursion. Statements that need each other row by row share a
// loop.
func (p *printer) function(r recursion) string {
	type row struct {
		s *graph.Statement
		n int32
	}
	rank := map[row]int{}
	for _, s := range p.Graph.Steps() {
		for k := range s.Statement.Rows.N {
			n := int32(k)
			if s.Rows != nil && k < len(s.Rows) {
				n = s.Rows[k]
			}
			rank[row{s.Statement, n}] = len(rank)
		}
	}
	first := func(c *graph.Piece) int { return rank[row{c.Statement, c.Row(0)}] }
	last := func(c *graph.Piece) int { return rank[row{c.Statement, c.Row(c.Rows.N - 1)}] }
	slices.SortStableFunc(r.pieces, func(a, b *graph.Piece) int { return first(a) - first(b) })
	var names []string
	var loops [][]*graph.Piece
	for _, c := range r.pieces {
		names = expr.Union(names, c.Left.Array.Name)
		if k := len(loops) - 1; k >= 0 {
			if d := loops[k][0]; slices.Equal(p.roundsOf(d), p.roundsOf(c)) && first(c) < last(d) {
				loops[k] = append(loops[k], c)
				continue
			}
		}
		loops = append(loops, []*graph.Piece{c})
	}
	p.inOrder(r, loops)
	body := ""
	for _, l := range loops {
		all := ""
		for _, c := range l {
			all += p.assigned(c)
		}
		body += nest(p.roundsOf(l[0]), all)
	}
	return fmt.Sprintf("// %s computes %s step by step.\nfunc %[1]s(s *state) {\n%[3]s}\n", r.name,
		strings.Join(names, ", "), body)
}

// roundsOf has the heads of the loops of a piece, which may be a part of those of its statement.
func (p *printer) roundsOf(c *graph.Piece) []string {
	if c.Index == nil {
		return p.rounds(c.Statement)
	}
	if len(c.Rows.Counters) != 1 {
		p.refuse("elements of %s are computed in different ways", c.Left.Array.Name)
	}
	t := c.Rows.Counters[0]
	for i, v := range t {
		if v != t[0]+int32(i) {
			p.refuse("elements of %s are computed in different ways", c.Left.Array.Name)
		}
	}
	pool := expr.NewPool()
	return []string{p.loop(c.Statement.Loops[0].Var, pool.Num(float64(t[0])),
		pool.Num(float64(t[len(t)-1])))}
}

// assigned writes a piece without its loops.
func (p *printer) assigned(c *graph.Piece) string {
	left, value := named(c.Statement, c.Left), named(c.Statement, c.Value)
	if left.Op == expr.Elem {
		return p.at(left.Array, left.Args) + " = " + p.expr(value, sum) + "\n"
	}
	if wholeMatrix(left) {
		return fmt.Sprintf("for i, v := range %s {\n%s[i/%d][i%%%[3]d] = v\n}\n", p.vector(value),
			p.at(left.Array, nil), left.Array.Dims[1])
	}
	if !wholeRow(left) {
		p.refuse("%s is computed as a whole", left)
	}
	return "copy(" + p.vector(left) + ", " + p.vector(value) + ")\n"
}

// flat is the name of the function that lists the elements of a matrix by rows.
func (p *printer) flat(a *expr.Array) string {
	if p.flats[a] == "" {
		p.flats[a] = "flat" + p.capital("flat ", a.Name)
		p.sums = append(p.sums, fmt.Sprintf("// %s lists the elements of %s by rows.\n"+
			"func %[1]s(s *state) (all []float64) {\nfor _, row := range %[3]s {\n"+
			"all = append(all, row[:]...)\n}\nreturn all\n}\n", p.flats[a], a.Name, p.at(a, nil)))
	}
	return p.flats[a]
}

// inOrder refuses loops in which an element would be read before it is computed.
func (p *printer) inOrder(r recursion, loops [][]*graph.Piece) {
	done := map[*expr.Array][]bool{}
	for _, c := range r.pieces {
		a := c.Left.Array
		if done[a] == nil {
			for _, v := range a.Value {
				done[a] = append(done[a], isKnown(v))
			}
		}
	}
	for _, l := range loops {
		for row := range l[0].Rows.N {
			for _, c := range l {
				env := c.Rows.Env(row)
				for x := range c.Value.Parts() {
					if x.Array == nil || done[x.Array] == nil {
						continue
					}
					ok := x.Positions(env, func(i int) {
						if !done[x.Array][i] {
							p.refuse("%s is needed before it is computed in a loop", x)
						}
					})
					if !ok {
						p.refuse("the text cannot say when %s is needed", x)
					}
				}
				at, _ := c.Left.List(env)
				for _, i := range at {
					done[c.Left.Array][i] = true
				}
			}
		}
	}
}
