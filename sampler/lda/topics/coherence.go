package topics

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// UMass returns the coherence of each topic by Mimno et al. (2011), from documents of the corpus:
//
//	Σ over i > j of log [(D(w_i, w_j) + 1) / D(w_j)]
//
// with D the number of documents with a word, or with both, and w_1, w_2, … the words of the topic
// in decreasing order of probability. Higher is more coherent, and 0 is high: a term is at most log
// 2. It falls with the number of words, so compare lists of the same length. Programs that take the
// mean over pairs, or add a number near 0 instead of 1, give other values (gensim: the mean, and
// 1e-12 D).
//
// It is NaN if a word other than the last occurs nowhere, and for fewer than two words.
//
// Source: Mimno, Wallach, Talley, Leenders & McCallum, "Optimizing semantic coherence in topic
// models" (2011), eq. 1.
func (c *Cooccurrence) UMass() []float64 {
	return c.each(func(n [][]int) float64 {
		return pairs(n, func(i, j int) float64 { return umass(n, i, j, 1) })
	})
}

func umass(n [][]int, i, j int, epsilon float64) float64 {
	if n[j][j] == 0 {
		return math.NaN()
	}
	return math.Log((float64(n[i][j]) + epsilon) / float64(n[j][j]))
}

// NPMI returns the coherence of each topic by normalised pointwise mutual information: the mean
// over pairs of its words of
//
//	log [p(w_i, w_j) / (p(w_i) p(w_j))] / −log p(w_i, w_j)
//
// with p the fraction of the windows that have a word, or both. It goes from −1 (words never
// together, in the limit) through 0 (together as often as by chance, and also if every window has
// both) to 1 (never apart). The order of the words does not matter.
//
// It is NaN if a word occurs nowhere, and for fewer than two words. gensim adds 1e-12 to p(w_i,
// w_j), so words that are never together have −0.6 to −0.9 rather than −1.
//
// Source: Bouma, "Normalized (pointwise) mutual information in collocation extraction" (2009); for
// topics, Aletras & Stevenson (2013).
func (c *Cooccurrence) NPMI() []float64 {
	return c.each(func(n [][]int) float64 {
		count := float64(len(n)*(len(n)-1)) / 2
		return pairs(n, func(i, j int) float64 { return npmi(n, i, j, c.windows, 0) }) / count
	})
}

func npmi(n [][]int, i, j, windows int, epsilon float64) float64 {
	if n[i][i] == 0 || n[j][j] == 0 {
		return math.NaN()
	}
	total := float64(windows)
	both, one, other := float64(n[i][j])/total+epsilon, float64(n[i][i])/total, float64(n[j][j])/total
	switch {
	case i == j:
		return 1
	case n[i][j] == windows:
		return 0
	case both == 0:
		return -1
	}
	return math.Log(both/(one*other)) / -math.Log(both)
}

// CV returns the coherence C_V of each topic. Each word is the vector of its NPMI with all words of
// the topic, itself included (1), and C_V is the mean cosine of these vectors and their sum, from
// about 0 to 1. Of the measures that Röder et al. compared it agreed best with people. It is
// defined on windows of 110 words ([CountWindows]).
//
// NPMI here has 1e-12 added to p(w_i, w_j), as in the authors' program and in gensim: words that
// are never together then have −0.6 to −0.9 instead of −1. gensim gives the same value for texts of
// up to 110 words. In windows of longer texts its counts (4.4.0) miss words: when one occurrence
// leaves the window at the edge, gensim drops the word even if the window still has another.
//
// It is NaN if a word occurs nowhere, and for fewer than two words.
//
// Source: Röder, Both & Hinneburg, "Exploring the space of topic coherence measures" (2015).
func (c *Cooccurrence) CV() []float64 {
	return c.each(func(n [][]int) float64 {
		vectors, all := make([][]float64, len(n)), make([]float64, len(n))
		for i := range n {
			vectors[i] = make([]float64, len(n))
			for j := range n {
				vectors[i][j] = npmi(n, i, j, c.windows, 1e-12)
				all[j] += vectors[i][j]
			}
		}
		mean := 0.0
		for _, v := range vectors {
			norms := math.Sqrt(floats.Dot(v, v) * floats.Dot(all, all))
			mean += floats.Dot(v, all) / norms / float64(len(n))
		}
		return mean
	})
}

// each computes a measure for each topic of two words or more.
func (c *Cooccurrence) each(measure func(n [][]int) float64) []float64 {
	values := make([]float64, len(c.topics))
	for k, n := range c.topics {
		values[k] = math.NaN()
		if len(n) > 1 {
			values[k] = measure(n)
		}
	}
	return values
}

// pairs sums f(i, j) over i > j.
func pairs(n [][]int, f func(i, j int) float64) (sum float64) {
	for i := range n {
		for j := range i {
			sum += f(i, j)
		}
	}
	return sum
}
