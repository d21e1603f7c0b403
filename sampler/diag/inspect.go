package diag

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gibbslab/sampler/diag/internal/fast"
	"gibbslab/sampler/diag/internal/problems"
	"gibbslab/sampler/diag/internal/series"
	"gibbslab/sampler/diag/internal/tables"
)

// An inspection collects the problems of parameters.
type inspection struct {
	problems.List
	chains, draws int // the smallest numbers among parameters with draws
	moving, twins int // parameters whose draws change, and those of which two chains are the same
	alike         string
}

// merge adds the inspection of another parameter.
func (t *inspection) merge(other *inspection) {
	if other.chains > 0 {
		t.counted(other.chains, other.draws)
	}
	t.moving, t.twins = t.moving+other.moving, t.twins+other.twins
	t.alike = cmp.Or(t.alike, other.alike)
	t.List.Merge(&other.List)
}

// counted records the number of chains of a parameter, and of draws per chain.
func (t *inspection) counted(chains, draws int) {
	if t.chains == 0 {
		t.chains, t.draws = chains, draws
	}
	t.chains, t.draws = min(t.chains, chains), min(t.draws, draws)
}

// inspect finds the problems visible in a parameter's draws; mixing finds those visible in its row.
func (t *inspection) inspect(row Row, chains [][]float64) {
	x := series.Rectangle(chains)
	if len(x) == 0 {
		t.AddSame(problems.Invalid, row.Label, "there are no draws: run longer, or look at the "+
			"error that the run returned")
		return
	}
	m, n := len(x), len(x[0])
	t.counted(m, n)
	t.inspectShape(row.Label, chains, x)
	for i, c := range x {
		if !series.AllFinite(c) {
			k := slices.IndexFunc(c, func(v float64) bool { return !series.Finite(v) })
			where := fmt.Sprintf("draw %d of chain %d is %v", k, series.Position(chains, i), c[k])
			const advice = ", so nothing can be computed: look at the block that draws it, and " +
				"at what that block divides by or takes the logarithm of"
			t.Add(problems.Invalid, row.Label, where, where+advice, "a draw is not finite"+advice)
			return
		}
	}
	if t.inspectConstant(row, chains, x) {
		return
	}
	t.inspectTwins(row.Label, chains, x)
	lacking := math.IsNaN(row.RHat) && n >= 4 ||
		math.IsNaN(row.ESSBulk+row.ESSTail+row.MCSEMean) && n >= fast.MinDraws ||
		math.IsNaN(row.SD) && m*n > 1
	if lacking {
		t.AddSame(problems.Missing, row.Label, "some numbers cannot be computed: the draws "+
			"change only once in the middle, or are too large for float64; run longer, or "+
			"rescale the parameter")
	}
}

// inspectShape looks at the number of chains and their lengths.
func (t *inspection) inspectShape(label string, chains, x [][]float64) {
	longest := 0
	for _, c := range chains {
		longest = max(longest, len(c))
	}
	n := len(x[0])
	switch {
	case len(x) < len(chains):
		t.AddSame(problems.Invalid, label, "the chains have %s draws (was the run stopped, or "+
			"did a chain fail?): chains without draws are left out, and of the others the first "+
			"%d draws count", lengths(chains), n)
	case n < longest:
		t.AddSame(problems.Invalid, label, "the chains have %s draws (was the run stopped, or "+
			"did a chain fail?): only the first %d of each count", lengths(chains), n)
	}
	if len(x) == 1 {
		t.AddSame(problems.Invalid, label, "there is only one chain, so R-hat compares its "+
			"halves and cannot see what the chain never visited: run four from different starts")
	}
	switch {
	case n < 4:
		t.AddSame(problems.Missing, label, "chains of length %d are too short: R-hat takes 4 "+
			"draws a chain, ESS and MCSE take %d, a standard deviation 2 in all; run "+
			"longer", n, fast.MinDraws)
	case n < fast.MinDraws:
		t.AddSame(problems.Missing, label, "chains of length %d are too short for ESS and MCSE, "+
			"which take %d draws a chain: run longer", n, fast.MinDraws)
	}
}

// inspectConstant looks for chains that never move, and says whether all stay at one value.
func (t *inspection) inspectConstant(row Row, chains, x [][]float64) bool {
	label := row.Label
	var still []string
	value, sameValue := 0., true
	for i, c := range x {
		if series.Constant(c) {
			still = append(still, fmt.Sprint(series.Position(chains, i)))
			value = c[0]
		}
		sameValue = sameValue && c[0] == x[0][0]
	}
	if len(x[0]) == 1 {
		return false // one draw per chain says nothing about that
	}
	lo, hi := 0., 0.
	if math.IsNaN(row.RHat) { // as it is if draws differ only by rounding
		lo, hi = series.Extremes(x)
	}
	if lo < hi && series.OnlyRounding(lo, hi) {
		const advice = ", so R-hat has nothing to compare: leave it out if it is fixed; if not, " +
			"subtract a constant that is near it before it is recorded"
		t.Add(problems.Missing, label, fmt.Sprint(lo), fmt.Sprintf("it is constant up to "+
			"rounding (from %v to %v)", lo, hi)+advice, "it is constant up to rounding"+advice)
		return true
	}
	if len(still) == 0 {
		return false
	}
	if len(still) == len(x) && sameValue {
		const advice = ", so it has no MCSE, ESS or R-hat: leave it out if it is fixed; if not, " +
			"check that a block updates it"
		t.Add(problems.Missing, label, fmt.Sprint(value), fmt.Sprintf("it never changes (every "+
			"draw is %v)", value)+advice, "it never changes"+advice)
		return true
	}
	if nearlyCertain(x, value) {
		return false
	}
	const advice = "look at the conditional it is drawn from, and start the chain elsewhere"
	which := "chains " + strings.Join(still, ", ")
	single := which + " never move, each from a value of its own or while others do: " + advice
	if len(still) == 1 {
		which = "chain " + still[0]
		single = fmt.Sprintf("%s never moves from %v, and others do or sit "+
			"elsewhere: ", which, value) + advice
	}
	t.Add(problems.Differ, label, which, single, "a chain never moves, and others do or sit "+
		"elsewhere: "+advice)
	return false
}

