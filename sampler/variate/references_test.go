package variate_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gibbslab/sampler"
)

// A reference is a log density, or a distribution function, of testdata/laws.py.
type reference struct {
	Law       string
	X, Params []float64
	Want      float64
}

type moments struct {
	Variate        string
	Params         []float64
	Mean, Variance float64
}

// references reads the reference values. Those of the laws of JAGS have the names and the
// parameters of this package beside them.
func references(t *testing.T) (logProbs, cdfs []reference, known []moments) {
	t.Helper()
	var all struct {
		Rows, CDFs []reference
		Moments    []moments
		Bugs       []struct {
			Variate                        string
			Params                         []float64
			X, Density, Lower, U, Quantile *float64
		}
	}
	text, err := os.ReadFile("testdata/laws.json")
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range all.Bugs {
		if b.Variate == "" {
			continue
		}
		at := func(x, want float64) reference {
			return reference{b.Variate, []float64{x}, b.Params, want}
		}
		p := 0.0
		switch {
		case b.U != nil:
			p, b.X = *b.U, b.Quantile
		case b.Lower != nil:
			p = math.Exp(*b.Lower)
			fallthrough
		default:
			all.Rows = append(all.Rows, at(*b.X, *b.Density))
		}
		if p > 0.001 && p < 0.999 && (b.U == nil || *b.X != 0) { // 0 where it underflows
			all.CDFs = append(all.CDFs, at(*b.X, p))
		}
	}
	for _, c := range append(all.Rows, all.CDFs...) {
		for i, p := range c.Params { // JSON has no infinity
			if math.Abs(p) == math.MaxFloat64 {
				c.Params[i] = math.Inf(int(math.Copysign(1, p)))
			}
		}
	}
	return all.Rows, all.CDFs, all.Moments
}

// TestLogProbReference compares with mpmath and SciPy: see testdata/laws.py.
func TestLogProbReference(t *testing.T) {
	rows, _, _ := references(t)
	seen := map[string]int{}
	for _, c := range rows {
		logProb := vectorLogProbs[c.Law]
		if l, ok := numberLaws[c.Law]; ok {
			logProb = func(x, p []float64) float64 { return l.logProb(x[0], p) }
		}
		if logProb == nil {
			t.Fatalf("no log density for %s", c.Law)
		}
		seen[c.Law]++
		got := logProb(c.X, c.Params)
		tolerance := 1e-11 * max(1, math.Abs(c.Want))
		if c.Law == "PolyaGamma" || c.Law == "InvWishart" { // differences of terms as large as this
			tolerance += 2e-15 * c.Params[0]
		}
		if !(math.Abs(got-c.Want) <= tolerance) {
			t.Errorf("%s%v at %v: %.15g, want %.15g", c.Law, c.Params, c.X, got, c.Want)
		}
	}
	for _, law := range allLaws() {
		if seen[law] < 3 {
			t.Errorf("%s: %d reference values: add it to testdata/laws.py, then run make references "+
				"ARGS=variate", law, seen[law])
		}
	}
}

// Each density of the package is compared with a reference, and is a number far out too.
func TestEveryLogProb(t *testing.T) {
	elsewhere := []string{"Categorical", "LogCategorical", "LogDirichlet", "MultiNormalBanded",
		"NormalInvGamma", "NormalInvWishart"} // compared with the others
	checked := 0
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv != nil || !f.Name.IsExported() {
				continue
			}
			law, ok := strings.CutSuffix(f.Name.Name, "LogProb")
			if !ok || slices.Contains(elsewhere, law) {
				continue
			}
			if checked++; !slices.Contains(allLaws(), law) {
				t.Errorf("%s: add a row to numberLaws, or to vectorLogProbs", f.Name.Name)
			}
		}
	}
	if checked < 20 {
		t.Errorf("%d densities were found", checked)
	}
	rows, _, _ := references(t)
	whole := map[string]bool{}
	for _, c := range rows {
		was, ok := whole[c.Law]
		whole[c.Law] = (was || !ok) && c.X[0] == math.Trunc(c.X[0])
	}
	for _, c := range rows {
		if l, ok := numberLaws[c.Law]; ok && !whole[c.Law] {
			for _, x := range []float64{-inf, inf} {
				if got := l.logProb(x, c.Params); !math.IsInf(got, -1) {
					t.Errorf("%s%v at %v: %v", c.Law, c.Params, x, got)
				}
			}
		}
	}
}

