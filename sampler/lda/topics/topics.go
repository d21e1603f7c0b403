// Package topics reads what chains of package lda have found: topics with their words and coherence
// ([Read]), those of new documents ([Topics.Infer]), those that several chains share ([Match],
// [Stability]), their number ([SearchK]), and the effects of covariates ([SharesAt]).
package topics

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
)

// Topics holds the results of a chain: its topics, the documents that they were learnt from, and
// the share of each topic in each document. Its methods find words that mark a topic, documents
// with a large share of it, and the probability of other documents. Make one with [Read]; or fill
// in a struct, for the topics of another program or the true ones of a simulation. Each method says
// which of the fields it needs.
type Topics struct {
	Phi   [][]float64  // K × V: the probability of word w in topic k
	Alpha []float64    // concentration of each topic in a document: K values, or one for all
	Docs  []corpus.Doc // the documents
	Theta [][]float64  // documents × K: the share of topic k in document d
	// Vocabulary names the words, for [Topics.Save]. Read leaves it out: take that of the corpus.
	Vocabulary []string
}

// Read reads one chain (from 0) of a trace of a model of docs: φ and θ are the means of
// [lda.State.Phi] and [lda.State.Theta] over the kept sweeps. alpha comes from the [lda.Prior]
// (prior.Alpha...): K values, one for all topics, or none for 5/K. If α was learnt ([lda.Optimise],
// [lda.SampleHyper], [lda.HDP]), its mean in the trace replaces alpha.
//
// Chains are read one at a time because topic 3 of one chain is not topic 3 of another: see
// [Match]. Errors: no such chain, no draws, phi or theta not recorded, a number of documents or of
// values in alpha that differs from the trace, another alpha, documents in another order (their
// tokens differ from what was recorded; if α was learnt, only lda.Settings.Counts tells), a word
// beyond the vocabulary, an [lda.HDP] with more topics than were recorded.
func Read(tr *sampler.Trace, chain int, docs []corpus.Doc, alpha ...float64) (*Topics, error) {
	t, err := read(tr, chain, docs, alpha...)
	if err != nil {
		return nil, err
	}
	for _, other := range []string{"alpha", "author"} { // documents have concentrations of their own
		if _, err := tr.Moments(other); err == nil {
			return t, nil
		}
	}
	recorded, err := tr.Moments("theta")
	if err == nil {
		err = t.checkCounts(recorded[chain].N)
	}
	if err != nil {
		return nil, fmt.Errorf("topics: Read: %w", err)
	}
	return t, nil
}

// read is Read for those who do not need alpha.
func read(tr *sampler.Trace, chain int, docs []corpus.Doc, alpha ...float64) (*Topics, error) {
	if tr == nil {
		return nil, errors.New("topics: Read: the trace is nil: give what sampler.Run returned")
	}
	phi, err := chainMean(tr, chain, "phi")
	if err != nil {
		return nil, err
	}
	theta, err := chainMean(tr, chain, "theta")
	if err != nil {
		return nil, err
	}
	k, v, err := topicsAndWords(tr)
	if err != nil {
		return nil, fmt.Errorf("topics: Read: %w", err)
	}
	if err := checkRoom(tr, k, chain); err != nil {
		return nil, fmt.Errorf("topics: Read: %w", err)
	}
	if len(theta) != k*len(docs) {
		return nil, fmt.Errorf("topics: Read: %d documents, and theta has a row for each of "+
			"%d: give the documents of the model", len(docs), len(theta)/k)
	}
	if counts, err := chainMean(tr, chain, "counts"); err == nil && len(counts) == len(theta) {
		for d, doc := range docs {
			if n := floats.Sum(counts[d*k:][:k]); math.Abs(n-float64(doc.Tokens())) > 0.5 {
				return nil, fmt.Errorf("topics: Read: document %d has %d tokens, and %.0f in the trace: give "+
					"the documents of the model, in their order", d, doc.Tokens(), n)
			}
		}
	}
	if learnt, err := chainMean(tr, chain, "alpha"); err == nil && len(learnt) == k {
		alpha = learnt
	}
	if alpha = slices.Clone(alpha); len(alpha) == 0 {
		alpha = []float64{5 / float64(k)}
	}
	t := &Topics{Phi: rows(phi, v), Alpha: alpha, Docs: docs, Theta: rows(theta, k)}
	t.Alpha, err = t.concentrations()
	if err := errors.Join(err, checkDocs(docs, v)); err != nil {
		return nil, fmt.Errorf("topics: Read: %w", err)
	}
	return t, nil
}

