package diag

import (
	"math"
	"math/rand/v2"
	"testing"

	"gibbslab/sampler/diag/internal/diagtest"
	"gibbslab/sampler/diag/internal/series"
)

// The autocorrelations of AR(1) are φᵗ, so τ = 1 + 2Σφᵗ = (1+φ)/(1−φ), and ESS/S is its inverse.
// This holds for z-scores too, because the draws are normal. The spread of 50 estimates says how
// well their mean must fit.
func TestESSOfAutoregression(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const reps, chains, draws = 50, 4, 2000
	for _, phi := range []float64{-0.9, -0.3, 0, 0.5, 0.9} {
		var mean, bulk, wrong []float64
		for range reps {
			x := diagtest.AR1(r, phi, chains, draws)
			mean = append(mean, math.Log(ESSMean(x)/(chains*draws)))
			bulk = append(bulk, math.Log(ESSBulk(x)/(chains*draws)))
			wrong = append(wrong, math.Log(ESSMean(diagtest.Mapped(x, math.Abs))/(chains*draws)))
		}
		// φ = −0.9 reaches the upper limit S·log₁₀S
		want := math.Log(min((1-phi)/(1+phi), math.Log10(chains*draws)))
		// Geyer's sum stops by chance, and the pairs kept have noise. His estimator itself has a
		// bias of a few per cent beyond the standard error (section 3.3 of Geyer 1992), hence 0.05.
		fits := func(logs []float64) bool {
			return math.Abs(Mean(logs)-want) < 0.05+5*SD(logs)/math.Sqrt(reps)
		}
		if !fits(mean) || !fits(bulk) {
			t.Errorf("φ = %v: log ESS/S is %.3f for the mean and %.3f in the bulk, want %.3f", phi,
				Mean(mean), Mean(bulk), want)
		}
		if phi != 0 && fits(wrong) { // control: the absolute values of the draws mix at a different rate
			t.Errorf("φ = %v: log ESS/S of |x| is %.3f, and passes for %.3f", phi, Mean(wrong), want)
		}
	}
}

// The Monte Carlo standard error must say how far off means are: their deviations from the true
// mean 0, in units of it, have standard deviation 1.
func TestMCSEIsTheSpreadOfMeans(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	const reps = 400
	var z, naive []float64
	for range reps {
		x := diagtest.AR1(r, 0.7, 2, 500)
		var all []float64
		for _, c := range x {
			all = append(all, c...)
		}
		z = append(z, Mean(all)/MCSEMean(x))
		naive = append(naive, Mean(all)/(SD(all)/math.Sqrt(float64(len(all)))))
	}
	limit := 5 / math.Sqrt(2*reps) // five standard errors of a standard deviation, normal theory
	if math.Abs(SD(z)-1) > limit {
		t.Errorf("means deviate by %.3f MCSE, want 1 ± %.3f", SD(z), limit)
	}
	if math.Abs(SD(naive)-1) < limit {
		t.Error("a standard error for independent draws passes too")
	}
}

func TestRHatFindsWhatIsWrong(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	good := diagtest.AR1(r, 0.3, 4, 1000)
	if v := RHat(good); v > maxRHat {
		t.Errorf("R-hat of good chains is %v", v)
	}
	for name, f := range map[string]func(chain, draw int, v float64) float64{
		"location": func(c, _ int, v float64) float64 { return v + float64(c)/4 },
		"scale":    func(c, _ int, v float64) float64 { return v * (1 + float64(c)/2) },
		"trend":    func(_, i int, v float64) float64 { return v + float64(i)/1000 },
	} {
		bad := series.Like(good)
		for c := range bad {
			for i := range bad[c] {
				bad[c][i] = f(c, i, good[c][i])
			}
		}
		if v := RHat(bad); v < maxRHat {
			t.Errorf("R-hat of chains that differ in %s is %v", name, v)
		}
		if name == "scale" && rhatBulk(bad) > maxRHat {
			t.Error("the bulk part alone sees different scales: folding was not tested")
		}
	}
}

func TestAutocorr(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, n := range []int{1, 2, 3, 31, 64, 257} {
		x := diagtest.AR1(r, 0.8, 1, n)[0]
		rho := Autocorr(x, n+5)
		if len(rho) != n {
			t.Fatalf("%d lags of %d draws", len(rho), n)
		}
		mean := Mean(x)
		for lag := range rho { // by definition; lags from 32 on come from the Fourier transform
			num, den := 0.0, 0.0
			for i, v := range x {
				den += (v - mean) * (v - mean)
				if i+lag < n {
					num += (v - mean) * (x[i+lag] - mean)
				}
			}
			if !diagtest.Near(rho[lag], num/den, 0) && math.Abs(rho[lag]-num/den) > 1e-14 {
				t.Errorf("n = %d: ρ at lag %d is %v, want %v", n, lag, rho[lag], num/den)
			}
		}
	}
	if Autocorr(nil, 3) != nil || Autocorr([]float64{1, 2}, -1) != nil {
		t.Error("no draws or no lags must give nil")
	}
}
