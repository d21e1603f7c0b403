package bugs_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"gibbslab/internal/turns"
	"gibbslab/sampler/bugs"
	"gibbslab/sampler/bugs/internal/block"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/tex"
)

// ofSuite reads a model of testdata/suite.
func ofSuite(t *testing.T, name string) *bugs.Model {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "suite", name+".bug"))
	if err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(filepath.Join("testdata", "suite", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Data map[string]any }
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	values := bugs.Data{}
	for k, v := range file.Data {
		values[k] = numbers(v)
	}
	m, err := bugs.Compile(string(text), values)
	if err != nil {
		t.Skip(err)
	}
	return m
}

// numbers turns what JSON reads into slices of numbers.
func numbers(v any) any {
	list, ok := v.([]any)
	if !ok {
		if v == nil {
			return math.NaN()
		}
		return v
	}
	if len(list) > 0 {
		if _, ok := list[0].([]any); ok {
			var out []any
			for _, x := range list {
				out = append(out, numbers(x))
			}
			switch out[0].(type) {
			case []float64:
				var rows [][]float64
				for _, x := range out {
					rows = append(rows, x.([]float64))
				}
				return rows
			case [][]float64:
				var rows [][][]float64
				for _, x := range out {
					rows = append(rows, x.([][]float64))
				}
				return rows
			}
		}
	}
	out := []float64{}
	for _, x := range list {
		f := math.NaN()
		if x != nil {
			f = x.(float64)
		}
		out = append(out, f)
	}
	return out
}

// evaluator computes expressions in a state, by other code than the sampler's.
type evaluator struct {
	s      *block.State
	latent []*expr.Array // have values of their own
}

func (v evaluator) value(e *expr.Expr, env []int32) float64 {
	x := v.all(e, env)
	if len(x) != 1 {
		panic("not one number: " + e.String())
	}
	return x[0]
}

func (v evaluator) all(e *expr.Expr, env []int32) []float64 {
	switch e.Op {
	case expr.Num:
		return []float64{e.Value}
	case expr.Counter:
		return []float64{float64(env[e.Depth])}
	case expr.Elem, expr.Slice:
		return v.elements(e, env)
	}
	if l := expr.NewPool().LogOfLink(e); l != nil { // log(1 − p) loses digits
		e = l
	}
	if e.Name == "select" {
		return v.all(e.Args[int(v.value(e.Args[0], env))], env)
	}
	var args [][]float64
	var flat []float64
	for _, a := range e.Args {
		args = append(args, v.all(a, env))
		flat = append(flat, args[len(args)-1]...)
	}
	f := expr.Functions[e.Name]
	switch {
	case f.Scalar != nil:
		var in expr.Args
		copy(in[:], flat)
		return []float64{f.Scalar(in)}
	case f.Reduce != nil:
		return []float64{f.Reduce(flat)}
	case f.Matrix != nil:
		return []float64{f.Matrix(args[0], int(math.Sqrt(float64(len(args[0])))))}
	case e.Name == "c":
		return flat
	case e.Name == "inprod":
		return []float64{floats.Dot(args[0], args[1])}
	case e.Name == "interval":
		k := 0.0
		for _, c := range flat[2:] {
			if flat[1] > c {
				k++
			}
		}
		if k == flat[0] {
			return []float64{0}
		}
		return []float64{math.Inf(-1)}
	case e.Name == "sort.at":
		return []float64{slices.Sorted(slices.Values(args[0]))[int(args[1][0])-1]}
	case e.Name == "inverse.at":
		n := int(math.Sqrt(float64(len(args[0]))))
		return []float64{expr.Inverse(args[0], n)[(int(args[1][0])-1)*n+int(args[2][0])-1]}
	}
	panic("no value of " + e.String())
}

