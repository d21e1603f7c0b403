package lda

import (
	"cmp"
	"errors"
	"fmt"
	"runtime"
)

// Settings say how [Prior.Model] samples. The zero value is the recommended sampler.
type Settings struct {
	Sampler Sampler
	// Blocks lets several threads work on one chain of [Fast], which is then approximate. Documents
	// and words are cut into blocks, Blocks × Blocks cells. The cells of a diagonal share no
	// document and no word and are sampled at the same time. They learn of one another's changes to
	// the totals n_k when the diagonal is done. With Blocks = 1 this is exact; 0 means 1, and 256
	// is the maximum. The error is largest for few tokens: with 2 blocks the mean of log p(w, z) of
	// 8 tokens, 4 topics and β = 0.05 is −20.299 and not −20.005, and of 34 tokens and 2 topics
	// −39.708 and not −39.635. On 1000 tokens a few runs can no longer tell it from the exact one.
	//
	// The draws depend on Blocks. Use as many blocks as you have processors, and no more, because
	// each costs time: on a million tokens with 20 topics, a sweep takes a tenth more processor
	// time with 2 blocks, and a quarter more with 4. On ten million tokens it takes a sixth less
	// with 2, probably because the counts of half of the documents fit into a cache. Several chains
	// keep the processors busy without it: use it for one chain, or few.
	Blocks int
	// Threads is the number of goroutines that share a sweep; 0 means the number of processors. The
	// draws are bit for bit the same for any number. [Dense] uses one, [Fast] at most Blocks, and
	// [PartiallyCollapsed] at most 16.
	Threads int
	// RandomStart gives each token a random first topic, all equally probable, as most programs do.
	// Otherwise the start is sequential: each token is drawn from its conditional given the tokens
	// before it. That costs one sweep and saves tens or hundreds of sweeps.
	//
	// From a random start the likelihood approaches its posterior from below. A sequential start
	// has topics of very different sizes, so it may begin above the posterior, and log p(w, z)
	// falls. If chains from both starts meet, that is a better sign of convergence than if chains
	// from one of them do.
	RandomStart bool
	// Starts is how many starts a chain makes. Each is followed by 200 sweeps with the α and β of
	// the prior, and the chain goes on from one of them, drawn with probability proportional to
	// exp(lp__). 0 means one start without sweeps. With several, chains less often stay in a poor
	// mode, but that they agree then says less. For bars with ten topics, three starts are enough.
	Starts int
	// Learn draws or improves α and β after each sweep: [Optimise], [SampleHyper] or [HDP]. Nil
	// keeps the values of the [Prior]. An HDP needs Fast with one block, or PartiallyCollapsed.
	Learn Learner
	// Counts records n_dk, how many tokens of each document have each topic, in every so many-th
	// kept sweep, as counts, documents × K. [gibbslab/sampler/lda/topics.Effects] needs it; 10 is
	// usual. It takes 8 bytes × documents × K each time. 0 records none.
	Counts int

	kernel *kernelType // nil chooses one for the Sampler; tests ask for one
}

// A Sampler is a way to draw the topics of the tokens. All samplers have the same posterior.
type Sampler int

// The samplers.
const (
	// Fast is the recommended sampler: exact, unless Settings.Blocks makes it approximate, and
	// quick for any number of topics. It goes word by word, in float32. For few topics it sums the
	// weights of 16 topics at a time; for many it visits only the topics that a document has. It
	// picks the quicker method. It needs 6 bytes per token, and 4 bytes × K for each document or,
	// if that is less, 4 for each topic that a document can have.
	Fast Sampler = iota
	// Dense is the sampler to read and to compare with. It takes the documents in order and the
	// words of each in order, and for each token computes the full conditional of its topic, all K
	// probabilities in float64. It is exact. Its matrices of counts take 8 bytes × K × (V +
	// documents).
	Dense
	// PartiallyCollapsed integrates θ out and draws φ, in two blocks:
	//
	//	phi: φ_k | z ~ Dirichlet(n_k1 + β, …, n_kV + β)
	//	z:   p(z_i = k | rest) ∝ (n_dk + α_k) φ_kw
	//
	// Given φ the documents are independent, so it is exact on any number of threads: it is the
	// parallel sampler without bias. It mixes more slowly per sweep than Fast. A token costs as
	// much as its document has topics, but φ has K × V gammas in each sweep; both take 8.5 bytes ×
	// K × V. φ is kept in float32, and values below 1e-30 become 0. As with the other samplers, the
	// recorded φ is its expectation given z, whose mean has less error.
	//
	// Source: Magnusson, Jonsson, Villani & Broman, "Sparse partially collapsed MCMC for parallel
	// inference in topic models", Journal of Computational and Graphical Statistics 27 (2018)
	// 449–463. For the topics that a document does not have we add up α_k φ_kw by blocks of 16
	// topics, once for each word, in place of its alias tables.
	PartiallyCollapsed
)

