package classic_test

import (
	"fmt"
	"math"

	"gibbslab/sampler"
	"gibbslab/sampler/diag/classic"
)

// Chains that started far apart and have not met, and chains that have.
func ExamplePSRF() {
	for _, phi := range []float64{0.99, 0.5} {
		r := classic.PSRF(chainsFrom(phi, 500, -6, -2, 2, 6), 0.95)
		fmt.Printf("φ = %.2f: %.2f, at most %.2f\n", phi, r.Point, r.Upper)
	}
	// Output:
	// φ = 0.99: 1.18, at most 1.50
	// φ = 0.50: 1.00, at most 1.00
}

// A chain that drifts by one standard deviation, and the same chain without the drift: is its first
// tenth like its second half?
func ExampleGeweke() {
	chain := chainsFrom(0.5, 2000, 0)[0]
	g := classic.Geweke(chain, 0.1, 0.5)
	fmt.Printf("no drift: z = %.1f, p = %.2f\n", g.Z, g.P)
	for i := range chain {
		chain[i] += float64(i) / 2000
	}
	g = classic.Geweke(chain, 0.1, 0.5)
	fmt.Printf("drift:    z = %.1f, p = %.5f\n", g.Z, g.P)
	// Output:
	// no drift: z = 0.6, p = 0.56
	// drift:    z = -3.4, p = 0.00071
}

// From which draw on is this chain stationary, and is its mean known to 10 %?
func ExampleHeidelbergerWelch() {
	chain := chainsFrom(0.9, 5000, 100)[0]
	for i := range chain {
		chain[i] += 5
	}
	h := classic.HeidelbergerWelch(chain, 0.1, 0.05)
	fmt.Printf("discard %d draws; mean %.1f ± %.1f, good enough: %v\n", h.Start, h.Mean,
		h.HalfWidth, h.HalfWidthOK)
	// Output:
	// discard 500 draws; mean 4.9 ± 0.1, good enough: true
}

// How long must a run be to give the 2.5 % quantile to half a per cent of probability?
func ExampleRafteryLewis() {
	l := classic.RafteryLewis(chainsFrom(0.8, 5000, 0)[0], 0.025, 0.005, 0.95)
	fmt.Printf("burn-in %.0f, then %.0f draws: %.1f times as many as if independent\n", l.BurnIn,
		l.Total-l.BurnIn, l.Dependence)
	// Output:
	// burn-in 12, then 13322 draws: 3.6 times as many as if independent
}

// chainsFrom makes chains of the autoregression x' = φx + noise, each with a different start.
func chainsFrom(phi float64, draws int, starts ...float64) [][]float64 {
	chains := make([][]float64, len(starts))
	for c, x := range starts {
		r := sampler.Stream("example", 1, c)
		for range draws {
			x = phi*x + math.Sqrt(1-phi*phi)*r.NormFloat64()
			chains[c] = append(chains[c], x)
		}
	}
	return chains
}
