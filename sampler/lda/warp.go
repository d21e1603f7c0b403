package lda

import (
	"math/rand/v2"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
)

// Warp returns the sampler for very many tokens or topics, 1e8 or thousands: the time of a token does not depend on
// K. It is approximate. Instead of computing K weights it lets each token propose another topic and decides by Metropolis and
// Hastings, once from its document and once from its word:
//
//	propose k with probability ∝ n_dk + α_k, accept with min(1, (n_wk + β) (n_z + Vβ) / [(n_wz + β) (n_k + Vβ)])
//	propose k with probability ∝ n_wk + β,   accept with min(1, (n_dk + α_k) (n_z + Vβ) / [(n_dz + α_z) (n_k + Vβ)])
//
// z is the topic it has, and the token itself is left out of all counts. To propose is to copy the topic of another token of the
// document or word at random, or, in proportion to Σα or Kβ, to draw from α, or any topic. A sweep goes over the words and then over
// the documents, and each looks at its own counts only: what is proposed to a token in one half is decided in the other.
//
// That is where the error comes from, for by then the counts have moved on; it is no Gibbs sampler. The mean of
// log p(w, z) over two million sweeps, where documents of a few tokens make the error as large as it gets (standard errors
// 0.002 to 0.014), and the probability that two tokens of one word have the same topic:
//
//	tokens  topics  words   α              β     exact    Warp     same: exact, Warp
//	12      2       3       0.5            0.3   −19.072  −19.437  0.821  0.813
//	34      2       2       0.5            0.5   −39.635  −40.359  0.558  0.555
//	34      2       2       0.1            0.01  −38.819  −39.171  0.670  0.688
//	9       3       3       0.2, 0.7, 1.5  0.4   −18.157  −18.604  0.651  0.604
//	8       4       4       0.1            0.05  −20.005  −20.336  0.607  0.586
//
// It pays for about a thousand topics, and little. Log p(w, z) per token of simulated texts, from half as many topics,
// after so many seconds of processor time, on a busy machine; for 1000 topics both samplers ran at the same time:
//
//	topics  tokens  seconds  [Prior.Model]  Warp
//	100     1e6     6.6      −7.86          −7.89
//	1000    2e6     32       −8.77          −8.76
//	1000    2e6     54       −8.67          −8.63
//	1000    2e6     75       −8.54          −8.44
//	5000    3e6     98       −8.45          −8.51
//
// The sampler of the paper, in which all counts stand still during a half sweep, the token itself counted in, is further off: −19.984
// for the first row. On a corpus the likelihood rises less with each sweep than that of [Prior.Model], and levels off elsewhere; a
// token costs about a quarter of the time, with 100 topics or 1000. So it serves to begin with, and another sampler to go on from its state, which
// any model of the same documents and as many topics takes up if its Init returns it (see the example).
//
// threads is how many goroutines share a sweep; 0 means as many as there are processors, and more than 16 are of no use; the
// draws are the same bit for bit for any number. It takes 14 bytes a token. Where phi and theta take too much, leave them out:
// see [Prior.Model], which says what is recorded.
//
// Source: Chen, Li, Zhu & Chen, "WarpLDA: a cache efficient O(1) algorithm for latent Dirichlet allocation",
// Proceedings of the VLDB Endowment 9 (2016) 744–755; here with counts that follow each change of the word or
// document at hand.
func (p Prior) Warp(docs []corpus.Doc, v, threads int) (sampler.Model[State], error) {
	p, err := p.complete(docs, v)
	if err != nil {
		return sampler.Model[State]{}, err
	}
	_, longest, at := longestOf(docs)
	if err := p.checkLength(longest, at); err != nil {
		return sampler.Model[State]{}, err
	}
	if err := p.unguided("Warp"); err != nil {
		return sampler.Model[State]{}, err
	}
	if threads, err = threadsOf(threads); err != nil {
		return sampler.Model[State]{}, err
	}
	n := p.sizeOf(docs, v)
	kernel := 12*n.tokens + 16*16*n.topics
	if err := n.check(kernel); err != nil {
		return sampler.Model[State]{}, err
	}
	t := byWords(docs, v)
	of := positions(t)
	newKernel := func() *warp { return newWarp(t, of, p.K, threads) }
	m, start := model(p, t, newKernel, (*warp).sweep), p.sparseOn(t, 1, 1)
	m.StateBytes = n.stateBytes(kernel)
	m.Init = func(r *rand.Rand) (*State, error) {
		s, err := start.Init(r)
		if err == nil {
			_, err = attached(p, s, t, newKernel)
		}
		return s, err
	}
	return m, nil
}
