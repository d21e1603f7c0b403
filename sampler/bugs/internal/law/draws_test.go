package law

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gibbslab/internal/turns"
)

func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 29)) }

// examples are parameters of each law: those of the reference values.
func examples(t *testing.T, visit func(l Law, p []float64)) {
	var last []float64
	name := ""
	for _, row := range references(t, false) {
		if row.Law != name || !slices.Equal(row.P, last) {
			name, last = row.Law, row.P
			l, _ := Find(name)
			visit(l, row.P)
		}
	}
}

// misfit compares draws with a distribution function: the largest distance of the two, times √n. It
// exceeds 2.4 with probability 2e-5, or less for a discrete law.
func misfit(draws []float64, cdf func(x float64) float64) (worst float64) {
	slices.Sort(draws)
	n := float64(len(draws))
	for i := 0; i < len(draws); {
		j := i
		for j < len(draws) && draws[j] == draws[i] {
			j++
		}
		worst = max(worst, math.Abs(float64(j)/n-cdf(draws[i])))
		i = j
	}
	return worst * math.Sqrt(n)
}

const limit = 2.4

// slow laws have fewer draws to compare.
func number(l Law, n int, slow ...string) int {
	if slices.Contains(slow, l.Name) {
		return n / 20
	}
	return n
}

// TestDraws compares draws with the CDF. The same draws do not fit the CDF moved by an eighth of a
// quartile distance, or by one for a narrow discrete law.
func TestDraws(t *testing.T) {
	r := random(1)
	examples(t, func(l Law, p []float64) {
		x := make([]float64, number(l, 20_000, "dnchisqr"))
		for i := range x {
			x[i] = l.Draw(r, p)
		}
		if m := misfit(x, func(x float64) float64 { return l.CDF(x, p) }); m > limit {
			t.Errorf("%s%g: distance %.2f", l.Name, p, m)
		}
		step := (l.Quantile(.75, p) - l.Quantile(.25, p)) / 8
		if l.Discrete {
			step = max(1, math.Round(step))
		}
		if m := misfit(x, func(x float64) float64 { return l.CDF(x-step, p) }); m < limit {
			t.Errorf("%s%g: the draws fit the wrong distribution too, distance %.2f", l.Name, p, m)
		}
	})
}

// TestTruncated draws between quantiles, in both tails and in the middle, and compares with the CDF
// and LogMass.
func TestTruncated(t *testing.T) {
	r, left, n := random(2), 0, 2000
	if turns.Short(t) {
		n = 500
	}
	examples(t, func(l Law, p []float64) {
		for _, u := range [][2]float64{{0, 1e-5}, {.001, .002}, {.1, 1}, {.3, .7}, {.98, .99}, {1 - 1e-6, 1}} {
			lo, hi := l.Quantile(u[0], p), l.Quantile(u[1], p)
			if !l.Discrete && math.Abs(l.CDF(hi, p)-l.CDF(lo, p)-(u[1]-u[0])) > 1e-9 {
				left++ // the float64 numbers do not reach, or are not dense enough
				continue
			}
			mass := l.LogMass(lo, hi, p)
			if !l.Discrete {
				if e := math.Abs(mass - math.Log(u[1]-u[0])); e > 1e-8 {
					t.Errorf("%s%g: mass from %g to %g is off by %g", l.Name, p, lo, hi, e)
				}
			}
			x := make([]float64, number(l, n, "dnchisqr", "dhyper", "dbetabin"))
			for i := range x {
				x[i] = l.DrawTruncated(r, p, lo, hi)
				if x[i] < lo || x[i] > hi {
					t.Fatalf("%s%g: %g is not from %g to %g", l.Name, p, x[i], lo, hi)
				}
			}
			if m := misfit(x, func(x float64) float64 {
				return math.Exp(l.LogMass(lo, x, p) - mass)
			}); m > limit {
				t.Errorf("%s%g from %g to %g: distance %.2f", l.Name, p, lo, hi, m)
			}
		}
	})
	if left > 9 {
		t.Errorf("%d intervals left out", left)
	}
}

