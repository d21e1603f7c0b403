package naivebayes

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gibbslab/internal/numeric"
	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/diag/relabel"
)

// A Posterior is the result of a run, over all its chains. N documents, K classes, V words.
type Posterior struct {
	// Prob, N × K, are the posterior probabilities of the classes of each document. They are means
	// of the conditional probabilities from which the labels were drawn, which have less noise than
	// fractions of drawn labels (Rao–Blackwell). They are 0 and 1 if the label is known.
	Prob [][]float64
	// Pi, K, is the posterior mean of π.
	Pi []float64
	// Theta, K × V, is the posterior mean of θ. Nil, with LogOdds and LogOddsSD, if not recorded.
	Theta [][]float64
	// LogOdds, K × V, is the posterior mean of log θ_kv − (mean of log θ_k'v over the other classes
	// k'); with two classes the log odds of the word, log θ_1v/θ_0v, and its negative.
	LogOdds [][]float64
	// LogOddsSD is its posterior standard deviation; NaN with fewer than two draws recorded (20 of
	// one chain).
	LogOddsSD [][]float64
	// Warnings say what you should know before you use these numbers: which classes have no
	// labelled document, and so no names, if there are two or more of them, and which came in
	// different orders in different chains.
	Warnings []error
}

// Summarize collects the records of a run of any of the three samplers. Give it the trace and the
// data of the run. All three samplers record
//
//	pi        K      π, or its mean given the labels
//	size      K      the number of documents of each class
//	prob      N × K  running mean and variance of the conditional probabilities of each label
//	label     N      running mean and variance of the labels (every draw if Param.Moments is false)
//	theta     K × V  running moments of θ, or of its mean given the labels, of every tenth draw
//	log_odds  K × V  running moments of the log odds, or of their mean given the labels, likewise
//	lp__             the log joint density
//
// and log_odds_var ([Prior.Collapsed]), pi_scale and theta_scale (if sampled), log_new ([Predict]).
//
// Classes without a labelled document have no names: any two of them may change places from chain
// to chain. Summarize puts them in the order of the first chain, by their words (theta), and says
// so in a warning. It cannot see two classes change places within a chain. If they do, their words
// become alike, and the trace of size jumps. (It does not check whether two such classes have
// different γ_π.)
func Summarize(tr *sampler.Trace, d Data) (*Posterior, error) {
	if tr == nil {
		return nil, errors.New("naivebayes: Summarize: the trace is nil: give what sampler.Run returned")
	}
	if err := d.check(); err != nil {
		return nil, err
	}
	n, k := len(d.Docs), d.classes()
	post := &Posterior{}
	perms, err := post.align(tr, d)
	if err != nil {
		return nil, err
	}
	prob, err := pooled(tr, "prob", n*k)
	if err != nil {
		return nil, err
	}
	pi, err := pooled(tr, "pi", k)
	if err != nil {
		return nil, err
	}
	post.Pi = permuted(pi, perms, 1, k, 1).Mean
	post.Prob = rows(permuted(prob, perms, n, k, 1).Mean, k)
	if _, err := tr.Moments("theta"); err != nil {
		return post, nil
	}
	theta, err := pooled(tr, "theta", k*d.V)
	if err != nil {
		return nil, err
	}
	post.Theta = rows(permuted(theta, perms, 1, k, d.V).Mean, d.V)
	return post, post.odds(tr, perms, k, d.V)
}

// odds fills in the log odds.
func (post *Posterior) odds(tr *sampler.Trace, perms [][]int, k, v int) error {
	if _, err := tr.Moments("log_odds"); err != nil {
		return nil
	}
	chains, err := pooled(tr, "log_odds", k*v)
	if err != nil {
		return err
	}
	odds := permuted(chains, perms, 1, k, v)
	variance := odds.Variance()
	// the variance of the mean, and the mean of the variance
	if _, err := tr.Moments("log_odds_var"); err == nil {
		chains, err := pooled(tr, "log_odds_var", k*v)
		if err != nil {
			return err
		}
		for i, x := range permuted(chains, perms, 1, k, v).Mean {
			variance[i] += x
		}
	}
	for i, x := range variance {
		variance[i] = math.Sqrt(x)
	}
	post.LogOdds, post.LogOddsSD = rows(odds.Mean, v), rows(variance, v)
	return nil
}

// pooled returns the moments of each chain, n numbers in each; chains without draws have none.
func pooled(tr *sampler.Trace, name string, n int) ([]sampler.Moments, error) {
	chains, err := tr.Moments(name)
	if err != nil {
		return nil, fmt.Errorf("naivebayes: %w", err)
	}
	some := false
	for c, m := range chains {
		if m.N > 0 && len(m.Mean) != n {
			return nil, fmt.Errorf("naivebayes: chain %d of the trace has %d numbers in %q, "+
				"expected %d: give the data that the run was given", c, len(m.Mean), name, n)
		}
		some = some || m.N > 0
	}
	if !some {
		return nil, fmt.Errorf("naivebayes: the trace has no draws of %q: run longer", name)
	}
	return chains, nil
}

// permuted pools the moments of the chains: class c of the result is class perms[chain][c] of a
// chain. The moments of a chain are outer × K × inner.
func permuted(chains []sampler.Moments, perms [][]int, outer, k, inner int) sampler.Moments {
	moved := make([]sampler.Moments, len(chains))
	for i, m := range chains {
		move := func(x []float64) []float64 {
			if x == nil {
				return nil
			}
			y := make([]float64, 0, len(x))
			for o := range outer {
				for _, c := range perms[i] {
					from := (o*k + c) * inner
					y = append(y, x[from:from+inner]...)
				}
			}
			return y
		}
		moved[i] = sampler.Moments{N: m.N, Mean: move(m.Mean), SumSq: move(m.SumSq)}
	}
	return sampler.PoolMoments(moved)
}

// rows cuts numbers into rows of length n.
func rows(x []float64, n int) [][]float64 {
	return slices.Collect(slices.Chunk(x, n))
}

// PlugIn classifies documents with the posterior means of π and θ, as if they were the truth:
// documents × classes, p(k | words) ∝ π_k Π_v θ_kv^(n_v). It is a simple version of [Predict], for
// documents that were not available during the run. It is overconfident, above all for long
// documents. Words beyond the vocabulary are an error.
func (post *Posterior) PlugIn(docs []corpus.Doc) ([][]float64, error) {
	if post == nil || len(post.Theta) == 0 || len(post.Pi) != len(post.Theta) {
		return nil, errors.New("naivebayes: PlugIn: the posterior has no θ: leave theta in the " +
			"model's Params, and use Summarize")
	}
	if err := corpus.Check(docs, len(post.Theta[0])); err != nil {
		return nil, fmt.Errorf("naivebayes: PlugIn: %w", err)
	}
	logPi := make([]float64, len(post.Pi))
	logTheta := make([][]float64, len(post.Pi))
	for c, pi := range post.Pi {
		logPi[c] = math.Log(pi)
		if len(post.Theta[c]) != len(post.Theta[0]) {
			return nil, fmt.Errorf("naivebayes: PlugIn: class %d has %d words and class 0 has %d: "+
				"use a posterior made by Summarize", c, len(post.Theta[c]), len(post.Theta[0]))
		}
		for _, t := range post.Theta[c] {
			logTheta[c] = append(logTheta[c], math.Log(t))
		}
	}
	return classify(docs, logPi, logTheta), nil
}

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
