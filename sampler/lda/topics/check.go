package topics

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gibbslab/sampler/corpus"
)

// checkPhi reports wrong φ: no rows, rows of different lengths, rows that are not distributions.
func (t *Topics) checkPhi() error {
	if t == nil || len(t.Phi) == 0 || len(t.Phi[0]) == 0 {
		return errors.New("Topics.Phi is empty, expected topics × words")
	}
	return distributions("Topics.Phi", t.Phi, len(t.Phi[0]))
}

// checkTheta reports wrong documents and wrong topics of documents.
func (t *Topics) checkTheta() error {
	if err := t.checkPhi(); err != nil {
		return err
	}
	if len(t.Docs) == 0 || len(t.Theta) != len(t.Docs) {
		return fmt.Errorf("Topics.Docs has %d documents and Topics.Theta %d, expected the same "+
			"number, 1 or more", len(t.Docs), len(t.Theta))
	}
	return errors.Join(checkDocs(t.Docs, len(t.Phi[0])),
		distributions("Topics.Theta", t.Theta, len(t.Phi)), someWords(t.Docs))
}

// someWords is an error if all documents are empty.
func someWords(docs []corpus.Doc) error {
	if slices.ContainsFunc(docs, func(d corpus.Doc) bool { return len(d) > 0 }) {
		return nil
	}
	return errors.New("no document has a word, expected at least one word")
}

// sumTolerance is how far from 1 the sum of a row of a table in a file may be.
const sumTolerance = 1e-6

func distributions(name string, rows [][]float64, n int) error {
	for i, row := range rows {
		if len(row) != n {
			return fmt.Errorf("%s[%d] has %d numbers, expected %d", name, i, len(row), n)
		}
		sum := 0.0
		for j, p := range row {
			if !(p >= 0) || math.IsInf(p, 1) {
				return fmt.Errorf("%s[%d][%d] is %g, expected a probability", name, i, j, p)
			}
			sum += p
		}
		if !(math.Abs(sum-1) <= sumTolerance) {
			return fmt.Errorf("%s[%d] sums to %g, expected 1: divide by the sum", name, i, sum)
		}
	}
	return nil
}

const minAlpha, maxAlpha = 1e-9, 1e9 // as in lda.Prior

// concentrations returns α with K values.
func (t *Topics) concentrations() ([]float64, error) {
	alpha := t.Alpha
	if len(alpha) == 1 {
		alpha = slices.Repeat(alpha, len(t.Phi))
	}
	if len(alpha) != len(t.Phi) {
		return nil, fmt.Errorf("Topics.Alpha has %d values, expected one for all topics, or one "+
			"for each of the %d", len(alpha), len(t.Phi))
	}
	for k, a := range alpha {
		if !(a >= minAlpha && a <= maxAlpha) {
			return nil, fmt.Errorf("Topics.Alpha[%d] is %g, expected a concentration from %g to %g",
				k, a, minAlpha, maxAlpha)
		}
	}
	return alpha, nil
}

// checkDocs is corpus.Check for documents whose words are to be counted.
func checkDocs(docs []corpus.Doc, v int) error {
	if err := corpus.Check(docs, v); err != nil {
		return fmt.Errorf("the documents are not over the %d words of the topics: %w", v, err)
	}
	return nil
}
