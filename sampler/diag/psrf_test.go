package diag

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Two chains of three draws: W = 1, B/n = ½ and no variance of variances, so V = 2/3 + 3/2·1/2 and d = 2V²/(9/8).
func TestPSRFByHand(t *testing.T) {
	v := 17. / 12
	d := 2 * v * v / (9. / 8)
	f := 5.023886187314888 // χ² with one degree of freedom, 97.5 %
	got := PSRF([][]float64{{1, 2, 3}, {2, 3, 4}}, 0.95)
	correction := (d + 3) / (d + 1)
	if want := math.Sqrt(correction * v); !near(got.Point, want, 1e-14) {
		t.Errorf("point %v, want %v", got.Point, want)
	}
	if want := math.Sqrt(correction * (2./3 + f*3./4)); !near(got.Upper, want, 1e-12) {
		t.Errorf("upper limit %v, want %v", got.Upper, want)
	}
}

// R's qf is that of χ² above 400 000 degrees of freedom; ours stays F, to its first order in 1/d2.
func TestFQuantile(t *testing.T) {
	for _, ref := range loadClassics(t).F {
		d1, d2, tail, want := float64(ref["d1"]), float64(ref["d2"]), float64(ref["tail"]), float64(ref["q"])
		got := fUpper(tail, d1, d2)
		switch {
		case d2 > 4e5 && (math.Abs(got/want-1) > 50/d2 || !near(fUpper(tail, d1, math.Inf(1)), want, 1e-11)):
			t.Errorf("F(%v, %g) exceeds %.15g with probability %v, and F(%v, ∞) %.15g; in R both exceed %.15g", d1, d2, got, tail, d1, fUpper(tail, d1, math.Inf(1)), want)
		case d2 <= 4e5 && !near(got, want, max(refTolerance/10, 1e-15*d2)):
			t.Errorf("F(%v, %g) exceeds %.15g with probability %v, R says %.15g", d1, d2, got, tail, want)
		}
	}
	for _, tail := range []float64{0.5, 0.025, 1e-6} {
		for _, d1 := range []float64{1, 3, 15} {
			if a, b := fUpper(tail, d1, 4e5), fUpper(tail, d1, 4e5*(1+1e-12)); !near(a, b, 3e-9) {
				t.Errorf("quantile %v of F(%v, 4·10⁵) is %.15g or %.15g", tail, d1, a, b)
			}
		}
	}
}

// PSRF finds chains at different places, but not a drift that they have in common, which RHat does.
func TestPSRFSeesAndDoesNotSee(t *testing.T) {
	spec := chainSpec{Kind: "normal", Phi: 0.3, Chains: 4, Draws: 500, Seed: 11}
	good := spec.make()
	drift := like(good)
	for i, c := range good {
		for k, v := range c {
			drift[i][k] = v + float64(k)/250
		}
	}
	spec.Kind = "apart"
	apart := spec.make()
	if r := PSRF(good, 0.95); r.Point > 1.01 || r.Upper < r.Point || r.Upper > 1.03 {
		t.Errorf("good chains: %+v", r)
	}
	if r := PSRF(apart, 0.95); r.Point < 1.1 || r.Upper < 1.2 {
		t.Errorf("chains apart: %+v", r)
	}
	if r := PSRF(drift, 0.95); r.Upper > 1.03 || RHat(drift) < 1.05 {
		t.Errorf("common drift: %+v, R-hat %v", r, RHat(drift))
	}
	if a, b := PSRF(good, 0.5).Upper, PSRF(good, 0.99).Upper; a >= b {
		t.Errorf("the upper limit at 50 %% is %v, at 99 %% %v", a, b)
	}
}

func TestMultivariatePSRFOfOneParameter(t *testing.T) {
	x := chainSpec{Kind: "apart", Phi: 0.5, Chains: 4, Draws: 100, Seed: 12}.make()
	got := MultivariatePSRF([][][]float64{x})
	means, within := make([]float64, 4), 0.0
	for i, c := range x {
		var v float64
		means[i], v = meanVariance(c)
		within += v / 4
	}
	_, between := meanVariance(means)
	if want := math.Sqrt(0.99 + 1.25*between/within); !near(got.BrooksGelman, want, 1e-13) {
		t.Errorf("BrooksGelman %v, want √(V/W) = %v", got.BrooksGelman, want)
	}
	if want := math.Sqrt(0.99 + 2*between/within); !near(got.Coda, want, 1e-13) {
		t.Errorf("Coda %v, want %v", got.Coda, want)
	}
}

