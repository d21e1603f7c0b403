package block

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gibbslab/internal/turns"
	"gibbslab/sampler/bugs/internal/compute"
	"gibbslab/sampler/bugs/internal/data"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/graph"
	"gibbslab/sampler/bugs/internal/syntax"
)

// An exam compares what the blocks of a model believe about its unknowns with the oracle.
type exam struct {
	p      *Plan
	o      *oracle
	logs   *Logs
	r      *rand.Rand
	inform map[int]bool
	found  []string // the first faults
	done   map[string]int
}

func newExam(text string, given map[string]data.Array, o Options) (*exam, error) {
	program, err := syntax.Parse(text)
	if err != nil {
		return nil, err
	}
	if given, err = graph.Transform(program, given); err != nil {
		return nil, err
	}
	g, err := graph.Build(program, given, false)
	if err != nil {
		return nil, err
	}
	p, err := New(g, o)
	if err != nil {
		return nil, err
	}
	or, err := newOracle(program, given)
	if err != nil {
		return nil, err
	}
	return &exam{p: p, o: or, logs: p.NewLogs(), r: rand.New(rand.NewPCG(1, 2)), inform: or.informed(),
		done: map[string]int{}}, nil
}

func (e *exam) fault(format string, a ...any) {
	if len(e.found) < 5 {
		e.found = append(e.found, fmt.Sprintf(format, a...))
	}
}

// near tells whether two numbers are equal but for rounding of numbers of the size given.
func near(a, b float64, size ...float64) bool {
	scale := 1.0
	for _, v := range size {
		scale += math.Abs(v)
	}
	return math.Abs(a-b) <= 1e-9*scale || a == b
}

// state returns a random state with a positive density.
func (e *exam) state() (s *State, ok bool) {
	for k := range 60 {
		s = e.p.NewState()
		e.p.Draw(e.r, s, Scatter{Width: []float64{1, 0.3, 0.1}[k%3]})
		e.p.Recompute(s)
		v := e.o.joint(e.p, s, nil)
		if math.IsInf(v, -1) && k > 20 {
			e.p.Settle(e.r, s)
			v = e.o.joint(e.p, s, nil)
		}
		if !math.IsInf(v, 0) && v == v {
			return s, true
		}
	}
	return nil, false
}

// A question is a statement with what its block computes.
type question struct {
	one  *single
	el   []int
	ask  []func(s *State, k int) float64 // log densities of the k-th element
	name []string
}

// questions compiles again what the blocks compute of each statement.
func (e *exam) questions() (out []*question) {
	p := e.p
	for _, st := range p.Graph.Statements {
		el := targets(st)
		if st.Deterministic() || len(el) == 0 || !e.inform[st.ID] {
			continue
		}
		one := p.collect(st)
		q := &question{one: one, el: el}
		a := st.Left.Array
		groups := make([][]int, len(el))
		for k, i := range el {
			groups[k] = append([]int{i}, e.tie(st, i)...)
		}
		views := p.views(append(slices.Clone(one.factors), one.bounds...), a, groups)
		again := p.recompute(a)
		q.name = append(q.name, "views")
		q.ask = append(q.ask, func(s *State, k int) (sum float64) {
			again(s)
			for _, v := range views {
				sum += v.program.Sum(s.prog, s.X, int(v.start[k]), int(v.start[k+1]), false)
			}
			return sum
		})
		named := one.kind != "slice" && one.kind != "enumerate"
		if named && one.alone() {
			q.named(p)
		} else if one.parts != nil && one.alone() {
			q.separable(p)
		}
		if first, n, ok := p.values(st); ok && one.kind == "enumerate" {
			q.inRuns(p, first, n)
		}
		out = append(out, q)
	}
	return out
}

// tie is what must change with an element: another one of a simplex, or of a symmetric matrix.
func (e *exam) tie(st *graph.Statement, i int) []int {
	for _, v := range e.p.vectors(st) {
		k := slices.Index(v, i)
		if k < 0 {
			continue
		}
		switch n := int(math.Sqrt(float64(len(v)))); {
		case st.Dist.Name == "ddirch":
			return []int{v[(k+1)%len(v)]}
		case st.Dist.Name == "dwish" && k/n != k%n:
			return []int{v[k%n*n+k/n]}
		}
	}
	return nil
}

// named adds the log density that a conjugate block draws from.
func (q *question) named(p *Plan) {
	one, a := q.one, q.one.s.Left.Array
	t := p.sums(one, q.el)
	sums := make([]float64, len(t.Init))
	q.name = append(q.name, "law")
	q.ask = append(q.ask, func(s *State, k int) (v float64) {
		t.Run(s.prog, s.X, sums)
		for _, i := range append([]int{q.el[k]}, e0(q, p, k)...) {
			for m, b := range one.basis {
				v += sums[m*a.Size()+i] * function(b, s.X[a.Base+i])
			}
		}
		return v
	})
}

