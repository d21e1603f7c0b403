package lda

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
)

// guidedBlock is the name of the block z where words have a β of their own.
const guidedBlock = "z_guided"

// model makes a Model of a kernel: newKernel makes an empty one for each chain, and sweep draws all topics, which in the first sweep is
// the sequential start.
func model[G kernel](p Prior, t *tokens, newKernel func() G, sweep func(g G, r *rand.Rand, s *State) error) sampler.Model[State] {
	update := func(r *rand.Rand, s *State) error {
		k, err := attached(p, s, t, newKernel)
		if err != nil {
			return err
		}
		return sweep(k, r, s)
	}
	name := "z"
	if p.guide != nil {
		name = guidedBlock
	}
	return sampler.Model[State]{
		Init: func(r *rand.Rand) (*State, error) {
			s := newState(p, t, newKernel())
			return s, update(r, s)
		},
		Blocks:   []sampler.Block[State]{{Name: name, Update: update}},
		Params:   params(p.K, t),
		LogJoint: (*State).LogJoint,
		Data:     []any{p, t},
		Work:     sampler.SweepSize{Amount: float64(len(t.other)), Unit: "tokens"},
	}
}

func params(k int, t *tokens) []sampler.Param[State] {
	return []sampler.Param[State]{
		sampler.Scalar("loglik", (*State).LogLikelihood),
		{Name: "phi", Shape: []int{k, t.v}, Moments: true, Read: (*State).Phi},
		{Name: "theta", Shape: []int{t.docs, k}, Moments: true, Read: (*State).Theta},
	}
}

// RandomStart returns the model with another start: each token gets one of the topics with equal probability, as in
// most programs. The start of the models of this package is sequential: each token is drawn from its conditional given
// the tokens before it, which costs a sweep and saves tens or hundreds of them.
//
// Mind what a likelihood says then: a sequential start has topics of very different sizes and so may lie above what the
// posterior has, from where log p(w, z) falls; a random start lies far below, from where it rises. Chains from both
// starts that meet are a better sign of convergence than chains from one of them.
func RandomStart(m sampler.Model[State]) sampler.Model[State] {
	init := m.Init
	if init == nil {
		return m // Run says what is missing
	}
	m.Init = func(r *rand.Rand) (*State, error) {
		s, err := init(r)
		if err == nil && s != nil && s.tokens != nil {
			s.scatter(r)
		}
		return s, err
	}
	return m
}

// Model returns the sampler to use: exact, and quick for any number of topics. Its kernel goes word by word, in
// float32; for few topics it sums the weights of 16 topics at a time, for many it visits only the topics that a
// document has, whichever is quicker. It takes 6 bytes a token, and 4 bytes × K for each document or, if that is less, 4 for
// each topic that a document can have.
//
// v is the size of the vocabulary; docs are as [corpus.Check] asks, empty documents among them. Recorded are
//
//   - lp__, log p(w, z | α, β), and loglik, log p(w | z, β): see [State.LogJoint];
//   - phi, K × V, and theta, documents × K: the running mean and variance of [State.Phi] and [State.Theta] over
//     the kept sweeps (see [sampler.Trace.Moments]), of each chain: topic 3 of two chains is not the same topic.
//
// phi and theta take 24 bytes × K × (V + documents) in each chain. Where that is too much, leave them out with m.Params =
// m.Params[:1].
func (p Prior) Model(docs []corpus.Doc, v int) (sampler.Model[State], error) {
	p, err := p.complete(docs, v)
	if err != nil {
		return sampler.Model[State]{}, err
	}
	return p.quick(docs, v, 1, 1)
}

// fewTopics tells whether the blocked kernel is quicker. Where the two kernels cross was measured, after 40 sweeps, with
// documents of 30, 100 and 300 tokens: at about 75, 150 and 250 topics, for short documents have few topics to visit.
func fewTopics(topics, tokens, docs int) bool {
	return float64(topics) <= 15*math.Sqrt(float64(tokens)/float64(max(docs, 1)))
}

// quick picks the kernel.
func (p Prior) quick(docs []corpus.Doc, v, parts, threads int) (sampler.Model[State], error) {
	tokens, longest, at := longestOf(docs)
	n := p.sizeOf(docs, v)
	cursors := float64(parts) * 40 * n.topics
	if fewTopics(p.K, tokens, len(docs)) && longest <= longestBlocked {
		return n.sized(cursors+4*n.docs*(n.topics+block), func() sampler.Model[State] { return p.blocked(docs, v, parts, threads) })
	}
	if err := p.checkLength(longest, at); err != nil {
		return sampler.Model[State]{}, err
	}
	return n.sized(cursors+4*(n.tokens+n.docs), func() sampler.Model[State] { return p.sparse(docs, v, parts, threads) })
}

// longestOf counts tokens, those of the longest document, and says which it is.
func longestOf(docs []corpus.Doc) (tokens, longest, at int) {
	for i, d := range docs {
		n := d.Tokens()
		tokens += n
		if n > longest {
			longest, at = n, i
		}
	}
	return tokens, longest, at
}

// checkLength says whether the sparse kernel can count the topics of the longest document.
func (p Prior) checkLength(longest, at int) error {
	if most := longestSparse(p.K); longest > most {
		return fmt.Errorf("lda: document %d has %d tokens: with %d topics a document has at most %d; cut it into several", at, longest, p.K, most)
	}
	return nil
}
