package lda

import (
	"math/rand/v2"
	"unsafe"
)

// blocked is the kernel of [Fast] for few topics: it keeps a row of K counts for each document.
// blockSums adds up the weights of 16 topics at a time, with four accumulators that the processor
// adds side by side. Then draw chooses the block, and the topic within it. Where the processor has
// vectors, drawTokens does all this for all tokens of a word, and draws the same.
type blocked struct {
	*wordKernel
	ndk    []float32 // whole numbers, documents × stride
	stride int       // K rounded up to a multiple of 16, or with vectors of their lanes
	slot   []uint32  // where a row has each topic: see vectorRun
	alpha  []float32 // α of each row of Prior.By, rows × stride
}

func newBlocked(m *plan) kernel {
	width, side := block, 1 // of which the stride is a multiple; how many topics stand side by side
	vector := vectors && m.prior.K <= mostVector
	if vector {
		width, side = lanes, lanes
	}
	g := &blocked{wordKernel: newWordKernel(m), stride: (m.prior.K + width - 1) / width * width}
	g.ndk = make([]float32, m.tokens.docs*g.stride)
	g.word = g.topicsOf
	for k := range g.stride {
		g.slot = append(g.slot, uint32(k*side%g.stride+k*side/g.stride))
	}
	for _, c := range g.wordStates {
		c.sums = nil
		if vector {
			c.vector = newVectorRun(g)
		}
	}
	return g
}

// longestBlocked is a document length up to which float32 holds the counts exactly.
func longestBlocked(int) float64 { return 1 << 24 }

// sweep is that of wordKernel, with the α of each row as it is now.
func (g *blocked) sweep(r *rand.Rand, s *State) error {
	if s.rows != nil {
		rows, k := len(s.rows.n), len(s.Alpha)
		if len(g.alpha) != rows*g.stride {
			g.alpha = make([]float32, rows*g.stride)
		}
		for i := range rows {
			to := g.alpha[i*g.stride:]
			for j, a := range s.alphas[i*k:][:k] {
				to[g.slot[j]] = float32(a)
			}
		}
	}
	return g.wordKernel.sweep(r, s)
}

func (g *blocked) topicsOf(s *State, c *wordState, _ int, docs []uint32, z []uint16) {
	if c.vector != nil {
		c.vector.ndk = &g.ndk[0]
		if s.rows != nil {
			c.vector.alphas, c.vector.of = &g.alpha[0], &s.rows.of[0]
		}
		c.vector.topicsOf(g, c, docs, z)
		return
	}
	stride, cum, alpha := g.stride, c.cum, c.alpha
	next := soon(docs)
	for i, doc := range docs {
		if i < len(next) {
			prefetch(unsafe.Pointer(&g.ndk[int(next[i])*stride]), 4*stride)
		}
		row := g.ndk[int(doc)*stride:][:stride]
		if old := int(z[i]); old != none {
			row[old]--
			c.add(old, -1)
		}
		if s.rows != nil {
			alpha = g.alpha[int(s.rows.of[doc])*stride:][:stride]
		}
		blockSums(row, alpha, c.q, cum)
		k := c.choose(c.uniform(), row, alpha, cum)
		row[k]++
		c.add(k, 1)
		z[i] = uint16(k)
	}
}

// uniform is a random number from 0 up to 1.
func (c *wordState) uniform() float32 { return float32(c.rng.Uint64()>>40) * (1.0 / (1 << 24)) }

// choose draws a topic with probability proportional to (n_dk + α_k) q_k, if cum holds the sums of
// the blocks and u is a uniform random number.
func (c *wordState) choose(u float32, row, alpha, cum []float32) int {
	u *= cum[len(cum)-1]
	b := 0
	for b < len(cum)-1 && cum[b] <= u {
		b++
	}
	if b > 0 {
		u -= cum[b-1]
	}
	k, last := b*block, min((b+1)*block, len(c.nk))-1
	for ; k < last; k++ {
		u -= (row[k] + alpha[k]) * c.q[k]
		if u < 0 {
			break
		}
	}
	return k
}

// blockSumsGo fills cum with the cumulative sums of the weights by block. row, α and q have 16
// numbers for each.
func blockSumsGo(row, alpha, q, cum []float32) {
	total := float32(0)
	for b := range cum {
		r, a, q := (*[block]float32)(row[b*block:]), (*[block]float32)(alpha[b*block:]),
			(*[block]float32)(q[b*block:])
		s0 := (r[0]+a[0])*q[0] + (r[4]+a[4])*q[4] + (r[8]+a[8])*q[8] + (r[12]+a[12])*q[12]
		s1 := (r[1]+a[1])*q[1] + (r[5]+a[5])*q[5] + (r[9]+a[9])*q[9] + (r[13]+a[13])*q[13]
		s2 := (r[2]+a[2])*q[2] + (r[6]+a[6])*q[6] + (r[10]+a[10])*q[10] + (r[14]+a[14])*q[14]
		s3 := (r[3]+a[3])*q[3] + (r[7]+a[7])*q[7] + (r[11]+a[11])*q[11] + (r[15]+a[15])*q[15]
		total += (s0 + s1) + (s2 + s3)
		cum[b] = total
	}
}

func (g *blocked) recount(s *State, _ []uint32) {
	clear(g.ndk)
	s.tokens.each(func(token, doc, _ int) {
		if z := int(s.z[token]); z != none {
			g.ndk[doc*g.stride+int(g.slot[z])]++
		}
	})
	g.recountTopics(s)
}

func (g *blocked) saved() []uint32 { return nil }

func (g *blocked) addDoc(s *State, d int, n []int32, topics []uint16) []uint16 {
	row := g.ndk[d*g.stride:]
	for k := range n[:len(s.Alpha)] {
		if c := int32(row[g.slot[k]]); c > 0 {
			n[k] += c
			topics = append(topics, uint16(k))
		}
	}
	return topics
}
