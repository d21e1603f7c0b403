package topics

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"gibbslab/sampler/diag/relabel"
)

// StabilityResult says which topics return in other chains. It comes from [Stability].
type StabilityResult struct {
	// Chains is the number of chains.
	Chains int
	// Found is the share of the other chains that have topic k of chain 0, K numbers, and FoundSE
	// its standard error, half of Wilson's interval: it is not 0 if all of a few chains have it.
	Found, FoundSE []float64
	// Stable lists the topics of chain 0 that at least nine in ten of the other chains have, the one
	// found most often first. Of topics that are alike it lists the first.
	Stable []int
	// Count is how many topics of a chain return in each of three other chains, and CountSE its
	// standard error.
	Count, CountSE float64
	// Alike lists the topics of chain 0 that have tokens. Those that have nearly the same words stand
	// together.
	Alike [][]int
	// Top are the six most probable words of each topic of chain 0.
	Top [][]int
	// Effective is the effective number of clusters of each topic of chain 0, and Largest the cluster
	// that has most of it: see [Topics.Spread]. Nil without clusters.
	Effective []float64
	Largest   []string
}

const (
	stableShare = 0.9  // of the other chains in which a stable topic is found
	otherChains = 3    // that StabilityResult.Count asks
	alikeFrom   = 0.9  // the Σ √(pq) from which two topics of a chain are one that was split
	leastShare  = 0.01 // of an equal share of the tokens; topics with less are left out
)

// Stability tells which topics are a feature of the documents, and which are an accident of one
// chain. A topic is found in another chain if [relabel.Align] pairs it with one there and calls the
// pair clear: the two are nearer to each other than to any other topic, by a quarter. Two topics of
// one chain that have nearly the same words ([Topics.Similarity] of 0.9 or more) count as one. If
// Theta, Alpha and Docs are known, topics with less than a hundredth of an equal share of the
// tokens are left out: they all have nearly equal words, the prior's.
//
// Found and Stable are about the topics of chain 0. Count is about all chains: for each chain and
// each choice of three others, it counts the topics that all three have, and takes the mean. (With
// three chains these are the two others, with two the other one.) Its standard error comes from the
// jackknife over chains. It is NaN for fewer than five chains.
//
// The chains need seeds of their own, as those of one run have. Twenty chains are enough for most
// purposes. Too short a run makes topics unstable, and so do too many topics.
//
// That a topic returns does not say that it is common: the topic of a single author returns most
// easily. Give the cluster of each document, such as its author, and the report says in how many of
// them a topic is. It needs Phi. Errors: fewer than two chains, φ over different words, a chain
// that is wrong, those of [Topics.Spread].
func Stability(chains []*Topics, clusters ...string) (*StabilityResult, error) {
	if len(chains) < 2 {
		return nil, fmt.Errorf("topics: Stability: the number of chains is %d, expected 2 or more: give "+
			"the topics of several chains of one run", len(chains))
	}
	s := &StabilityResult{Chains: len(chains)}
	phi := make([][][]float64, len(chains))
	for c, t := range chains {
		alike, err := t.alike()
		if err != nil {
			return nil, fmt.Errorf("topics: Stability: chain %d: %w", c, err)
		}
		if c == 0 {
			s.Alike = alike
		}
		for _, group := range alike {
			phi[c] = append(phi[c], t.meanPhi(group))
		}
	}
	found := make([][][]bool, len(chains)) // by chain, other chain and group
	for c := range chains {
		a, err := relabel.Align(phi, c)
		if err != nil {
			return nil, fmt.Errorf("topics: Stability: %w", err)
		}
		found[c] = a.Clear
	}
	s.describe(found[0], len(chains[0].Phi))
	s.Count, s.CountSE = countReturning(found)
	if clusters != nil {
		var err error
		if s.Effective, s.Largest, err = chains[0].Spread(clusters); err != nil {
			return nil, fmt.Errorf("topics: Stability: %w", err)
		}
	}
	var err error
	s.Top, err = chains[0].Top(6)
	return s, err
}

// Spread is the effective number of clusters of each topic, given the cluster of each document, and
// the cluster that has most of the topic:
//
//	1 / Σ_g p_g²,   p_g = Σ_{d in g} n_d θ_dk / Σ_d n_d θ_dk
//
// It is the number of clusters if all have the same part of the topic, and near 1 if one has nearly
// all. It needs Docs and Theta.
func (t *Topics) Spread(clusters []string) (effective []float64, largest []string, err error) {
	if err := t.checkTheta(); err != nil {
		return nil, nil, fmt.Errorf("topics: Spread: %w", err)
	}
	if len(clusters) != len(t.Docs) {
		return nil, nil, fmt.Errorf("topics: Spread: %d names of clusters and %d documents: give the "+
			"cluster of each document", len(clusters), len(t.Docs))
	}
	use, group, names := groupsOf(t.Docs, clusters)
	tokens := make([][]float64, len(t.Phi))
	for k := range tokens {
		tokens[k] = make([]float64, len(names))
	}
	for i, d := range use {
		for k, p := range t.Theta[d] {
			tokens[k][group[i]] += p * float64(t.Docs[d].Tokens())
		}
	}
	for _, of := range tokens {
		n, at := effectiveNumber(of)
		effective, largest = append(effective, n), append(largest, names[at])
	}
	return effective, largest, nil
}