func (v evaluator) elements(e *expr.Expr, env []int32) (out []float64) {
	lo, hi := make([]int, len(e.Args)), make([]int, len(e.Args))
	for k, a := range e.Args {
		switch a.Op {
		case expr.All:
			lo[k], hi[k] = 1, e.Array.Dims[k]
		case expr.Range:
			lo[k], hi[k] = int(v.value(a.Args[0], env)), int(v.value(a.Args[1], env))
		default:
			lo[k] = int(v.value(a, env))
			hi[k] = lo[k]
		}
	}
	if slices.Contains(v.latent, e.Array) {
		x := 0.6
		for k := range lo {
			x += math.Sin(float64((3*k + 2) * lo[k]))
		}
		return []float64{x}
	}
	at := slices.Clone(lo)
	var walk func(k, pos int)
	walk = func(k, pos int) {
		if k < len(at) {
			for at[k] = lo[k]; at[k] <= hi[k]; at[k]++ {
				walk(k+1, pos*e.Array.Dims[k]+at[k]-1)
			}
			return
		}
		if a := e.Array; a.State {
			out = append(out, v.s.X[a.Base+pos])
		} else {
			out = append(out, a.Value[pos])
		}
	}
	walk(0, 0)
	return out
}

// shown is the log density of an element as the derivation shows it; of the elements of a vector, only the first
// has what is said once for all of them.
func (v evaluator) shown(d *tex.Derived, env []int32, first bool) (sum float64) {
	if d.Letter != nil {
		env[d.Letter.Depth] = int32(v.value(d.Unknown.X, env))
	}
	sum = -v.replaced(d, env)
	if d.Groups == nil {
		for _, p := range d.Places {
			sum += p.Total(env, v.value, func() float64 { return v.value(p.Log, env) })
		}
		return sum
	}
	for _, g := range d.Groups {
		if g.Once && !first {
			continue
		}
		c := 0.0
		for _, t := range g.Terms {
			c += t.Value(env, v.value)
		}
		if g.Fun != nil {
			c *= v.value(g.Fun, env)
		}
		sum += c
	}
	return sum
}

// matrix is the log density of a matrix as the derivation shows it.
func (v evaluator) matrix(d *tex.Derived) (sum float64) {
	first := true
	d.Unknown.Each(func(env []int32) {
		for _, g := range d.Groups {
			if first || g.Fun.Name != "logdet" { // which is one number for all elements
				for _, t := range g.Terms {
					sum += t.Value(env, v.value) * v.value(g.Fun, env)
				}
			}
		}
		first = false
	})
	return sum
}

// matrixLaw is the log density of the Wishart distribution that a derivation names.
func (v evaluator) matrixLaw(d *tex.Derived) float64 {
	var omega []float64
	trace, nu := 0.0, 0.0
	d.Unknown.Each(func(env []int32) {
		x, s := v.value(d.Unknown.X, env), 0.0
		for _, t := range d.Params[1] {
			s += t.Value(env, v.value)
		}
		nu = 0
		for _, t := range d.Params[0] {
			nu += t.Value(env, v.value)
		}
		omega = append(omega, x)
		trace += s * x
	})
	n := int(math.Sqrt(float64(len(omega))))
	return (nu-float64(n)-1)/2*expr.Functions["logdet"].Matrix(omega, n) - trace/2
}

// TestIdentities checks what stands for the binomial factors: with a Pólya-Gamma variable, the difference is an
// even function of the linear predictor; with a latent normal, it is a normal density.
func TestIdentities(t *testing.T) {
	for _, c := range small {
		m, err := bugs.Compile(c.text, c.data)
		if err != nil || c.name != "logistic" && c.name != "probit" {
			continue
		}
		g, plan, _ := m.Inside()
		for _, d := range tex.Derive(g, plan.Blocks[0]) {
			s := plan.NewState()
			v, env := evaluator{s, d.Latents}, make([]int32, 64)
			at := func(scale float64) (sum float64) {
				for i := range s.X {
					s.X[i] = scale * float64(i+1)
				}
				for _, p := range d.Places {
					if old := p.Letter(p.Factor.Log); old == p.Log {
						continue
					} else if c.name == "logistic" {
						sum += p.Total(env, v.value, func() float64 { return v.value(p.Log, env) - v.value(old, env) })
						continue
					}
					eta := p.Letter(p.Factor.Piece.Args[0]).Args[0]
					sum += p.Total(env, v.value, func() float64 {
						z := 0.6 + math.Sin(2*float64(env[p.Sums[0].Counter.Depth]))
						return v.value(p.Log, env) + math.Pow(z-v.value(eta, env), 2)/2
					})
				}
				return sum
			}
			other := map[string]float64{"logistic": -0.3, "probit": 0.7}[c.name]
			near(t, d, c.name, at(0.3), at(other))
		}
	}
}

