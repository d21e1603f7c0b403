package lda

import (
	"math"
	"math/rand/v2"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"
)

// HDP makes the number of topics unknown. It is the hierarchical Dirichlet process: there are
// infinitely many topics, and a corpus uses some of them. Both concentrations have a gamma prior.
//
//	b | γ ~ GEM(γ):  b_1 = ν_1, b_2 = (1−ν_1) ν_2, …,  ν ~ Beta(1, γ)
//	θ_d | b, α₀ ~ DirichletProcess(α₀, b)
//
// No number of topics limits it. Given b this is the model of [Prior] with α_k = α₀ b_k, for the
// topics that have tokens. All others are one topic, the first, number 0, with what is left of the
// stick. A token that draws it opens a new topic, which breaks a part ν ~ Beta(1, γ) off. After
// each sweep α₀, γ and b are drawn. First come the numbers of tables m_dk: m_dk counts the ones in
// n_dk draws of probability α_k/(α_k+i), i = 0, 1, …. Then α₀ and γ are drawn with auxiliary
// variables of their own, and then (b of the topics in use, the rest) ~ Dirichlet(Σ_d m_dk, γ).
// This is exact. Settings.Sampler must be Fast, with a single block, or [PartiallyCollapsed], which
// uses several threads: before each sweep it breaks the rest of the stick into topics until less
// than 1e-12 of the stick is left, and draws φ for these, too. That makes about 28 γ topics more,
// each with V gammas, so it pays off for millions of tokens. A new topic has its words by chance
// there, and seldom fits, so give a large K.
//
// Prior.K is the number of topics that a chain starts with, and the number that phi, theta and
// alpha show: topics 0 to K−1. It does not limit the chain. When the warm-up is over, topics are
// numbered by size, the largest first, after topic 0. Topics merge more easily than they split, so
// give a larger K than you expect, and another one to other chains: if they meet, that is a good
// sign. Often they do not, see below.
//
// It also records
//
//   - topics, the number in use, whose draws are the posterior of the number of topics;
//   - room, the K that would hold all topics of the draw. If it exceeds K, phi and theta are not
//     whole. topics.Read and topics.RHat then return an error, which says what K to try;
//   - alpha0 and gamma, the concentrations α₀ and γ;
//   - alpha, and beta, which does not change. lp__ is log p(w, z | α, β), at α as drawn.
//
// Topics merge slowly: 15 000 tokens of ten bars had 11 or 12 large topics after 500 sweeps, and 10
// after 1000. So look at R-hat of topics and loglik. Many topics of a few tokens are usual: the
// number of topics depends on the prior as much as on the corpus.
//
// On longer texts chains do not converge in a usual run. The texts of [gibbslab/datasets.Reagan],
// 37 000 tokens, with β = 0.05, after 1000 sweeps of warm-up and 1000 draws, four chains each:
//
//	K   topics      R-hat   R-hat of loglik
//	20  104 to 112  1.13    1.50
//	40   99 to 107  1.17    1.72
//	80   98 to 103  1.13    1.29
//
// Moves that split a topic or merge two (Wang & Blei, "A split-merge MCMC algorithm for the
// hierarchical Dirichlet process", arXiv:1201.1657) are no cure. We tried them, also with
// restricted Gibbs scans: of 1800 proposals for topics of more than 500 tokens none was accepted,
// and the best had a probability of about e⁻¹³. Gibbs sampling moves the smaller topics anyway.
//
// Source: Teh, Jordan, Beal & Blei, "Hierarchical Dirichlet processes", Journal of the American
// Statistical Association 101 (2006) 1566–1581, section 5.3 and appendix A; the priors are from its
// section 6. The parallel sampler is near that of Terenin, Magnusson & Jonsson, "Sparse parallel
// training of hierarchical Dirichlet process topic models", Proceedings of EMNLP 2020, which has a
// fixed number of topics at most, and approximates φ by a Poisson Pólya urn.
type HDP struct {
	// AlphaShape and AlphaRate are for the prior of α₀, which says how strongly documents share the
	// common mixture of topics. 0 means 1 and 1.
	AlphaShape, AlphaRate float64
	// GammaShape and GammaRate are for the prior of γ; the number of topics grows with γ. 0 means 1
	// and 0.1.
	GammaShape, GammaRate float64
}

