package diag

import (
	"math"
	"slices"
	"testing"

	"gibbslab/internal/numeric"
	"gibbslab/sampler/diag/internal/diagtest"
	"gibbslab/sampler/diag/internal/series"
)

var chainStats = []struct {
	name string
	rank bool // depends on ranks only
	f    func([][]float64) float64
}{
	{"RHat", false, RHat}, {"ESSBulk", true, ESSBulk}, {"ESSTail", true, ESSTail},
	{"ESSMean", false, ESSMean}, {"MCSEMean", false, MCSEMean},
	{"bulk R-hat", true, guarded(rhatBulk)},
}

// guarded gives an inner function the check that the exported one makes.
func guarded(f func([][]float64) float64) func([][]float64) float64 {
	return func(chains [][]float64) float64 {
		if x, ok := series.Usable(chains, 4); ok {
			return f(x)
		}
		return math.NaN()
	}
}

func TestChainOrderDoesNotMatter(t *testing.T) {
	x := invarianceChains()
	y := [][]float64{x[2], x[0], x[3], x[1]}
	for _, s := range chainStats {
		if a, b := s.f(x), s.f(y); !diagtest.Near(a, b, 1e-13) {
			t.Errorf("%s = %v, and %v after permuting chains", s.name, a, b)
		}
	}
	// A statistic of time must see it when draws are permuted: the check can fail.
	y = diagtest.Mapped(x, func(v float64) float64 { return v })
	for _, c := range y {
		for i := range len(c) / 2 {
			c[i], c[(7*i)%len(c)] = c[(7*i)%len(c)], c[i]
		}
	}
	if diagtest.Near(ESSBulk(x), ESSBulk(y), 1e-3) {
		t.Error("ESS is blind for the order of draws")
	}
}

func TestMonotoneMapsKeepRankStatistics(t *testing.T) {
	x := invarianceChains()
	for name, f := range map[string]func(float64) float64{
		"exp": math.Exp, "cube": func(v float64) float64 { return v * v * v }, "atan": math.Atan,
		"1e200 times":  func(v float64) float64 { return 1e200 * v },
		"1e-200 times": func(v float64) float64 { return 1e-200 * v },
	} {
		y := diagtest.Mapped(x, f)
		for _, s := range chainStats {
			if a, b := s.f(x), s.f(y); s.rank && a != b {
				t.Errorf("%s = %v, and %v after %s", s.name, a, b, name)
			}
		}
	}
	if ESSMean(x) == ESSMean(diagtest.Mapped(x, math.Exp)) {
		t.Error("ESS of the mean is the same for exp(x)")
	}
}

func TestAffineMaps(t *testing.T) {
	x := invarianceChains()
	largest := math.MaxFloat64 / max(slices.Max(slices.Concat(x...)), -slices.Min(slices.Concat(x...)))
	for _, m := range []struct{ a, b float64 }{{largest, 0}, {2, 0}, {1, 3}, {-1, 0}, {-3, 7},
		{1e200, 0}, {-1e-200, 0}, {1e-300, 1e-300}} {
		y := diagtest.Mapped(x, func(v float64) float64 { return m.a*v + m.b })
		for _, s := range chainStats {
			want := s.f(x)
			if s.name == "MCSEMean" {
				want *= math.Abs(m.a)
			}
			if got := s.f(y); !diagtest.Near(got, want, 1e-13) {
				t.Errorf("%s = %v for %v·x%+v, want %v", s.name, got, m.a, m.b, want)
			}
		}
	}
}

// Draws from −max to max with a median near max: their sums and differences overflow float64.
func TestWholeRange(t *testing.T) {
	x := diagtest.Mapped(invarianceChains(), func(v float64) float64 { return 1 - v*v/8 })
	y := diagtest.Mapped(x, func(v float64) float64 { return v * math.MaxFloat64 })
	for _, s := range chainStats {
		if a, b := s.f(x), s.f(y); s.name != "MCSEMean" &&
			(math.IsNaN(a) || !diagtest.Near(a, b, 1e-13)) {
			t.Errorf("%s = %v, and %v of draws up to ±max", s.name, a, b)
		}
	}
	if a, b := rhatTail(x), rhatTail(y); !diagtest.Near(a, b, 1e-13) {
		t.Errorf("tail R-hat = %v, and %v of draws up to ±max", a, b)
	}
}

func TestTailRHatIgnoresLastDigits(t *testing.T) {
	// An affine map rounds all draws anew: the two middle draws become equally far from the median,
	// or not, by chance. Ours must not notice; distances taken as they come out must, or the test
	// shows nothing.
	x := invarianceChains()
	asTheyCome := func(x [][]float64) float64 {
		all := series.Pooled(x)
		median := numeric.Quantile(all, 0.5)
		return rhat(rankNormal(series.Split(diagtest.Mapped(x, func(v float64) float64 {
			return math.Abs(v - median)
		}))))
	}
	values := map[float64]bool{}
	for k := range 40 {
		y := diagtest.Mapped(x, func(v float64) float64 { return v*(1+float64(k)/10) + float64(k)/3 })
		if got, want := rhatTail(y), rhatTail(x); !diagtest.Near(got, want, 1e-13) {
			t.Errorf("after affine map %d, tail R-hat is %v, want %v", k, got, want)
		}
		values[math.Round(asTheyCome(y)*1e9)] = true
	}
	if len(values) < 2 {
		t.Error("no map changed whether the middle draws tie, so nothing was tested")
	}
}

func TestMiddleDrawIsDropped(t *testing.T) {
	x := invarianceChains()
	y := make([][]float64, len(x))
	for i, c := range x { // one draw more in the middle, at the median: dropped again
		y[i] = append(append(append([]float64{}, c[:75]...), 0), c[75:]...)
	}
	if a, b := ESSBulk(x), ESSBulk(y); a != b {
		t.Errorf("ESSBulk = %v, and %v with a middle draw more", a, b)
	}
}

// Eleven draws, the least one in the middle: after the split nothing is left below the 5 %
// quantile, and the upper tail alone counts.
func TestTailLostWithTheMiddleDraw(t *testing.T) {
	x := [][]float64{{4, 7, 1, 9, 3, 0, 8, 2, 10, 5, 6}}
	if got, want := ESSTail(x), essBelow(x, 9); math.IsNaN(got) || got != want {
		t.Errorf("ESSTail = %v, want that of the upper tail, %v", got, want)
	}
}
