package law

import (
	"math"
	"testing"
	"time"

	"gibbslab/internal/turns"
)

// TestExtremes gives each law parameters over many orders of magnitude. Tails add up to one, quantiles lead back to
// their probability, where float64 numbers are dense enough, nothing is NaN, nothing panics, and nothing takes long.
func TestExtremes(t *testing.T) {
	r := random(7)
	trials := 300
	if turns.Short(t) {
		trials = 60
	}
	for _, name := range Names() {
		l, _ := Find(name)
		slowest, at := time.Duration(0), []float64(nil)
		for range number(l, trials, "dnchisqr", "dbetabin") {
			p := make([]float64, max(len(l.Params), 1))
			for i := range p {
				p[i] = math.Pow(10, 8*r.Float64()-4)
				if i < len(l.kinds) && l.kinds[i] == 'u' {
					p[i] = r.Float64() * math.Pow(10, -6*r.Float64())
				}
				if i < len(l.kinds) && l.kinds[i] == 'i' {
					p[i] = math.Floor(math.Pow(10, 3*r.Float64()))
				}
			}
			if name == "dnchisqr" {
				p[1] = min(p[1], 1000)
			}
			if l.Check(p) != "" { // such as bounds in the wrong order
				continue
			}
			start := time.Now()
			for _, u := range []float64{1e-12, .1, .5, .9, 1 - 1e-9} {
				x := l.Quantile(u, p)
				lower, upper := l.tails(x, p)
				if e := math.Abs(math.Exp(lower) + math.Exp(upper) - 1); !(e < 1e-9) {
					t.Errorf("%s%g at %g: the tails add up to 1 + %g", name, p, x, e)
				}
				grid := math.Abs(math.Exp(l.LogDensity(x, p))) * math.Abs(x) * 1e-14
				_, before := l.tails(x-1, p)
				if name == "dbeta" && x > 1-1e-6 {
					continue
				}
				switch d := l.LogDensity(x, p); {
				case math.IsNaN(d):
					t.Errorf("%s%g at %g: the log density is NaN", name, p, x)
				case l.Discrete && (math.Exp(upper) > 1-u+1e-9 || math.Exp(before) < 1-u-1e-9):
					t.Errorf("%s%g: quantile of %g is %g, with CDF %g", name, p, u, x, math.Exp(lower))
				case !l.Discrete && x > 1e-290 && x < 1e290 && math.Abs(math.Exp(lower)-u) > 1e-9+10*grid:
					t.Errorf("%s%g: quantile of %g is %g, with CDF %g", name, p, u, x, math.Exp(lower))
				}
			}
			lo, hi := l.Quantile(.2, p), l.Quantile(.3, p)
			lo, hi = min(lo, hi), max(lo, hi) // they may be neighbours
			if x := l.DrawTruncated(r, p, lo, hi); !(x >= lo && x <= hi) {
				t.Errorf("%s%g: drew %g between %g and %g", name, p, x, lo, hi)
			}
			if d := time.Since(start); d > slowest {
				slowest, at = d, p
			}
		}
		t.Logf("%s: at most %v, %.3g", name, slowest, at)
	}
}
