package topics

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// Top returns the n most probable words of each topic, in decreasing order: K lists of words (all V
// words if n is larger). Ties go to the word that comes first in the vocabulary. It needs Phi.
func (t *Topics) Top(n int) ([][]int, error) {
	if err := t.checkPhi(); err != nil {
		return nil, fmt.Errorf("topics: Top: %w", err)
	}
	top := make([][]int, len(t.Phi))
	for k, row := range t.Phi {
		top[k] = largest(row, n)
	}
	return top, nil
}

// TopRelevant returns the n most relevant words of each topic, in decreasing order of relevance:
//
//	λ log φ_kw + (1−λ) log (φ_kw / p_w)
//
// with p_w the fraction of all tokens that are word w. λ = 1 is [Topics.Top]; λ = 0 ranks by lift,
// which favours rare words. The people in the authors' study recognised topics best near 0.6. Words
// that occur in no document are left out. λ must be from 0 to 1. It needs Phi and Docs.
//
// Source: Sievert & Shirley, "LDAvis: A method for visualizing and interpreting topics" (2014),
// section 3.
func (t *Topics) TopRelevant(lambda float64, n int) ([][]int, error) {
	if !(lambda >= 0 && lambda <= 1) {
		return nil, fmt.Errorf("topics: TopRelevant: λ is %g, expected 0 to 1, for example 0.6", lambda)
	}
	p, err := t.wordShares()
	if err != nil {
		return nil, fmt.Errorf("topics: TopRelevant: %w", err)
	}
	top, relevance := make([][]int, len(t.Phi)), make([]float64, len(p))
	for k, row := range t.Phi {
		for w, phi := range row {
			relevance[w] = math.NaN()
			if p[w] > 0 && phi > 0 {
				relevance[w] = math.Log(phi) - (1-lambda)*math.Log(p[w])
			}
		}
		top[k] = largest(relevance, n)
	}
	return top, nil
}

// wordShares is the fraction of all tokens that each word makes up.
func (t *Topics) wordShares() ([]float64, error) {
	if err := t.checkPhi(); err != nil {
		return nil, err
	}
	if err := errors.Join(checkDocs(t.Docs, len(t.Phi[0])), someWords(t.Docs)); err != nil {
		return nil, err
	}
	p, n := make([]float64, len(t.Phi[0])), 0.0
	for _, d := range t.Docs {
		for _, c := range d {
			p[c.Word] += float64(c.N)
			n += float64(c.N)
		}
	}
	for w := range p {
		p[w] /= n
	}
	return p, nil
}

// TopExclusive returns the n words of each topic that are both frequent in it and exclusive to it,
// in decreasing order of FREX, the weighted harmonic mean of two ranks (from 1/V to 1, among the
// words of the topic):
//
//	1 / (weight / rank of φ_kw/Σ_j φ_jw + (1−weight) / rank of φ_kw)
//
// Weight 0 is [Topics.Top], 1 ranks by exclusivity alone, 0.5 is usual. Equal values have the rank
// of the last of them. It needs Phi.
//
// Source: Airoldi & Bischof, "Improving and evaluating topic models and other models of text",
// Journal of the American Statistical Association 111 (2016), with the empirical distribution
// function for the rank.
func (t *Topics) TopExclusive(weight float64, n int) ([][]int, error) {
	if !(weight >= 0 && weight <= 1) {
		return nil, fmt.Errorf("topics: TopExclusive: the weight is %g, expected 0 to 1, for "+
			"example 0.5", weight)
	}
	if err := t.checkPhi(); err != nil {
		return nil, fmt.Errorf("topics: TopExclusive: %w", err)
	}
	all := make([]float64, len(t.Phi[0]))
	for _, row := range t.Phi {
		for w, p := range row {
			all[w] += p
		}
	}
	top := make([][]int, len(t.Phi))
	exclusivity, frex := make([]float64, len(all)), make([]float64, len(all))
	for k, row := range t.Phi {
		for w, p := range row {
			exclusivity[w] = 0
			if p > 0 {
				exclusivity[w] = p / all[w]
			}
		}
		often, only := ranks(row), ranks(exclusivity)
		for w := range frex {
			frex[w] = 1 / (weight/only[w] + (1-weight)/often[w])
		}
		top[k] = largest(frex, n)
	}
	return top, nil
}

// ranks is the empirical distribution function of x at each of its values: the fraction of values
// that are at most as large.
func ranks(x []float64) []float64 {
	sorted := slices.Clone(x)
	slices.Sort(sorted)
	r := make([]float64, len(x))
	for i, v := range x {
		at, _ := slices.BinarySearch(sorted, math.Nextafter(v, math.Inf(1)))
		r[i] = float64(at) / float64(len(x))
	}
	return r
}

// Words names words: it turns lists of words, such as [Topics.Top] gives, into their names in the
// vocabulary. A word beyond the vocabulary is named by its number, #17.
func Words(vocabulary []string, lists [][]int) [][]string {
	named := make([][]string, len(lists))
	for k, list := range lists {
		named[k] = make([]string, len(list))
		for i, w := range list {
			if 0 <= w && w < len(vocabulary) {
				named[k][i] = vocabulary[w]
			} else {
				named[k][i] = fmt.Sprintf("#%d", w)
			}
		}
	}
	return named
}
