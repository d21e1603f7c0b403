// Package lda samples latent Dirichlet allocation: documents as mixtures of topics, topics as
// distributions over words (Blei, Ng & Jordan 2003), by collapsed Gibbs sampling (Griffiths &
// Steyvers 2004).
//
//	φ_k | β ~ Dirichlet(β, …, β)       words of topic k, V of them
//	θ_d | α ~ Dirichlet(α_1, …, α_K)   topics of document d
//	z_i | θ ~ Categorical(θ_d)         topic of token i, a word of document d
//	w_i | z ~ Categorical(φ_{z_i})     the word itself
//
// With θ and φ integrated out, only the topics z of the tokens are left. The conditional of one
// topic, given all others, needs only counts: of topic k in document d, of word w in topic k, and
// of topic k overall, without the token itself:
//
//	p(z_i = k | rest) ∝ (n_dk + α_k) (n_wk + β) / (n_k + Vβ)
//
// In the language of gibbslab/sampler/bugs, which counts from one and integrates nothing out:
//
//	model {
//	   for (d in 1:D) {
//	      for (i in 1:n[d]) {
//	         z[d,i] ~ dcat(theta[d,])
//	         w[d,i] ~ dcat(phi[z[d,i],])
//	      }
//	      theta[d,1:K] ~ ddirch(alpha[])
//	   }
//	   for (v in 1:V) { betas[v] <- beta }
//	   for (k in 1:K) { phi[k,1:V] ~ ddirch(betas[]) }
//	}
//
// [Prior.Model] makes a [sampler.Model], and [sampler.Run] runs its chains. [Settings] choose one
// of three samplers of the same posterior. Use [Fast]; read [Dense], which is the formula above.
// [PartiallyCollapsed] draws φ, and is both exact and parallel. Settings.Blocks puts several
// threads on one chain of Fast, with a small error. All give the same topics, bit for bit, whatever
// the number of threads.
//
// [Prior.ModelSeq] takes documents that come one after the other. [Sharded] samples a corpus that
// no machine holds, on many machines.
//
// Settings.Learn learns α and β ([Optimise], [SampleHyper]) or the number of topics ([HDP]).
// Prior.Guide names words of topics that you look for. Prior.By makes the topics of a document
// depend on its date and other [Covariates], its [Labels], or its [Authors]. Package
// [gibbslab/sampler/lda/topics] reads the results of a chain.
package lda

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"

	"gibbslab/sampler/corpus"
)

// Prior is the number of topics and the two concentrations.
type Prior struct {
	// K is the number of topics, 1 to 65 535. There is no default.
	K int
	// Alpha is the concentration of topics in a document: K values, or one for each topic (not
	// their sum: MALLET's alpha is the sum). Small values make documents of few topics. Nil means
	// 5/K for each topic.
	Alpha []float64
	// Beta is the concentration of each word in a topic; small values make topics of few words. 0
	// means 0.01.
	Beta float64
	// Guide gives single words, by their number, a β of their own in each topic, K values, if you
	// know what a topic should be about. A large β_kw draws word w to topic k, as β_kw earlier
	// tokens of the word would. A small one keeps it out. The topics are then the ones that you
	// named, as far as the documents agree. All other words have Beta.
	Guide map[int32][]float64

	// By makes the topics of a document depend on what is known about it: [Covariates],
	// [Labels] or [Authors]. Nil gives all documents the same Alpha.
	By DocPrior

	guide *guide
	rows  *docRows // of By
}

const (
	maxTopics = 1<<16 - 1
	none      = 1<<16 - 1 // the topic of a token that has none yet
	// Within this range of concentrations, float32 can hold all the weights.
	minConcentration, maxConcentration = 1e-9, 1e9
)