// effectiveNumber is that of the groups of some tokens, and the largest group.
func effectiveNumber(tokens []float64) (n float64, largest int) {
	total, square := 0.0, 0.0
	for g, x := range tokens {
		total, square = total+x, square+x*x
		if x > tokens[largest] {
			largest = g
		}
	}
	return total * total / square, largest
}

// describe fills in what is known about each topic of chain 0.
func (s *StabilityResult) describe(found [][]bool, topics int) {
	s.Found, s.FoundSE = make([]float64, topics), make([]float64, topics)
	for g, group := range s.Alike {
		n := 0
		for _, has := range found[1:] {
			if has[g] {
				n++
			}
		}
		p := float64(n) / float64(s.Chains-1)
		for _, k := range group {
			n := float64(s.Chains - 1)
			s.Found[k], s.FoundSE[k] = p, math.Sqrt(p*(1-p)/n+1/(4*n*n))/(1+1/n)
		}
		if p >= stableShare {
			s.Stable = append(s.Stable, group[0])
		}
	}
	slices.SortStableFunc(s.Stable, func(a, b int) int { return cmp.Compare(s.Found[b], s.Found[a]) })
}

// alike lists the topics that have tokens. Those with nearly the same words stand together.
func (t *Topics) alike() (groups [][]int, err error) {
	like, err := t.Similarity()
	if err != nil {
		return nil, err
	}
	tokens := t.tokens()
	for k := range like {
		if tokens != nil && tokens[k] < leastShare*floats.Sum(tokens)/float64(len(tokens)) {
			continue
		}
		at := slices.IndexFunc(groups, func(group []int) bool {
			return slices.ContainsFunc(group, func(j int) bool { return like[k][j] >= alikeFrom })
		})
		if at < 0 {
			groups = append(groups, []int{k})
		} else {
			groups[at] = append(groups[at], k)
		}
	}
	return groups, nil
}

// tokens is the mean number of tokens of each topic, from θ_dk = (n_dk + α_k) / (n_d + Σα), or nil
// if a field is missing.
func (t *Topics) tokens() []float64 {
	alpha, err := t.concentrations()
	if err != nil || len(t.Docs) == 0 || t.checkTheta() != nil {
		return nil
	}
	n, all := make([]float64, len(alpha)), floats.Sum(alpha)
	for d, doc := range t.Docs {
		for k, p := range t.Theta[d] {
			n[k] += p*(float64(doc.Tokens())+all) - alpha[k]
		}
	}
	return n
}

// meanPhi is the mean of the words of some topics.
func (t *Topics) meanPhi(topics []int) []float64 {
	mean := make([]float64, len(t.Phi[0]))
	for _, k := range topics {
		for w, p := range t.Phi[k] {
			mean[w] += p / float64(len(topics))
		}
	}
	return mean
}

// countReturning is the mean number of topics of a chain that return in all of otherChains other
// chains, and its standard error.
func countReturning(found [][][]bool) (mean, se float64) {
	m, n := min(otherChains, len(found)-1), float64(len(found))
	mean = returning(found, m, -1)
	if len(found) < otherChains+2 {
		return mean, math.NaN()
	}
	without, center := make([]float64, len(found)), 0.0
	for c := range found {
		without[c] = returning(found, m, c)
		center += without[c] / n
	}
	for _, x := range without {
		se += (x - center) * (x - center) * (n - 1) / n
	}
	return mean, math.Sqrt(se)
}

// returning is the mean without one chain, −1 for all chains. If c of n other chains have a topic,
// m of them drawn at random all have it with probability c/n (c−1)/(n−1) …
func returning(found [][][]bool, m, without int) (mean float64) {
	chains := 0.0
	for r := range found {
		if r == without {
			continue
		}
		chains++
		for k := range found[r][r] {
			c, n := 0.0, 0.0
			for other, has := range found[r] {
				if other != r && other != without {
					n++
					if has[k] {
						c++
					}
				}
			}
			p := 1.0
			for i := range m {
				p *= max(c-float64(i), 0) / (n - float64(i))
			}
			mean += p
		}
	}
	return mean / chains
}