func e0(q *question, p *Plan, k int) []int { return (&exam{p: p}).tie(q.one.s, q.el[k]) }

// function is a function of one number by its name.
func function(name string, x float64) float64 {
	switch name {
	case "log x":
		return expr.Log(x)
	case "log(1-x)":
		return expr.Log(1 - x)
	}
	power, err := strconv.ParseFloat(strings.TrimPrefix(name, "x^"), 64)
	if err != nil {
		return math.NaN()
	}
	return math.Pow(x, power)
}

// separable adds the log density of a slice update with coefficients.
func (q *question) separable(p *Plan) {
	t := compute.NewTape(p.space, 0)
	all, ok := p.functionsOf(q.one, q.el, t)
	if !ok {
		return
	}
	t.Finish()
	c := make([]float64, len(t.Init))
	q.name = append(q.name, "functions")
	q.ask = append(q.ask, func(s *State, k int) (sum float64) {
		t.Run(s.prog, s.X, c)
		for _, f := range all {
			f.program.Values(s.prog, s.X, int(f.start[k]), int(f.start[k+1]), func(row int, v []float64) {
				for m, y := range v {
					if w := c[f.first+row+m]; w != 0 {
						sum += w * y
					}
				}
			})
		}
		return sum
	})
}

// inRuns adds the weights of values that are tried in runs.
func (q *question) inRuns(p *Plan, first, n int) {
	few, rest, _ := p.tried(q.one, q.el, first, n)
	if len(few) == 0 {
		return
	}
	weights := make([]float64, n*len(q.el))
	q.name = append(q.name, "runs")
	q.ask = append(q.ask, func(s *State, k int) float64 {
		j := int(s.X[q.one.s.Left.Array.Base+q.el[k]]) - first
		if j < 0 || j >= n {
			return math.Inf(-1)
		}
		clear(weights)
		for _, f := range few {
			f.add(s, weights, n)
		}
		rest.prepare(s, k)
		return rest.sum(s, k, weights[k*n+j])
	})
}

// informed are the statements that count for the block of a statement.
func (e *exam) counts(st *graph.Statement) map[int]bool {
	which := map[int]bool{st.ID: true}
	for id, yes := range e.inform {
		which[id] = which[id] || yes
	}
	return which
}

// move changes an element, and what is tied to it.
func (e *exam) move(s *State, st *graph.Statement, i int) {
	a := st.Left.Array
	x := &s.X[a.Base+i]
	old, tied := *x, e.tie(st, i)
	switch d := st.Dist; {
	case d.Name == "ddirch":
		y := &s.X[a.Base+tied[0]]
		u := e.r.Float64()
		*x, *y = u*(old+*y), (1-u)*(old+*y)
		return
	case d.Discrete:
		*x = max(0, old+float64(1-2*e.r.IntN(2)))
	case d.Lo >= 0 && d.Hi == 1:
		*x = e.r.Float64()
	case d.Lo >= 0:
		*x *= math.Exp(e.r.NormFloat64() / 4)
	default:
		*x += (0.05 + 0.1*math.Abs(old)) * e.r.NormFloat64()
	}
	for _, j := range tied {
		s.X[a.Base+j] = *x
	}
}

// ask compares the changes of all log densities in one state.
func (e *exam) ask(s *State, q *question) {
	st := q.one.s
	a, which := st.Left.Array, e.counts(st)
	for range 4 {
		k := e.r.IntN(len(q.el))
		x := slices.Clone(s.X)
		before, was := e.o.joint(e.p, s, which), make([]float64, len(q.ask))
		for m, f := range q.ask {
			was[m] = f(s, k)
		}
		e.move(s, st, q.el[k])
		e.p.recompute(a)(s)
		after := e.o.joint(e.p, s, which)
		for m, f := range q.ask {
			is := f(s, k)
			possible := !math.IsInf(after, 0) && after == after
			if !possible {
				if m == 0 && is > -1e250 && !e.outside(s, q, k) {
					e.fault("%s %s[%d]: impossible, and the %s say %g", q.one.kind, a.Name, q.el[k], q.name[m], is)
				}
				continue
			}
			e.done[q.name[m]]++
			if d, want := is-was[m], after-before; !near(d, want, before, after, is, was[m]) {
				e.fault("%s %s, element %d, %g to %g: the %s change by %.12g, the joint by %.12g", q.one.kind,
					a.Name, q.el[k], x[a.Base+q.el[k]], s.X[a.Base+q.el[k]], q.name[m], d, want)
			}
		}
		copy(s.X, x)
	}
}

