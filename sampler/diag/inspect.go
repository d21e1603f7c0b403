package diag

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// inspect finds the troubles of one parameter that its draws show; those that its numbers show are found by
// mixing.
func (t *troubles) inspect(row Row, chains [][]float64) {
	x := rectangle(chains)
	if len(x) == 0 {
		t.addSame(broken, row.Label, "there are no draws: run longer, or look at the error that the run returned")
		return
	}
	m, n := len(x), len(x[0])
	t.counted(m, n)
	t.inspectShape(row.Label, chains, x)
	for i, c := range x {
		if !allFinite(c) {
			k := slices.IndexFunc(c, func(v float64) bool { return !finite(v) })
			where := fmt.Sprintf("draw %d of chain %d is %v", k, number(chains, i), c[k])
			const advice = ", so nothing can be computed: look at the block that draws it, and at what that block divides by or takes the logarithm of"
			t.add(broken, row.Label, where, where+advice, "a draw is not finite"+advice)
			return
		}
	}
	if t.inspectConstant(row.Label, chains, x) {
		return
	}
	t.inspectTwins(row.Label, chains, x)
	lacking := math.IsNaN(row.RHat) && n >= 4 ||
		math.IsNaN(row.ESSBulk+row.ESSTail+row.MCSEMean) && n >= minESSDraws ||
		math.IsNaN(row.SD) && m*n > 1
	if lacking {
		t.addSame(missing, row.Label, "some numbers cannot be computed: the draws change only once in the middle, or are too large for float64; run longer, or rescale the parameter")
	}
}

// inspectShape looks at the number of chains and their lengths.
func (t *troubles) inspectShape(label string, chains, x [][]float64) {
	longest := 0
	for _, c := range chains {
		longest = max(longest, len(c))
	}
	n := len(x[0])
	switch {
	case len(x) < len(chains):
		t.addSame(broken, label, "the chains have %s draws (was the run stopped, or did a chain fail?): chains without draws are left out, and of the others the first %d draws count", lengths(chains), n)
	case n < longest:
		t.addSame(broken, label, "the chains have %s draws (was the run stopped, or did a chain fail?): only the first %d of each count", lengths(chains), n)
	}
	if len(x) == 1 {
		t.addSame(broken, label, "there is only one chain, so R-hat compares its halves and cannot see what the chain never visited: run four from different starts")
	}
	switch {
	case n < 4:
		t.addSame(missing, label, "chains of length %d are too short: R-hat takes 4 draws a chain, ESS and MCSE take %d, a standard deviation 2 in all; run longer", n, minESSDraws)
	case n < minESSDraws:
		t.addSame(missing, label, "chains of length %d are too short for ESS and MCSE, which take %d draws a chain: run longer", n, minESSDraws)
	}
}

// inspectConstant looks for chains that sit still, and says whether all do at one value.
func (t *troubles) inspectConstant(label string, chains, x [][]float64) bool {
	var still []string
	value, sameValue := 0., true
	for i, c := range x {
		if constant(c) {
			still = append(still, fmt.Sprint(number(chains, i)))
			value = c[0]
		}
		sameValue = sameValue && c[0] == x[0][0]
	}
	if len(x[0]) == 1 {
		return false // one draw a chain says nothing about that
	}
	if lo, hi := extremes(x); lo < hi && rounding(lo, hi) {
		const advice = ", so R-hat has nothing to compare: leave it out if it is fixed; if not, subtract a constant that is near it before it is recorded"
		t.add(missing, label, fmt.Sprint(lo), fmt.Sprintf("it is constant up to rounding (from %v to %v)", lo, hi)+advice, "it is constant up to rounding"+advice)
		return true
	}
	if len(still) == 0 {
		return false
	}
	if len(still) == len(x) && sameValue {
		const advice = ", so it has no MCSE, ESS or R-hat: leave it out if it is fixed; if not, check that a block updates it"
		t.add(missing, label, fmt.Sprint(value), fmt.Sprintf("it never changes (every draw is %v)", value)+advice, "it never changes"+advice)
		return true
	}
	const advice = "look at the conditional it is drawn from, and start the chain elsewhere"
	which := "chains " + strings.Join(still, ", ")
	single := which + " never move, each from a value of its own or while others do: " + advice
	if len(still) == 1 {
		which = "chain " + still[0]
		single = fmt.Sprintf("%s never moves from %v, and others do or sit elsewhere: ", which, value) + advice
	}
	t.add(apart, label, which, single, "a chain never moves, and others do or sit elsewhere: "+advice)
	return false
}

// inspectTwins looks for chains with the same draws.
func (t *troubles) inspectTwins(label string, chains, x [][]float64) {
	for j := range x {
		for i := range j {
			if slices.Equal(x[i], x[j]) && len(x[0]) > 1 && !constant(x[i]) {
				t.addSame(apart, label, "chains %d and %d have identical draws: the model must draw from the *rand.Rand that it is given, and from nothing else", number(chains, i), number(chains, j))
				return
			}
		}
	}
}

// lengths lists how many draws each chain has: "1000, 1000, 437, 1000".
func lengths(chains [][]float64) string {
	words := make([]string, len(chains))
	for i, c := range chains {
		words[i] = fmt.Sprint(len(c))
	}
	return strings.Join(words, ", ")
}

// number is the position among all chains of the i-th one that has draws.
func number(chains [][]float64, i int) int {
	for k, c := range chains {
		if len(c) > 0 {
			if i == 0 {
				return k
			}
			i--
		}
	}
	return -1
}

func constant(x []float64) bool {
	for _, v := range x {
		if v != x[0] {
			return false
		}
	}
	return true
}

// extremes are the least and the greatest draw.
func extremes(x [][]float64) (lo, hi float64) {
	lo, hi = x[0][0], x[0][0]
	for _, c := range x {
		for _, v := range c {
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	return lo, hi
}

// rounding tells whether numbers from lo to hi differ only by rounding, if at all: by at most eight units in the last
// place.
func rounding(lo, hi float64) bool {
	return hi-lo <= 0x1p-50*max(math.Abs(lo), math.Abs(hi))
}
