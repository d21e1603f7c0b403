// Package block chooses an update for each unknown of a graph and compiles it.
package block

import (
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"gibbslab/sampler/bugs/internal/algebra"
	"gibbslab/sampler/bugs/internal/compute"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/gauss"
	"gibbslab/sampler/bugs/internal/graph"
)

// A Block draws some unknowns.
type Block struct {
	Name   string // the arrays that it draws
	Kind   string // the update: "normal", "slice", …
	Why    string // why this one
	Cost   int    // products in a sweep, roughly
	Drawn  int    // numbers that it draws
	Target []*graph.Statement
	Form   *Form // for the derivation
	Run    func(r *rand.Rand, s *State)
	Own    any // the author's, or nil

	own func(r *rand.Rand, s *State)
}

// A Form is the algebra behind a block.
type Form struct {
	Factors []*algebra.Factor
	Power   float64

	gauss *compiledGauss
	// Integrated are drawn while the other targets are integrated out. Priors are their own factors.
	Integrated []*graph.Statement
	Priors     []*algebra.Factor
	Inside     []*Block // what draws them afterwards, each given the others
}

// A Plan is a compiled sampler.
type Plan struct {
	Graph  *graph.Graph
	Blocks []*Block
	Start  []float64 // of the state, where nothing else is known

	x          *algebra.Expander
	far        bool // there are data far from zero
	brief      bool // it is like another plan, for other data
	few        bool // counts are too few for a normal approximation
	space      *compute.Space
	factors    []*algebra.Factor
	accs       []int
	gauss      []*gauss.Factor
	computed   []computedPiece
	augmented  map[*algebra.Factor]*quad
	fixed      []int // addresses of what is given
	approaches []func(r *rand.Rand, s *State)
	exact      bool      // no auxiliary variables
	between    bool      // sets of normals have those that are truncated at two numbers
	nuts       []float64 // the targets of the NUTS blocks
	modes      []int     // sizes of the sets that are nearly normal
	smooths    map[smoothKey]*quad
	unknown    sync.Once
	all        sync.Once
	walkers    [2][]walker // of the unknowns, and of everything
}

// New compiles a graph.
func New(g *graph.Graph, options Options) (*Plan, error) {
	p := &Plan{Graph: g, augmented: map[*algebra.Factor]*quad{}, smooths: map[smoothKey]*quad{},
		space: &compute.Space{Pool: g.Pool, N: g.N}}
	p.x = algebra.NewExpander(g.Pool)
	p.x.SumsToOne, p.x.Binary = p.sumsToOne, g.Binary
	p.x.Positive, p.x.Finite = g.Positive, g.Finite
	for _, piece := range g.Pieces {
		p.factors = append(p.factors, p.x.Factors(piece)...)
	}
	if p.brief = options.Like != nil; p.brief {
		p.far = options.Like.far
	} else {
		p.far = slices.ContainsFunc(p.factors, p.x.IsFar)
	}
	p.Start = make([]float64, g.N)
	for _, a := range g.Order {
		if !a.State {
			continue
		}
		copy(p.Start[a.Base:], a.Value)
		for i := range a.Value {
			if a.Fixed(i) {
				p.fixed = append(p.fixed, a.Base+i)
			}
		}
	}
	p.compileComputed()
	return p, p.choose(options)
}

// Options are what an author may choose.
type Options struct {
	Plain   bool // no block that draws several statements together
	Choices map[string]Choice
	Like    *Plan // the plan for other data, whose blocks this one must have
	Open    bool  // observations are part of the state
}

// A Choice is how an author wants a variable to be drawn.
type Choice struct {
	Kind   string
	Own    any     // of an author's own update, to know it by
	Target float64 // of NUTS: the acceptance probability to reach, or 0
}

// The kinds of choices.
const (
	Alone     = "alone"
	Slice     = "slice"
	NUTS      = "NUTS"
	Own       = "own"
	Collapsed = "collapsed"
)

// Bind sets the update of an author's own block.
func (b *Block) Bind(update func(r *rand.Rand, s *State)) { b.own = update }

