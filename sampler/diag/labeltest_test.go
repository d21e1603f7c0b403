package diag

import (
	"math"
	"math/rand/v2"
	"testing"

	"gibbslab/sampler/diag/internal/diagtest"
)

// labelChains keep their label with probability phi, and draw another from the shares otherwise.
// shares(c) are those of chain c.
func labelChains(r *rand.Rand, chains, draws int, phi float64, shares func(c int) []float64) [][]float64 {
	x := make([][]float64, chains)
	for c := range x {
		fresh := func() float64 {
			u, k := r.Float64(), 0
			for s := shares(c); k < len(s)-1 && u >= s[k]; k++ {
				u -= s[k]
			}
			return float64(k)
		}
		v := fresh()
		for range draws {
			if r.Float64() >= phi {
				v = fresh()
			}
			x[c] = append(x[c], v)
		}
	}
	return x
}

const labelAlarm = 0.005

// Of 30 sets of chains in which one is stuck (it sees other labels, with the same mean in half of
// the sets), at least 28 are found; R-hat misses most of those with the same mean.
func TestLabelTestFindsStuckChains(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 6))
	found, rhat := 0, 0
	for set := range 30 {
		phi := []float64{0, 0.5, 0.8, 0.9, 0.95}[set%5]
		x := labelChains(r, 4, 1000, phi, func(c int) []float64 {
			switch {
			case c < 3:
				return []float64{0.3, 0.1, 0.2, 0.1, 0.3}
			case set%2 == 0: // the same mean, 2, and the same mean distance from it
				return []float64{0, 0.7, 0, 0, 0.3}
			default: // two of five labels
				return []float64{0.5, 0.5}
			}
		})
		if LabelTest(x) < labelAlarm {
			found++
		}
		if RHat(x) > 1.01 {
			rhat++
		}
	}
	if t.Logf("found %d of 30; R-hat %d", found, rhat); found < 28 {
		t.Errorf("%d of 30 stuck chains found, want 28", found)
	}
}

// Chains that mix give few alarms: independent ones and slow ones, two labels and many.
func TestLabelTestFalseAlarms(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 7))
	alarms, low, all := 0, 0, 0
	for _, phi := range []float64{0, 0.5, 0.9, 0.95} {
		for _, k := range []int{2, 5, 20} {
			shares := make([]float64, k)
			for i := range shares {
				shares[i] = float64(2*i+1) / float64(k*k)
			}
			for range 100 {
				p := LabelTest(labelChains(r, 4, 1000, phi, func(int) []float64 { return shares }))
				if all++; p < labelAlarm {
					alarms++
				}
				if p < 0.5 {
					low++
				}
			}
		}
	}
	t.Logf("%d alarms of %d; %d below 0.5", alarms, all, low)
	if alarms > all/100 {
		t.Errorf("%d false alarms of %d", alarms, all)
	}
	if share := float64(low) / float64(all); math.Abs(share-0.5) > 0.15 {
		t.Errorf("%.2f of the probabilities are below 0.5", share)
	}
}

// For independent draws the test is Pearson's: two samples of 100, with 60 and 40 heads.
func TestLabelTestIsPearsons(t *testing.T) {
	counts := [][]float64{{60, 40}, {40, 60}}
	// χ² = 4·10²/50 = 8 with 1 degree of freedom: P = erfc(√(8/2))
	if p := homogeneity(counts, 1); math.Abs(p-math.Erfc(2)) > 1e-12 {
		t.Errorf("p = %v, want %v", p, math.Erfc(2))
	}
	if p := homogeneity(counts, 2); math.Abs(p-math.Erfc(math.Sqrt2)) > 1e-12 {
		t.Errorf("with τ = 2, p = %v, want %v", p, math.Erfc(math.Sqrt2))
	}
	r := rand.New(rand.NewPCG(33, 8))
	for _, phi := range []float64{0, 0.5, 0.9} {
		x := labelChains(r, 4, 20_000, phi, func(int) []float64 { return []float64{0.5, 0.3, 0.2} })
		var counts [][]float64
		for _, chain := range x {
			c := make([]float64, 3)
			for _, v := range chain {
				c[int(v)]++
			}
			counts = append(counts, c)
		}
		if tau, want := labelTime(x, counts), (1+phi)/(1-phi); math.Abs(tau/want-1) > 0.12 {
			t.Errorf("φ = %v: τ = %.2f, want %.2f", phi, tau, want)
		}
	}
}

func TestLabelTestOfAwkwardChains(t *testing.T) {
	for name, chains := range diagtest.AwkwardChains() {
		if p := LabelTest(chains); p < 0 || p > 1 {
			t.Errorf("%s: %v", name, p)
		}
	}
	if p := LabelTest([][]float64{make([]float64, 20), {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}}); p != 0 {
		t.Errorf("chains that sit still at two labels: %v", p)
	}
}
