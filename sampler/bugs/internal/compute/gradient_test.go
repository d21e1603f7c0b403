package compute

import (
	"math"
	"testing"

	"gibbslab/sampler/bugs/internal/expr"
)

// Derivatives agree with differences. A wrong one would only make NUTS slow.
func TestGradient(t *testing.T) {
	x := []float64{0.7, 0.2, 0.4}
	a := expr.NewArray("x", []int{3})
	a.State = true
	for i := range a.Def {
		a.Def[i] = 0
	}
	pool := expr.NewPool()
	var el []*expr.Expr
	for i := range x {
		el = append(el, pool.Elem(a, pool.Num(float64(i+1))))
	}
	all := pool.Intern(expr.Expr{Op: expr.Slice, Name: "x", Array: a,
		Args: []*expr.Expr{pool.Intern(expr.Expr{Op: expr.All})}})
	of := func(name string, args ...*expr.Expr) *expr.Expr { return pool.Call(name, args...) }
	matrix := of("c", of("+", el[0], pool.Num(1)), el[1], el[1], of("*", el[2], pool.Num(3)))
	for _, e := range []*expr.Expr{
		of("max", el...), of("min", el...), of("mean", all), of("sum", all),
		of("sort.at", all, pool.Num(1)), of("sort.at", all, pool.Num(2)),
		of("softplus", el[0]), of("ilogit", el[0]), of("phi", el[0]), of("loggam", el[0]),
		of("*", pool.Num(0), of("log", of("*", el[0], of("abs", of("-", el[2], pool.Num(x[2])))))), // 0 log 0
		of("^", el[0], el[1]), of("/", el[0], el[1]), of("sd", all), of("exp", of("neg", el[2])),
		of("logdet", matrix), of("inverse.at", matrix, pool.Num(1), pool.Num(1)),
		of("inverse.at", matrix, pool.Num(2), pool.Num(1)),
	} {
		// times something, so that not all derivatives are handed on unchanged
		whole := of("*", e, of("+", el[1], pool.Num(2)))
		p, s := NewProgram(pool, whole, &expr.Rows{N: 1}, a), NewScratch()
		got := make([]float64, len(x))
		p.Gradient(s, x, 0, 1, got)
		for i, at := range x {
			const h = 1e-6
			x[i] = at + h
			hi := p.Value(s, x, 0)
			x[i] = at - h
			lo := p.Value(s, x, 0)
			x[i] = at
			if want := (hi - lo) / (2 * h); !(math.Abs(got[i]-want) < 1e-6) {
				t.Errorf("%s by x[%d]: %g, by a difference %g", whole, i+1, got[i], want)
			}
		}
	}
}
