package diag

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"

	"gibbslab/sampler/diag/internal/diagtest"
)

var calibrate = flag.Bool("calibrate", false,
	"run all 2000 replications of the calibration test and print the table of coverages")

// marginal is a distribution that a normal autoregression is transformed to, with its true values.
type marginal struct {
	name             string
	bend             func(z float64) float64
	mean, sd         float64
	median, quantile float64 // the quantile is at 0.9; NaN for discrete ones
}

func marginals() []marginal {
	t7 := distuv.StudentsT{Sigma: 1, Nu: 7}
	// The quantile function of t₇ at Φ(z), tabulated, and linear in between: off by 1e-6 at most.
	const step, end = 1. / 512, 9
	table := make([]float64, 2*end/step+2)
	for i := range table {
		z := float64(i)*step - end
		p := math.Erfc(math.Abs(z)/math.Sqrt2) / 2
		table[i] = math.Copysign(t7.Quantile(p), z)
	}
	return []marginal{
		{"normal", func(z float64) float64 { return z }, 0, 1, 0, mathext.NormalQuantile(0.9)},
		{"exponential", func(z float64) float64 { return -math.Log(math.Erfc(z/math.Sqrt2) / 2) },
			1, 1, math.Ln2, math.Log(10)},
		{"t7", func(z float64) float64 {
			at := (z + end) / step
			i := int(at)
			return table[i] + (at-float64(i))*(table[i+1]-table[i])
		}, 0, math.Sqrt(7. / 5), 0, t7.Quantile(0.9)},
		{"Bernoulli(0.1)", func(z float64) float64 {
			if z > 1.2815515655446004 { // Φ⁻¹(0.9)
				return 1
			}
			return 0
		}, 0.1, 0.3, math.NaN(), math.NaN()},
	}
}

// claim is an estimate with its error, and the effective sample size that it uses.
type claim struct {
	name  string
	truth func(m marginal) float64
	make  func(x [][]float64, all []float64) (estimate, mcse float64)
	ess   func(x [][]float64) float64
}

var claims = []claim{
	{"mean", func(m marginal) float64 { return m.mean },
		func(x [][]float64, all []float64) (float64, float64) { return Mean(all), MCSEMean(x) }, ESSMean},
	{"sd", func(m marginal) float64 { return m.sd },
		func(x [][]float64, all []float64) (float64, float64) { return SD(all), MCSESD(x) }, ESSSD},
	{"median", func(m marginal) float64 { return m.median },
		func(x [][]float64, all []float64) (float64, float64) {
			return Quantile(all, 0.5), MCSEQuantile(x, 0.5)
		}, essAt(0.5)},
	{"90 %", func(m marginal) float64 { return m.quantile },
		func(x [][]float64, all []float64) (float64, float64) {
			return Quantile(all, 0.9), MCSEQuantile(x, 0.9)
		}, essAt(0.9)},
}

// cover counts how often ±1.96 MCSE covers the truth, among the replications with an ESS of at
// least 100.
func cover(
	r *rand.Rand, m marginal, phi float64, replications, draws int, claims []claim,
) (hits, tries []int) {
	hits, tries = make([]int, len(claims)), make([]int, len(claims))
	for range replications {
		x := diagtest.Mapped(diagtest.AR1(r, phi, 4, draws), m.bend)
		all := slices.Concat(x...)
		for i, c := range claims {
			truth := c.truth(m)
			if math.IsNaN(truth) || !(c.ess(x) >= 100) {
				continue
			}
			estimate, mcse := c.make(x, all)
			tries[i]++
			if math.Abs(estimate-truth) <= 1.96*mcse {
				hits[i]++
			}
		}
	}
	return hits, tries
}

// lessCovered are fractions from a run of 2000 replications where MCSESD, the formula of posterior,
// does not reach 93 %; its comment says why.
var lessCovered = map[string]float64{"sd of exponential, φ = 0.9": 0.909,
	"sd of t7, φ = 0.9": 0.922}

