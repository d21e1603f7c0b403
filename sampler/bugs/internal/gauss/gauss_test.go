package gauss

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"
)

func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 29)) }

// design makes the pairs and values of a positive definite matrix: those of the given edges, in
// random directions, some twice, and a diagonal in several parts.
func design(r *rand.Rand, n int, edges [][2]int) (pairs [][2]int, q []float64) {
	diag := make([]float64, n)
	for _, e := range edges {
		v := r.NormFloat64()
		pairs, q = append(pairs, [2]int{min(e[0], e[1]), max(e[0], e[1])}), append(q, v)
		diag[e[0]] += math.Abs(v)
		diag[e[1]] += math.Abs(v)
	}
	for i, d := range diag {
		part := r.Float64() * d
		pairs = append(pairs, [2]int{i, i}, [2]int{i, i})
		q = append(q, part, d-part+.1)
	}
	r.Shuffle(len(q), func(i, j int) {
		pairs[i], pairs[j], q[i], q[j] = pairs[j], pairs[i], q[j], q[i]
	})
	return pairs, q
}

func dense(n int, pairs [][2]int, q []float64) *mat.SymDense {
	a := mat.NewSymDense(n, nil)
	for k, p := range pairs {
		a.SetSym(p[0], p[1], a.At(p[0], p[1])+q[k])
	}
	return a
}

func randomEdges(r *rand.Rand, n, m int) (edges [][2]int) {
	for range m {
		if i, j := r.IntN(n), r.IntN(n); i != j {
			edges = append(edges, [2]int{i, j})
		}
	}
	return edges
}

func normals(r *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = r.NormFloat64()
	}
	return x
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-9*max(1, math.Abs(want))) {
		t.Errorf("%s: %g, want %g", what, got, want)
	}
}

// TestDense compares each method with the dense factor of gonum, on patterns from diagonal to full.
// Each factor is used for two matrices, so numbers that are left of the first would show.
func TestDense(t *testing.T) {
	r := random(1)
	for trial := range 300 {
		n := 1 + r.IntN(40)
		edges := randomEdges(r, n, r.IntN(1+n*(trial%5)*(trial%3+1)))
		pairs, q := design(r, n, edges)
		f := New(n, pairs)
		w := f.NewWork()
		for range 2 {
			a := dense(n, pairs, q)
			var c mat.Cholesky
			if !c.Factorize(a) {
				t.Fatal("the dense matrix is not positive definite")
			}
			if err := f.Decompose(w, q); err != nil {
				t.Fatal(err)
			}
			b, x := normals(r, n), make([]float64, n)
			var want mat.VecDense
			if err := c.SolveVecTo(&want, mat.NewVecDense(n, b)); err != nil {
				t.Fatal(err)
			}
			f.Solve(w, b, x)
			for i := range x {
				near(t, "Solve", x[i], want.AtVec(i))
			}
			near(t, "LogDet", f.LogDet(w), c.LogDet())
			near(t, "Half", f.Half(w, b), mat.Dot(&want, mat.NewVecDense(n, b)))
			z := mat.NewVecDense(n, b)
			near(t, "Form", f.Form(w, b), mat.Inner(z, a, z))
			y := make([]float64, n)
			form := f.Around(r, w, x, y)
			for i := range y {
				y[i] -= x[i]
			}
			near(t, "Around", form, f.Form(w, y))
			for k := range q {
				q[k] *= 3
			}
		}
	}
}

