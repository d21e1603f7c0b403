package nb

import (
	"math"
	"testing"
)

// The integral of Π p_i^(a_i−1) is Γ(a_1) ⋯ Γ(a_k)/Γ(a_1 + ⋯ + a_k), by Dirichlet.
func TestOverSimplex(t *testing.T) {
	for _, tt := range []struct {
		a   []float64
		tol float64
	}{
		// 1.5: a root at the border
		{[]float64{1, 1}, 1e-13}, {[]float64{5, 31}, 1e-13}, {[]float64{1.5, 2.5}, 1e-5},
		{[]float64{1, 1, 1}, 1e-13}, {[]float64{3, 1, 20}, 1e-13}, {[]float64{2.5, 3.5, 4.5}, 1e-7},
		{[]float64{1, 1, 1, 1}, 1e-13}, {[]float64{4, 2, 1, 3}, 1e-13},
	} {
		want, sum := 1.0, 0.0
		for _, v := range tt.a {
			want *= math.Gamma(v)
			sum += v
		}
		want /= math.Gamma(sum)
		got := OverSimplex(len(tt.a), func(p []float64) float64 {
			f, total := 1.0, 0.0
			for i, v := range p {
				f *= math.Pow(v, tt.a[i]-1)
				total += v
			}
			if math.Abs(total-1) > 1e-14 {
				t.Fatalf("%v: %v is no probability vector", tt.a, p)
			}
			return f
		})
		if math.Abs(got/want-1) > tt.tol {
			t.Errorf("%v: the integral is %v, want %v", tt.a, got, want)
		}
	}
	// The entries do not change places: the mean of entry i is a_i over their sum.
	got := 24 * OverSimplex(3, func(p []float64) float64 { return p[1] * p[1] * p[2] })
	if math.Abs(got-24*2./120) > 1e-13 {
		t.Errorf("∫ p_2² p_3 is %v/24, want 2!·1!·0!/5! = 2/120", got)
	}
	panics(t, "1 entries: give 2, 3 or 4",
		func() { OverSimplex(1, func([]float64) float64 { return 1 }) })
	panics(t, "5 entries", func() { OverSimplex(5, func([]float64) float64 { return 1 }) })
	panics(t, "the function is nil", func() { OverSimplex(2, nil) })
}