// outside tells whether the bounds of the update exclude the value.
func (e *exam) outside(s *State, q *question, k int) bool {
	lim := e.p.bounds(q.one, q.el)
	v := s.X[q.one.s.Left.Array.Base+q.el[k]]
	return v < lim.lo[k](s) || v > lim.hi[k](s)
}

// run asks about all unknowns in some random states.
func (e *exam) run(t *testing.T, states int) {
	t.Helper()
	q := e.questions()
	for range states {
		s, ok := e.state()
		if !ok {
			t.Error("no state with a positive density was found")
			return
		}
		s.plan = nil
		e.p.Attach(s)
		if is, want := e.logs.Joint(s), e.o.joint(e.p, s, nil); !near(is, want, is) {
			e.fault("the joint is %.12g, and the text says %.12g", is, want)
		}
		for _, one := range q {
			e.ask(s, one)
		}
		e.normal(s)
	}
	for _, f := range e.found {
		t.Error(f)
	}
}

// models reads the models of testdata/suite.
func models(t *testing.T, each func(name, text string, given map[string]data.Array)) {
	files, _ := filepath.Glob("../../testdata/suite/*.bug")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		about, err := os.ReadFile(strings.TrimSuffix(file, ".bug") + ".json")
		if err != nil {
			t.Fatal(err)
		}
		var raw struct{ Data json.RawMessage }
		if err := json.Unmarshal(about, &raw); err != nil {
			t.Fatal(err)
		}
		given, err := data.ReadJSON(bytes.NewReader(raw.Data))
		if err != nil {
			t.Fatal(err)
		}
		each(strings.TrimSuffix(filepath.Base(file), ".bug"), string(text), given)
	}
}

// Change points, of one series and of groups, that decide which rate or mean, which row of a table,
// or whether something is added, are tried in runs.
func TestRuns(t *testing.T) {
	const after = `
		k ~ dcat(p[])
		for (j in 1:8) { p[j] <- j/36 }
		for (j in 1:2) { m[j] ~ dgamma(2, 1)  q[j] ~ dnorm(0, 1)  tau[j] ~ dgamma(3, 3) }
	}`
	given := map[string]data.Array{}
	for name, v := range map[string][]float64{"y": {4, 5, 3, 5, 1, 0, 1, 2}, "w": {1, 1, 1, 2, 2, 7, 7, 7},
		"g": {1, 1, 1, 1, 2, 2, 3, 3}} {
		given[name] = data.Array{Dims: []int{8}, Values: v}
	}
	for name, text := range map[string]string{
		"ifelse": "for (i in 1:8) { y[i] ~ dpois(ifelse(i <= k, m[1], m[2])) }" + after,
		"index":  "for (i in 1:8) { y[i] ~ dnorm(q[1 + step(i - k)], tau[1 + step(i - k)]) }" + after,
		"equals": "for (i in 1:8) { y[i] ~ dnorm(q[1] + 3*equals(i, k), tau[1]) }" + after,
		"table":  "for (i in 1:8) { y[i] ~ dnorm(q[1]*w[k], tau[1]) }" + after,
		"groups": "for (i in 1:8) { y[i] ~ dpois(m[1 + (i > c[g[i]])]) }" +
			"for (j in 1:3) { c[j] ~ dcat(p[]) }" + after,
		"computed": "for (i in 1:8) { z[i] <- i  y[i] ~ dnorm(ifelse(z[i] < k, q[1], q[2]), tau[1]) }" +
			after,
	} {
		t.Run(name, func(t *testing.T) {
			e, err := newExam("model { "+text, given, Options{})
			if err != nil {
				t.Fatal(err)
			}
			e.run(t, 4)
			if e.done["runs"] == 0 {
				t.Error("no runs were found")
			}
		})
	}
}

// Changing an unknown changes what its block computes as it changes the joint density, which the
// oracle computes from the text.
func TestConditionals(t *testing.T) {
	models(t, func(name, text string, given map[string]data.Array) {
		for _, o := range []Options{{}, {Plain: true}} {
			t.Run(fmt.Sprintf("%s, plain %v", name, o.Plain), func(t *testing.T) {
				e, err := newExam(text, given, o)
				if err != nil {
					t.Fatal(err)
				}
				states := 10
				if turns.Short(t) {
					states = 2
					if name == "cervix" || name == "lsat" { // of thousands of unknowns
						states = 1
					}
				}
				e.run(t, states)
			})
		}
	})
}
