package diag

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// namedLabels is how many parameters one warning names.
const namedLabels = 20

// troubles collects what is wrong with which parameter, in the order found.
type troubles struct {
	found  []string            // sentences without their subject
	labels map[string][]string // by sentence
}

func (t *troubles) add(label, format string, args ...any) {
	sentence := fmt.Sprintf(format, args...)
	if t.labels == nil {
		t.labels = map[string][]string{}
	}
	if t.labels[sentence] == nil {
		t.found = append(t.found, sentence)
	}
	t.labels[sentence] = append(t.labels[sentence], label)
}

// warnings turns the troubles of so many parameters into errors.
func (t *troubles) warnings(parameters int) []error {
	if parameters == 0 {
		return []error{fmt.Errorf("the trace holds no draws: run the sampler, or look at the error that it returned")}
	}
	var errs []error
	for _, sentence := range t.found {
		labels := t.labels[sentence]
		subject := strings.Join(labels[:min(len(labels), namedLabels)], ", ")
		switch n := len(labels); {
		case n == parameters && n > 3:
			subject = "all parameters"
		case n > namedLabels:
			subject += fmt.Sprintf(" and %d more", n-namedLabels)
		}
		errs = append(errs, fmt.Errorf("%s: %s", subject, sentence))
	}
	return errs
}

// inspect finds the troubles of one parameter.
func (t *troubles) inspect(row Row, chains [][]float64) {
	x := rectangle(chains)
	if len(x) == 0 {
		t.add(row.Label, "there are no draws: run longer, or look at the error that the run returned")
		return
	}
	t.inspectShape(row.Label, chains, x)
	for i, c := range x {
		if k := slices.IndexFunc(c, func(v float64) bool { return !finite(v) }); k >= 0 {
			t.add(row.Label, "draw %d of chain %d is %v, so nothing can be computed: look at the block that draws it, and at what that block divides by or takes the logarithm of", k, number(chains, i), c[k])
			return
		}
	}
	if !t.inspectConstant(row.Label, chains, x) {
		t.inspectTwins(row.Label, chains, x)
		t.inspectMixing(row, len(x), len(x[0]))
	}
}

// inspectShape looks at the number of chains and their lengths.
func (t *troubles) inspectShape(label string, chains, x [][]float64) {
	lengths := make([]string, len(chains))
	longest := 0
	for i, c := range chains {
		lengths[i] = fmt.Sprint(len(c))
		longest = max(longest, len(c))
	}
	n := len(x[0])
	switch {
	case len(x) < len(chains):
		t.add(label, "the chains have %s draws (was the run stopped, or did a chain fail?): chains without draws are left out, and of the others the first %d draws count", strings.Join(lengths, ", "), n)
	case n < longest:
		t.add(label, "the chains have %s draws (was the run stopped, or did a chain fail?): only the first %d of each count", strings.Join(lengths, ", "), n)
	}
	if len(x) == 1 {
		t.add(label, "there is only one chain, so R-hat compares its halves and cannot see what the chain never visited: run four from different starts")
	}
	switch {
	case n < 4:
		t.add(label, "chains of length %d are too short: R-hat takes 4 draws a chain, ESS and MCSE take %d, a standard deviation 2 in all; run longer", n, minESSDraws)
	case n < minESSDraws:
		t.add(label, "chains of length %d are too short for ESS and MCSE, which take %d draws a chain: run longer", n, minESSDraws)
	}
}

// inspectConstant looks for chains that sit still, and says whether all do at one value.
func (t *troubles) inspectConstant(label string, chains, x [][]float64) bool {
	still := 0
	sameValue := true
	for _, c := range x {
		if constant(c) {
			still++
		}
		sameValue = sameValue && c[0] == x[0][0]
	}
	if len(x[0]) == 1 {
		return false // one draw a chain says nothing about that
	}
	if still == len(x) && sameValue {
		t.add(label, "it never changes (every draw is %v), so it has no MCSE, ESS or R-hat: leave it out if it is fixed; if not, check that a block updates it", x[0][0])
		return true
	}
	for i, c := range x {
		if constant(c) {
			t.add(label, "chain %d never moves from %v, and others do or sit elsewhere: look at the conditional it is drawn from, and start the chain elsewhere", number(chains, i), c[0])
		}
	}
	return false
}

// inspectTwins looks for chains with the same draws.
func (t *troubles) inspectTwins(label string, chains, x [][]float64) {
	for j := range x {
		for i := range j {
			if slices.Equal(x[i], x[j]) && len(x[0]) > 1 && !constant(x[i]) {
				t.add(label, "chains %d and %d have identical draws: the model must draw from the *rand.Rand that it is given, and from nothing else", number(chains, i), number(chains, j))
				return
			}
		}
	}
}

// inspectMixing compares R-hat and ESS with their limits.
func (t *troubles) inspectMixing(row Row, m, n int) {
	if row.RHat > maxRHat {
		t.add(row.Label, "R-hat is %.3f, above %v: the chains do not agree yet, so trust no number of this row; look at the trace plot, then warm up and run longer, or update correlated parameters together", row.RHat, maxRHat)
	}
	limit := float64(minESSPerChain * m)
	for _, e := range []struct {
		kind, of string
		ess      float64
	}{{"bulk", "mean and median", row.ESSBulk}, {"tail", "the ends of the interval", row.ESSTail}} {
		if e.ess < limit {
			t.add(row.Label, "%s ESS is %.0f, below %.0f (%d a chain): %s may be off; run about %.0f times as long", e.kind, math.Floor(e.ess), limit, minESSPerChain, e.of, math.Ceil(limit/e.ess))
		}
	}
	missing := math.IsNaN(row.RHat) && n >= 4 ||
		math.IsNaN(row.ESSBulk+row.ESSTail+row.MCSEMean) && n >= minESSDraws ||
		math.IsNaN(row.SD) && m*n > 1
	if missing {
		t.add(row.Label, "some numbers cannot be computed: the draws change only once in the middle, or are too large for float64; run longer, or rescale the parameter")
	}
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