// TestDraw compares mean and covariance of draws with those of the dense inverse. The wrong law, a
// draw with the covariance of Q instead of its inverse, is far outside.
func TestDraw(t *testing.T) {
	r := random(2)
	const n, draws = 7, 200_000
	for _, edges := range [][][2]int{nil, {{0, 6}, {1, 6}, {2, 6}, {3, 4}, {2, 5}, {4, 5}}} {
		pairs, q := design(r, n, edges)
		f := New(n, pairs)
		w := f.NewWork()
		if err := f.Decompose(w, q); err != nil {
			t.Fatal(err)
		}
		var c mat.Cholesky
		c.Factorize(dense(n, pairs, q))
		var cov mat.SymDense
		if err := c.InverseTo(&cov); err != nil {
			t.Fatal(err)
		}
		b, mean := normals(r, n), make([]float64, n)
		f.Solve(w, b, mean)
		for _, draw := range []func(x []float64){
			func(x []float64) { f.Draw(r, w, b, x) },
			func(x []float64) { f.Around(r, w, mean, x) },
		} {
			x, sum, prod := make([]float64, n), make([]float64, n), make([]float64, n*n)
			for range draws {
				draw(x)
				for i := range x {
					sum[i] += x[i] - mean[i]
					for j := range i + 1 {
						prod[i*n+j] += (x[i] - mean[i]) * (x[j] - mean[j])
					}
				}
			}
			off := 0
			for i := range n {
				v := cov.At(i, i)
				if z := sum[i] / math.Sqrt(draws*v); math.Abs(z) > 4.5 {
					t.Errorf("the mean of x[%d] is off by %.1f standard errors", i, z)
				}
				for j := range i + 1 {
					s := cov.At(i, j)
					se := math.Sqrt((v*cov.At(j, j) + s*s) / draws)
					if z := (prod[i*n+j]/draws - s) / se; math.Abs(z) > 4.5 {
						t.Errorf("covariance %d, %d is off by %.1f standard errors", i, j, z)
					}
					if a := dense(n, pairs, q).At(i, j); math.Abs(prod[i*n+j]/draws-a) > 4.5*se {
						off++
					}
				}
			}
			if off < n {
				t.Errorf("the wrong covariance is found in %d places only", off)
			}
		}
	}
}

func TestRefused(t *testing.T) {
	f := New(3, [][2]int{{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}})
	w := f.NewWork()
	for _, c := range []struct {
		q    []float64
		want string
	}{
		{[]float64{1, 1, 1, 2, 0}, "not positive definite"},
		{[]float64{1, 1, 1, 1, 0}, "in column 1 is 0"},
		{[]float64{1, math.NaN(), 1, 0, 0}, "is NaN"},
		{[]float64{1, 1, math.Inf(1), 0, 0}, "column 2 is +Inf"},
	} {
		if err := f.Decompose(w, c.q); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want … %s …", c.q, err, c.want)
		}
		// The next matrix is not touched by it.
		if err := f.Decompose(w, []float64{2, 3, 2, 1, 1}); err != nil {
			t.Error(err)
		}
		near(t, "determinant after an error", f.LogDet(w), math.Log(8))
	}
	f = New(2, [][2]int{{0, 0}})
	if err := f.Decompose(f.NewWork(), []float64{1}); err == nil ||
		!strings.Contains(err.Error(), "in column 1 is 0") {
		t.Errorf("no diagonal: %v", err)
	}
}

func TestExtremeDeterminant(t *testing.T) {
	pairs, q, want := [][2]int{}, []float64{}, 0.0
	for i := range 3000 {
		pairs, q = append(pairs, [2]int{i, i}), append(q, []float64{1e-300, 1e300, 1e299}[i%3])
		want += math.Log(q[i])
	}
	f := New(3000, pairs)
	w := f.NewWork()
	if err := f.Decompose(w, q); err != nil {
		t.Fatal(err)
	}
	near(t, "LogDet", f.LogDet(w), want)
}

// crossed has a factors of size each, every level of one with some levels of the next, and a mean
// of all.
func crossed(r *rand.Rand, sizes []int, observations int) (n int, edges [][2]int) {
	starts := []int{}
	for _, s := range sizes {
		starts = append(starts, n)
		n += s
	}
	for range observations {
		level := []int{n}
		for k, s := range sizes {
			level = append(level, starts[k]+r.IntN(s))
		}
		for i, a := range level {
			for _, b := range level[:i] {
				edges = append(edges, [2]int{b, a})
			}
		}
	}
	return n + 1, edges
}

// nested has a mean, groups, groups in groups …, each unit an edge to the one that it is in.
func nested(branches ...int) (n int, edges [][2]int) {
	level := []int{0}
	n = 1
	for _, b := range branches {
		var next []int
		for _, i := range level {
			for range b {
				edges = append(edges, [2]int{i, n})
				next = append(next, n)
				n++
			}
		}
		level = next
	}
	return n, edges
}

