package diag

import (
	"math"
	"testing"

	"gibbslab/sampler/diag/internal/diagtest"
)

// precise lists all functions of chains in this part, to test what must hold for all.
var precise = []struct {
	name  string
	power float64 // of the unit of the draws
	f     func([][]float64) float64
}{
	{"ESSSD", 0, ESSSD}, {"MCSESD", 1, MCSESD},
	{"ESSQuantile(0)", 0, essAt(0)}, {"ESSQuantile(0.3)", 0, essAt(0.3)},
	{"ESSQuantile(1)", 0, essAt(1)},
	{"MCSEQuantile(0)", 1, mcseAt(0)}, {"MCSEQuantile(0.3)", 1, mcseAt(0.3)},
	{"MCSEQuantile(1)", 1, mcseAt(1)},
	{"ESSLocal(0.2, 0.6)", 0, func(x [][]float64) float64 { return ESSLocal(x, 0.2, 0.6) }},
	{"MCSE(SD)", 1, func(x [][]float64) float64 { return MCSE(x, SD) }},
}

func TestPrecisionSurvives(t *testing.T) {
	for name, chains := range diagtest.AwkwardChains() {
		for _, s := range precise {
			if v := s.f(chains); v < 0 {
				t.Errorf("%s: %s = %v", name, s.name, v)
			}
		}
		k := ParetoK(chains)
		if (math.IsNaN(k.Lower) || math.IsNaN(k.Upper)) && len(k.Warnings) == 0 {
			t.Errorf("%s: no k̂ and no reason", name)
		}
	}
}

func TestPrecisionNeedsSense(t *testing.T) {
	x := invarianceChains()
	for name, v := range map[string]float64{
		"p < 0": ESSQuantile(x, -0.1), "p > 1": MCSEQuantile(x, 1.1), "p NaN": ESSQuantile(x, math.NaN()),
		"a > b": ESSLocal(x, 0.6, 0.2), "a = b": ESSLocal(x, 0.5, 0.5), "all": ESSLocal(x, 0, 1),
		"b NaN":   ESSLocal(x, 0, math.NaN()),
		"f = nil": MCSE(x, nil), "f NaN": MCSE(x, func([]float64) float64 { return math.NaN() }),
	} {
		if !math.IsNaN(v) {
			t.Errorf("%s gives %v", name, v)
		}
	}
}

func TestPrecisionInvariances(t *testing.T) {
	x := invarianceChains()
	swapped := [][]float64{x[2], x[0], x[3], x[1]}
	for _, s := range precise {
		want := s.f(x)
		if got := s.f(swapped); !diagtest.Near(got, want, 1e-13) || math.IsNaN(want) {
			t.Errorf("%s = %v, and %v after permuting chains", s.name, want, got)
		}
		for _, m := range []struct{ a, b float64 }{{2, 0}, {3, 7}, {1e200, 0}, {1e-200, 0}} {
			y := diagtest.Mapped(x, func(v float64) float64 { return m.a*v + m.b })
			if got := s.f(y); !diagtest.Near(got, want*math.Pow(m.a, s.power), 1e-12) {
				t.Errorf("%s = %v for %v·x%+v, want %v", s.name, got, m.a, m.b, want*math.Pow(m.a, s.power))
			}
		}
	}
}

// ESSTail finds its quantiles by whole numbers, ESSQuantile by floating point: they must agree for
// every length.
func TestTailIsTwoQuantiles(t *testing.T) {
	for n := 10; n < 200; n++ {
		x := ChainSpec{Kind: "normal", Phi: 0.5, Chains: 1, Draws: n, Seed: uint64(n)}.Make()
		lower, upper := ESSQuantile(x, 0.05), ESSQuantile(x, 0.95)
		want := lower
		if upper < lower || math.IsNaN(lower) {
			want = upper
		}
		if got := ESSTail(x); !diagtest.Near(got, want, 0) {
			t.Errorf("n = %d: ESSTail is %v, of the quantiles %v and %v", n, got, lower, upper)
		}
	}
}

func TestRaoBlackwellBeatsDraws(t *testing.T) {
	// A normal variable with unit variance around means m of unit variance: N(0, 2).
	means := ChainSpec{Kind: "normal", Chains: 1, Draws: 2000, Seed: 9}.Make()[0]
	phi := func(d float64) float64 { return math.Exp(-d*d/2) / math.Sqrt(2*math.Pi) }
	x := []float64{-2, 0, 1, 4}
	for i, got := range RaoBlackwell(x, len(means),
		func(draw int, x float64) float64 { return phi(x - means[draw]) }) {
		want := phi(x[i]/math.Sqrt2) / math.Sqrt2
		each := make([]float64, len(means))
		for k, m := range means {
			each[k] = phi(x[i] - m)
		}
		if limit := 5 * MCSEMean([][]float64{each}); math.Abs(got-want) > limit || limit > want/2 {
			t.Errorf("density at %v is %v, want %v ± %v", x[i], got, want, limit)
		}
	}
	for _, v := range append(RaoBlackwell(x, 0, func(int, float64) float64 { return 1 }),
		RaoBlackwell(x, 3, nil)...) {
		if !math.IsNaN(v) {
			t.Errorf("no draws or no conditional give %v", v)
		}
	}
}
