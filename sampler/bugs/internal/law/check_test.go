package law

import (
	"math"
	"testing"
)

// TestChecks has a message for each parameter of each law, and holds that such parameters have
// density 0.
func TestChecks(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		law  string
		p    []float64
		want string
	}{
		{"dnorm", []float64{0, -1}, "the precision is -1, and must be positive"},
		{"dnorm", []float64{nan, 1}, "the mean is NaN, and must be a finite number"},
		{"dnorm", []float64{0, inf}, "the precision is +Inf, and must be a finite number"},
		{"dgamma", []float64{0, 1}, "the shape is 0, and must be positive"},
		{"dgamma", []float64{1, -2}, "the rate is -2, and must be positive"},
		{"dchisqr", []float64{0}, "the degrees of freedom is 0, and must be positive"},
		{"dnchisqr", []float64{1, -1}, "the non-centrality is -1, and must be at least 0"},
		{"dunif", []float64{3, 2}, "the lower bound is 3, and must be below the upper bound, 2"},
		{"dunif", []float64{2, 2}, "the lower bound is 2, and must be below the upper bound, 2"},
		{"dbern", []float64{1.5}, "the probability is 1.5, and must be from 0 to 1"},
		{"dbin", []float64{.5, 2.5}, "the size is 2.5, and must be a whole number that is at least 0"},
		{"dbin", []float64{.5, -1}, "the size is -1, and must be a whole number that is at least 0"},
		{"dnegbin", []float64{0, 1}, "the probability is 0, and must be positive"},
		{"dpois", []float64{-1}, "the mean is -1, and must be at least 0"},
		{"dcat", []float64{1, -2}, "probability 2 is -2, and must be a finite number that is at least 0"},
		{"dcat", []float64{0, 0}, "all probabilities are 0, and at least one must be positive"},
		{"dhyper", []float64{3, 4, 8, 1}, "the sample size is 8, and must be at most 7, the number of both kinds"},
	} {
		l, _ := Find(c.law)
		if got := l.Check(c.p); got != c.want {
			t.Errorf("%s%g: %q, want %q", c.law, c.p, got, c.want)
		}
		if d := l.LogDensity(1, c.p); !math.IsInf(d, -1) {
			t.Errorf("%s%g: log density %g, want -Inf", c.law, c.p, d)
		}
	}
	for _, name := range Names() { // NaN is refused everywhere, and the parameter is named
		l, _ := Find(name)
		for i := range l.Params {
			p := []float64{.5, 1, 1, 1}[:len(l.Params)]
			if name == "dunif" || name == "dbetabin" {
				p[0] = .25
			}
			if name == "dhyper" {
				p[0] = 1
			}
			if got := l.Check(p); got != "" {
				t.Errorf("%s%g: %s", name, p, got)
			}
			p[i] = nan
			if l.Check(p) == "" || !math.IsInf(l.LogDensity(1, p), -1) {
				t.Errorf("%s: parameter %d may be NaN", name, i)
			}
		}
	}
}

// TestOutside holds that values outside the support, and fractions of discrete laws, have density
// 0.
func TestOutside(t *testing.T) {
	examples(t, func(l Law, p []float64) {
		lo, hi := l.Support(p)
		outside := []float64{lo - 1, hi + 1}
		if l.Discrete {
			outside = append(outside, lo+.5)
		}
		for _, x := range outside {
			if math.IsInf(x, 0) {
				continue
			}
			if d := l.LogDensity(x, p); !math.IsInf(d, -1) {
				t.Errorf("%s%g at %g: log density %g, want -Inf", l.Name, p, x, d)
			}
		}
		if l.CDF(lo-1, p) != 0 || l.CDF(hi, p) != 1 {
			t.Errorf("%s%g: CDF %g below the support and %g at its end", l.Name, p, l.CDF(lo-1, p), l.CDF(hi, p))
		}
		if q := l.Quantile(0, p); q != lo {
			t.Errorf("%s%g: quantile of 0 is %g, want %g", l.Name, p, q, lo)
		}
		if q := l.Quantile(1, p); q != hi {
			t.Errorf("%s%g: quantile of 1 is %g, want %g", l.Name, p, q, hi)
		}
	})
}

// TestEnds are parameters at the end of their range, where formulas give NaN.
func TestEnds(t *testing.T) {
	for _, c := range []struct {
		law  string
		x    float64
		p    []float64
		want float64
	}{
		{"dbern", 0, []float64{0}, 0}, {"dbern", 1, []float64{0}, -inf},
		{"dbin", 0, []float64{0, 3}, 0}, {"dbin", 3, []float64{1, 3}, 0}, {"dbin", 2, []float64{1, 3}, -inf},
		{"dbin", 0, []float64{.5, 0}, 0},
		{"dpois", 0, []float64{0}, 0}, {"dpois", 1, []float64{0}, -inf},
		{"dnegbin", 0, []float64{1, 2}, 0}, {"dnegbin", 0, []float64{.5, 0}, 0}, {"dnegbin", 4, []float64{1, 2}, -inf},
		{"dnchisqr", 0, []float64{2, 0}, math.Log(.5)},
		{"dexp", 0, []float64{3}, math.Log(3)}, {"dweib", 0, []float64{1, 3}, math.Log(3)},
		{"dgamma", 0, []float64{.5, 3}, inf}, {"dgen.gamma", 0, []float64{1, 3, 1}, math.Log(3)},
		{"dgen.gamma", 0, []float64{.5, 3, 2}, math.Log(2 * 3 / math.Sqrt(math.Pi))},
		{"df", 0, []float64{2, 5}, 0}, {"df", 0, []float64{3, 5}, -inf},
		{"dhyper", 2, []float64{2, 0, 2, 3}, 0}, {"dbetabin", 0, []float64{1, 1, 0}, 0},
		{"dlnorm", 0, []float64{0, 1}, -inf},
	} {
		l, _ := Find(c.law)
		if got := l.LogDensity(c.x, c.p); off(got, c.want) > 1e-14 {
			t.Errorf("%s%g at %g: log density %g, want %g", c.law, c.p, c.x, got, c.want)
		}
		if !math.IsInf(c.want, 1) && l.Discrete && c.want == 0 {
			if x := l.Draw(random(4), c.p); x != c.x {
				t.Errorf("%s%g: drew %g, want %g", c.law, c.p, x, c.x)
			}
			if f := l.CDF(c.x, c.p); f != 1 {
				t.Errorf("%s%g: CDF(%g) is %g, want 1", c.law, c.p, c.x, f)
			}
		}
	}
}

func TestInterval(t *testing.T) {
	cuts := []float64{-1, 0, 2.5}
	for _, c := range [][2]float64{{-7, 0}, {-1, 0}, {-.5, 1}, {0, 1}, {1, 2}, {2.5, 2}, {3, 3}} {
		if y := Interval(c[0], cuts); y != c[1] {
			t.Errorf("%g lies in interval %g, want %g", c[0], y, c[1])
		}
	}
	for want, got := range map[string]string{
		"": CheckInterval(3, cuts),
		"the value is 4, and must be a whole number from 0 to 3": CheckInterval(4, cuts),
		"cut point 2 is 0, and must not be below cut point 1, 1": CheckInterval(math.NaN(), []float64{1, 0}),
		"cut point 1 is NaN, and must be a number":               CheckInterval(0, []float64{math.NaN()}),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
