package lda

import (
	"math/bits"
	"slices"
	"unsafe"
)

// sparse is the kernel of [Fast] for many topics. A document is a list of the topics that it has.
// The weight of all other topics is in the sums of the wordState, which the kernel looks at only
// when it draws one of those topics. There is no matrix of K × V or K × documents: the kernel takes
// 6 bytes per token, and 4 for each topic of each document.
//
// A row of the arena is the number of entries and then the entries, count<<bits | topic, in no
// particular order. So reading a token's row touches one place in memory.
type sparse struct {
	*wordKernel
	bits  uint
	start []int // start of the row of each document, and the end of the last row
	arena []uint32
}

// longPrefetch is how many numbers of a row are prefetched. Longer lists are seldom full.
const longPrefetch = 96

func newSparse(m *plan) kernel {
	g := &sparse{wordKernel: newWordKernel(m), bits: topicBits(m.most), start: m.rows}
	g.arena = make([]uint32, m.rows[m.tokens.docs])
	g.word = g.topicsOf
	return g
}

// arenaRows returns where the rows of the documents start in the arena, and where the last one
// ends.
func arenaRows(t *tokens, topics int) []int {
	start := make([]int, 1, t.docs+1)
	for d, n := range t.length {
		start = append(start, start[d]+1+min(int(n), topics))
	}
	return start
}

func topicBits(topics int) uint { return uint(bits.Len(uint(topics - 1))) }

// longestSparse is a document length up to which an entry can hold the counts.
func longestSparse(topics int) float64 { return float64(int(1)<<(32-topicBits(topics)) - 1) }

func (g *sparse) topicsOf(s *State, c *wordState, _ int, docs []uint32, z []uint16) {
	one, mask := uint32(1)<<g.bits, uint32(1)<<g.bits-1
	next := soon(docs)
	for i, doc := range docs {
		if i < len(next) {
			at := g.start[next[i]]
			prefetch(unsafe.Pointer(&g.arena[at]), 4*min(longPrefetch, g.start[next[i]+1]-at))
		}
		row := g.arena[g.start[doc]:g.start[doc+1]]
		list := row[1 : 1+row[0]]
		if old := uint32(z[i]); old != none {
			c.add(int(old), -1)
		}
		cum := c.lists[:len(list)]
		sum, out := cumulate(list, c.q, cum, g.bits, uint32(z[i]))
		here := 0.0 // the weight of the token itself, which cum includes from position out on
		if out >= 0 {
			list[out] -= one
			here = float64(c.q[z[i]])
			sum -= here
		}
		u := float64(c.rng.Uint64()>>11) * (1.0 / (1 << 53)) * (sum + c.mass)
		var k uint32
		if u < sum {
			if out >= 0 && u >= cum[out]-here {
				u += here
			}
			j := 0
			for j < len(cum)-1 && cum[j] <= u {
				j++
			}
			k = list[j] & mask
			list[j] += one
		} else {
			k = uint32(c.drawOther(u - sum))
			if k == newTopic && s.plan.hdp != nil {
				k = uint32(c.open(s))
			}
			j := 0
			for j < len(list) && list[j]&mask != k {
				j++
			}
			switch {
			case j < len(list):
				list[j] += one
			case out >= 0 && list[out] < one: // its place becomes free
				list[out] = one | k
			default:
				row[0]++
				row[row[0]] = one | k
			}
		}
		if out >= 0 && list[out] < one {
			list[out] = list[len(list)-1]
			row[0]--
		}
		c.add(int(k), 1)
		z[i] = uint16(k)
	}
}

// cumulate fills cum with the cumulative weights n_dk q_k of the entries, and returns their sum,
// and the position of a topic or −1. It takes two entries at a time because an addition must wait
// for the previous one. The sums are float64, which makes it possible to subtract one weight again.
func cumulate(
	list []uint32, q []float32, cum []float64, bits uint, topic uint32,
) (sum float64, at int) {
	mask := uint32(1)<<(bits&31) - 1
	at = -1
	j := 0
	for ; j+1 < len(list) && j+1 < len(cum); j += 2 {
		e, f := list[j], list[j+1]
		a := float64(float32(e>>(bits&31)) * q[e&mask])
		b := a + float64(float32(f>>(bits&31))*q[f&mask])
		cum[j] = sum + a
		sum += b
		cum[j+1] = sum
		if e&mask == topic {
			at = j
		}
		if f&mask == topic {
			at = j + 1
		}
	}
	if j < len(list) && j < len(cum) {
		e := list[j]
		sum += float64(float32(e>>(bits&31)) * q[e&mask])
		cum[j] = sum
		if e&mask == topic {
			at = j
		}
	}
	return sum, at
}

// drawOther draws a topic with probability proportional to α_k q_k, for u uniform below their sum.
func (c *wordState) drawOther(u float64) int {
	b := 0
	for b < len(c.sums)-1 && c.sums[b] <= u {
		u -= c.sums[b]
		b++
	}
	k, last := b*block, min((b+1)*block, len(c.nk))-1
	for ; k < last; k++ {
		u -= float64(c.alpha[k]) * float64(c.q[k])
		if u < 0 {
			break
		}
	}
	return k
}

// recount makes the lists. It restores the saved ones if they are lists of the same topics, because
// the draws depend on their order.
func (g *sparse) recount(s *State, lists []uint32) {
	g.recountTopics(s)
	clear(g.arena)
	one, mask := uint32(1)<<g.bits, uint32(1)<<g.bits-1
	s.tokens.each(func(token, doc, _ int) {
		if s.z[token] == none {
			return
		}
		row := g.arena[g.start[doc]:]
		k, j := uint32(s.z[token]), uint32(1)
		for j <= row[0] && row[j]&mask != k {
			j++
		}
		if j > row[0] {
			row[0], row[j] = j, k
		}
		row[j] += one
	})
	if g.sameLists(lists) {
		copy(g.arena, lists)
	}
}

// sameLists tells whether saved lists have the same content as the kernel's own, in any order.
func (g *sparse) sameLists(lists []uint32) bool {
	if len(lists) != len(g.arena) {
		return false
	}
	var a, b []uint32
	for d := range len(g.start) - 1 {
		n := g.arena[g.start[d]]
		row, saved := g.arena[g.start[d]:][:1+n], lists[g.start[d]:][:1+n]
		a, b = append(a[:0], row[1:]...), append(b[:0], saved[1:]...)
		slices.Sort(a)
		slices.Sort(b)
		if saved[0] != n || !slices.Equal(a, b) {
			return false
		}
	}
	return true
}

func (g *sparse) saved() []uint32 { return g.arena }

func (g *sparse) addDoc(_ *State, d int, n []int32, topics []uint16) []uint16 {
	row := g.arena[g.start[d]:]
	for _, e := range row[1 : 1+row[0]] {
		k := e & (1<<g.bits - 1)
		n[k] += int32(e >> g.bits)
		topics = append(topics, uint16(k))
	}
	return topics
}
