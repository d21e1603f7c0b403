package diag

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mathext"

	"gibbslab/internal/numeric"
)

// MCSEQuantile takes quantiles of Beta distributions from mathext.InvRegIncBeta, which is wrong by
// factors elsewhere (see fUpper). Here it must be as good as bisection, whatever the ESS and the
// probability.
func TestBetaQuantiles(t *testing.T) {
	off := func(a, b, y float64) float64 {
		bisected := numeric.Solve(1-y, func(x float64) float64 {
			return 1 - mathext.RegIncBeta(a, b, min(x, 1))
		})
		return math.Abs(mathext.InvRegIncBeta(a, b, y) - bisected)
	}
	one := math.Erfc(1/math.Sqrt2) / 2
	r := rand.New(rand.NewPCG(11, 1))
	for range 200 {
		ess := 4 * math.Pow(1e7/4, r.Float64())
		p := 0.001 + 0.998*r.Float64()
		for _, y := range []float64{one, 1 - one} {
			if d := off(ess*p+1, ess*(1-p)+1, y); !(d <= 1e-12) {
				t.Errorf("ESS %v, p = %v, probability %.2f: off by %v", ess, p, y, d)
			}
		}
	}
	if d := off(5e4, 7.5, 1e-6); !(d > 1e-12) { // the F distribution that fUpper names
		t.Errorf("the inverse that is known to be wrong is off by %v only: this test sees nothing", d)
	}
}
