package mixture

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
)

// check reports what is wrong, and returns Gamma.
func (p MFM) check() (gamma float64, err error) {
	gamma = p.Gamma
	gamma = cmp.Or(gamma, 1)
	sum := 0.0
	for _, q := range p.K {
		sum += q
	}
	var errK error
	if !(sum > 0 && sum <= math.MaxFloat64) ||
		slices.ContainsFunc(p.K, func(q float64) bool { return q < 0 }) || len(p.K) > maxK {
		errK = fmt.Errorf("MFM.K has %d probabilities of sum %g, expected those of k = 1, 2, … up "+
			"to %d at most: none negative, and a positive sum", len(p.K), sum, maxK)
	}
	return gamma, join(errK, positive("MFM.Gamma", gamma))
}

// logTerms are the logarithms of the terms of V(t).
func (p MFM) logTerms(gamma float64, n, t int) []float64 {
	lg := func(v float64) float64 { l, _ := math.Lgamma(v); return l }
	terms := make([]float64, len(p.K))
	for i, q := range p.K {
		k := float64(i + 1)
		if terms[i] = math.Inf(-1); i+1 >= t && q > 0 {
			terms[i] = math.Log(q) + lg(k+1) - lg(k-float64(t)+1) + lg(gamma*k) - lg(gamma*k+float64(n))
		}
	}
	return terms
}

// normalise turns logarithms of weights into probabilities, and returns the log of their sum; −Inf
// if all are 0.
func normalise(logs []float64) float64 {
	top := slices.Max(logs)
	if math.IsInf(top, -1) {
		clear(logs)
		return top
	}
	sum := 0.0
	for i, l := range logs {
		logs[i] = math.Exp(l - top)
		sum += logs[i]
	}
	for i := range logs {
		logs[i] /= sum
	}
	return top + math.Log(sum)
}

func (p MFM) law(n int) (*law, error) {
	gamma, err := p.check()
	if err != nil {
		return nil, err
	}
	w := newLaw(n, gamma)
	w.k = p.K
	w.logNew, w.terms = p.logNew(gamma, n)
	w.logNext, _ = p.logNew(gamma, n+1)
	return w, nil
}

// logNew is the log weight of a new cluster given t others among n observations, where the last
// entry, for n clusters, is −Inf; and p(k | t).
func (p MFM) logNew(gamma float64, n int) (logNew []float64, given [][]float64) {
	last := math.NaN()
	for t := range min(n, len(p.K)) + 1 {
		terms := p.logTerms(gamma, n, t)
		logV := normalise(terms)
		if t > 0 {
			logNew = append(logNew, math.Log(gamma)+logV-last)
		}
		if math.IsInf(logV, -1) {
			break
		}
		given, last = append(given, terms), logV
	}
	return append(logNew, math.Inf(-1)), given
}

// Given returns p(K = 1), p(K = 2), … given the number of clusters of n observations: what remains
// unknown about the number of components once the clusters are known. Averaged over draws of
// clusters it gives the posterior of K, with less Monte Carlo error than the draws of k. It returns
// an error if the law is not proper, or if this number of clusters has probability 0.
func (p MFM) Given(clusters, n int) ([]float64, error) {
	gamma, err := p.check()
	if err != nil {
		return nil, err
	}
	if clusters < 0 || clusters > n || n > 0 && clusters == 0 {
		return nil, fmt.Errorf("mixture: Given: %d clusters of %d observations, expected at least "+
			"one cluster and one observation in each", clusters, n)
	}
	terms := p.logTerms(gamma, n, clusters)
	if math.IsInf(normalise(terms), -1) {
		return nil, errors.New("mixture: Given: there are more clusters than MFM.K allows")
	}
	return terms, nil
}
