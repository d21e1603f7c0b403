package block

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gibbslab/sampler/bugs/internal/compute"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/graph"
	"gibbslab/sampler/variate"
)

// Scatter says how the unknowns of a state are drawn for the start of a chain.
type Scatter struct {
	Exact bool    // from the prior as it stands
	Width float64 // how wide the start may be where the prior is wide
	// Middle: a vague uniform prior of positive numbers is that of a place, not of a scale, and the
	// start is not near its lower end.
	Middle bool
}

// Draw draws the unknowns in the order of the graph: from their distributions, or near them.
func (p *Plan) Draw(r *rand.Rand, s *State, o Scatter) {
	p.redraw(r, s, o, func(a *expr.Array, i int) bool { return !a.Observed[i] })
}

// Redraw draws some of the unknowns from their distributions, in the order of the graph.
func (p *Plan) Redraw(r *rand.Rand, s *State, which func(a *expr.Array, i int) bool) {
	p.redraw(r, s, Scatter{Exact: true}, which)
}

func (p *Plan) redraw(r *rand.Rand, s *State, o Scatter, which func(a *expr.Array, i int) bool) {
	p.Attach(s)
	p.unknown.Do(func() { p.walkers[0] = p.walk(false) })
	p.forward(p.walkers[0], r, s, o, func(st *graph.Statement, i int, v float64) {
		if a := st.Left.Array; which(a, i) {
			s.X[a.Base+i] = v
		}
	})
}

// Prior draws the unknowns from the prior.
func (p *Plan) Prior(r *rand.Rand, s *State) { p.Draw(r, s, Scatter{Exact: true}) }

// Replicate draws what is observed, given the unknowns.
func (p *Plan) Replicate(r *rand.Rand, s *State, set func(st *graph.Statement, i int, v float64)) {
	p.Attach(s)
	p.all.Do(func() { p.walkers[1] = p.walk(true) })
	p.forward(p.walkers[1], r, s, Scatter{Exact: true}, func(st *graph.Statement, i int, v float64) {
		if st.Left.Array.Observed[i] {
			set(st, i, v)
		}
	})
}

// Settle makes steps for discrete unknowns from a start that is impossible.
func (p *Plan) Settle(r *rand.Rand, s *State) {
	p.raise(s)
	for range 20 {
		for _, b := range p.Blocks {
			if strings.HasPrefix(b.Kind, "all ") {
				b.Run(r, s)
			}
		}
	}
}

// raise gives unknown numbers of trials at least as many as there are successes. Of a sum, such as
// of survivors and recruits, the last count is raised.
func (p *Plan) raise(s *State) {
	for _, piece := range slices.Backward(p.Graph.Pieces) {
		if piece.Statement.Dist.Name != "dbin" {
			continue
		}
		trials, y := piece.Args[1], piece.Left
		for trials.Op == expr.Call && trials.Name == "+" {
			trials = trials.Args[1]
		}
		at, ok := trials.Addresses(piece.Rows)
		if !ok || !trials.Array.Unknowns {
			continue
		}
		size := compute.NewProgram(p.Graph.Pool, piece.Args[1], piece.Rows)
		for row, i := range slices.Backward(y.PositionColumn(piece.Rows)) {
			v, k := y.Array.Value[i], at[min(row, len(at)-1)]
			if y.Array.State {
				v = s.X[y.Array.Base+int(i)]
			}
			if n := s.value(size, row); n < v && !trials.Array.Observed[int(k)-trials.Array.Base] {
				s.X[k] += v - n
			}
		}
	}
	p.Recompute(s)
}

// walk returns the rows of stochastic and computed statements in order: of all, or without those
// that are observed.
func (p *Plan) walk(all bool) []walker {
	var out []walker
	drawers := map[*graph.Statement][]*drawer{}
	for _, piece := range p.Graph.Pieces {
		st := piece.Statement
		if !all && len(targets(st)) == 0 {
			continue
		}
		d := p.newDrawer(piece)
		drawers[st] = append(drawers[st], d)
		if one := p.collect(st); len(one.bounds) > 0 {
			d.limits, d.limited = p.bounds(one, targets(st)), map[int]int{}
			for k, i := range targets(st) {
				d.limited[i] = k
			}
		}
	}
	for _, step := range p.Graph.Steps() {
		st := step.Statement
		w := walker{statement: st}
		if !st.Deterministic() && drawers[st] == nil {
			continue
		}
		if !st.Deterministic() {
			w.drawers = drawers[st]
			w.rows = drawnIn(step, byRow(w.drawers))
		} else {
			w.computed = p.rowsOf(step)
		}
		out = append(out, w)
	}
	return out
}

// A walker is a step of a forward simulation.
type walker struct {
	statement *graph.Statement
	drawers   []*drawer
	rows      []stepOf
	computed  []stepOf
}