// replaced is by how much the logs of factors change by what stands for them.
func (v evaluator) replaced(d *tex.Derived, env []int32) (sum float64) {
	for _, p := range d.Places {
		if old := p.Letter(p.Factor.Log); len(d.Latents) > 0 && old != p.Log {
			sum += p.Total(env, v.value, func() float64 { return v.value(p.Log, env) - v.value(old, env) })
		}
	}
	return sum
}

// withoutPredictions is the log joint density; what is predicted plays no part in the other updates.
func withoutPredictions(plan *block.Plan, logs *block.Logs, s *block.State) float64 {
	sum := logs.Joint(s)
	for _, b := range plan.Blocks {
		if b.Kind == "prediction" {
			sum -= logs.Of(s, b.Target[0])
		}
	}
	return sum
}

// change moves the element of an unknown in a state, within its support, and returns what undoes it. Vectors
// of probabilities and matrices change in two elements.
func change(r *rand.Rand, d *tex.Derived, p *block.Plan, s *block.State, at int) {
	st := d.Unknown.Statement
	a := st.Left.Array
	x := &s.X[a.Base+at]
	switch name := st.Dist.Name; {
	case name == "dcat":
		size := 1000
		for _, p := range d.Places { // the fewest values of any element
			if n := p.Factor.Piece.Args[0]; p.Factor.Piece.Statement == st && n.Op == expr.Call {
				size = min(size, len(n.Args))
			} else if p.Factor.Piece.Statement == st {
				size = min(size, n.Array.Dims[len(n.Array.Dims)-1])
			}
		}
		*x = float64(1 + r.IntN(size))
	case name == "dbern":
		*x = 1 - *x
	case st.Dist.Discrete:
		*x = max(0, *x+float64(1-2*r.IntN(2)))
	case st.Dist.Lo == 0 && st.Dist.Hi == 1:
		*x = 0.05 + 0.9*r.Float64()
	case st.Dist.Lo == 0 || *x > 0:
		*x *= math.Exp(0.2 * r.NormFloat64())
	default:
		*x += 0.3 * r.NormFloat64()
	}
}

// compareForms holds a derivation against the joint density at random states.
func compareForms(t *testing.T, m *bugs.Model) {
	t.Helper()
	g, plan, logs := m.Inside()
	r := rand.New(rand.NewPCG(1, 2))
	for _, b := range plan.Blocks {
		if b.Kind == "prediction" {
			continue
		}
		for _, d := range tex.Derive(g, b) {
			st := d.Unknown.Statement
			a := st.Left.Array
			if d.Lines == nil {
				t.Errorf("%s: nothing is shown", a.Name)
			}
			checked := 0
			for try := 0; try < 40 && checked < 6; try++ {
				s := plan.NewState()
				plan.Draw(r, s, block.Scatter{Width: 0.1})
				plan.Recompute(s)
				if logs.Joint(s) < -1e8 { // impossible, or far out
					plan.Settle(r, s)
					for _, st := range g.Statements {
						for i, def := range st.Left.Array.Def {
							if !st.Deterministic() && st.Dist.Name == "dnorm" && def == int32(st.ID) && !st.Left.Array.Observed[i] {
								s.X[st.Left.Array.Base+i] /= 1000
							}
						}
					}
					plan.Recompute(s)
				}
				possible := logs.Joint(s) > -1e8
				v := evaluator{s, d.Latents}
				env, at := pick(r, d, v)
				if env == nil {
					continue
				}
				whole := func() float64 { // a vector or a matrix as a whole
					if st.Dist.Name == "dwish" {
						return v.matrix(d)
					}
					if !st.Dist.Multi || st.Dist.Name == "dmnorm" {
						return v.shown(d, slices.Clone(env), true)
					}
					sum, first := 0.0, true
					last := d.Unknown.X.Args[len(d.Unknown.X.Args)-1].Depth
					d.Unknown.Each(func(e []int32) {
						e = slices.Clone(e)
						if w := slices.Clone(env); !slices.Equal(slices.Replace(w, last, last+1, e[last]), e) {
							return // of another vector
						}
						sum += v.shown(d, e, first)
						first = false
					})
					return sum
				}
				log := func() float64 { return withoutPredictions(plan, logs, s) }
				joint, shown, law := log(), whole(), 0.0
				if st.Dist.Name == "dwish" && d.Params != nil {
					law = v.matrixLaw(d)
				}
				old := s.X[a.Base+at]
				change(r, d, plan, s, at)
				if st.Dist.Name == "dwish" { // which stays symmetric
					n := a.Dims[len(a.Dims)-1]
					i, j := at/n%n, at%n
					s.X[a.Base+at+(j-i)*n+i-j] += s.X[a.Base+at] - old
					if i == j {
						s.X[a.Base+at] = old * 1.3
					}
				}
				plan.Recompute(s)
				joint2, shown2 := log(), whole()
				if !possible || !(logs.Joint(s) > -1e8) {
					continue
				}
				checkLaw(t, v, d, b, at, old, env, joint2-joint)
				if st.Dist.Name == "dwish" && d.Params != nil {
					near(t, d, "Wishart", v.matrixLaw(d)-law, joint2-joint)
				}
				checked++
				if diff := (joint2 - joint) - (shown2 - shown); !(math.Abs(diff) <= 1e-7*(1+math.Abs(joint))) {
					t.Errorf("%s (%s), try %d: the joint changes by %g, and what is shown by %g", a.Name, b.Kind, try, joint2-joint,
						shown2-shown)
					break
				}
			}
			if checked == 0 && d.Letter == nil && !strings.Contains(t.Name(), "/random") { // a pedigree: no element alone
				t.Errorf("%s: nothing was compared", a.Name)
			}
		}
	}
}

