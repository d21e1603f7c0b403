package block

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"gibbslab/sampler/bugs/internal/compute"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/internal/meter"
	"gibbslab/sampler/update"
)

// mostSteps limits how far the interval of a slice widens, in widths, which learn.
const mostSteps = 40

// step makes one step of slice sampling for the number at an address, and learns its width during
// the warm-up.
func (s *State) step(r *rand.Rand, at int, lo, hi float64, logDensity func(v float64) float64) {
	old, w := s.X[at], s.Width[at]
	here := finite(logDensity(old))
	if old < lo || old > hi || math.IsInf(here, -1) {
		panic(fmt.Sprintf("the present value %g has density zero (it must lie from %g to %g): give "+
			"other initial values", old, lo, hi))
	}
	v := update.SliceSteps(r, old, w, lo, hi, mostSteps,
		func(v float64) float64 {
			if v == old {
				return here
			}
			return finite(logDensity(v))
		})
	if !meter.WarmedUp(r) {
		w += 0.05 * (3*math.Abs(v-old) - w)
		s.Width[at] = min(max(w, 1e-10*(1+math.Abs(v)), 1e-300), math.MaxFloat64/4)
	}
	s.X[at] = v
}

// whole makes a step for a whole number: a uniform part is added, and taken away again.
func (s *State) whole(r *rand.Rand, at int, lo, hi float64, logDensity func(v float64) float64) {
	s.X[at] += r.Float64()
	s.step(r, at, lo, hi+1, func(v float64) float64 { return logDensity(math.Floor(v)) })
	s.X[at] = math.Floor(s.X[at])
}

// slice compiles an update by slice sampling: the factors of each element are computed anew.
func (p *Plan) slice(one *single, el []int, b *Block) {
	a := one.s.Left.Array
	views := p.views(one.factors, a, alone(el))
	b.Cost += views.rows()
	if one.kind == "enumerate" {
		b.Why = "its values are too many to be enumerated"
	}
	again := p.recompute(a)
	b.Kind = "slice"
	p.steps(one, el, b, views.prepare, func(s *State, k int) float64 {
		again(s)
		return views.sum(s, k, 0)
	})
}

// steps compiles a step of slice sampling for each element. begin is called before the step of
// element k, and sum is the log density where the element has its present value.
func (p *Plan) steps(one *single, el []int, b *Block, begin func(s *State, k int),
	sum func(s *State, k int) float64) {
	lim, base, step := p.bounds(one, el), one.s.Left.Array.Base, (*State).step
	if one.s.Dist.Discrete {
		step = (*State).whole
	}
	p.put(b, func(r *rand.Rand, s *State) {
		for k, i := range el {
			begin(s, k)
			step(s, r, base+i, lim.lo[k](s), lim.hi[k](s), func(x float64) float64 {
				s.X[base+i] = x
				return sum(s, k)
			})
		}
	})
}

// functions are functions of single elements, each with a coefficient in an accumulator.
type functions struct {
	program *compute.Program
	start   []int32 // by element, and the end
	first   int     // the accumulator of the first row
}

// mostFunctions is how many functions an element may have for coefficients to pay.
const mostFunctions = 24

// functionsOf finds the different functions of the elements el in parts of a log density, and puts
// their coefficients on a tape. ok is false if there are too many, or if they depend on other
// unknowns.
func (p *Plan) functionsOf(one *single, el []int, t *compute.Tape) (all []functions, ok bool) {
	a := one.s.Left.Array
	number := map[int]int{}
	for k, i := range el {
		number[i] = k
	}
	count := make([]int, len(el))
	cells := map[string]int32{} // the accumulator of a function of an element
	for _, part := range one.parts {
		rows := part.Factor.Rows
		if !part.Fun.Walk(func(x *expr.Expr) bool {
			return x.Array == nil || x.Array == a ||
				!x.Array.State
		}) {
			return nil, false
		}
		pos := part.Target.PositionColumn(rows)
		signature := compute.Signatures(part.Fun, rows)
		place := nowhere(rows.N)
		byElement := make([][]int32, len(el)) // rows with a function that is new
		later := map[string][]int32{}         // rows with the same one
		for row := range rows.N {
			i := pos[min(row, len(pos)-1)]
			if i < 0 {
				return nil, false
			}
			k, mine := number[int(i)]
			if !mine {
				continue
			}
			key := strconv.Itoa(part.Fun.ID) + " " + strconv.Itoa(k) + " " + string(signature(row))
			if at, ok := cells[key]; ok {
				place.Pos[row] = at
				continue
			}
			if later[key] == nil {
				if count[k]++; count[k] > mostFunctions {
					return nil, false
				}
				byElement[k] = append(byElement[k], int32(row))
			}
			later[key] = append(later[key], int32(row))
		}
		f := functions{start: make([]int32, len(el)+1), first: len(t.Init)}
		var order []int32
		for k, fresh := range byElement {
			for _, row := range fresh {
				key := strconv.Itoa(part.Fun.ID) + " " + strconv.Itoa(k) + " " + string(signature(int(row)))
				at := int32(f.first + len(order))
				cells[key] = at
				for _, r := range later[key] {
					place.Pos[r] = at
				}
				order = append(order, row)
			}
			f.start[k+1] = int32(len(order))
		}
		t.Grow(f.first + len(order))
		t.Add(place, nil, part.Rest, rows)
		if len(order) > 0 {
			f.program = compute.NewProgram(p.Graph.Pool, part.Fun, rows.Pick(order), a)
			all = append(all, f)
		}
	}
	return all, true
}

// separable compiles slice sampling where the log density is a sum of a few functions of the
// target, with coefficients that are collected once.
func (p *Plan) separable(one *single, el []int, b *Block) bool {
	if one.parts == nil || !one.alone() {
		return false
	}
	t := compute.NewTape(p.space, 0)
	all, ok := p.functionsOf(one, el, t)
	if !ok {
		return false
	}
	t.Finish()
	acc := p.acc(len(t.Init))
	b.Cost = t.Entries()
	b.Kind = "slice, separable"
	begin := func(s *State, k int) {
		if k == 0 {
			t.Run(s.prog, s.X, s.acc[acc])
		}
	}
	p.steps(one, el, b, begin, func(s *State, k int) float64 {
		c, sum := s.acc[acc], 0.0
		for _, f := range all {
			f.program.Values(s.prog, s.X, int(f.start[k]), int(f.start[k+1]), func(row int, v []float64) {
				for m, y := range v {
					if q := c[f.first+row+m]; q != 0 {
						sum += q * y
					}
				}
			})
		}
		return sum
	})
	return true
}
