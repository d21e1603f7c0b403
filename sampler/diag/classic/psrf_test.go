package classic

import (
	"math"
	"testing"

	"gibbslab/sampler/diag"
	"gibbslab/sampler/diag/internal/diagtest"
	"gibbslab/sampler/diag/internal/series"
)

// Two chains of three draws: W = 1, B/n = ½ and no variance of variances, so V = 2/3 + 3/2·1/2 and
// d = 2V²/(9/8).
func TestPSRFByHand(t *testing.T) {
	v := 17. / 12
	d := 2 * v * v / (9. / 8)
	f := 5.023886187314888 // χ² with one degree of freedom, 97.5 %
	got := PSRF([][]float64{{1, 2, 3}, {2, 3, 4}}, 0.95)
	correction := (d + 3) / (d + 1)
	if want := math.Sqrt(correction * v); !diagtest.Near(got.Point, want, 1e-14) {
		t.Errorf("point %v, want %v", got.Point, want)
	}
	if want := math.Sqrt(correction * (2./3 + f*3./4)); !diagtest.Near(got.Upper, want, 1e-12) {
		t.Errorf("upper limit %v, want %v", got.Upper, want)
	}
}

// Above 400 000 degrees of freedom, R's qf uses χ²; ours stays F, to first order in 1/d2.
func TestFQuantile(t *testing.T) {
	for _, ref := range loadClassics(t).F {
		d1, d2, tail, want := float64(ref["d1"]), float64(ref["d2"]), float64(ref["tail"]),
			float64(ref["q"])
		got := fUpper(tail, d1, d2)
		switch {
		case d2 > 4e5 && (math.Abs(got/want-1) > 50/d2 ||
			!diagtest.Near(fUpper(tail, d1, math.Inf(1)), want, 1e-11)):
			t.Errorf("F(%v, %g) exceeds %.15g with probability %v, and F(%v, ∞) %.15g; in R both "+
				"exceed %.15g", d1, d2, got, tail, d1, fUpper(tail, d1, math.Inf(1)), want)
		case d2 <= 4e5 && !diagtest.Near(got, want, max(1e-11, 1e-15*d2)):
			t.Errorf("F(%v, %g) exceeds %.15g with probability %v, R says %.15g", d1, d2, got, tail, want)
		}
	}
	for _, tail := range []float64{0.5, 0.025, 1e-6} {
		for _, d1 := range []float64{1, 3, 15} {
			if a, b := fUpper(tail, d1, 4e5), fUpper(tail, d1, 4e5*(1+1e-12)); !diagtest.Near(a, b, 3e-9) {
				t.Errorf("quantile %v of F(%v, 4·10⁵) is %.15g or %.15g", tail, d1, a, b)
			}
		}
	}
}

// PSRF finds chains at different places, but not a drift that they have in common; RHat does.
func TestPSRFSeesAndDoesNotSee(t *testing.T) {
	spec := diagtest.ChainSpec{Kind: "normal", Phi: 0.3, Chains: 4, Draws: 500, Seed: 11}
	good := spec.Make()
	drift := series.Like(good)
	for i, c := range good {
		for k, v := range c {
			drift[i][k] = v + float64(k)/250
		}
	}
	spec.Kind = "apart"
	apart := spec.Make()
	if r := PSRF(good, 0.95); r.Point > 1.01 || r.Upper < r.Point || r.Upper > 1.03 {
		t.Errorf("good chains: %+v", r)
	}
	if r := PSRF(apart, 0.95); r.Point < 1.1 || r.Upper < 1.2 {
		t.Errorf("chains apart: %+v", r)
	}
	if r := PSRF(drift, 0.95); r.Upper > 1.03 || diag.RHat(drift) < 1.05 {
		t.Errorf("common drift: %+v, R-hat %v", r, diag.RHat(drift))
	}
	if a, b := PSRF(good, 0.5).Upper, PSRF(good, 0.99).Upper; a >= b {
		t.Errorf("the upper limit at 50 %% is %v, at 99 %% %v", a, b)
	}
}