// TestJointBlocks compares the entries of the precision matrix, of the linear part, and what is left when the
// block is integrated out, with differences of the joint density.
func TestJointBlocks(t *testing.T) {
	for _, c := range small {
		t.Run(c.name, func(t *testing.T) {
			m, err := bugs.Compile(c.text, c.data)
			if err != nil {
				t.Fatal(err)
			}
			checkJoint(t, m)
		})
	}
	for _, name := range []string{"rats", "rats-miss", "birats1", "dyes", "seeds", "surgical", "missing", "trend"} {
		t.Run(name, func(t *testing.T) { checkJoint(t, ofSuite(t, name)) })
	}
}

func checkJoint(t *testing.T, m *bugs.Model) {
	t.Helper()
	g, plan, logs := m.Inside()
	r := rand.New(rand.NewPCG(3, 4))
	for _, b := range plan.Blocks {
		all := tex.Derive(g, b)
		if len(all) == 0 || all[0].Entries == nil && all[0].Alone == nil {
			continue
		}
		for _, d := range all {
			s := plan.NewState()
			plan.Draw(r, s, block.Scatter{Width: 0.1})
			v := evaluator{s, d.Latents}
			for _, o := range all { // a block of zeros
				o.Unknown.Each(func(env []int32) {
					if o.Alone == nil {
						s.X[address(o.Unknown.X, v, env)] = 0
					}
				})
			}
			possible := true
			log := func() float64 {
				plan.Recompute(s)
				x := withoutPredictions(plan, logs, s) + v.replaced(d, make([]int32, 64))
				possible = possible && x > -1e8
				return x
			}
			env, _ := pick(r, d, v)
			x := address(d.Unknown.X, v, env)
			if d.Alone != nil { // the terms without the block
				sum := func() (k float64) {
					for _, g := range d.Alone {
						fun := 1.0 // in the terms themselves
						if g.Fun != nil {
							fun = v.value(g.Fun, env)
						}
						for _, t := range g.Terms {
							k += t.Value(env, v.value) * fun
						}
					}
					return k
				}
				a, k := log(), sum()
				s.X[x] *= 1.1
				if l := log() - a; possible {
					near(t, d, "K", sum()-k, l)
				}
				continue
			}
			if d.Entries == nil || len(d.Latents) > 0 && len(d.Unknown.X.Args) > 0 {
				continue // derivatives in place of entries; the latent variables stand for rows of this element only
			}
			zero := log()
			s.X[x] = 1
			one := log()
			s.X[x] = -1
			minus := log()
			s.X[x] = 0
			if !possible {
				continue
			}
			linear, diagonal := 0.0, 0.0
			for _, t := range d.Linear {
				linear += t.Value(slices.Clone(env), v.value) // which leaves values of its counters
			}
			near(t, d, "b", linear, (one-minus)/2)
			others := map[int]float64{} // an entry may have several formulas, or none
			for _, o := range all {
				o.Unknown.Each(func(env []int32) {
					if y := address(o.Unknown.X, v, env); o.Alone == nil && y != x {
						others[y] = 0
					}
				})
			}
			for _, e := range d.Entries {
				sum := func(env []int32) (q float64) {
					for _, t := range e.Terms {
						q += t.Value(slices.Clone(env), v.value)
					}
					return q
				}
				if e.Other == d.Unknown.X {
					diagonal += sum(env)
					continue
				}
				each(e.Other, env, func(env []int32, at int) {
					if at >= 0 && at != x && !e.Other.Array.Fixed(at-e.Other.Array.Base) {
						others[at] += sum(env)
					}
				}, v)
			}
			near(t, d, "diagonal of Q", diagonal, 2*zero-one-minus)
			for y, q := range others {
				s.X[y] = 1
				only := log()
				s.X[x] = 1
				both := log()
				if s.X[x], s.X[y] = 0, 0; possible {
					near(t, d, "Q", q, -(both - one - only + zero))
				}
				possible = true
			}
		}
	}
}

