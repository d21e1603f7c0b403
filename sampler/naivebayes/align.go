package naivebayes

import (
	"fmt"
	"slices"

	"gibbslab/internal/numeric"
	"gibbslab/sampler"
	"gibbslab/sampler/diag/relabel"
)

// align finds the order of the classes in each chain: class c of the first chain is class
// perms[i][c] of chain i. Classes with a labelled document keep their places. align warns about
// classes without one.
func (post *Posterior) align(tr *sampler.Trace, d Data) (perms [][]int, err error) {
	k := d.classes()
	named := make([]bool, k)
	for _, label := range d.Labels {
		if label != Unlabelled {
			named[label] = true
		}
	}
	var nameless []int
	for c, is := range named {
		if !is {
			nameless = append(nameless, c)
		}
	}
	for range tr.NumChains() {
		perms = append(perms, numeric.Indices(k))
	}
	if len(nameless) < 2 {
		return perms, nil
	}
	who := fmt.Sprintf("classes %v have no labelled document: they", nameless)
	if len(nameless) == k {
		who = "nothing is labelled: the classes"
	}
	post.Warnings = append(post.Warnings,
		fmt.Errorf("%s have no names, and which is which differs from chain to chain; here they "+
			"are in the order of the first chain", who))
	theta, err := tr.Moments("theta")
	if err != nil {
		post.Warnings = append(post.Warnings,
			fmt.Errorf("the order of the classes was not compared, because theta was not "+
				"recorded: do not trust averages over chains"))
		return perms, nil
	}
	// The words of the nameless classes of each chain that has draws.
	var words [][][]float64
	var chains []int
	for i, m := range theta {
		if m.N == 0 {
			continue
		}
		if len(m.Mean) != k*d.V {
			return nil, fmt.Errorf("naivebayes: chain %d of the trace has %d numbers in "+
				"\"theta\", expected %d: give the data that the run was given", i, len(m.Mean), k*d.V)
		}
		var of [][]float64
		for _, c := range nameless {
			of = append(of, m.Mean[c*d.V:(c+1)*d.V])
		}
		words, chains = append(words, of), append(chains, i)
	}
	if len(chains) == 0 {
		return perms, nil
	}
	a, err := relabel.Align(words, 0)
	if err != nil {
		return nil, fmt.Errorf("naivebayes: comparing the classes of the chains: %w", err)
	}
	for j, i := range chains {
		for c, other := range a.Perms[j] {
			perms[i][nameless[c]] = nameless[other]
		}
		if !slices.IsSorted(perms[i]) {
			post.Warnings = append(post.Warnings,
				fmt.Errorf("chain %d found the classes in another order than chain %d: its "+
					"classes %v are classes %v here", i, chains[0], perms[i], perms[chains[0]]))
		}
	}
	post.Warnings = append(post.Warnings, a.Warnings...)
	return perms, nil
}