// withDefaults fills in the defaults, with K values of α, and reports everything that is wrong.
func (p Prior) withDefaults() (_ Prior, errs []error) {
	bad := func(format string, a ...any) { errs = append(errs, fmt.Errorf("lda: "+format, a...)) }
	if p.K < 1 || p.K > maxTopics {
		bad("Prior.K is %d, expected a number of topics from 1 to %d", p.K, maxTopics)
	}
	p.Beta = cmp.Or(p.Beta, 0.01)
	if !isConcentration(p.Beta) {
		bad("Prior.Beta is %g, expected a concentration from %g to %g, or 0 for 0.01", p.Beta,
			minConcentration, maxConcentration)
	}
	switch {
	case p.K < 1 || p.K > maxTopics: // reported above
	case p.Alpha == nil:
		p.Alpha = slices.Repeat([]float64{5 / float64(p.K)}, p.K)
	case len(p.Alpha) == 1:
		p.Alpha = slices.Repeat(p.Alpha, p.K)
	case len(p.Alpha) != p.K:
		bad("Prior.Alpha has %d values, expected one for all topics, or one for each of the %d",
			len(p.Alpha), p.K)
	default:
		p.Alpha = slices.Clone(p.Alpha)
	}
	for k, a := range p.Alpha {
		if !isConcentration(a) {
			bad("Prior.Alpha[%d] is %g, expected a concentration from %g to %g", k, a,
				minConcentration, maxConcentration)
			break
		}
	}
	return p, errs
}

// complete does the same, and reports what is wrong in the documents too.
func (p Prior) complete(docs iter.Seq[corpus.Doc], v int) (Prior, error) {
	var errs []error
	n := 0
	for range docs {
		n++
	}
	if p.By != nil {
		p, errs = p.By.prepare(p, n)
	}
	p, wrong := p.withDefaults()
	errs = append(errs, wrong...)
	bad := func(format string, a ...any) { errs = append(errs, fmt.Errorf("lda: "+format, a...)) }
	if v < 1 {
		bad("the vocabulary has %d words, expected at least one", v)
	} else if err := corpus.CheckSeq(docs, v); err != nil {
		errs = append(errs, fmt.Errorf("lda: %w", err))
	} else if n := p.sizeOf(docs, v); n.tokens > math.MaxInt32 {
		bad("the documents hold %.0f tokens, repetitions counted, expected at most %d; document %.0f "+
			"alone has %.0f", n.tokens, math.MaxInt32, n.at, n.longest)
	}
	if len(errs) == 0 {
		p.guide, errs = p.guided(v)
	}
	if n == 0 {
		bad("no documents: expected at least one; without documents the posterior is the prior")
	}
	return p, errors.Join(errs...)
}

func isConcentration(x float64) bool { return x >= minConcentration && x <= maxConcentration }

// guide is [Prior.Guide], completed.
type guide struct {
	beta map[int32][]float64
	sum  []float64 // Σ_w β_kw over all words, by topic
}

// guided checks Prior.Guide, after Beta and K; it returns nil if there is none.
func (p Prior) guided(v int) (*guide, []error) {
	var errs []error
	if len(p.Guide) == 0 {
		return nil, nil
	}
	others := p.Beta * float64(v-len(p.Guide))
	g := &guide{maps.Clone(p.Guide), slices.Repeat([]float64{others}, p.K)}
	for _, w := range slices.Sorted(maps.Keys(p.Guide)) {
		row := p.Guide[w]
		if w < 0 || int(w) >= v {
			errs = append(errs,
				fmt.Errorf("lda: Prior.Guide has word %d, and the words are 0 to %d: a word that is not in "+
					"the vocabulary has the number -1; leave it out", w, v-1))
		}
		if len(row) != p.K {
			errs = append(errs, fmt.Errorf("lda: Prior.Guide[%d] has %d values, expected one for "+
				"each of the %d topics", w, len(row), p.K))
			continue
		}
		g.beta[w] = slices.Clone(row)
		for k, b := range row {
			if !isConcentration(b) {
				errs = append(errs, fmt.Errorf("lda: Prior.Guide[%d][%d] is %g, expected a "+
					"concentration from %g to %g", w, k, b, minConcentration, maxConcentration))
				break
			}
			g.sum[k] += b
		}
	}
	return g, errs
}

// row returns the β of a word in each topic, or nil if the word has the common β.
func (g *guide) row(w int) []float64 {
	if g == nil {
		return nil
	}
	return g.beta[int32(w)]
}

// betaOf is β_kw.
func (s *State) betaOf(k, w int) float64 {
	if row := s.guide.row(w); row != nil {
		return row[k]
	}
	return s.Beta
}

// betaSum is Σ_w β_kw.
func (s *State) betaSum(k int) float64 {
	if s.guide != nil {
		return s.guide.sum[k]
	}
	return float64(s.tokens.v) * s.Beta
}
