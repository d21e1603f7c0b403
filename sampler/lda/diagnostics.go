package lda

import (
	"errors"
	"fmt"
)

// TopicDiagnostics are twelve numbers about a topic, the same as in MALLET, that help to find poor
// topics. The words of the topic are its n most frequent ones. A number that does not exist is NaN:
// for a topic without tokens, all but Tokens.
type TopicDiagnostics struct {
	// Tokens is the number of tokens of the topic, n_k. Topics with very few tokens are often odd,
	// and topics with very many are often vague.
	Tokens float64
	// DocumentEntropy is the entropy of the topic's tokens over documents, in nats: low if few
	// documents have most of them.
	DocumentEntropy float64
	// WordLength is the mean number of letters of its words: very short ones are often not real
	// words.
	WordLength float64
	// Coherence is Σ over i > j of log [(D_ij + β) / (D_j + β)], where D counts the documents in
	// which a word, or two words, have this topic. Low if the words do not occur together (see also
	// [Cooccurrence]).
	Coherence float64
	// UniformDist is the Kullback–Leibler divergence of n_wk/n_k from the uniform distribution over
	// words, in nats: high for topics of few words.
	UniformDist float64
	// CorpusDist is the same divergence from the word distribution of the whole corpus: low for
	// topics that show only the language.
	CorpusDist float64
	// EffWords is the effective number of words, 1 / Σ_w (n_wk/n_k)².
	EffWords float64
	// TokenDocDiff is the Jensen–Shannon divergence, in nats, of two distributions over its words:
	// by tokens, and by documents. High if words are repeated often in few documents
	// ("burstiness").
	TokenDocDiff float64
	// Rank1Docs is the fraction of its documents in which it is the most frequent topic (the first,
	// if several are equally frequent): low for topics that are only an addition.
	Rank1Docs float64
	// AllocationRatio is the number of documents with half or more of the topic, divided by the
	// number with 2 % or more, by θ_dk = (n_dk + α_k) / (n_d + Σα).
	AllocationRatio float64
	// AllocationCount is the fraction of its documents in which it has 30 % or more.
	AllocationCount float64
	// Exclusivity is the mean over its words of φ_kw / Σ_j φ_jw, φ as in [State.Phi]: low if other
	// topics have the same words.
	Exclusivity float64
}

// Diagnose returns the diagnostics of each topic in this state, with n words for each topic (0
// means 20). They describe one draw, as in MALLET: for example, the last draw of a chain, or
// several to compare. The vocabulary gives the lengths of the words; nil leaves WordLength out.
//
// Source: MALLET 2.0.8, whose option --diagnostics-file gives the same values. Coherence is by
// Mimno et al. (2011) with β instead of 1. If words are equally frequent in a topic, the first in
// the vocabulary comes first; MALLET has another order. A topic with fewer than n words is
// described by those it has; MALLET's word length still divides by n.
func (s *State) Diagnose(vocabulary []string, n int) ([]TopicDiagnostics, error) {
	switch {
	case s == nil || s.tokens == nil:
		return nil, errors.New("lda: Diagnose: this State belongs to no model: take one from a chain")
	case n < 0 || n > maxList:
		return nil, fmt.Errorf("lda: Diagnose: %d words for each topic, expected 1 to %d, "+
			"or 0 for 20", n, maxList)
	case vocabulary != nil && len(vocabulary) != s.tokens.v:
		return nil, fmt.Errorf("lda: Diagnose: the vocabulary has %d words and the model %d: "+
			"give the model's vocabulary, or nil", len(vocabulary), s.tokens.v)
	}
	if n == 0 {
		n = 20
	}
	d := make([]TopicDiagnostics, len(s.Alpha))
	top := s.diagnoseWords(d, vocabulary, n)
	s.diagnoseDocs(d)
	s.diagnosePairs(d, top)
	return d, nil
}