// TestFarTail draws above a bound that is exceeded with probability 1e-30. Inversion of the CDF, which is 1 there to
// the last digit, or a bound that is off by one, would show.
func TestFarTail(t *testing.T) {
	r := random(8)
	examples(t, func(l Law, p []float64) {
		lo, hi := l.invert(-30*math.Ln10, true, p), inf
		if _, end := l.Support(p); end != inf || lo > 1e100 {
			return
		}
		x := make([]float64, number(l, 1000, "dnchisqr"))
		for i := range x {
			x[i] = l.DrawTruncated(r, p, lo, hi)
		}
		mass := l.LogMass(lo, hi, p)
		if m := misfit(x, func(x float64) float64 { return math.Exp(l.LogMass(lo, x, p) - mass) }); m > limit {
			t.Errorf("%s%g above %g: distance %.2f", l.Name, p, lo, m)
		}
	})
}

// TestLogMass checks values that a difference of two distribution functions does not give.
func TestLogMass(t *testing.T) {
	find := func(name string) Law { l, _ := Find(name); return l }
	norm, pois, gamma := find("dnorm"), find("dpois"), find("dgamma")
	for _, c := range []struct {
		what      string
		got, want float64
	}{
		{"normal, 10 to 11", norm.LogMass(10, 11, []float64{0, 1}), -53.231310225583125},
		{"normal, -11 to -10", norm.LogMass(-11, -10, []float64{0, 1}), -53.231310225583125},
		{"normal, above 50", norm.LogMass(50, inf, []float64{0, 1}), -1254.8313611394200},
		{"normal, a short interval", norm.LogMass(1, 1+1e-9, []float64{0, 1}), -22.142204287910716},
		{"gamma, all", gamma.LogMass(-5, inf, []float64{2, 3}), 0},
		{"gamma, below 0", gamma.LogMass(-5, -1, []float64{2, 3}), -inf},
		{"Poisson, both bounds are in", pois.LogMass(2, 3, []float64{1}), math.Log((1./2 + 1./6) / math.E)},
		{"Poisson, 1.5 to 3.5", pois.LogMass(1.5, 3.5, []float64{1}), math.Log((1./2 + 1./6) / math.E)},
		{"Poisson, at least 1", pois.LogMass(1, inf, []float64{1e-12}), math.Log(1e-12 - .5e-24)},
	} {
		if off(c.got, c.want) > 1e-12 {
			t.Errorf("%s: %.17g, want %.17g", c.what, c.got, c.want)
		}
	}
}

func TestNoValues(t *testing.T) {
	defer func() {
		want := "law: dexp has no values from 3 to 2 with parameters [1]: widen the bounds"
		if got := recover(); got != want {
			t.Errorf("%v, want %s", got, want)
		}
	}()
	l, _ := Find("dexp")
	l.DrawTruncated(random(3), []float64{1}, 3, 2)
}

// TestQuantile goes from x to its tail and back.
func TestQuantile(t *testing.T) {
	for _, row := range references(t, false) {
		l, _ := Find(row.Law)
		if row.X == nil || row.Lower == nil || row.Upper == nil {
			continue
		}
		for _, upper := range []bool{false, true} {
			logq := *row.Lower
			if upper {
				logq = *row.Upper
			}
			if logq > -1e-3 { // here the tail does not determine x
				continue
			}
			x := l.invert(logq, upper, row.P)
			if l.Discrete && x != *row.X || off(x / *row.X, 1) > 1e-9 && math.Abs(x-*row.X) > 1e-9 {
				t.Errorf("%s%g: x with log tail %g is %.17g, want %.17g", l.Name, row.P, logq, x, *row.X)
			}
		}
	}
}
