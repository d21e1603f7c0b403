package variate

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// Hypergeometric draws n of marked + unmarked items without replacement, and returns how many of
// them are marked: probability
//
//	p(k) = C(marked, k) C(unmarked, n−k) / C(N, n),   N = marked + unmarked,
//
// for k from max(0, n−unmarked) to min(n, marked), with mean nμ, μ = marked/N, and variance
// nμ(1−μ)(N−n)/(N−1). It panics with a sentence on a negative number and on an n above N.
//
// Source: Stadlober, "The ratio of uniforms approach for generating discrete random variates",
// Journal of Computational and Applied Mathematics 31 (1990) 181–189; by inversion from the mode if
// the standard deviation is small.
func Hypergeometric(r *rand.Rand, marked, unmarked, n int) int {
	checkHypergeometric("Hypergeometric", marked, unmarked, n)
	// Exchange marked and unmarked items, and drawn and remaining ones: then the mean is at most a
	// quarter of N.
	few, many := float64(min(marked, unmarked)), float64(max(marked, unmarked))
	all := few + many
	taken := min(float64(n), all-float64(n))
	k := 0.0
	if few > 0 && taken > 0 {
		k = hypergeometric(r, few, many, taken)
	}
	if marked > unmarked {
		k = taken - k
	}
	if taken < float64(n) {
		k = float64(marked) - k
	}
	return int(k)
}

// hypergeometric needs few ≤ many and n ≤ (few+many)/2, so 0 is possible.
func hypergeometric(r *rand.Rand, few, many, n float64) float64 {
	all, most := few+many, min(few, n)
	share := few / all
	variance := n * share * (many / all) * (all - n) / max(all-1, 1)
	mode := math.Floor((n + 1) * (few + 1) / (all + 2))
	top := hypergeometricLogProb(mode, few, many, n)
	if variance < 25 {
		return fromMode(r, mode, most, few, many, n, math.Exp(top))
	}
	const d1, d2 = 1.7155277699214135, 0.8989161620588988 // 2√(2/e) and 3 − 2√(3/e)
	centre, width := n*share+0.5, d1*math.Sqrt(variance+0.5)+d2
	for {
		u, v := 1-r.Float64(), r.Float64()
		k := math.Floor(centre + width*(v-0.5)/u)
		if k >= 0 && k <= most && 2*math.Log(u) <= hypergeometricLogProb(k, few, many, n)-top {
			return k
		}
	}
}

// fromMode inverts the distribution function of the values in the order mode, mode + 1, mode − 1,
// and so on.
func fromMode(r *rand.Rand, mode, most, few, many, n, top float64) float64 {
	for {
		u := r.Float64() - top
		if u < 0 {
			return mode
		}
		up, down, above, below := mode, mode, top, top
		for up < most && above > 0 || down > 0 && below > 0 {
			if up < most {
				above *= (few - up) * (n - up) / ((up + 1) * (many - n + up + 1))
				up++
				if u -= above; u < 0 {
					return up
				}
			}
			if down > 0 {
				below *= down * (many - n + down) / ((few - down + 1) * (n - down + 1))
				down--
				if u -= below; u < 0 {
					return down
				}
			}
		} // only rounding is left of u
	}
}

// HypergeometricLogProb is the log probability that [Hypergeometric] draws k: −Inf if k is not
// possible.
func HypergeometricLogProb(k, marked, unmarked, n int) float64 {
	checkHypergeometric("HypergeometricLogProb", marked, unmarked, n)
	if k < max(0, n-unmarked) || k > min(n, marked) {
		return math.Inf(-1)
	}
	return hypergeometricLogProb(float64(k), float64(marked), float64(unmarked), float64(n))
}

// hypergeometricLogProb combines three binomial probabilities, in which p cancels. With p = n/N
// none is extreme.
func hypergeometricLogProb(k, marked, unmarked, n float64) float64 {
	all := marked + unmarked
	if n == 0 || n == all {
		return 0
	}
	p, q := n/all, (all-n)/all
	return binomialLog(k, marked, p, q) + binomialLog(n-k, unmarked, p, q) - binomialLog(n, all, p, q)
}

func checkHypergeometric(variate string, marked, unmarked, n int) {
	if marked < 0 || unmarked < 0 || n < 0 || n-marked > unmarked {
		panic(fmt.Sprintf("variate: %s: %d of %d marked and %d unmarked items are taken, expected "+
			"numbers of at least 0, and at most as many taken as there are", variate, n, marked, unmarked))
	}
}