func (s Sampler) String() string {
	if s < Fast || s > PartiallyCollapsed {
		return fmt.Sprintf("Sampler(%d)", int(s))
	}
	return kernelOf[s].sampler
}

const maxBlocks = 256

// complete fills in the defaults and reports everything that is wrong.
func (set Settings) complete(p Prior) (Settings, error) {
	if set.Sampler < Fast || set.Sampler > PartiallyCollapsed {
		return set, fmt.Errorf("lda: Settings.Sampler is %d, expected Fast, Dense or "+
			"PartiallyCollapsed", int(set.Sampler))
	}
	var errs []error
	bad := func(format string, a ...any) { errs = append(errs, fmt.Errorf("lda: "+format, a...)) }
	priors := kernelOf[set.Sampler].priors
	if set.Blocks < 0 || set.Blocks > maxBlocks {
		bad("Settings.Blocks is %d, expected 1 to %d, or 0 for 1; as many as processors serve best",
			set.Blocks, maxBlocks)
	}
	if set.Blocks > 1 && set.Sampler != Fast {
		bad("Settings.Blocks is %d, and %v has no blocks: leave it 0, or take Fast", set.Blocks,
			set.Sampler)
	}
	if set.Starts < 0 {
		bad("Settings.Starts is %d, expected a few, or 0 for one start without sweeps", set.Starts)
	}
	if set.Counts < 0 {
		bad("Settings.Counts is %d, expected such as 10, for every tenth sweep, or 0 for none",
			set.Counts)
	}
	if set.Threads < 0 {
		bad("Settings.Threads is %d, expected 1 or more, or 0 for as many as there are processors",
			set.Threads)
	}
	if len(p.Guide) > 0 && !priors {
		bad("%v does not know Prior.Guide: take Fast or Dense", set.Sampler)
	}
	if len(p.Guide) > 0 && set.Learn != nil {
		bad("Settings.Learn learns one β, and Prior.Guide gives words a β of their own: leave " +
			"out one of them")
	}
	if _, is := p.By.(Authors); is && (set.Sampler != Fast || set.Blocks > 1) {
		bad("Authors need Settings.Sampler Fast and Settings.Blocks 0 or 1, and these are %v and %d: "+
			"authors of many documents belong to no block", set.Sampler, set.Blocks)
	} else if p.By != nil && !priors {
		bad("%v does not know Prior.By: take Fast or Dense", set.Sampler)
	}
	if _, hdp := set.Learn.(HDP); hdp && p.By != nil {
		bad("HDP learns the α of all documents, and Prior.By gives each its own: leave out one of them")
	}
	if _, hdp := set.Learn.(HDP); hdp && (set.Sampler == Dense || set.Blocks > 1) {
		bad("HDP opens topics as it goes, which only Fast with one block and PartiallyCollapsed " +
			"can: leave Settings.Sampler and Settings.Blocks out")
	}
	if set.Learn != nil {
		var err error
		if set.Learn, err = set.Learn.complete(); err != nil {
			bad("Settings.Learn: %w", err)
		}
	}
	set.Blocks = max(set.Blocks, 1)
	set.Threads = cmp.Or(set.Threads, runtime.GOMAXPROCS(0))
	return set, errors.Join(errs...)
}
