package criticism

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestRemedies compares the terms that LOO cannot give with the exact ones.
func TestRemedies(t *testing.T) {
	l := leverage()
	all := make([]int, len(l.y))
	for i := range all {
		all[i] = i
	}
	tr := l.draws(4000)
	loo, err := LOO(l.pointwise(tr, all...))
	if err != nil {
		t.Fatal(err)
	}
	bad := loo.Bad()
	if len(bad) < 2 {
		t.Fatalf("only %d bad terms", len(bad))
	}
	fit := func(fold []int) (*LogLik, error) { return l.pointwise(l.draws(40_000, fold...), fold...), nil }
	matched, err := loo.Match(tr, 8, beta, l.logDensity, l.logLik)
	if err != nil {
		t.Fatal(err)
	}
	refitted, err := loo.Refit(fit)
	if err != nil {
		t.Fatal(err)
	}
	exact := 0.0
	for i := range l.y {
		exact += l.exact(i)
	}
	before := math.Abs(loo.Elpd - exact)
	l.y[31] += 60 // no draw comes near
	few, err := loo.Refit(fit)
	if err != nil || len(refitted.Warnings) != 1 || len(few.Warnings) != 1 ||
		!strings.Contains(refitted.Warnings[0].Error(), "near 1 of") ||
		!strings.Contains(few.Warnings[0].Error(), "near 2 of the refitted") {
		t.Errorf("%v, %v, %v", refitted.Warnings, few.Warnings, err)
	}
	l.y[31] -= 60
	for name, e := range map[string]*Elpd{"Match": matched, "Refit": refitted} {
		if len(e.Bad()) > 0 || !strings.Contains(e.Method, "LOO, ") {
			t.Errorf("%s: %s; %v are bad", name, e.Method, e.Bad())
		}
		for _, i := range bad {
			p := e.Points[i]
			if d := math.Abs(p.Elpd - l.exact(i)); d > 0.25 || d > 5*p.MCSE || p.Name != loo.Points[i].Name {
				t.Errorf("%s: without %d: %.3f ± %.3f, exact %.3f, LOO %.3f", name, i, p.Elpd, p.MCSE,
					l.exact(i), loo.Points[i].Elpd)
			}
		}
		if after := math.Abs(e.Elpd - exact); after > 0.4 || after > before/2 || after > 5*e.MCSE {
			t.Errorf("%s: elpd %.3f ± %.3f, exact %.3f, LOO %.3f", name, e.Elpd, e.MCSE, exact, loo.Elpd)
		}
	}
	// The error of a refitted sum has two parts: that of the terms of LOO, and of those refitted.
	good := slices.DeleteFunc(slices.Clone(all), func(i int) bool { return slices.Contains(bad, i) })
	rest, err := LOO(l.pointwise(tr, good...))
	if err != nil {
		t.Fatal(err)
	}
	variance := rest.MCSE * rest.MCSE
	for _, i := range bad {
		variance += refitted.Points[i].MCSE * refitted.Points[i].MCSE
	}
	if math.Abs(refitted.MCSE/math.Sqrt(variance)-1) > 1e-6 {
		t.Errorf("MCSE %g, and from its parts %g", refitted.MCSE, math.Sqrt(variance))
	}
	// Broken twins: a density without a term, the data in another order, and a fit that forgets to
	// leave out.
	flat := func(x []float64) float64 { return l.logDensity(x) - l.logLik(x, bad[0]) }
	if e, err := loo.Match(tr, 8, beta, flat, l.logLik); err != nil ||
		math.Abs(e.Points[bad[0]].Elpd-l.exact(bad[0])) < 0.3 && len(e.Bad()) == 0 {
		t.Errorf("a wrong density gives %v, %v", e, err)
	}
	_, err = loo.Match(tr, 8, beta, l.logDensity,
		func(x []float64, i int) float64 { return l.logLik(x, (i+1)%32) })
	if err == nil || !strings.Contains(err.Error(), "check the order of the observations") {
		t.Error(err)
	}
	forgets, err := loo.Refit(func(fold []int) (*LogLik, error) { return l.pointwise(tr, fold...), nil })
	if err != nil || math.Abs(forgets.Points[bad[0]].Elpd-l.exact(bad[0])) < 0.5 {
		t.Errorf("a fit to all data gives %v, %v", forgets, err)
	}
	wrong := errors.New("no convergence")
	if _, err := loo.Refit(func([]int) (*LogLik, error) { return nil, wrong }); !errors.Is(err, wrong) {
		t.Error(err)
	}
	if _, err := refitted.Refit(nil); err == nil {
		t.Error("Refit without a function")
	}
	if _, err := (&Elpd{Method: "5-fold"}).Refit(fit); err == nil ||
		!strings.Contains(err.Error(), "result of LOO") {
		t.Error(err)
	}
}

// TestRemediesOfGroups leaves out pairs of observations.
func TestRemediesOfGroups(t *testing.T) {
	l := leverage()
	var all []int
	var pairs []string
	for i := range l.y {
		all, pairs = append(all, i), append(pairs, string(rune('a'+i/2)))
	}
	tr := l.draws(4000)
	g, err := l.pointwise(tr, all...).Grouped(pairs)
	if err != nil {
		t.Fatal(err)
	}
	loo, err := LOO(g)
	if err != nil {
		t.Fatal(err)
	}
	refitted, err := loo.Refit(func(fold []int) (*LogLik, error) {
		return l.pointwise(l.draws(40_000, fold...), fold...), nil
	})
	if err != nil || len(loo.Bad()) < 2 || len(refitted.Bad()) > 0 {
		t.Fatal(loo, refitted, err)
	}
	for _, i := range loo.Bad() {
		p, want := refitted.Points[i], l.exact(2*i, 2*i+1)
		if math.Abs(p.Elpd-want) > 5*p.MCSE+0.01 {
			t.Errorf("without pair %s: %.3f ± %.3f, exact %.3f", p.Name, p.Elpd, p.MCSE, want)
		}
	}
	matched, err := loo.Match(tr, 8, beta, l.logDensity, l.logLik)
	if err != nil || len(matched.Bad()) >= len(loo.Bad()) {
		t.Fatal(matched, err)
	}
	for _, i := range loo.Bad() {
		if p, want := matched.Points[i], l.exact(2*i, 2*i+1); !(p.K > matched.Limit) &&
			math.Abs(p.Elpd-want) > 5*p.MCSE+0.05 {
			t.Errorf("without pair %s: %.3f ± %.3f, exact %.3f", p.Name, p.Elpd, p.MCSE, want)
		}
	}
}

// TestAffine does one map after the other, and both at once.
func TestAffine(t *testing.T) {
	a := affine{mat.NewDense(2, 2, []float64{1, 2, 3, 4}), mat.NewVecDense(2, []float64{5, 6})}
	b := affine{mat.NewDense(2, 2, []float64{0, 1, -1, 2}), mat.NewVecDense(2, []float64{7, 8})}
	x := mat.NewDense(1, 2, []float64{9, 10}) // to 34, 73, and then to 80, 120
	if got := a.then(b).of(x); got.At(0, 0) != 80 || got.At(0, 1) != 120 ||
		!mat.Equal(b.of(a.of(x)), got) {
		t.Error(got)
	}
}
