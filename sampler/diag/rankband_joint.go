package diag

import "math"

// jointChains is an equivalent number of independent chains. Let chains ranked together leave their
// bands with total probability alpha. This many independent chains, each with the same band, stay
// inside with the same probability: P(all inside) = P(one inside)^jointChains. It is 1 for two
// chains, because what one has too much of the other has too little, and close to the number of
// chains for many.
//
// The table comes from two million simulated permutations of 500 draws per chain in 50 bins, for
// three to eight chains; for twelve and sixteen the simulated values are within 0.02 of those used.
// The number hardly depends on draws and bins: 1000 draws in 100 bins and 200 in 20 differ from the
// table by at most 0.02, which moves a coverage of 0.95 by 0.0003. The standard error of the
// simulation itself is 0.00015 there.
func jointChains(chains int, alpha float64) float64 {
	alphas := [...]float64{0.2, 0.1, 0.05, 0.02, 0.01, 0.005}
	missing := [...][len(alphas)]float64{ // chains less jointChains
		3: {0.354, 0.278, 0.206, 0.146, 0.108, 0.083},
		4: {0.267, 0.193, 0.141, 0.085, 0.062, 0.038},
		5: {0.219, 0.159, 0.105, 0.065, 0.039, 0.026},
		6: {0.188, 0.128, 0.087, 0.052, 0.034, 0.020},
		8: {0.161, 0.100, 0.067, 0.039, 0.026, 0.013},
	}
	if chains <= 2 {
		return 1
	}
	i, share := 0, 0.0 // between alphas[i] and the next, by logarithm
	for i+2 < len(alphas) && alpha < alphas[i+1] {
		i++
	}
	share = min(1, max(0, math.Log(alphas[i]/alpha)/math.Log(alphas[i]/alphas[i+1])))
	of := func(row [len(alphas)]float64) float64 { return row[i] + share*(row[i+1]-row[i]) }
	switch {
	case chains < 7:
		return float64(chains) - of(missing[chains])
	case chains == 7:
		return 7 - (of(missing[6])+of(missing[8]))/2
	}
	return float64(chains) - of(missing[8])*8/float64(chains)
}