// put adds a block.
func (p *Plan) put(b *Block, run func(r *rand.Rand, s *State)) {
	var arrays []*expr.Array
	for _, s := range b.Target {
		arrays = append(arrays, s.Left.Array)
	}
	refresh := p.recompute(arrays...) // what depends on the unknowns of the block
	b.Run = func(r *rand.Rand, s *State) {
		p.Attach(s)
		s.Replica = nil
		run(r, s)
		refresh(s)
	}
	taken := func(o *Block) bool { return o.Name == b.Name }
	if slices.ContainsFunc(p.Blocks, taken) { // it has other elements of the same arrays
		var parts []string
		for _, s := range b.Target {
			parts = append(parts, s.Left.String())
		}
		b.Name = strings.Join(parts, ", ")
	}
	for slices.ContainsFunc(p.Blocks, taken) {
		b.Name += ", again"
	}
	p.Blocks = append(p.Blocks, b)
}

// note enters a statement into a block that draws several.
func (b *Block) note(one *single) {
	b.Target = append(b.Target, one.s)
	b.Drawn += len(targets(one.s))
	b.Form.Factors = expr.Union(b.Form.Factors, one.factors...)
}

// pieces are those of a statement.
func (p *Plan) pieces(s *graph.Statement) iter.Seq[*graph.Piece] {
	return func(yield func(*graph.Piece) bool) {
		for _, piece := range p.Graph.Pieces {
			if piece.Statement == s && !yield(piece) {
				return
			}
		}
	}
}

// targets are the positions of what a statement defines and a chain draws.
func targets(s *graph.Statement) (out []int) {
	a := s.Left.Array
	for i, d := range a.Def {
		if d == int32(s.ID) && !a.Observed[i] {
			out = append(out, i)
		}
	}
	return out
}

// mentions tells whether the parameters of a piece depend on the array, directly or through what is
// computed step by step.
func (p *Plan) mentions(piece *graph.Piece, a *expr.Array) bool {
	return slices.ContainsFunc(piece.Right(), func(e *expr.Expr) bool { return p.depends(e, a) })
}

// Warning says if data are too far from zero.
func (p *Plan) Warning() error {
	for _, f := range p.factors {
		if e := p.x.FarCovariate(f); e != nil {
			return fmt.Errorf("line %d: %s lies more than 100 000 standard deviations from zero, and is "+
				"multiplied by unknowns, so that digits are lost. Subtract its mean",
				f.Piece.Statement.Rel.Pos.Line, short(e))
		}
	}
	return nil
}

// poly is a factor as a sum of products, of which those with the array count.
func (p *Plan) poly(f *algebra.Factor, a *expr.Array) algebra.Poly {
	if !p.far {
		return f.Poly
	}
	return p.x.Centred(f, func(e *expr.Expr) bool { return p.depends(e, a) })
}

// seen tells whether anything observed depends on a statement.
func (p *Plan) seen(s *graph.Statement, visited map[*graph.Statement]bool) bool {
	if visited[s] {
		return false
	}
	visited[s] = true
	if s.Observed() {
		return true
	}
	a := s.Left.Array
	for _, piece := range p.Graph.Pieces {
		if piece.Statement != s && p.mentions(piece, a) && p.seen(piece.Statement, visited) {
			return true
		}
	}
	return false
}

// live are the factors that contain an unknown of a statement, and on which what is seen depends.
func (p *Plan) live(s *graph.Statement) (out []*algebra.Factor) {
	for _, f := range p.factors {
		if f.Piece.Statement == s || p.mentions(f.Piece, s.Left.Array) &&
			p.seen(f.Piece.Statement, map[*graph.Statement]bool{}) {
			out = append(out, f)
		}
	}
	return out
}

// finite is v, or −Inf if it is NaN, as good as the logarithm of zero, or +Inf, which a beta
// density may have at its bound.
func finite(v float64) float64 {
	if !(math.Abs(v) <= -expr.Impossible/1e10) {
		return math.Inf(-1)
	}
	return v
}

// Observed is the number of observations.
func (p *Plan) Observed() (n int) {
	for _, a := range p.Graph.Order {
		for _, o := range a.Observed {
			if o {
				n++
			}
		}
	}
	return n
}
