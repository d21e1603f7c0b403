package nb

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"gibbslab/sampler/diag"
)

// The numbers that plots draw, where no other test compares them.
func TestTwins(t *testing.T) {
	tr := goldenTrace(t)
	mu, chains := drawsOf(tr, "mu"), Must(tr.Chains("mu"))
	lo, hi := diag.ETI(mu, 0.95)

	if rho, band := autocorrData(tr, "mu", 8); rho[1][3] != diag.Autocorr(chains[1], 8)[3] ||
		band != 1.96/math.Sqrt(40) {
		t.Errorf("autocorrelations %v, band %v", rho, band)
	}
	if d := densityData(tr, "mu", math.Inf(-1), math.Inf(1)); d.Lower != lo || d.Upper != hi ||
		d.Median != diag.Quantile(mu, 0.5) || len(d.X) != 512 {
		t.Errorf("density: %v, %v and %v; %d points", d.Lower, d.Median, d.Upper, len(d.X))
	}
	// The conditional is the same normal density for each draw.
	given := func(_ int, x float64) float64 { return distuv.Normal{Mu: 1, Sigma: 2}.Prob(x) }
	if d := raoBlackwellData("x", -15, 17, 40, given); math.Abs(d.Lower+2.92) > 0.01 ||
		math.Abs(d.Median-1) > 0.01 || math.Abs(d.Upper-4.92) > 0.01 || len(d.Conditionals) != 20 {
		t.Errorf("mean of conditionals: %v, %v and %v", d.Lower, d.Median, d.Upper)
	}
	// The line that holds a share s of a round bell is at height 1 − s.
	bell := func(x, y float64) float64 { return math.Exp(-(x*x + y*y) / 2) }
	if got := fmt.Sprintf("%.2f", contourData(bell, -6, 6, -6, 6)); got != "[0.50 0.20 0.05]" {
		t.Errorf("contours at %s", got)
	}
	theta := [][]float64{{0.95, 0.05}, {0.9, 0.1}, {0.02, 0.98}, {0.5, 0.5}}
	if shares, each := docTopicsData(theta); fmt.Sprint(shares[1]) != "[0.05 0.1 0.98 0.5]" ||
		each != 1 {
		t.Errorf("shares %v, %d documents a column", shares, each)
	}
	p := predictiveData([]float64{1, 1, 2, 2, 2, 3}, []float64{0.5, 1.5, 2, 2.5, 3})
	if got := fmt.Sprintf("%.2f", p.Heights); got != "[0.33 0.50 0.17]" || len(p.X) != 512 {
		t.Errorf("predictive: bars %s, %d points", got, len(p.X))
	}
	if d := pairsData(tr); d.Correlation[0][1] != d.Correlation[1][0] || d.Labels[1] != "sigma2" ||
		len(d.All[0]) != 80 {
		t.Errorf("pairs: %+v", d)
	}
}