func (p *Plan) forward(walkers []walker, r *rand.Rand, s *State, o Scatter,
	set func(st *graph.Statement, i int, v float64)) {
	var again []func() // what came before its bounds, such as a latent score before its cut points
	for _, w := range walkers {
		for _, q := range w.rows {
			d := w.drawers[q.piece]
			keep := func(i int, v float64) { set(w.statement, i, v) }
			if o.Exact {
				d.draw(r, s, q.row, keep)
			} else {
				if d.blind(s, q.row) {
					again = append(again, func() { d.start(r, s, q.row, o, keep) })
				}
				d.start(r, s, q.row, o, keep)
			}
		}
		p.compute(s, w.computed)
	}
	for _, draw := range again {
		draw()
	}
}

// blind tells whether the bounds that other statements set are not known yet.
func (d *drawer) blind(s *State, row int) bool {
	k, ok := d.limited[d.at[row][0]]
	return ok && (math.IsNaN(d.limits.lo[k](s)) || math.IsNaN(d.limits.hi[k](s)))
}

// isVague tells whether a uniform prior may be that of a scale.
func isVague(lo, hi float64) bool { return hi-lo > 100 && lo >= 0 }

// HasVague tells whether there are such priors, with known ends.
func (p *Plan) HasVague() bool {
	return slices.ContainsFunc(p.Graph.Pieces, func(q *graph.Piece) bool {
		if q.Statement.Dist.Name != "dunif" {
			return false
		}
		lo, hi := q.Args[0].Column(q.Rows), q.Args[1].Column(q.Rows)
		a, ok1 := lo.At(0)
		b, ok2 := hi.At(0)
		return ok1 && ok2 && isVague(a, b)
	})
}

// start draws initial values: from the distribution, but not far out where it is wide.
func (d *drawer) start(r *rand.Rand, s *State, row int, o Scatter, set func(i int, v float64)) {
	dist := d.piece.Statement.Dist
	flat, each := d.params(s, row)
	lo, hi := d.limitsAt(s, row)
	if k, ok := d.limited[d.at[row][0]]; ok {
		if v := d.limits.lo[k](s); v > lo { // NaN is not
			lo = v
		}
		if v := d.limits.hi[k](s); v < hi {
			hi = v
		}
	}
	one := func(v float64) { set(d.at[row][0], v) }
	wide := o.Width // for vague priors on the whole line only
	width := min(wide, 1)
	switch name := dist.Name; {
	case name == "dnorm" || name == "dt" || name == "ddexp" || name == "dlogis":
		scale := 1 / math.Sqrt(flat[1])
		if name == "ddexp" || name == "dlogis" {
			scale = 1 / flat[1]
		}
		scale = min(scale*width, 2*(1+math.Abs(flat[0]))*wide)
		one(variate.TruncatedNormal(r, flat[0], max(scale, 1e-8), lo, hi))
	case name == "dmnorm":
		for j, i := range d.at[row] {
			sd := 1 / math.Sqrt(each[1][j*len(d.at[row])+j])
			set(i, each[0][j]+min(width*sd, wide*2*(1+math.Abs(each[0][j])))*r.NormFloat64())
		}
	case name == "dwish":
		n := int(math.Sqrt(float64(len(d.at[row]))))
		for j, i := range d.at[row] {
			v := 0.0
			if j%n == j/n {
				v = each[1][0] / each[0][j]
			}
			set(i, v)
		}
	case name == "ddirch":
		x := make([]float64, len(d.at[row]))
		total := 0.0
		for j, a := range each[0] {
			if a > 0 { // a concentration of zero: the element is zero
				x[j] = variate.Gamma(r, max(a, 1), 1)
				total += x[j]
			}
		}
		for j, i := range d.at[row] {
			set(i, x[j]/total)
		}
	case name == "dcat":
		w := make([]float64, len(flat))
		for j, v := range flat {
			w[j] = math.SmallestNonzeroFloat64
			if v > 0 && v <= 1e300 {
				w[j] = v
			}
		}
		one(float64(1 + variate.Categorical(r, w)))
	case name == "dunif":
		lo, hi = max(lo, flat[0]), min(hi, flat[1])
		mid := (lo + hi) / 2
		half := (hi - lo) / 2 * max(width, 0.01)
		if isVague(lo, hi) && !o.Middle {
			one(lo + math.Exp(width*r.NormFloat64()))
			return
		}
		one(mid + half*(2*r.Float64()-1)*0.9)
	case !dist.Discrete && dist.Lo == 0 && math.IsInf(dist.Hi, 1):
		v := math.Exp(width * r.NormFloat64())
		if d.law.LogMass(1e-2, 1e2, flat) > -0.5 {
			v = d.law.Draw(r, flat)
		}
		if v < lo { // a bound of the data, such as the time at which a patient was last seen
			v = lo * (1 + width*r.ExpFloat64())
		}
		if v > hi {
			v = max(lo, 0) + (hi-max(lo, 0))*r.Float64()
		}
		if name == "dpar" {
			v = flat[1] * (1 + r.ExpFloat64())
		}
		one(v)
	case dist.Discrete && !dist.Multi && !d.interval && d.law.Check(flat) != "":
		one(max(lo, 0)) // an earlier start was too far: the density is zero, and another is tried
	case !dist.Multi && (!math.IsInf(lo, -1) || !math.IsInf(hi, 1)):
		one(d.law.DrawTruncated(r, flat, lo, hi))
	default:
		d.draw(r, s, row, set)
	}
}
