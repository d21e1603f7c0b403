package law

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"
)

type reference struct {
	Law          string
	P            []float64
	X, Density   *float64
	Lower, Upper *float64 // logs; nil is −Inf
	U, Quantile  *float64

	Vector string
	Given  [][]float64
	At     []float64
}

func references(t *testing.T, vectors bool) []reference {
	t.Helper()
	text, err := os.ReadFile("../../../variate/testdata/laws.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Bugs []reference }
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(file.Bugs, func(r reference) bool {
		return (r.Vector != "") != vectors || r.Vector == "" && r.Law == ""
	})
}

// off is the error of a log: absolute, as the relative error of what it is the log of, or relative
// if the log is large.
func off(got, want float64) float64 {
	if got == want {
		return 0
	}
	return math.Abs(got-want) / max(1, math.Abs(want))
}

func TestReferences(t *testing.T) {
	seen := map[string]bool{}
	worst := map[string]float64{}
	for _, row := range references(t, false) {
		l, ok := Find(row.Law)
		if !ok {
			t.Fatalf("no law %s", row.Law)
		}
		seen[row.Law] = true
		check := func(what string, got, want float64) {
			e := off(got, want)
			worst[what] = max(worst[what], e)
			if !(e < 1e-10) {
				at := row.U
				if row.X != nil {
					at = row.X
				}
				t.Errorf("%s%g at %g: %s is %.17g, want %.17g", row.Law, row.P, *at, what, got, want)
			}
		}
		if row.U != nil {
			q, want := l.Quantile(*row.U, row.P), *row.Quantile
			if math.Abs(q) > 1e-300 && want != 0 {
				q, want = q/want, 1
			}
			check("quantile", q, want)
			continue
		}
		check("log density", l.LogDensity(*row.X, row.P), *row.Density)
		lower, upper := math.Inf(-1), math.Inf(-1)
		if row.Lower != nil {
			lower = *row.Lower
		}
		if row.Upper != nil {
			upper = *row.Upper
		}
		gotLower, gotUpper := l.tails(*row.X, row.P)
		check("log P(X <= x)", gotLower, lower)
		check("log P(X > x)", gotUpper, upper)
		check("CDF", l.CDF(*row.X, row.P), math.Exp(lower))
	}
	t.Log(worst)
	for _, name := range Names() {
		if !seen[name] {
			t.Errorf("no reference values for %s", name)
		}
	}
}

func TestVectorReferences(t *testing.T) {
	seen := 0
	for _, row := range references(t, true) {
		l, ok := FindVector(row.Vector)
		if !ok {
			t.Fatalf("no law %s", row.Vector)
		}
		seen++
		if clause := l.Check(row.At, row.Given); clause != "" {
			t.Errorf("%s: %s", row.Vector, clause)
		}
		if got := l.LogDensity(row.At, row.Given); off(got, *row.Density) > 1e-12 {
			t.Errorf("%s: log density %.17g, want %.17g", row.Vector, got, *row.Density)
		}
	}
	if seen != len(VectorNames()) {
		t.Errorf("%d of %d laws have references", seen, len(VectorNames()))
	}
}
