package diag

import "math"

// NestedRHat is the R-hat for many short chains, started in groups: all chains of a superchain at one point, each
// superchain elsewhere. superchain[c] is the name of the one to which chain c belongs. Chains
// of a single draw will do; what takes the place of their length is their number.
//
//	R = √(1 + B/W),
//
// with B the variance of the means of the superchains, and W the mean over superchains of the variance of chain
// means, plus the mean variance within chains (Margossian, Hoffman, Sountsov, Riou-Durand, Vehtari & Gelman, "Nested
// R̂: assessing the convergence of Markov chain Monte Carlo when running many short chains", Bayesian Analysis
// 2024, arXiv:2110.13017). It is at least 1. Above 1.01 the starts are not forgotten, but mind the noise: with M chains a
// superchain and K superchains even perfect draws have R² − 1 near 1/M (times 1/n for independent draws in a chain).
//
// As in the paper and in posterior's rhat_nested, chains are neither split nor replaced by ranks (ArviZ: method
// "identity"; its default does both). NaN unless there are two superchains or more, of equally many chains that have
// draws, and as many names as chains; or if a draw is not finite, or nothing changes. A superchain of one chain
// has no variance of chain means, chains of one draw none within; if the other is 0 as well and superchains
// differ, R is +Inf.
func NestedRHat(chains [][]float64, superchain []int) float64 {
	x, ok := usable(chains, 1)
	if !ok || len(superchain) != len(chains) {
		return math.NaN()
	}
	x, _ = tame(x)
	means := map[int][]float64{} // of the chains of each superchain
	var names []int              // in the order met: sums must not depend on the order of a map
	within := 0.0
	for i, c := range x {
		name := superchain[number(chains, i)]
		if means[name] == nil {
			names = append(names, name)
		}
		mean, variance := meanVariance(c)
		means[name] = append(means[name], mean)
		if len(c) > 1 {
			within += variance / float64(len(x))
		}
	}
	var centres []float64
	for _, name := range names {
		if len(means[name]) != len(means[names[0]]) {
			return math.NaN()
		}
		mean, variance := meanVariance(means[name])
		centres = append(centres, mean)
		if len(means[name]) > 1 {
			within += variance / float64(len(names))
		}
	}
	if len(centres) < 2 {
		return math.NaN()
	}
	_, between := meanVariance(centres)
	return math.Sqrt(1 + between/within)
}