// The errors must be what they say. In short, it is 8 replications for each of 16 kinds of chains,
// pooled; with -calibrate, 2000 for each, and a table:
//
//	go test ./sampler/diag -run Calibration -calibrate -v
//
// where 2000 replications of a coverage of 95 % have a standard error of 0.5 %, and each kind must
// be within 92 to 98 %: 93 to 97 %, and two of them. lessCovered names two exceptions.
func TestCalibration(t *testing.T) {
	replications, quick := 8, 400
	if *calibrate {
		replications, quick = 2000, 1000
	}
	r := rand.New(rand.NewPCG(1, 2))
	hits, tries := make([]int, len(claims)), make([]int, len(claims))
	for _, m := range marginals() {
		for _, phi := range []float64{-0.3, 0, 0.5, 0.9} {
			draws := quick
			if phi == 0.9 {
				draws = 1000
			}
			h, n := cover(r, m, phi, replications, draws, claims)
			line := fmt.Sprintf("%-15s φ = %4.1f:", m.name, phi)
			for i, c := range claims {
				hits[i], tries[i] = hits[i]+h[i], tries[i]+n[i]
				if n[i] > 0 {
					share := float64(h[i]) / float64(n[i])
					if kind := fmt.Sprintf("%s of %s, φ = %v", c.name, m.name, phi); *calibrate &&
						math.Abs(share-0.95) > 0.03 && math.Abs(share-lessCovered[kind]) > 0.01 {
						t.Errorf("%s: ±1.96 MCSE covers the truth in %.1f %%", kind, 100*share)
					}
					line += fmt.Sprintf("  %s %.1f %%", c.name, 100*float64(h[i])/float64(n[i]))
				}
			}
			if *calibrate {
				t.Log(line)
			}
		}
	}
	for i, c := range claims {
		share, n := float64(hits[i])/float64(tries[i]), float64(tries[i])
		// 93 to 97 %, plus four standard errors of a fraction of 95 %.
		if limit := 0.02 + 4*math.Sqrt(0.95*0.05/n); math.Abs(share-0.95) > limit {
			t.Errorf("%s: ±1.96 MCSE covers the truth in %.1f %% of %d replications, want 95 ± "+
				"%.1f %%", c.name, 100*share, tries[i], 100*limit)
		}
	}
}

// Control: for slow chains, the error for independent draws does not cover.
func TestCalibrationOfNaiveErrors(t *testing.T) {
	naive := claims[0]
	naive.make = func(_ [][]float64, all []float64) (float64, float64) {
		return Mean(all), SD(all) / math.Sqrt(float64(len(all)))
	}
	hits, tries := cover(rand.New(rand.NewPCG(1, 2)), marginals()[0], 0.9, 30, 1000, []claim{naive})
	if share := float64(hits[0]) / float64(tries[0]); share > 0.6 { // Φ(1.96/√19) gives 35 %
		t.Errorf("sd/√S covers the truth in %.0f %%", 100*share)
	}
}

// The same for the MCSE of any functional.
func TestCalibrationOfFunctionals(t *testing.T) {
	iqr := func(x []float64) float64 { return Quantile(x, 0.75) - Quantile(x, 0.25) }
	functional := []claim{
		{"interquartile range", func(marginal) float64 { return 2 * mathext.NormalQuantile(0.75) },
			func(x [][]float64, all []float64) (float64, float64) { return iqr(all), MCSE(x, iqr) },
			ESSMean},
		{"sd", func(marginal) float64 { return 1 },
			func(x [][]float64, all []float64) (float64, float64) { return SD(all), MCSE(x, SD) }, ESSMean},
	}
	replications := 12
	if *calibrate {
		replications = 2000
	}
	hits, tries := cover(rand.New(rand.NewPCG(3, 4)), marginals()[0], 0.5, replications, 250,
		functional)
	for i, c := range functional {
		share, n := float64(hits[i])/float64(tries[i]), float64(tries[i])
		if limit := 0.03 + 4*math.Sqrt(0.95*0.05/n); math.Abs(share-0.95) > limit || n == 0 {
			t.Errorf("%s: ±1.96 MCSE covers the truth in %.1f %% of %d replications, want 95 ± "+
				"%.1f %%", c.name, 100*share, tries[i], 100*limit)
		}
	}
}

// For the mean, the jackknife of blocks equals MCSEMean, except for draws that share a block.
func TestMCSEOfMean(t *testing.T) {
	x := ChainSpec{Kind: "normal", Phi: 0.8, Chains: 4, Draws: 1000, Seed: 3}.Make()
	if got, want := MCSE(x, Mean), MCSEMean(x); !diagtest.Near(got, want, 0.1) {
		t.Errorf("MCSE of the mean is %v, MCSEMean %v", got, want)
	}
	if got := MCSE(x, func([]float64) float64 { return 3 }); !math.IsNaN(got) {
		t.Errorf("a constant has MCSE %v", got)
	}
}