func TestFill(t *testing.T) {
	r := random(3)
	check := func(name string, n int, edges [][2]int, limit int) {
		pairs, _ := design(r, n, edges)
		start := time.Now()
		f := New(n, pairs)
		t.Logf("%s: %d unknowns, fill %d, %v", name, n, f.Fill(), time.Since(start))
		if f.Fill() > limit {
			t.Errorf("%s: fill %d, want at most %d", name, f.Fill(), limit)
		}
		if g := New(n, pairs); !slices.Equal(f.perm, g.perm) {
			t.Errorf("%s: another order the second time", name)
		}
		sorted := slices.Sorted(slices.Values(f.perm))
		if len(sorted) != n || len(slices.Compact(sorted)) != n {
			t.Errorf("%s: not a permutation", name)
		}
	}
	n, edges := nested(20, 10, 100)
	check("nested, a tree", n, edges, n-1) // a tree has no fill
	n, edges = nested(20_000)
	check("a star", n, edges, n-1)
	edges = nil
	for i := range 19_998 {
		edges = append(edges, [2]int{i, i + 1}, [2]int{i, i + 2})
	}
	check("a second-order walk", 20_000, edges, 2*20_000)
	n, edges = crossed(r, []int{10_000, 50}, 100_000)
	check("crossed, 10 000 x 50", n, edges, 10_000*11+51*50/2)
	n, edges = crossed(r, []int{100, 100, 20}, 5_000)
	check("crossed, 100 x 100 x 20", n, edges, 221*220/2)
	edges = nil
	for i := range 140 * 140 {
		if i%140 > 0 {
			edges = append(edges, [2]int{i - 1, i})
		}
		if i >= 140 {
			edges = append(edges, [2]int{i - 140, i})
		}
	}
	check("a grid, 140 x 140", 140*140, edges, 500_000) // by rows it would be 2.7 million
}

func TestNoAllocation(t *testing.T) {
	r := random(4)
	n, edges := crossed(r, []int{30, 10}, 200)
	pairs, q := design(r, n, edges)
	f := New(n, pairs)
	w, x := f.NewWork(), make([]float64, n)
	if a := testing.AllocsPerRun(10, func() {
		_ = f.Decompose(w, q)
		f.Draw(r, w, x, x)
		f.Around(r, w, x, x)
		_ = f.LogDet(w) + f.Half(w, x) + f.Form(w, x)
	}); a != 0 {
		t.Errorf("%g allocations", a)
	}
}

func BenchmarkDecompose(b *testing.B) {
	r := random(5)
	run := func(name string, n int, edges [][2]int) {
		b.Run(name, func(b *testing.B) {
			pairs, q := design(r, n, edges)
			f := New(n, pairs)
			w, x := f.NewWork(), make([]float64, n)
			b.ReportMetric(float64(f.Fill()), "fill")
			for b.Loop() {
				if err := f.Decompose(w, q); err != nil {
					b.Fatal(err)
				}
				f.Draw(r, w, x, x)
			}
		})
	}
	run("diagonal100", 100, nil)
	n, edges := nested(30)
	run("star30", n, edges)
	edges = nil
	for i := range 30 {
		edges = append(edges, [2]int{i, i + 30},
			[2]int{i, 60}, [2]int{i, 61}, [2]int{i + 30, 60}, [2]int{i + 30, 61})
	}
	run("rats", 62, edges)
	n, edges = crossed(r, []int{100, 100}, 5_000)
	slices.SortFunc(edges, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	run("crossed100x100", n, slices.Compact(edges))
	run("full64", 64, randomEdges(r, 64, 20_000))
	n, edges = nested(20, 10, 100)
	run("tree20000", n, edges)
}

// Form is zᵀ Q z.
func (f *Factor) Form(w *Work, z []float64) float64 {
	v := w.v
	for k, c := range f.perm {
		v[k] = z[c]
	}
	sum := 0.0
	for k, d := range w.d {
		s := v[k]
		rows := f.li[f.lp[k]:f.lp[k+1]]
		for p, l := range w.l[f.lp[k]:f.lp[k+1]] {
			s += l * v[rows[p]]
		}
		sum += s * s * d
	}
	return sum
}
