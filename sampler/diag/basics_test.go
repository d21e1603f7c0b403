package diag

import (
	"math"
	"testing"

	"gibbslab/sampler/diag/internal/diagtest"
	"gibbslab/sampler/diag/internal/fast"
)

func TestMeanAndSD(t *testing.T) {
	for _, c := range []struct {
		x        []float64
		mean, sd float64
	}{
		{nil, math.NaN(), math.NaN()}, {[]float64{4}, 4, math.NaN()}, {[]float64{0.1, 0.1, 0.1}, 0.1, 0},
		{[]float64{1, 2, 3, 4}, 2.5, math.Sqrt(5. / 3)},
		{[]float64{1e200, 3e200}, 2e200, math.Sqrt2 * 1e200},
		{[]float64{1e-200, 3e-200}, 2e-200, math.Sqrt2 * 1e-200},
		{[]float64{math.MaxFloat64, math.MaxFloat64}, math.MaxFloat64, 0},
		// would cancel in Σx² − nx̄²
		{[]float64{1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16}, 1e9 + 10, math.Sqrt(30)},
		{[]float64{1, math.NaN()}, math.NaN(), math.NaN()}, {[]float64{1, inf}, math.NaN(), math.NaN()},
	} {
		if m, s := Mean(c.x), SD(c.x); !diagtest.Near(m, c.mean, 1e-15) ||
			!diagtest.Near(s, c.sd, 1e-15) {
			t.Errorf("%v: mean %v, SD %v; want %v, %v", c.x, m, s, c.mean, c.sd)
		}
	}
}

// The example of Hyndman & Fan's type 7 in R: quantile(c(1, 2, 4, 8), p).
func TestQuantile(t *testing.T) {
	x := []float64{8, 1, 4, 2}
	for p, want := range map[float64]float64{0: 1, 0.1: 1.3, 0.25: 1.75, 0.5: 3, 0.75: 5, 1. / 3: 2,
		1: 8} {
		if got := Quantile(x, p); !diagtest.Near(got, want, 1e-15) {
			t.Errorf("%v-quantile of %v is %v, want %v", p, x, got, want)
		}
	}
	if got := Quantile([]float64{-math.MaxFloat64, math.MaxFloat64}, 0.5); got != 0 {
		t.Errorf("median of ±max is %v", got)
	}
}

// By hand: ⌊0.5·6⌋ = 3 steps, four draws. Windows of 0 1 2 3 7 9: widths 3, 6, 7; and with ties the
// first.
func TestHDI(t *testing.T) {
	for _, c := range []struct {
		x      []float64
		prob   float64
		lo, hi float64
	}{
		{[]float64{9, 0, 3, 1, 7, 2}, 0.5, 0, 3}, {[]float64{0, 1, 2, 3, 4, 5}, 0.5, 0, 3},
		{[]float64{0, 1, 5, 6, 6, 7}, 0.5, 5, 7},
		{[]float64{3, 1}, 1, 1, 3}, {[]float64{5}, 0.5, 5, 5}, {[]float64{0, 8, 9}, 0.4, 8, 9},
		{[]float64{-math.MaxFloat64, 1e308, math.MaxFloat64}, 0.4, 1e308, math.MaxFloat64},
	} {
		if lo, hi := HDI(c.x, c.prob); lo != c.lo || hi != c.hi {
			t.Errorf("HDI of %v at %v is %v to %v, want %v to %v", c.x, c.prob, lo, hi, c.lo, c.hi)
		}
	}
}

// Average ranks of 10 30 20 20 are 1 4 2½ 2½; mirrored draws have mirrored scores to the last bit.
func TestRankNormal(t *testing.T) {
	z := rankNormal([][]float64{{10, 30}, {20, 20}})
	want := fast.NormalScore(2, 4)
	if z[0][0] != want || z[0][1] != -want || z[1][0] != 0 || z[1][1] != 0 {
		t.Errorf("normal scores %v", z)
	}
	// R: qnorm((1 - 3/8) / (4 + 1/4))
	if !diagtest.Near(want, -1.049131397963971, 1e-14) {
		t.Errorf("score of rank 1 of 4 is %.16g", want)
	}
}

func BenchmarkRHatESS(b *testing.B) {
	for _, phi := range []float64{0, 0.5, 0.95} {
		b.Run(map[float64]string{0: "phi=0", 0.5: "phi=0.5", 0.95: "phi=0.95"}[phi], func(b *testing.B) {
			x := ChainSpec{Kind: "normal", Phi: phi, Chains: 4, Draws: 1000, Seed: 1}.Make()
			b.ReportAllocs()
			for b.Loop() {
				RHat(x)
				ESSBulk(x)
				ESSTail(x)
			}
		})
	}
}

func BenchmarkKDE(b *testing.B) {
	x := ChainSpec{Kind: "normal", Chains: 1, Draws: 4000, Seed: 1}.Make()[0]
	for b.Loop() {
		if _, err := KDE(x, math.Inf(-1), inf); err != nil {
			b.Fatal(err)
		}
	}
}
