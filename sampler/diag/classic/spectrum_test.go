package classic

import (
	"math"
	"math/rand/v2"
	"testing"

	"gibbslab/sampler/diag/internal/diagtest"
	"gibbslab/sampler/diag/internal/fast"
	"gibbslab/sampler/diag/internal/series"
)

// For x' = φx + noise of variance 1−φ², the spectral density at 0 is (1+φ)/(1−φ), and ESS
// S(1−φ)/(1+φ).
func TestSpectrumOfAutoregressions(t *testing.T) {
	r := rand.New(rand.NewPCG(81, 1))
	for _, phi := range []float64{-0.7, 0, 0.5, 0.9} {
		x := [][]float64{diagtest.Autoregression(r, phi, 20_000), diagtest.Autoregression(r, phi, 20_000)}
		want := (1 + phi) / (1 - phi)
		if got := spectrum0(x[0]); math.Abs(got/want-1) > 0.15 {
			t.Errorf("φ = %v: spectral density %.3f, want about %.3f", phi, got, want)
		}
		if got := essSpectral(x); math.Abs(got*want/40_000-1) > 0.15 {
			t.Errorf("φ = %v: ESS %.0f, want about %.0f", phi, got, 40_000/want)
		}
	}
	if got := spectrum0(diagtest.Autoregression(r, 0.5, 20_000)); math.Abs(got-1) < 0.15 {
		t.Errorf("correlated draws pass for independent ones: %v", got)
	}
}

func TestSpectrumEdges(t *testing.T) {
	ramp, still := make([]float64, 50), make([]float64, 50)
	for i := range ramp {
		ramp[i] = 1e6 + float64(i)/3
	}
	if a, b := spectrum0(ramp), spectrum0(still); a != 0 || b != 0 {
		t.Errorf("a line has %v, a constant %v", a, b)
	}
	ramp[20] += 1e-3
	if v := spectrum0(ramp); !(v > 0) {
		t.Errorf("almost a line: %v", v)
	}
	if v := spectrum0([]float64{1, 3}); !math.IsNaN(v) {
		t.Errorf("two draws: %v", v)
	}
	for _, x := range [][][]float64{nil, {still}, {ramp[:9]},
		{ramp, append([]float64{math.NaN()}, ramp...)}} {
		if v := essSpectral(x); !math.IsNaN(v) {
			t.Errorf("ESS of %v is %v", x, v)
		}
	}
}

// essSpectral is the effective sample size of coda's effectiveSize: n·s²/v for each chain, summed
// over the chains, with v from spectrum0. It is used to compare spectrum0 with coda.
func essSpectral(chains [][]float64) float64 {
	x, ok := series.Usable(chains, fast.MinDraws)
	if !ok {
		return math.NaN()
	}
	x, _ = series.Rescale(x)
	sum := 0.0
	for _, c := range x {
		_, variance := series.MeanVariance(c)
		v := spectrum0(c)
		if !(v > 0) {
			return math.NaN()
		}
		sum += float64(len(c)) * variance / v
	}
	return sum
}
