package diag

import (
	"math"
	"math/rand/v2"
	"testing"

	"gibbslab/sampler/diag/internal/diagtest"
)

// The tail of a generalised Pareto distribution with shape k has k̂ near k. Its normal error,
// without the prior, has the standard deviation (1+k)/√n (Smith, Biometrika 72, 1985, 67–90); the
// prior moves it by (½−k)·10/(n+10).
func TestParetoKOfParetoTails(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, k := range []float64{-0.3, 0.001, 0.3, 0.7, 1.2} {
		var upper, flipped []float64
		n := 0
		for range 10 {
			x := diagtest.Mapped(diagtest.AR1(r, 0, 4, 1000), func(float64) float64 {
				return (math.Pow(r.Float64(), -k) - 1) / k
			})
			got := ParetoK(x)
			n = got.Draws
			upper = append(upper, got.Upper)
			flipped = append(flipped,
				ParetoK(diagtest.Mapped(x, func(v float64) float64 { return -v })).Lower)
			if got.Upper > got.Limit && len(got.Warnings) == 0 {
				t.Errorf("k̂ = %.2f without a warning", got.Upper)
			}
		}
		want := k + (0.5-k)*10/(float64(n)+10)
		limit := 5 * (1 + k) / math.Sqrt(10*float64(n))
		if math.Abs(Mean(upper)-want) > limit {
			t.Errorf("mean of k̂ is %.3f for k = %v, want %.3f ± %.3f", Mean(upper), k, want, limit)
		}
		if Mean(upper) != Mean(flipped) {
			t.Errorf("k = %v: the lower tail of −x has k̂ = %.3f, the upper one of x %.3f", k,
				Mean(flipped), Mean(upper))
		}
		if other := k + 0.4; math.Abs(Mean(upper)-other) < limit { // control
			t.Errorf("k̂ = %.3f passes for k = %v too", Mean(upper), other)
		}
	}
}

func TestParetoKRefuses(t *testing.T) {
	counts := ChainSpec{Kind: "counts", Phi: 0.3, Chains: 4, Draws: 200, Seed: 1}.Make()
	for name, x := range map[string][][]float64{
		"nil": nil, "short": {{1, 2, 3}}, "constant": {make([]float64, 100)}, "many zeros": counts,
		"NaN": {{1, 2, 3, 4, 5, 6, 7, 8, 9, math.NaN()}},
	} {
		if k := ParetoK(x); !math.IsNaN(k.Lower) || len(k.Warnings) == 0 {
			t.Errorf("%s: lower k̂ is %v, with warnings %v", name, k.Lower, k.Warnings)
		}
	}
	// a ratio of normals: k = 1
	x := ChainSpec{Kind: "heavy", Phi: 0.3, Chains: 4, Draws: 500, Seed: 1}.Make()
	want := ParetoK(x)
	for _, scale := range []float64{1e-200, 1e200} {
		got := ParetoK(diagtest.Mapped(x, func(v float64) float64 { return scale * v }))
		if !diagtest.Near(got.Lower, want.Lower, 1e-12) || !diagtest.Near(got.Upper, want.Upper, 1e-12) {
			t.Errorf("times %v: k̂ is %v and %v, want %v and %v", scale, got.Lower, got.Upper,
				want.Lower, want.Upper)
		}
	}
}
