package nb

import (
	"fmt"
	"math"
	"slices"

	"gibbslab/nb/internal/paint"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// chainsOf returns the draws of a scalar, chains × draws. It panics if there is no draw.
func chainsOf(tr *sampler.Trace, label string) [][]float64 {
	if tr == nil {
		panic(fmt.Sprintf("nb: asked for %q, but the trace is nil: was the error of sampler.Run "+
			"looked at?", label))
	}
	chains, err := tr.Chains(label)
	if err != nil {
		panic(err)
	}
	for _, draws := range chains {
		if len(draws) > 0 {
			return chains
		}
	}
	panic(fmt.Sprintf("nb: no draws of %q were kept: the run was stopped during warm-up", label))
}

// summed sums up the scalars that names stand for, without names all but lp__, and returns the
// judge of the summary of these names. That has lp__, so a plot and the summary beside it warn of
// the same.
func summed(
	what string, limits diag.Limits, tr *sampler.Trace, names []string,
) ([]diag.Row, *diag.Summary, diag.Judge) {
	scalarsOf(what, tr, names)
	s := Must(diag.Options{Limits: limits}.Summarize(tr, names...))
	rows := slices.DeleteFunc(slices.Clone(s.Rows),
		func(r diag.Row) bool { return len(names) == 0 && r.Label == "lp__" })
	return rows, s, s.Judge()
}

// scalarsOf lists the scalars that names stand for. Without names, these are all but lp__.
func scalarsOf(what string, tr *sampler.Trace, names []string) []string {
	if tr == nil {
		panic(what + ": the trace is nil: was the error of sampler.Run looked at?")
	}
	labels := Must(tr.Labels(names...))
	if len(names) == 0 {
		labels = slices.DeleteFunc(slices.Clone(labels), func(l string) bool { return l == "lp__" })
	}
	if len(labels) == 0 {
		panic(what + ": there is no scalar to draw: name one that was recorded in full")
	}
	return labels
}

// worthChains returns the chains that have draws, cut to their common length n. It panics if they
// have no ESS.
func worthChains(tr *sampler.Trace, label string) (chains [][]float64, n int) {
	n = math.MaxInt
	for _, draws := range chainsOf(tr, label) {
		if len(draws) > 0 {
			chains = append(chains, draws)
			n = min(n, len(draws))
		}
	}
	for c := range chains {
		chains[c] = chains[c][:n]
	}
	if math.IsNaN(diag.ESSMean(chains)) {
		panic(fmt.Sprintf("ESS of %s: there is none for these %d draws a chain: give at least 10 "+
			"a chain, all finite, and not all the same", label, n))
	}
	return chains, n
}

// allDraws returns the draws of all chains. It panics if one of them is not finite.
func allDraws(tr *sampler.Trace, label string) []float64 {
	draws := slices.Concat(chainsOf(tr, label)...)
	if i := slices.IndexFunc(draws, func(v float64) bool { return !paint.IsFinite(v) }); i >= 0 {
		panic(fmt.Sprintf("posterior of %s: draw %d of %d is %v: find out why before you draw it",
			label, i, len(draws), draws[i]))
	}
	return draws
}

// labelOf is the label that the trace shows: if an element has a name, its label has the name,
// "theta[Aalen]", whether it was asked for so or as "theta[0]".
func labelOf(tr *sampler.Trace, label string) string {
	if tr != nil {
		if labels, err := tr.Labels(label); err == nil && len(labels) == 1 {
			return labels[0]
		}
	}
	return label // chainsOf says what is wrong
}

// Summary is diag.Summarize for a cell: the table of the named parameters, or of all, with warnings
// in words. Rows that are asked for by name are all shown, up to 100. For other intervals and
// limits there is diag.Options:
//
//	nb.Show(nb.Must(diag.Options{Prob: 0.89, HDI: true}.Summarize(tr, "theta")))
func Summary(tr *sampler.Trace, names ...string) *diag.Summary {
	return Must(diag.Summarize(tr, names...))
}
