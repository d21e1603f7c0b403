package numeric

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mathext"
)

func TestDigammaAndTrigamma(t *testing.T) {
	// Abramowitz & Stegun 6.3.2 and 6.3.3: ψ(n) = −γ + Σ_{k<n} 1/k, ψ(½) = −γ − 2 ln 2.
	const euler = 0.57721566490153286
	want := -euler
	for n := 1.0; n < 40; n++ {
		if got := Digamma(n); math.Abs(got-want) > 1e-13 {
			t.Errorf("ψ(%g) = %v, want %v", n, got, want)
		}
		want += 1 / n
	}
	if got, want := Digamma(0.5), -euler-2*math.Ln2; math.Abs(got-want) > 1e-13 {
		t.Errorf("ψ(½) = %v, want %v", got, want)
	}
	for _, x := range []float64{1e-8, 0.01, 0.1, 0.5, 1, 2.5, 7.99, 8, 100, 1e6} {
		if got, want := Digamma(x+1)-Digamma(x), 1/x; math.Abs(got-want) > 1e-13*max(1, want) {
			t.Errorf("ψ(%g + 1) − ψ(%g) = %v, want %v", x, x, got, want)
		}
		if got, want := Trigamma(x), mathext.Zeta(2, x); math.Abs(got-want) > 1e-13*want {
			t.Errorf("ψ′(%g) = %v, want %v", x, got, want)
		}
	}
}
