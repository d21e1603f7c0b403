package criticism

import (
	"errors"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"
)

// A line is a regression y = xβ + N(0, 1) with the prior β ~ N(0, 10² I), whose posterior, and
// prediction of what is left out, are normal.
type line struct {
	x [][]float64
	y []float64
}

// leverage are eight coefficients, thirty observations, and two that lie far away.
func leverage() line {
	r, l := sampler.Stream("leverage", 1, 0), line{}
	for i := range 32 {
		row, sum := make([]float64, 8), 0.0
		for j := range row {
			row[j] = r.NormFloat64()
			if i >= 30 {
				row[j] *= 3
			}
			sum += row[j]
		}
		if i >= 30 {
			sum += 4.5
		}
		l.x, l.y = append(l.x, row), append(l.y, sum+r.NormFloat64())
	}
	return l
}

// posterior given all observations but these: the mean, and the factor of the covariance.
func (l line) posterior(without ...int) (mean, chol, cov []float64) {
	d := len(l.x[0])
	q, b := mat.NewSymDense(d, nil), mat.NewVecDense(d, nil)
	for j := range d {
		q.SetSym(j, j, 0.01)
	}
	for i, row := range l.x {
		if !contains(without, i) {
			q.SymRankOne(q, 1, mat.NewVecDense(d, row))
			b.AddScaledVec(b, l.y[i], mat.NewVecDense(d, row))
		}
	}
	var f mat.Cholesky
	f.Factorize(q)
	var inv mat.SymDense
	f.InverseTo(&inv)
	var m mat.VecDense
	m.MulVec(&inv, b)
	for i := range d {
		for j := range d {
			cov = append(cov, inv.At(i, j))
		}
	}
	chol = make([]float64, d*d)
	if err := variate.Cholesky(cov, chol); err != nil {
		panic(err)
	}
	return m.RawVector().Data, chol, cov
}

func contains(list []int, i int) bool {
	for _, v := range list {
		if v == i {
			return true
		}
	}
	return false
}

// exact is the log density of the observations of a fold, given all others.
func (l line) exact(fold ...int) float64 {
	mean, _, cov := l.posterior(fold...)
	n, d := len(fold), len(mean)
	at, s, chol := make([]float64, n), make([]float64, n*n), make([]float64, n*n)
	y := make([]float64, n)
	for a, i := range fold {
		y[a] = l.y[i]
		for j := range d {
			at[a] += l.x[i][j] * mean[j]
		}
		for b, k := range fold {
			if a == b {
				s[a*n+b]++
			}
			for j := range d {
				for h := range d {
					s[a*n+b] += l.x[i][j] * cov[j*d+h] * l.x[k][h]
				}
			}
		}
	}
	if err := variate.Cholesky(s, chol); err != nil {
		panic(err)
	}
	return variate.MultiNormalLogProb(y, at, chol, nil)
}

func (l line) logLik(beta []float64, i int) float64 {
	sum := 0.0
	for j, b := range beta {
		sum += b * l.x[i][j]
	}
	return variate.NormalLogProb(l.y[i], sum, 1)
}

func (l line) logDensity(beta []float64) (sum float64) {
	for i := range l.y {
		sum += l.logLik(beta, i)
	}
	for _, b := range beta {
		sum += variate.NormalLogProb(b, 0, 10)
	}
	return sum
}

// draws are independent, from the posterior without these observations.
func (l line) draws(n int, without ...int) *sampler.Trace {
	mean, chol, _ := l.posterior(without...)
	r := sampler.Stream("line", 1, len(without))
	a := sampler.Array{Shape: []int{len(mean)}, Draws: make([][][]float64, 4)}
	for c := range a.Draws {
		for range n / 4 {
			x := make([]float64, len(mean))
			variate.MultiNormal(r, mean, chol, x)
			a.Draws[c] = append(a.Draws[c], x)
		}
	}
	tr := &sampler.Trace{}
	if err := tr.AddArray("beta", a); err != nil {
		panic(err)
	}
	return tr
}

func (l line) pointwise(tr *sampler.Trace, fold ...int) *LogLik {
	out, err := Pointwise(tr, len(fold), func(d *sampler.Draw, i int) float64 {
		return l.logLik(d.Array("beta"), fold[i])
	})
	if err != nil {
		panic(err)
	}
	return out
}

func beta(d *sampler.Draw, x []float64) { copy(x, d.Array("beta")) }

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

// TestFuture predicts a series with a mean that jumps. The mean has the prior N(0, 10²), and the
// predictions are normal.
func TestFuture(t *testing.T) {
	r, y := sampler.Stream("series", 1, 0), make([]float64, 60)
	for i := range y {
		y[i] = r.NormFloat64()
		if i >= 40 {
			y[i] += 5
		}
	}
	posterior := func(seen int) (mean, sd float64) {
		q, b := 0.01, 0.0
		for _, v := range y[:seen] {
			q, b = q+1, b+v
		}
		return b / q, 1 / math.Sqrt(q)
	}
	fits := []int{}
	fit := func(seen int) (*LogLik, error) {
		fits = append(fits, seen)
		mean, sd := posterior(seen)
		chains := make([][]float64, 4)
		for c := range chains {
			for range 1000 {
				chains[c] = append(chains[c], variate.Normal(r, mean, sd))
			}
		}
		tr := &sampler.Trace{}
		if err := tr.Add("mu", chains); err != nil {
			return nil, err
		}
		return Pointwise(tr, len(y), func(d *sampler.Draw, i int) float64 {
			return variate.NormalLogProb(y[i], d.Scalar("mu"), 1)
		})
	}
	e, err := Future(len(y), 10, fit)
	if err != nil {
		t.Fatal(err)
	}
	exact := 0.0
	for i := 10; i < len(y); i++ {
		mean, sd := posterior(i)
		want := variate.NormalLogProb(y[i], mean, math.Hypot(sd, 1))
		if p := e.Points[i-10]; math.Abs(p.Elpd-want) > 0.15 || p.Name != positions(60)[i] {
			t.Errorf("%s: %.3f, exact %.3f", p.Name, p.Elpd, want)
		}
		exact += want
	}
	if math.Abs(e.Elpd-exact) > 0.6 || len(fits) < 2 || len(fits) > 20 || fits[0] != 10 {
		t.Errorf("elpd %.2f, exact %.2f, fits with %v", e.Elpd, exact, fits)
	}
	// A broken twin: a fit that sees one observation too many.
	e, err = Future(len(y), 10, func(seen int) (*LogLik, error) { return fit(min(seen+1, 60)) })
	if err != nil || math.Abs(e.Elpd-exact) < 0.6 {
		t.Errorf("a fit that has seen the future: elpd %.2f, exact %.2f, %v", e.Elpd, exact, err)
	}
	for _, least := range []int{0, 60} {
		if _, err := Future(60, least, fit); err == nil {
			t.Errorf("Future predicts from %d of 60", least)
		}
	}
	if _, err := Future(61, 10, fit); err == nil || !strings.Contains(err.Error(), "of all observations") {
		t.Error(err)
	}
}
