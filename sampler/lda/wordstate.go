package lda

import "math/rand/v2"

// A wordState holds the terms that the conditional of a token of one word needs besides the counts
// of its document. They are updated in O(1) when a token changes its topic:
//
//	q_k = (n_wk + β) / (n_k + Vβ),   and the sums of α_k q_k over blocks of 16 topics.
//
// The weight of topic k is then n_dk q_k + α_k q_k. The sums are float64. When a large q is
// subtracted, the remaining rounding error is then 1e-16 of it, not 1e-7.
type wordState struct {
	rng     rand.PCG
	nk, nwk []int32   // by topic: all tokens, and those of this word
	inv     []float32 // 1 / (n_k + Vβ)
	q       []float32
	alpha   []float32
	sums    []float64 // of α_k q_k, by block; empty in blocked
	mass    float64   // of α_k q_k
	beta    []float32 // β_kw, by topic: β, except for a word of Prior.Guide
	vBeta   []float32 // Σ_w β_kw
	guide   *guide
	common  float32    // β
	cum     []float32  // scratch of blocked: by block
	free    int        // of HDP: no topic below is free
	lists   []float64  // scratch of sparse: by entry of a list
	vector  *vectorRun // of blocked; nil if it goes without

	_ [128]byte // keeps the states of two threads out of one cache line
}

// block is the number of topics whose weights are summed together.
const (
	block      = 16
	blockShift = 4
)

func newWordState(topics int) *wordState {
	c := new(wordState)
	c.resize(topics)
	return c
}

// resize makes room for a number of topics, and forgets everything.
func (c *wordState) resize(topics int) {
	up := (topics + block - 1) / block * block
	// Each slice is followed by 128 unused bytes, like the wordState itself.
	floats := func(n int) []float32 { return make([]float32, n+32)[:n:n] }
	ints := func(n int) []int32 { return make([]int32, n+32)[:n:n] }
	c.nk, c.nwk, c.inv = ints(topics), ints(topics), floats(topics)
	c.beta, c.vBeta = floats(topics), floats(topics)
	c.q, c.alpha, c.cum = floats(up), floats(up), floats(up/block)
	c.sums = make([]float64, up/block+16)[:up/block]
	c.lists = make([]float64, topics+16)[:topics]
}

// begin starts without a word. Random numbers come from the two seeds.
func (c *wordState) begin(s *State, seed1, seed2 uint64) {
	if len(c.nk) < len(s.Alpha) {
		c.resize(len(s.Alpha))
	}
	c.free = newTopic + 1
	c.rng.Seed(seed1, seed2)
	copy(c.nk, s.nk)
	clear(c.nwk)
	c.guide, c.common = s.guide, float32(s.Beta)
	for k, a := range s.Alpha {
		c.alpha[k], c.beta[k], c.vBeta[k] = float32(a), c.common, float32(s.betaSum(k))
		c.inv[k] = 1 / (float32(c.nk[k]) + c.vBeta[k])
	}
	if c.vector != nil {
		c.vector.begin(c)
	}
	c.sum()
}

// sum computes all q and their sums.
func (c *wordState) sum() {
	q, inv, beta := c.q[:len(c.nwk)], c.inv[:len(c.nwk)], c.beta[:len(c.nwk)]
	for k, n := range c.nwk {
		q[k] = (float32(n) + beta[k]) * inv[k]
	}
	c.mass = 0
	for b := range c.sums {
		sum := 0.0
		for k := b * block; k < min((b+1)*block, len(q)); k++ {
			sum += float64(c.alpha[k]) * float64(q[k])
		}
		c.sums[b] = sum
		c.mass += sum
	}
}

// enter moves to a word, whose tokens have the given topics.
func (c *wordState) enter(word int, z []uint16) {
	if c.vector != nil {
		c.vector.enter(c.guide.row(word), z)
		return
	}
	for _, k := range z {
		if k != none {
			c.nwk[k]++
		}
	}
	own := c.guide.row(word)
	for k, b := range own {
		c.beta[k] = float32(b)
	}
	if own != nil || len(z) > len(c.nwk)/2 {
		c.sum()
		return
	}
	for _, k := range z {
		if k != none {
			c.update(int(k))
		}
	}
}

func (c *wordState) leave(word int, z []uint16) {
	if c.vector != nil {
		c.vector.leave(c.guide.row(word), c.common)
		return
	}
	own := c.guide.row(word) != nil
	if own {
		for k := range c.beta {
			c.beta[k] = c.common
		}
	}
	if own || len(z) > len(c.nwk)/2 {
		clear(c.nwk)
		c.sum()
		return
	}
	for _, k := range z {
		if k != none && c.nwk[k] != 0 {
			c.nwk[k] = 0
			c.update(int(k))
		}
	}
}

// update computes q for a topic.
func (c *wordState) update(k int) {
	q := (float32(c.nwk[k]) + c.beta[k]) * c.inv[k]
	if len(c.sums) > 0 {
		d := float64(c.alpha[k]) * (float64(q) - float64(c.q[k]))
		c.sums[k>>blockShift] += d
		c.mass += d
	}
	c.q[k] = q
}

// add counts by = ±1 token of the word in a topic.
func (c *wordState) add(k int, by int32) {
	n := c.nk[k] + by
	c.nk[k] = n
	c.nwk[k] += by
	c.inv[k] = 1 / (float32(n) + c.vBeta[k])
	c.update(k)
}

// total is how many tokens have a topic.
func (c *wordState) total(k int) int32 {
	if c.vector != nil {
		return c.vector.counts[c.vector.slot[k]][0]
	}
	return c.nk[k]
}