func (h HDP) complete() (Learner, error) {
	err := completeGammas(
		gammaPart{"HDP.AlphaShape", &h.AlphaShape, 1},
		gammaPart{"HDP.AlphaRate", &h.AlphaRate, 1},
		gammaPart{"HDP.GammaShape", &h.GammaShape, 1},
		gammaPart{"HDP.GammaRate", &h.GammaRate, 0.1})
	return h, err
}

func (h HDP) block() sampler.Block[State] {
	return sampler.Update("hdp", func(r *rand.Rand, s *State) { s.drawHDP(r, h, drawTables) })
}

func (HDP) params() []sampler.Param[State] {
	return []sampler.Param[State]{
		sampler.Scalar("topics", func(s *State) float64 { return float64(s.inUse()) }),
		sampler.Scalar("room", func(s *State) float64 {
			for k := len(s.nk) - 1; k > newTopic; k-- {
				if s.nk[k] > 0 {
					return float64(k + 1)
				}
			}
			return newTopic + 1
		}),
		sampler.Scalar("alpha0", func(s *State) float64 { return sum(s.Alpha) }),
		sampler.Scalar("gamma", func(s *State) float64 { return s.gamma }),
	}
}

// inUse is the number of topics that have tokens.
func (s *State) inUse() (n int) {
	for _, c := range s.nk {
		if c > 0 {
			n++
		}
	}
	return n
}

func (HDP) logPrior(*State) float64 { return 0 }

// drawHDP draws α₀ and γ and then b, given z.
func (s *State) drawHDP(
	r *rand.Rand, prior HDP, tables func(r *rand.Rand, n int32, alpha float64) int,
) {
	if len(s.tableOf) < len(s.Alpha) {
		s.tableOf = make([]int, len(s.Alpha))
	}
	clear(s.tableOf)
	alpha, total := sum(s.Alpha), 0
	shape, rate := prior.AlphaShape, prior.AlphaRate
	for d, length := range s.tokens.length {
		if length == 0 {
			continue
		}
		for _, k := range s.topicsOfDoc(d) {
			m := tables(r, s.n[k], s.Alpha[k])
			s.tableOf[k] += m
			total += m
			s.n[k] = 0
		}
		rate -= logBeta(r, alpha+1, float64(length))
		if r.Float64()*(float64(length)+alpha) < float64(length) {
			shape--
		}
	}
	used := 0
	for _, m := range s.tableOf {
		if m > 0 {
			used++
		}
	}
	alpha = bounded(variate.Gamma(r, shape+float64(total), rate))
	shape, rate = prior.GammaShape+float64(used), prior.GammaRate
	if total > 0 {
		rate -= logBeta(r, s.gamma+1, float64(total))
		if r.Float64()*(float64(total)+s.gamma) < float64(total) {
			shape--
		}
	}
	s.gamma = bounded(variate.Gamma(r, shape, rate))
	s.drawSticks(r, alpha)
}

// drawSticks draws b given the tables and writes α₀ b.
func (s *State) drawSticks(r *rand.Rand, alpha float64) {
	clear(s.Alpha)
	s.Alpha[newTopic] = variate.Gamma(r, s.gamma, 1) // the gammas that make the Dirichlet
	for k, m := range s.tableOf {
		if m > 0 {
			s.Alpha[k] = variate.Gamma(r, float64(m), 1)
		}
	}
	all := sum(s.Alpha)
	for k, b := range s.Alpha {
		if k == newTopic || s.tableOf[k] > 0 {
			s.Alpha[k] = bounded(alpha * b / all)
		}
	}
}

// drawTables draws the number of tables at which n customers of a Chinese restaurant with this
// concentration sit.
func drawTables(r *rand.Rand, n int32, alpha float64) int {
	m := 1
	for i := int32(1); i < n; i++ {
		if r.Float64()*(alpha+float64(i)) < alpha {
			m++
		}
	}
	return m
}

// logBeta draws the logarithm of a Beta(a, b), which may be too small for its exponential.
func logBeta(r *rand.Rand, a, b float64) float64 {
	odds := variate.LogGamma(r, b) - variate.LogGamma(r, a)
	if odds > 700 {
		return -odds
	}
	return -math.Log1p(math.Exp(odds))
}

func bounded(x float64) float64 { return math.Max(minConcentration, math.Min(x, maxConcentration)) }