func near(t *testing.T, d *tex.Derived, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-6*(1+math.Abs(got)+math.Abs(want))) {
		t.Errorf("%s: %s is %g, and differences of the joint density say %g", d.Unknown.X.Name, what, got, want)
	}
}

// address is where an element is in the state.
func address(x *expr.Expr, v evaluator, env []int32) int {
	at := 0
	for k, e := range x.Args {
		i := int(v.value(e, env))
		if i < 1 || i > x.Array.Dims[k] {
			return -1
		}
		at = at*x.Array.Dims[k] + i - 1
	}
	return x.Array.Base + at
}

// each gives the letters of an element that env does not have all their values.
func each(x *expr.Expr, env []int32, f func(env []int32, at int), v evaluator) {
	env = slices.Clone(env)
	var walk func(k int)
	walk = func(k int) {
		if k == len(x.Args) {
			f(slices.Clone(env), address(x, v, env))
			return
		}
		c := x.Args[k]
		if c.Op != expr.Counter || env[c.Depth] > 0 {
			walk(k + 1)
			return
		}
		for i := range x.Array.Dims[k] {
			env[c.Depth] = int32(i + 1)
			walk(k + 1)
		}
		env[c.Depth] = 0
	}
	walk(0)
}

// checkLaw compares the distribution that a derivation names with the change of the joint density.
func checkLaw(t *testing.T, v evaluator, d *tex.Derived, b *block.Block, at int, old float64, env []int32,
	want float64) {
	x := v.s.X[d.Unknown.X.Array.Base+at]
	for _, params := range [][][]tex.Term{d.Params, d.Numbers} {
		if params == nil {
			continue
		}
		var p []float64
		for _, terms := range params {
			sum := 0.0
			for _, term := range terms {
				sum += term.Value(env, v.value)
			}
			p = append(p, sum)
		}
		var log func(x float64) float64
		kind, _, _ := strings.Cut(strings.TrimPrefix(b.Kind, "truncated "), ",")
		switch kind {
		case "normal":
			log = func(x float64) float64 { return p[0]*x - p[1]*x*x/2 }
		case "gamma":
			log = func(x float64) float64 { return (p[0]-1)*math.Log(x) - p[1]*x }
		case "inverse gamma":
			log = func(x float64) float64 { return -(p[0]+1)*math.Log(x) - p[1]/x }
		case "beta":
			log = func(x float64) float64 { return (p[0]-1)*math.Log(x) + (p[1]-1)*math.Log1p(-x) }
		case "Dirichlet":
			log = func(x float64) float64 { return (p[0] - 1) * math.Log(x) }
		case "generalised inverse Gaussian":
			log = func(x float64) float64 { return (p[0]-1)*math.Log(x) - p[1]*x/2 - p[2]/x/2 }
		case "power of a gamma": // y = x^c is gamma, and dy/dx ∝ x^(c−1)
			c := b.Form.Power
			log = func(x float64) float64 {
				y := math.Pow(x, c)
				return (p[0]-1)*math.Log(y) - p[1]*y + (c-1)*math.Log(x)
			}
		case "Wishart":
			continue // matrixLaw
		default:
			t.Fatalf("%s: no law for %s", d.Unknown.X.Name, b.Kind)
		}
		near(t, d, b.Kind, log(x)-log(old), want)
	}
}

