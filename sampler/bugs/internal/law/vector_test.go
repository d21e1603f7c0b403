package law

import (
	"math"
	"testing"
)

// TestVectorDraws compares means and second moments of draws with the formulas. The wrong formula
// is far off: a scale where the law has its inverse, or no correlation.
func TestVectorDraws(t *testing.T) {
	const n = 100_000
	r := random(5)
	q := []float64{2, .5, .5, 1}
	inv := []float64{1 / 1.75, -.5 / 1.75, -.5 / 1.75, 2 / 1.75}
	for _, c := range []struct {
		law         string
		p           [][]float64
		d           int
		mean, wrong []float64
		moment      func(x []float64) float64 // and its mean
		want, bad   float64
	}{
		{"ddirch", [][]float64{{.5, 0, 1.5}}, 3, []float64{.25, 0, .75}, []float64{.3, 0, .7},
			func(x []float64) float64 { return x[0] * x[2] }, .5 * 1.5 / (2 * 3), .25 * .75},
		{"dmulti", [][]float64{{1, 0, 3}, {8}}, 3, []float64{2, 0, 6}, []float64{2.1, 0, 5.9},
			func(x []float64) float64 { return x[0] * x[2] }, 8 * 7 * .25 * .75, 12},
		{"dmnorm", [][]float64{{1, -1}, q}, 2, []float64{1, -1}, []float64{1.1, -1},
			func(x []float64) float64 { return (x[0] - 1) * (x[1] + 1) }, inv[1], q[1]},
		{"dwish", [][]float64{q, {5}}, 4, []float64{5 * inv[0], 5 * inv[1], 5 * inv[1], 5 * inv[3]},
			[]float64{10, 2.5, 2.5, 5},
			func(x []float64) float64 { return x[0] * x[0] }, (25 + 2*5) * inv[0] * inv[0], 25 * inv[0] * inv[0]},
	} {
		l, _ := FindVector(c.law)
		if clause := l.Check(nil, c.p); clause != "" {
			t.Fatalf("%s: %s", c.law, clause)
		}
		x := make([]float64, c.d)
		sum, squares := make([]float64, c.d+1), make([]float64, c.d+1)
		for range n {
			if err := l.Draw(r, c.p, x); err != nil {
				t.Fatal(err)
			}
			for i, v := range append(x, c.moment(x)) {
				sum[i] += v
				squares[i] += v * v
			}
			if ld := l.LogDensity(x, c.p); math.IsInf(ld, -1) || math.IsNaN(ld) {
				t.Fatalf("%s: drew %g, whose log density is %g", c.law, x, ld)
			}
		}
		z := func(i int, want float64) float64 {
			m := sum[i] / n
			return math.Abs(m-want) / (math.Sqrt((squares[i]/n-m*m)/n) + 1e-12)
		}
		for i, m := range c.mean {
			if z(i, m) > 4.5 {
				t.Errorf("%s: the mean of x[%d] is %g, want %g", c.law, i, sum[i]/n, m)
			}
			if m != c.wrong[i] && z(i, c.wrong[i]) < 6 {
				t.Errorf("%s: the mean of x[%d] could be %g too", c.law, i, c.wrong[i])
			}
		}
		if z(c.d, c.want) > 4.5 || z(c.d, c.bad) < 6 {
			t.Errorf("%s: the second moment is %g, want %g and not %g", c.law, sum[c.d]/n, c.want, c.bad)
		}
	}
}

func TestVectorChecks(t *testing.T) {
	q := []float64{2, .5, .5, 1}
	for _, c := range []struct {
		law  string
		x    []float64
		p    [][]float64
		want string
	}{
		{"ddirch", nil, [][]float64{{1, -1}}, "element 2 of the parameter is -1, and must be a finite number that is at " +
			"least 0"},
		{"ddirch", nil, [][]float64{{0, 0}}, "all elements of the parameter are 0, and at least one must be positive"},
		{"ddirch", []float64{1}, [][]float64{{1, 1}}, "the value has 1 elements instead of 2"},
		{"dmulti", nil, [][]float64{{1, 1}, {1.5}}, "the size is 1.5, and must be a whole number that is at least 0"},
		{"dmulti", nil, [][]float64{{1, -3}, {1}}, "probability 2 is -3, and must be a finite number that is at least 0"},
		{"dmnorm", nil, [][]float64{{1}, q}, "the mean has 1 elements, but the precision matrix has 4 instead of 1"},
		{"dmnorm", nil, [][]float64{{1, inf}, q}, "element 2 of the mean is +Inf, and must be a finite number"},
		{"dmnorm", nil, [][]float64{{1, 1}, {1, 2, 2, 1}}, "the precision matrix is not positive definite"},
		{"dmnorm", nil, [][]float64{{1, 1}, {1, .2, .3, 1}},
			"the precision matrix is not symmetric: element [2,1] is 0.3 and element [1,2] is 0.2"},
		{"dmnorm", []float64{1, 2, 3}, [][]float64{{1, 1}, q}, "the value has 3 elements instead of 2"},
		{"dwish", nil, [][]float64{q, {1}}, "the degrees of freedom are 1, and must be at least 2, the number of rows"},
		{"dwish", nil, [][]float64{{1, 2, 3}, {1}}, "the scale matrix has 3 elements, which is not a square"},
		{"dwish", []float64{1, 2, 2, 1}, [][]float64{q, {3}}, "the value is not positive definite"},
	} {
		l, _ := FindVector(c.law)
		if got := l.Check(c.x, c.p); got != c.want {
			t.Errorf("%s%g: %q, want %q", c.law, c.p, got, c.want)
		}
	}
}

// TestVectorOutside has values and matrices that are impossible.
func TestVectorOutside(t *testing.T) {
	for _, c := range []struct {
		law string
		x   []float64
		p   [][]float64
	}{
		{"ddirch", []float64{.2, .9}, [][]float64{{1, 1}}},
		{"ddirch", []float64{.1, .9}, [][]float64{{0, 1}}},
		{"dmulti", []float64{1, 2}, [][]float64{{1, 1}, {4}}},
		{"dmulti", []float64{1.5, 2.5}, [][]float64{{1, 1}, {4}}},
		{"dmnorm", []float64{0, 0}, [][]float64{{0, 0}, {1, 2, 2, 1}}},
		{"dwish", []float64{1, 2, 2, 1}, [][]float64{{1, 0, 0, 1}, {3}}},
	} {
		l, _ := FindVector(c.law)
		if d := l.LogDensity(c.x, c.p); !math.IsInf(d, -1) {
			t.Errorf("%s%g at %g: log density %g, want -Inf", c.law, c.p, c.x, d)
		}
		if c.law != "ddirch" && c.law != "dmulti" && c.law != "dwish" && l.Draw(random(6), c.p, c.x) == nil {
			t.Errorf("%s%g: drawn without an error", c.law, c.p)
		}
	}
}
