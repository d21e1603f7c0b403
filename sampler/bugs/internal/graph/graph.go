// Package graph joins a model's text with its data: it finds the shapes of arrays, what defines
// each element, and what is known, and it puts what is deterministic into the distributions.
package graph

import (
	"fmt"
	"maps"
	"strings"
	"sync"

	"gibbslab/sampler/bugs/internal/data"
	"gibbslab/sampler/bugs/internal/dist"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/syntax"
)

// A Graph is a model with its data.
type Graph struct {
	Source     string
	Pool       *expr.Pool
	Arrays     map[string]*expr.Array
	Order      []*expr.Array // as the model defines them, then data
	Statements []*Statement
	Warnings   []error
	Pieces     []*Piece // of the stochastic statements
	Computed   []*Piece // of arrays that are computed step by step, because they refer to themselves
	N          int      // how many numbers the state has

	given    map[string]data.Array
	raw      *expr.Pool // of expressions as written
	rows     map[string]*expr.Rows
	errs     syntax.Errors
	fails    int
	indexed  map[string]*syntax.Node
	counters map[string]syntax.Pos    // of all loops
	spoilt   map[*expr.Array]bool     // by mistakes in what defines them
	signs    map[*expr.Array]interval // guarded by signing, for derivations side by side
	signing  sync.Mutex
	steps    []Step
	computed map[*expr.Array]*expr.Array // of arrays that are drawn in part: what is computed
}

// A Loop is a loop around a statement.
type Loop struct {
	Var    string
	Lo, Hi *expr.Expr
}

// A Statement is a relation with its expressions as written.
type Statement struct {
	ID           int
	Rel          *syntax.Relation
	Loops        []Loop
	Rows         *expr.Rows
	Left         *expr.Expr // Elem or Slice
	Dist         *dist.Dist // nil for a deterministic statement
	Args         []*expr.Expr
	Lower, Upper *expr.Expr // of T(,)
	Value        *expr.Expr // of a deterministic statement
	rowAt        map[int]int
	at           []syntax.Pos // where Args stand in the text
	positive     []written    // sd = s and the like
	wrong        part         // what of it has a mistake
	contained    part
}

// Deterministic tells whether the statement is one with an arrow.
func (s *Statement) Deterministic() bool { return s.Dist == nil }

// Build makes the graph of a program with its data. In an open graph, observations are part of the
// state. The error is of the type syntax.Errors.
func Build(program *syntax.Program, given map[string]data.Array, open bool) (*Graph, error) {
	g := build(program.Source, program.Dims, program.Model, given)
	g.layout(open)
	g.checkValues()
	if len(g.errs) == 0 {
		g.checkWhole(program.Used)
		g.checkIndices()
		g.checkRanges()
	}
	if err := g.failed(); err != nil {
		return nil, err
	}
	return g, g.split()
}

// Transform runs the data block, adds what it computes to the data, and takes the block out of the
// program: with other observations, what was computed from the first ones stays.
func Transform(program *syntax.Program,
	given map[string]data.Array) (map[string]data.Array, error) {
	if len(program.Data) == 0 {
		return given, nil
	}
	for _, r := range program.Data {
		if r.Dist != "" {
			return nil, syntax.Errors{syntax.At(program.Source, r.Pos,
				"A data block has only statements with <-. To simulate data, write a model of its own.")}
		}
	}
	g := build(program.Source, program.Dims, program.Data, given)
	if err := g.failed(); err != nil {
		return nil, err
	}
	program.Used = map[string]bool{}
	g.uses(program.Used)
	out := maps.Clone(given)
	for _, s := range g.Statements {
		a := s.Left.Array
		for i, d := range a.Def {
			if d >= 0 {
				g.fail(s.Rel.Pos, "%s is not known. A data block computes from data only", name(a, i))
				return nil, g.failed()
			}
		}
		out[a.Name] = data.Array{Dims: a.Dims, Values: a.Value}
	}
	program.Data = nil
	return out, nil
}

func build(source string, dims []*syntax.Node, relations []*syntax.Relation,
	given map[string]data.Array) *Graph {
	g := &Graph{Source: source, Arrays: map[string]*expr.Array{}, given: given, raw: expr.NewPool(),
		rows: map[string]*expr.Rows{}}
	g.spoilt, g.counters, g.indexed = map[*expr.Array]bool{}, map[string]syntax.Pos{},
		map[string]*syntax.Node{}
	g.names(dims, relations)
	g.bind(relations)
	for _, step := range []func(){g.shapes, g.define, g.fold, g.checkShapes} {
		g.contain()
		step()
	}
	g.contain()
	for _, name := range []string{"sigma", "tau"} {
		if a := g.Arrays[name+"2"]; a != nil {
			a.Square = g.Arrays[name+"1"] == nil
		}
	}
	return g
}

// fail notes a mistake. At each place there is one.
func (g *Graph) fail(pos syntax.Pos, format string, a ...any) {
	g.fails++
	e := syntax.At(g.Source, pos, format, a...)
	if !strings.HasSuffix(e.Message, ".") && !strings.HasSuffix(e.Message, "?") {
		e.Message += "."
	}
	g.errs.Add(e)
}

func (g *Graph) failed() error {
	if len(g.errs) == 0 {
		return nil
	}
	g.errs.Sort()
	return g.errs
}

// Name is how BUGS writes an element: mu, theta[3] or beta[2,1].
func Name(a *expr.Array, i int) string { return name(a, i) }

func name(a *expr.Array, i int) string {
	if len(a.Dims) == 0 {
		return a.Name
	}
	return a.Name + strings.ReplaceAll(fmt.Sprint(a.Index(i)), " ", ",")
}

// where says which loop counters an expression depends on, and their values: ", where i = 3".
func (g *Graph) where(s *Statement, env []int32, in ...*expr.Expr) string {
	var parts []string
	for d, l := range s.Loops {
		for _, e := range in {
			used := e.Has(func(x *expr.Expr) bool { return x.Op == expr.Counter && x.Depth == d })
			if used && d < len(env) {
				parts = append(parts, fmt.Sprintf("%s = %d", l.Var, env[d]))
				break
			}
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return ", where " + strings.Join(parts, " and ")
}

// Binary tells whether an expression is an element that is 0 or 1: of an array whose elements are
// drawn from dbern, as far as they are not data of 0 and 1.
func (g *Graph) Binary(e *expr.Expr) bool {
	if e.Op != expr.Elem {
		return false
	}
	for i, d := range e.Array.Def {
		known := e.Array.Fixed(i) && (e.Array.Value[i] == 0 || e.Array.Value[i] == 1)
		drawn := d >= 0 && !g.Statements[d].Deterministic() && g.Statements[d].Dist.Name == "dbern"
		if !known && !drawn {
			return false
		}
	}
	return len(e.Array.Def) > 0
}
