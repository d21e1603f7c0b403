package diag

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gibbslab/sampler/diag/internal/diagtest"
)

// goodRHats are sorted R-hats of parameters that mix: chains of autoregressions with coefficient φ.
func goodRHats(seed uint64, count, chains, draws int, phi float64) []float64 {
	r := rand.New(rand.NewPCG(seed, 1))
	all := make([]float64, count)
	for i := range all {
		x := make([][]float64, chains)
		for c := range x {
			x[c] = diagtest.AR1(r, phi, 1, draws)[0]
		}
		all[i] = RHat(x)
	}
	return all
}

// distance is the Kolmogorov–Smirnov distance: the largest difference between the fraction of
// values below a number and the required probability p. For n good ones it is below 1.63/√n with
// probability 0.99.
func distance(values []float64, limit func(p float64) float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	largest := 0.0
	for p := 0.02; p < 1; p += 0.02 {
		below, _ := slices.BinarySearch(sorted, limit(p))
		largest = max(largest, math.Abs(float64(below)/float64(len(sorted))-p))
	}
	return largest
}

// The distribution of single R-hats, and the mean of the largest of 50, agree with MaxRHat; with
// half the ESS they would not.
func TestMaxRHatOfGoodChains(t *testing.T) {
	const count, group = 600, 50
	for _, c := range []struct {
		chains, draws int
		phi           float64
	}{{4, 100, 0}, {4, 300, 0.5}} {
		ess := float64(c.draws) * (1 - c.phi) / (1 + c.phi)
		values := goodRHats(71, count, c.chains, c.draws, c.phi)
		critical := 1.63/math.Sqrt(count) + 0.02 // the theory need not be exact
		if d := distance(values,
			func(p float64) float64 { return MaxRHat(1, c.chains, c.draws, ess, p) }); d > critical {
			t.Errorf("%+v: distance %.3f, above %.3f", c, d, critical)
		}
		if d := distance(values,
			func(p float64) float64 { return MaxRHat(1, c.chains, c.draws, ess/2, p) }); d < critical {
			t.Errorf("%+v: half the ESS is not told apart, distance %.3f", c, d)
		}
		mean := 0.0
		for part := range slices.Chunk(values, group) {
			mean += slices.Max(part) * group / count
		}
		want := MaxRHat(group, c.chains, c.draws, ess, math.Exp(-math.Exp(-0.5772156649)))
		if ratio := (want - 1) / (mean - 1); math.Abs(ratio-1) > 0.1 {
			t.Errorf("%+v: the mean of the largest of %d is %.4f, predicted %.4f", c, group, mean, want)
		}
	}
}

func TestMaxRHatIsMonotone(t *testing.T) {
	last := 0.0
	for _, p := range []int{1, 2, 10, 1000, 100_000, 1e9} {
		for _, probability := range []float64{0.1, 0.5, 0.99} {
			r := MaxRHat(p, 4, 1000, 100, probability)
			if finer := MaxRHat(p, 4, 1000, 400, probability); finer >= r && r > 1 {
				t.Errorf("%d parameters: %v with ESS 100, %v with 400", p, r, finer)
			}
			if more := MaxRHat(p+1, 4, 1000, 100, probability); more <= r {
				t.Errorf("%d parameters: %v, one more %v", p, r, more)
			}
			if p*int(probability*100) >= 50 && (r <= 1 || r > 1.2) {
				t.Errorf("%d parameters, probability %v: %v", p, probability, r)
			}
		}
		if r := MaxRHat(p, 4, 1000, 100, 0.5); r <= last {
			t.Errorf("%d parameters: %v is not above %v", p, r, last)
		} else {
			last = r
		}
	}
	for name, r := range map[string]float64{
		"parameters": MaxRHat(0, 4, 1000, 100, 0.5), "chains": MaxRHat(1, 0, 1000, 100, 0.5),
		"draws": MaxRHat(1, 4, 3, 100, 0.5), "ess": MaxRHat(1, 4, 1000, 2, 0.5),
		"NaN":         MaxRHat(1, 4, 1000, math.NaN(), 0.5),
		"infinite":    MaxRHat(1, 4, 1000, math.Inf(1), 0.5),
		"probability": MaxRHat(1, 4, 1000, 100, 1), "negative": MaxRHat(1, -4, -8, -100, -0.5),
	} {
		if !math.IsNaN(r) {
			t.Errorf("%s: %v", name, r)
		}
	}
	// no draw is independent, yet all do better than that
	for _, ess := range []float64{2.0001, 1e6, 1e12} {
		if r := MaxRHat(1, 1, 4, ess, 0.9); !(r > 0) {
			t.Errorf("ESS %v: %v", ess, r)
		}
	}
}