// nearlyCertain tells whether whole numbers are another value in at most one of a hundred draws, as
// the label of an observation is that clearly belongs to one component. A chain of such numbers may
// well stay where it is.
func nearlyCertain(x [][]float64, value float64) bool {
	others, n := 0, 0
	for _, c := range x {
		for _, v := range c {
			if v != math.Trunc(v) {
				return false
			}
			if n++; v != value {
				others++
			}
		}
	}
	return 100*others <= n
}

// twinSteps is how often two chains must change, at the same draws, to be copies of each other. Two
// chains of a parameter that hardly ever changes can be equal by chance.
const twinSteps = 10

// inspectTwins looks for chains with the same draws.
func (t *inspection) inspectTwins(label string, chains, x [][]float64) {
	t.moving++
	for j := range x {
		for i := range j {
			if !slices.Equal(x[i], x[j]) || len(x[0]) == 1 || series.Constant(x[i]) {
				continue
			}
			alike := fmt.Sprintf("chains %d and %d", series.Position(chains, i), series.Position(chains, j))
			t.AddSame(problems.Differ, label, "%s have identical draws: %s", alike, twinAdvice)
			steps := 0
			for k, v := range x[i][1:] {
				if v != x[i][k] {
					steps++
				}
			}
			if steps >= twinSteps {
				t.twins++
				t.alike = alike
				if !slices.ContainsFunc(x, func(c []float64) bool { return !slices.Equal(c, x[0]) }) {
					t.alike = "all chains"
				}
			}
			return
		}
	}
}

const twinAdvice = "the model must draw from the *rand.Rand that it is given, and from nothing else"

// lengths lists how many draws each chain has: "1000, 1000, 437, 1000".
func lengths(chains [][]float64) string {
	words := make([]string, len(chains))
	for i, c := range chains {
		words[i] = fmt.Sprint(len(c))
	}
	return strings.Join(words, ", ")
}

// mixing finds the rows whose numbers are beyond their limits.
func (s *Summary) mixing() []*problems.Warning {
	j := s.Judge()
	var chainsApart []graded
	for _, r := range s.graded() {
		if r.grade == problems.Differ {
			chainsApart = append(chainsApart, r)
		}
	}
	slices.SortStableFunc(chainsApart, compare)
	var found []*problems.Warning
	if len(chainsApart) > 0 {
		const advice = "the chains do not agree yet, so trust no number of this row; look at the " +
			"trace plot, then warm up and run longer, or update correlated parameters together"
		w := &problems.Warning{Grade: problems.Differ, Shared: fmt.Sprintf("R-hat is above its "+
			"limit (%s): ", limitOf(j.MaxRHat(chainsApart[0].ESSBulk))) + advice}
		for _, r := range chainsApart {
			w.Add(r.Label, tables.UpTo(r.RHat, -3), fmt.Sprintf("R-hat is %.3f, above "+
				"%s: ", r.RHat, limitOf(j.MaxRHat(r.ESSBulk)))+advice)
		}
		found = append(found, w)
	}
	bulk := func(r Row) float64 { return r.ESSBulk }
	tail := func(r Row) float64 { return r.ESSTail }
	for _, w := range []*problems.Warning{
		j.fewDraws(s.Rows, "bulk", "mean and median", bulk),
		j.fewDraws(s.Rows, "tail", "the ends of the interval", tail),
	} {
		if len(w.Labels) > 0 {
			found = append(found, w)
		}
	}
	return found
}

// fewDraws warns of the rows whose ESS, of one kind, is below the limit.
func (j Judge) fewDraws(rows []Row, kind, of string, ess func(Row) float64) *problems.Warning {
	var few []Row
	for _, r := range rows {
		if ess(r) < j.MinESS() {
			few = append(few, r)
		}
	}
	slices.SortStableFunc(few, func(a, b Row) int { return cmp.Compare(ess(a), ess(b)) })
	w := &problems.Warning{Grade: problems.Slow}
	for i, r := range few {
		advice := fmt.Sprintf("below %.0f (%.0f a chain): %s may be off", j.MinESS(), j.essPerChain(), of)
		w.Add(r.Label, fmt.Sprintf("%.0f", math.Floor(ess(r))), fmt.Sprintf("%s ESS is "+
			"%.0f, ", kind, math.Floor(ess(r)))+advice)
		if i == 0 {
			w.Shared = kind + " ESS is " + advice
		}
	}
	return w
}

// limitOf writes a limit of R-hat.
func limitOf(v float64) string {
	if v == maxRHat {
		return fmt.Sprint(maxRHat)
	}
	return tables.UpTo(v, -3)
}