// checkCounts sees whether Theta can be the mean of (n_dk + α_k)/(n_d + Σα) over the draws, with
// whole counts n_dk. Documents with a share of 0 have labels, which α does not know.
func (t *Topics) checkCounts(draws int) error {
	sum := floats.Sum(t.Alpha)
	for d, doc := range t.Docs {
		n := float64(doc.Tokens())
		if float64(draws)*(n+sum) > 1e9 || slices.Contains(t.Theta[d], 0) {
			continue
		}
		for k, theta := range t.Theta[d] {
			count := float64(draws) * (theta*(n+sum) - t.Alpha[k])
			if math.Abs(count-math.Round(count)) > 0.01 {
				return fmt.Errorf("with alpha[%d] = %g, document %d of %g tokens would have %.2f tokens of "+
					"topic %[1]d in all %[6]d draws together, not a whole number: give the model's Prior.Alpha "+
					"(nil is 5/K, or 0.5 with Labels) and its documents", k, t.Alpha[k], d, n, count, draws)
			}
		}
	}
	return nil
}

// topicsAndWords returns the dimensions of phi, if theta has the same topics.
func topicsAndWords(tr *sampler.Trace) (k, v int, err error) {
	phi, err := tr.Shape("phi")
	if err != nil {
		return 0, 0, err
	}
	theta, err := tr.Shape("theta")
	if err != nil {
		return 0, 0, err
	}
	if len(phi) != 2 || len(theta) != 2 || phi[0] != theta[1] {
		return 0, 0, fmt.Errorf("phi has shape %v and theta %v, expected topics × words and "+
			"documents × topics: give the trace of a model of this package", phi, theta)
	}
	return phi[0], phi[1], nil
}

// checkRoom is an error if a chain of an HDP had more topics than its trace records.
func checkRoom(tr *sampler.Trace, k, chain int) error {
	chains, err := tr.Chains("room")
	if err != nil {
		return nil // another model
	}
	most, full := 0.0, 0
	for c, draws := range chains {
		for _, room := range draws {
			most = max(most, room)
			if c == chain && room > float64(k) {
				full++
			}
		}
	}
	if full == 0 {
		return nil
	}
	topics, _ := tr.Chains("topics")
	return fmt.Errorf("chain %d has up to %.0f topics, and Prior.K = %d has room for %d: in %d of "+
		"%d draws some topics were not recorded; the draws are right, but phi and theta are not "+
		"whole; run with Prior.K = %.0f", chain, slices.Max(topics[chain]), k, k-1, full,
		len(chains[chain]), math.Ceil(most*1.2/10)*10)
}

func chainMean(tr *sampler.Trace, chain int, name string) ([]float64, error) {
	chains, err := tr.Moments(name)
	switch {
	case err != nil:
		return nil, fmt.Errorf("topics: Read: %w", err)
	case chain < 0 || chain >= len(chains):
		return nil, fmt.Errorf("topics: Read: chain %d, and the trace has %d: give 0 to %d",
			chain, len(chains), len(chains)-1)
	case chains[chain].N == 0:
		return nil, fmt.Errorf("topics: Read: chain %d has no draws of %s: let it run longer",
			chain, name)
	}
	return chains[chain].Mean, nil
}

// rows copies a matrix and cuts it into its rows.
func rows(x []float64, n int) [][]float64 {
	return slices.Collect(slices.Chunk(slices.Clone(x), n))
}

// Shares returns the share of each topic in all tokens, K numbers that sum to one:
//
//	Σ_d n_d θ_dk / Σ_d n_d
//
// It needs Docs and Theta.
func (t *Topics) Shares() ([]float64, error) {
	if err := t.checkTheta(); err != nil {
		return nil, fmt.Errorf("topics: Shares: %w", err)
	}
	shares, n := make([]float64, len(t.Phi)), 0.0
	for d, doc := range t.Docs {
		length := float64(doc.Tokens())
		n += length
		for k, p := range t.Theta[d] {
			shares[k] += length * p
		}
	}
	for k := range shares {
		shares[k] /= n
	}
	return shares, nil
}

// TopDocuments returns the n documents with the largest share of topic k, the largest θ_dk first.
// Ties go to the document that comes first in Docs. Documents without words are left out, because
// nothing is known about them. It needs Docs and Theta.
func (t *Topics) TopDocuments(k, n int) ([]int, error) {
	if err := t.checkTheta(); err != nil {
		return nil, fmt.Errorf("topics: TopDocuments: %w", err)
	}
	if k < 0 || k >= len(t.Phi) {
		return nil, fmt.Errorf("topics: TopDocuments: topic %d, expected 0 to %d", k, len(t.Phi)-1)
	}
	share := make([]float64, len(t.Docs))
	for d, doc := range t.Docs {
		share[d] = t.Theta[d][k]
		if len(doc) == 0 {
			share[d] = math.NaN()
		}
	}
	return largest(share, n), nil
}

// largest lists the positions of the n largest values, in decreasing order; ties go to the first.
// NaN is left out.
func largest(x []float64, n int) []int {
	at := make([]int, 0, len(x))
	for i, v := range x {
		if v == v {
			at = append(at, i)
		}
	}
	slices.SortStableFunc(at, func(i, j int) int { return cmp.Compare(x[j], x[i]) })
	return slices.Clip(at[:max(0, min(n, len(at)))])
}
