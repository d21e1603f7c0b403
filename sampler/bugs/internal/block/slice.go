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
	if old < lo || old > hi || math.IsInf(finite(logDensity(old)), -1) {
		panic(fmt.Sprintf("the present value %g has density zero (it must lie from %g to %g): give "+
			"other initial values", old, lo, hi))
	}
	v := update.SliceSteps(r, old, w, lo, hi, mostSteps,
		func(v float64) float64 { return finite(logDensity(v)) })
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
	var views []view
	for _, f := range one.factors {
		views = append(views, p.view(f, a, el))
		b.Cost += int(views[len(views)-1].start[len(el)])
	}
	lim := p.bounds(one, el)
	base := a.Base
	discrete := one.s.Dist.Discrete
	if discrete && one.kind == "enumerate" {
		b.Why = "its values are too many to be enumerated"
	}
	again := p.recompute(a)
	b.Kind = "slice"
	p.put(b, func(r *rand.Rand, s *State) {
		for k, i := range el {
			at := base + i
			for _, v := range views {
				v.program.Prepare(s.prog, s.X, int(v.start[k]), int(v.start[k+1]))
			}
			logDensity := func(x float64) float64 {
				s.X[at] = x
				again(s)
				sum := 0.0
				for _, v := range views {
					sum += v.program.Sum(s.prog, s.X, int(v.start[k]), int(v.start[k+1]), true)
				}
				return sum
			}
			if discrete {
				s.whole(r, at, lim.lo[k](s), lim.hi[k](s), logDensity)
			} else {
				s.step(r, at, lim.lo[k](s), lim.hi[k](s), logDensity)
			}
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
		place := compute.Place{Pos: make([]int32, rows.N)}
		byElement := make([][]int32, len(el)) // rows with a function that is new
		later := map[string][]int32{}         // rows with the same one
		for row := range rows.N {
			place.Pos[row] = -1
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
	lim := p.bounds(one, el)
	base, discrete := one.s.Left.Array.Base, one.s.Dist.Discrete
	b.Cost = t.Entries()
	b.Kind = "slice, separable"
	p.put(b, func(r *rand.Rand, s *State) {
		c := s.acc[acc]
		t.Run(s.prog, s.X, c)
		for k, i := range el {
			at := base + i
			logDensity := func(x float64) float64 {
				s.X[at] = x
				sum := 0.0
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
			}
			if discrete {
				s.whole(r, at, lim.lo[k](s), lim.hi[k](s), logDensity)
			} else {
				s.step(r, at, lim.lo[k](s), lim.hi[k](s), logDensity)
			}
		}
	})
	return true
}