// pick chooses an element of an unknown that is drawn.
func pick(r *rand.Rand, d *tex.Derived, v evaluator) (env []int32, at int) {
	var all [][]int32
	d.Unknown.Each(func(e []int32) { all = append(all, e) })
	if all == nil {
		return nil, 0
	}
	env = all[r.IntN(len(all))]
	x := d.Unknown.X
	for k, e := range x.Args {
		at = at*x.Array.Dims[k] + int(v.value(e, env)) - 1
	}
	return env, at
}

func TestDerivationsAreTheJoint(t *testing.T) {
	for _, c := range small {
		t.Run(c.name, func(t *testing.T) {
			m, err := bugs.Compile(c.text, c.data)
			if err != nil {
				t.Fatal(err)
			}
			compareForms(t, m)
		})
	}
	t.Run("LDA", func(t *testing.T) { compareForms(t, lda(t)) })
	files, _ := filepath.Glob("testdata/suite/*.bug")
	for _, f := range files {
		name := strings.TrimSuffix(filepath.Base(f), ".bug")
		t.Run(name, func(t *testing.T) { compareForms(t, ofSuite(t, name)) })
	}
}

// The derivations of other forms, and of random models, are the joint as well.
func TestDerivationsOfManyForms(t *testing.T) {
	for name, m := range everyForm(t) {
		t.Run(name, func(t *testing.T) { compareForms(t, m); checkJoint(t, m) })
	}
	number := uint64(100)
	if turns.Short(t) {
		number = 10
	}
	for seed := range number {
		t.Run(fmt.Sprint("random", seed), func(t *testing.T) {
			text, data := newModel(seed)
			m := compiled(t, text, data)
			compareForms(t, m)
			checkJoint(t, m)
		})
	}
}

