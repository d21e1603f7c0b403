package lda

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/sampler/internal/guard"
)

// newTopic is the topic of an [HDP] that stands for all topics without tokens. Its α is that of all
// of them. A free topic has α = 0 and no tokens.
const newTopic = 0

// open gives a token that drew newTopic a topic of its own. It breaks ν ~ Beta(1, γ) off the α of
// newTopic: of the infinitely many topics without tokens, each is drawn in proportion to its b, and
// the one drawn has this part of the sum.
func (c *wordState) open(s *State) int {
	for c.free < len(c.nk) && (s.Alpha[c.free] > 0 || c.nk[c.free] > 0) {
		c.free++
	}
	if c.free == len(c.nk) {
		s.grow(2 * len(s.Alpha))
		c.grow(s)
	}
	u := (float64(c.rng.Uint64()>>11) + 0.5) * (1.0 / (1 << 53))
	rest := s.Alpha[newTopic] * math.Pow(u, 1/s.gamma) // 1−ν is Beta(γ, 1)
	s.Alpha[c.free], s.Alpha[newTopic] = s.Alpha[newTopic]-rest, rest
	c.weigh(newTopic, rest)
	c.weigh(c.free, s.Alpha[c.free])
	return c.free
}

// weigh changes the α of a topic.
func (c *wordState) weigh(k int, alpha float64) {
	d := (float64(float32(alpha)) - float64(c.alpha[k])) * float64(c.q[k])
	c.alpha[k] = float32(alpha)
	c.sums[k>>blockShift] += d
	c.mass += d
}

// breakRest breaks newTopic into topics of their own, each with a part ν ~ Beta(1, γ) of what is
// left, until less than 1e-12 of the whole stick is left. The last one takes that, too: a uniform
// of 53 bits could not choose it. About 28 γ topics without tokens come to be.
func (s *State) breakRest(r *rand.Rand) {
	s.joinRest()
	rest, least, last := s.Alpha[newTopic], 1e-12*sum(s.Alpha), newTopic
	for k := newTopic + 1; rest > least || last == newTopic; k++ {
		if k == len(s.Alpha) {
			s.grow(k + max(4*block, k/2))
		}
		if s.nk[k] == 0 {
			left := rest * math.Exp(-r.ExpFloat64()/s.gamma) // 1−ν is Beta(γ, 1)
			s.Alpha[k], rest, last = rest-left, left, k
		}
	}
	s.Alpha[last] += rest
	s.Alpha[newTopic] = 0
}

// joinRest is the reverse of breakRest: topics without tokens become newTopic again.
func (s *State) joinRest() {
	for k, n := range s.nk {
		if n == 0 && k != newTopic {
			s.Alpha[newTopic] += s.Alpha[k]
			s.Alpha[k] = 0
		}
	}
}

// grow makes room for the topics of s, while the state is at a word.
func (c *wordState) grow(s *State) {
	before := *c
	c.resize(len(s.Alpha))
	copy(c.nk, before.nk)
	copy(c.nwk, before.nwk)
	for k, a := range s.Alpha {
		c.alpha[k], c.beta[k], c.vBeta[k] = float32(a), c.common, float32(s.betaSum(k))
		c.inv[k] = 1 / (float32(c.nk[k]) + c.vBeta[k])
	}
	c.sum()
}

// grow makes room for at least this many topics.
func (s *State) grow(topics int) {
	if len(s.Alpha) == maxTopics {
		panic(guard.Sentence("lda: HDP: there are 65534 topics, and a token asks for one more: " +
			"give γ a prior with a smaller mean, HDP.GammaShape/HDP.GammaRate"))
	}
	more := min(max(topics, block), maxTopics) - len(s.Alpha)
	s.Alpha = append(s.Alpha, make([]float64, more)...)
	s.nk, s.n = append(s.nk, make([]int32, more)...), append(s.n, make([]int32, more)...)
	s.occur = make([]uint16, 0, len(s.n))
}

// adopt makes the topics of s, wherever they come from, topics of an HDP: none is newTopic, and all
// have the same α.
func (s *State) adopt() {
	s.gamma = s.plan.hdp.GammaShape / s.plan.hdp.GammaRate
	if free := slices.Index(s.nk, 0); s.nk[newTopic] > 0 {
		if free < 0 {
			free = len(s.nk)
			s.grow(free + 1)
		}
		to := identity(len(s.nk))
		to[newTopic], to[free] = uint16(free), newTopic
		s.renumber(to)
	}
	alpha := sum(s.plan.prior.Alpha) / float64(1+s.inUse())
	for k, n := range s.nk {
		s.Alpha[k] = 0
		if n > 0 || k == newTopic {
			s.Alpha[k] = alpha
		}
	}
}

// sortTopics numbers the topics by size, the largest first, after newTopic. The state may come from
// a checkpoint, without a kernel.
func (s *State) sortTopics() {
	size := make([]int, len(s.Alpha))
	for _, k := range s.z {
		size[k]++
	}
	order := identity(len(s.Alpha))
	slices.SortStableFunc(order[newTopic+1:], func(a, b uint16) int {
		return cmp.Compare(size[b], size[a])
	})
	to := make([]uint16, len(order))
	for k, before := range order {
		to[before] = uint16(k)
	}
	s.renumber(to)
}

// renumber gives topic k the number to[k].
func (s *State) renumber(to []uint16) {
	alpha := slices.Clone(s.Alpha)
	for k, a := range alpha {
		s.Alpha[to[k]] = a
	}
	for i, k := range s.z {
		s.z[i] = to[k]
	}
	if _, saved := s.kernel.(*resumed); saved {
		s.kernel = new(resumed)
	} else {
		s.kernel.recount(s, nil)
	}
}

func identity(n int) []uint16 {
	all := make([]uint16, n)
	for k := range all {
		all[k] = uint16(k)
	}
	return all
}