func allLaws() (names []string) {
	for name := range numberLaws {
		names = append(names, name)
	}
	for name := range vectorLogProbs {
		names = append(names, name)
	}
	return names
}

// referenceLaws are the numbers for each set of parameters in the file, for checkLaws.
func referenceLaws(t *testing.T) map[string]*law {
	_, cdfs, known := references(t)
	by := map[string]*law{}
	of := func(name string, p []float64) *law {
		l := by[named(name, p...)]
		if l == nil {
			n, ok := numberLaws[name]
			if !ok {
				t.Fatalf("no draws of %s", name)
			}
			l = &law{name: named(name, p...), params: p, mean: nan, variance: nan, logMean: nan,
				logVar: nan, lo: -math.MaxFloat64, hi: math.MaxFloat64,
				draw: func(r *rand.Rand) float64 { return n.draw(r, p) }}
			if strings.HasPrefix(name, "Truncated") {
				l.lo, l.hi = p[2], p[3]
			}
			by[l.name] = l
		}
		return l
	}
	for _, c := range cdfs {
		l := of(c.Law, c.Params)
		l.points = append(l.points, point{c.X[0], c.Want})
	}
	for _, m := range known {
		l := of(m.Variate, m.Params)
		l.mean, l.variance = m.Mean, m.Variance
	}
	return by
}

// TestDraws compares draws of each law with the moments and the distribution function of the file.
// Some draws with another value of each parameter must not fit.
func TestDraws(t *testing.T) {
	points, seen := map[string]int{}, map[string]bool{}
	for _, l := range referenceLaws(t) {
		checkLaws(t, []law{*l})
		name, _, _ := strings.Cut(l.name, "[")
		points[name] += len(l.points)
		for i := range l.params {
			if key := fmt.Sprint(name, i); !seen[key] {
				seen[key] = !fits(withParam(name, *l, i))
			}
		}
	}
	for key, found := range seen {
		if !found {
			t.Errorf("draws with another value of a parameter fit too: %s", key)
		}
	}
	for name := range numberLaws {
		if points[name] < 2 {
			t.Errorf("%s: %d points", name, points[name])
		}
	}
}

// TestNumbersRefuse gives each parameter an impossible value, and asks for the density at NaN.
func TestNumbersRefuse(t *testing.T) {
	r := sampler.Stream("refuse", 1, 0)
	for _, l := range referenceLaws(t) {
		name, _, _ := strings.Cut(l.name, "[")
		law, whole := numberLaws[name], strings.HasSuffix(name, "nomial") || name == "Poisson"
		if lp := law.logProb(nan, l.params); !math.IsNaN(lp) && !whole && name != "Hypergeometric" {
			t.Errorf("%s: log density %g at NaN", l.name, lp)
		}
		if lp := law.logProb(-1, l.params); whole && !math.IsInf(lp, -1) {
			t.Errorf("%s: log probability %g of -1", l.name, lp)
		}
		for i, v := range l.params {
			p := slices.Clone(l.params)
			if p[i] = nan; name == "Hypergeometric" || whole && i == 0 && v == math.Floor(v) {
				p[i] = -1
			}
			wantPanic(t, func() { law.draw(r, p) }, "variate: ", ": ", "expected")
			wantPanic(t, func() { law.logProb(1, p) }, "variate: ", ": ", "expected")
		}
	}
}

// withParam draws with another value of parameter i.
func withParam(name string, l law, i int) law {
	p := slices.Clone(l.params)
	if p[i] *= 1.5; p[i] == 0 {
		p[i] = 0.5
	}
	return withDraw(l, func(r *rand.Rand) float64 {
		defer func() { _ = recover() }() // an impossible parameter gives 0
		return numberLaws[name].draw(r, p)
	})
}

// fits tells whether a law passes all statistical checks.
func fits(l law) bool {
	s := newSample(l)
	for _, c := range checks {
		if (c.statistical || c.name == "support") && c.check(s) != nil {
			return false
		}
	}
	return true
}

func withDraw(l law, draw func(*rand.Rand) float64) law {
	l.draw = draw
	return l
}

func named(law string, params ...float64) string { return fmt.Sprintf("%s%v", law, params) }