// lda is a topic model, with documents of different lengths.
func lda(t *testing.T) *bugs.Model {
	t.Helper()
	m, err := bugs.Compile(`model {
	  for (d in 1:D) {
	    theta[d, 1:K] ~ ddirch(alpha[])
	    for (i in 1:N[d]) {
	      z[d, i] ~ dcat(theta[d, ])
	      w[d, i] ~ dcat(phi[z[d, i], ])
	    }
	  }
	  for (k in 1:K) { phi[k, 1:V] ~ ddirch(beta[]) }
	}`, bugs.Data{"D": 3, "K": 2, "V": 4, "N": []int{3, 2, 4}, "alpha": []float64{1, 1}, "beta": []float64{0.5, 0.5, 0.5, 0.5},
		"w": [][]float64{{1, 2, 2, nan}, {3, 4, nan, nan}, {1, 1, 3, 2}}})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestDerivationTexts compares the texts with those that were read and accepted.
func TestDerivationTexts(t *testing.T) {
	small := func(name string) *bugs.Model {
		for _, c := range small {
			if c.name == name {
				m, err := bugs.Compile(c.text, c.data)
				if err != nil {
					t.Fatal(err)
				}
				return m
			}
		}
		return ofSuite(t, name)
	}
	mines, err := bugs.Compile(`model {
	  for (t in 1:N) { D[t] ~ dpois(lambda[1 + step(t - k)]) }
	  for (j in 1:2) { lambda[j] ~ dgamma(2, beta) }
	  beta ~ dgamma(2, 2)
	  k ~ dcat(p[])
	}`, bugs.Data{"N": 6, "D": []int{4, 5, 4, 1, 0, 1}, "p": []float64{0.2, 0.2, 0.2, 0.2, 0.1, 0.1}})
	if err != nil {
		t.Fatal(err)
	}
	schools, err := bugs.Compile(`model {
	  for (j in 1:J) {
	    y[j] ~ dnorm(theta[j], 1 / pow(sigma[j], 2))
	    theta[j] ~ dnorm(mu, 1 / pow(tau, 2))
	  }
	  mu ~ dnorm(0, 0.04)
	  tau ~ dunif(0, 20)
	}`, bugs.Data{"J": 8, "y": []float64{28, 8, -3, 7, -1, 1, 18, 12}, "sigma": []float64{15, 10, 16, 11, 9, 11, 10, 18}})
	if err != nil {
		t.Fatal(err)
	}
	for name, m := range map[string]*bugs.Model{"exams": small("exams"), "mines": mines, "rats": small("rats"),
		"seeds":       small("seeds"),
		"naive Bayes": small("naive Bayes"), "LDA": lda(t), "eight schools": schools, "Wishart": small("Wishart"),
		"varying slopes": small("varying slopes"),
		"missing":        small("missing"),
		"uniform sd":     small("uniform sd"), "mice": small("mice"), "probit": small("probit"), "states": small("states"), "ifelse": small("ifelse"),
		"jaw-linear": small("jaw-linear")} {
		t.Run(name, func(t *testing.T) {
			compareForms(t, m)
			d := m.Derivation()
			file := filepath.Join("testdata", "derivations", strings.ReplaceAll(name, " ", "-")+".md")
			got := "# " + name + "\n\n```\n" + string(m.Plates()) + "```\n\n" + d.Markdown() + "# As text\n\n```\n" + d.String() + "```\n"
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, line := range strings.Split(d.Markdown(), "\n") {
				if strings.Count(line, "$")%2 != 0 || strings.Count(line, "$$$") > 0 ||
					strings.Count(line, "{") != strings.Count(line, "}") ||
					strings.Count(line, `\left`) != strings.Count(line, `\right`) || strings.Contains(line, "%!") ||
					strings.Contains(line, "%m") {
					t.Errorf("not LaTeX: %s", line)
				}
			}
			if got != string(want) {
				t.Errorf("%s differs: run go test -run Texts -update, and read what changed", file)
			}
		})
	}
}

func TestDerivationOfUnknownName(t *testing.T) {
	m := ofSuite(t, "exams")
	if err := m.Derivation("mo").Err(); err == nil || !strings.Contains(err.Error(), "Did you mean mu") {
		t.Error(err)
	}
	joint := ofSuite(t, "rats").Derivation("beta.c") // not the first of its block, and explained all the same
	if strings.Contains(joint.String(), "update of α") ||
		!strings.Contains(joint.String(), "precision matrix Q") {
		t.Error(joint)
	}
	one := m.Derivation("tau")
	if strings.Contains(one.String(), "update of μ") || !strings.Contains(one.String(), "update of τ") {
		t.Error(one)
	}
}

// A part of a vector is written with its ends: sum(b[1:i]) is not the sum of all.
func TestPartsOfVectors(t *testing.T) {
	m := compiled(t, `model { for (i in 1:3) { u[i] ~ dnorm(0, 1)
		w[i] ~ dpois(exp(sum(u[1:i]) + mean(u[i:3]))) } }`, bugs.Data{"w": []int{1, 0, 3}})
	if text := fmt.Sprint(m.Derivation("u")); !strings.Contains(text, "sum(u[1:j])") ||
		!strings.Contains(text, "mean(u[j:3])") {
		t.Error(text)
	}
}

// Values outside bounds have no weight, and where a category stands in a factor twice, its letter
// is not put in.
func TestWordsOfWeights(t *testing.T) {
	m := compiled(t, `model { for (i in 1:3) { z[i] ~ dcat(w[])T(2,)
		for (j in 1:3) { A[i,j] ~ dbern(B[z[i],z[j]]) } } }`, bugs.Data{"w": []float64{0.2, 0.3, 0.5},
		"A": [][]int{{1, 0, 1}, {0, 1, 1}, {1, 1, 0}},
		"B": [][]float64{{0.5, 0.2, 0.1}, {0.2, 0.6, 0.3}, {0.1, 0.3, 0.7}}})
	if text := fmt.Sprint(m.Derivation("z")); !strings.Contains(text, "outside the bounds has weight 0") ||
		!strings.Contains(text, "There z_i is l") {
		t.Error(text)
	}
}