// The sum of two parameters differs between chains while each by itself hardly does.
func TestMultivariatePSRFSeesCombinations(t *testing.T) {
	spec := chainSpec{Kind: "normal", Phi: 0, Chains: 4, Draws: 400, Seed: 13}
	a := spec.make()
	spec.Seed++
	noise := spec.make()
	b := like(a)
	for i, c := range a {
		for k, v := range c {
			b[i][k] = -v + 0.1*noise[i][k] + 0.1*float64(i)
		}
	}
	all := [][][]float64{a, b}
	got := MultivariatePSRF(all)
	if PSRF(a, 0.95).Point > 1.02 || PSRF(b, 0.95).Point > 1.02 || got.BrooksGelman < 1.3 {
		t.Errorf("%v and %v alone, %+v together", PSRF(a, 0.95), PSRF(b, 0.95), got)
	}
	// It is the largest √(V/W) of all combinations, so it does not change with the base.
	sum, difference := like(a), like(a)
	for i, c := range a {
		for k, v := range c {
			sum[i][k], difference[i][k] = v+b[i][k], 1e6*(v-3*b[i][k])-5
		}
	}
	if r := MultivariatePSRF([][][]float64{difference, sum}); !near(r.BrooksGelman, got.BrooksGelman, 1e-9) || !near(r.Coda, got.Coda, 1e-9) {
		t.Errorf("%+v in another base, %+v", r, got)
	}
	one := MultivariatePSRF([][][]float64{sum}).BrooksGelman
	if one > got.BrooksGelman*(1+1e-12) || one < 0.99*got.BrooksGelman {
		t.Errorf("the sum alone has %v, and the worst combination %v", one, got.BrooksGelman)
	}
}

func TestLargestEigenvalue(t *testing.T) {
	for _, c := range []struct {
		a    []float64
		want float64
	}{
		{[]float64{2, 0, 0, 0, 2, 0, 0, 0, 1}, 2}, {[]float64{5, 2, 0, 2, 2, 0, 0, 0, 6 * (1 - 1e-9)}, 6}, {[]float64{1, 1, 1, 1, 1, 1, 1, 1, 1}, 3}, {make([]float64, 9), 0},
		{[]float64{1e300, 1e300, 0, 1e300, 1e300, 0, 0, 0, 1e-300}, 2e300}, {[]float64{5e-300, 2e-300, 0, 2e-300, 2e-300, 0, 0, 0, 0}, 6e-300},
	} {
		if got := largestEigenvalue(mat.NewDense(3, 3, slices.Clone(c.a))); !near(got, c.want, 1e-14) {
			t.Errorf("largest eigenvalue of %v is %v, want %v", c.a, got, c.want)
		}
	}
}

// Two chains sit still at 1 and 3, and the third moves by 1e-140 or 1e-200 about 0.
func TestMultivariatePSRFOfFarChains(t *testing.T) {
	x := chainSpec{Kind: "normal", Phi: 0.2, Chains: 2, Draws: 50, Seed: 15}.make()
	for _, noise := range []float64{1e-140, 1e-200} {
		var params [][][]float64
		for p := range x {
			chains := [][]float64{make([]float64, 50), make([]float64, 50), make([]float64, 50)}
			for k := range x[p] {
				chains[0][k], chains[1][k], chains[2][k] = noise*x[p][k], 1, float64(3+p)
			}
			params = append(params, chains)
		}
		if r := MultivariatePSRF(params); !(r.BrooksGelman > 1e100) || !(r.Coda > 1e100) || r.Warnings != nil {
			t.Errorf("noise %v: %+v", noise, r)
		}
		if r := PSRF(params[0], 0.95); !(r.Point > 1e100 && r.Upper >= r.Point) || r.Warnings != nil {
			t.Errorf("noise %v: %+v", noise, r)
		}
	}
}

func TestMultivariatePSRFOfDependentParameters(t *testing.T) {
	x := chainSpec{Kind: "normal", Phi: 0.2, Chains: 4, Draws: 200, Seed: 14}.make()
	rest := mapped(x, func(v float64) float64 { return 1 - v/3 })
	fixed := mapped(x, func(float64) float64 { return 2 })
	for name, params := range map[string][][][]float64{
		"none": nil, "the last of two shares": {x, rest}, "fixed": {x, fixed}, "other chains": {x, x[:3]}, "more parameters than draws": {x[:2], x[:2], x[:2]},
		"one chain": {x[:1]}, "twice the same": {x, x}, "no chains": {nil}, "one without draws": {x, {nil, nil}},
	} {
		if name == "more parameters than draws" {
			for p := range params {
				params[p] = [][]float64{params[p][0][p : p+2], params[p][1][2*p : 2*p+2]}
			}
		}
		if r := MultivariatePSRF(params); !math.IsNaN(r.BrooksGelman) || !math.IsNaN(r.Coda) || len(r.Warnings) != 1 {
			t.Errorf("%s: %+v", name, r)
		}
	}
	if r := MultivariatePSRF([][][]float64{x, mapped(x, math.Abs)}); math.IsNaN(r.Coda) || r.Warnings != nil {
		t.Errorf("independent parameters: %+v", r)
	}
}
