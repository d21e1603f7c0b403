package lda

//lint:file-ignore U1000 only the assembly of drawTokens uses some fields of vectorRun

// vectors tells whether drawTokens is there. Tests set it.
var vectors = hasVectors()

// lanes is how many topics drawTokens weighs side by side, mostVector the largest number of topics,
// and farAhead what ahead is elsewhere: it draws twice as fast.
const (
	lanes      = 8
	mostVector = 512
	farAhead   = 10
)

// perTopic has a number for each topic, at its slot. Behind them is room for a slot that does not
// exist, and so its neighbours are not at distances of a power of two.
type perTopic[T any] [mostVector + lanes]T

// vectorRun holds the arguments of drawTokens: tokens of one word, and what their topics depend on.
// Lane l of the vectors has the topics l·n to l·n+n−1, one in each of n vectors. So the sums of
// weights up to each topic need one addition of vectors for eight topics: that of the same lanes of
// the vector before.
type vectorRun struct {
	before [lanes]float32 // 0
	cum    perTopic[float32]
	below  [lanes]float32 // the sums of the lanes before each

	counts         perTopic[[2]int32]   // n_k and n_wk
	prior          perTopic[[2]float32] // Vβ and β
	now, next      perTopic[[2]float32] // 1 / (n_k + Vβ) and q, also if the topic had one token more
	q, alpha       perTopic[float32]
	slot           perTopic[uint32] // of each topic
	docs           *uint32
	z              *uint16
	n              int // how many tokens there are; then, how many are left
	last           int // minus how many are left when there is no row to prefetch any more
	ndk            *float32
	stride         int // in bytes
	alphas         *float32
	of             *int32 // the row of alphas of each document; nil if all have the same
	close          float32
	uniforms       [256]float32        // the last are those of the tokens
	row, alphaHere [mostVector]float32 // scratch of exactly
}

// tooClose is the distance of u to a sum, as a part of the sum of all weights, from which on the
// order of additions cannot matter: a topic depends on fewer than 256 roundings, each of 2⁻²⁴.
const tooClose = 1.0 / (1 << 16)

func newVectorRun(g *blocked) *vectorRun {
	a := &vectorRun{stride: 4 * g.stride, close: tooClose}
	copy(a.slot[:], g.slot)
	a.alphas = &a.alpha[0]
	return a
}

// begin takes over what c begins with.
func (a *vectorRun) begin(c *wordState) {
	for k, n := range c.nk {
		s := a.slot[k]
		a.counts[s], a.prior[s] = [2]int32{n}, [2]float32{c.vBeta[k], c.beta[k]}
		a.now[s][0], a.next[s][0] = c.inv[k], 1/(float32(n+1)+c.vBeta[k])
		a.alpha[s] = c.alpha[k]
	}
}

// enter and leave do what those of wordState do.
func (a *vectorRun) enter(own []float64, z []uint16) {
	for _, k := range z {
		if k != none {
			a.counts[a.slot[k]][1]++
		}
	}
	for k, b := range own {
		a.prior[a.slot[k]][1] = float32(b)
	}
}

func (a *vectorRun) leave(own []float64, common float32) {
	for s := range a.counts[:a.stride/4] {
		a.counts[s][1] = 0
	}
	for k := range own {
		a.prior[a.slot[k]][1] = common
	}
}

// topicsOf draws the topics of tokens.
func (a *vectorRun) topicsOf(g *blocked, c *wordState, docs []uint32, z []uint16) {
	for len(z) > 0 {
		n := min(len(z), len(a.uniforms))
		uniforms := a.uniforms[len(a.uniforms)-n:]
		for i := range uniforms {
			uniforms[i] = c.uniform()
		}
		for i := 0; i < n; i++ {
			a.docs, a.z, a.n, a.last = &docs[i], &z[i], n-i, cap(docs)-n-farAhead
			drawTokens(a)
			if i = n - a.n; i < n {
				if i+1 < n && z[i+1] != none {
					a.add(g, docs[i+1], int(z[i+1]))
				}
				z[i] = uint16(a.exactly(g, c, docs[i], uniforms[i]))
				a.add(g, docs[i], int(z[i]))
			}
		}
		docs, z = docs[n:], z[n:]
	}
}

// exactly draws the topic of a token that has been removed, with the additions in the order of
// blockSumsGo.
func (a *vectorRun) exactly(g *blocked, c *wordState, doc uint32, u float32) int {
	row, alpha := g.ndk[int(doc)*g.stride:], a.alpha[:]
	if a.of != nil {
		alpha = g.alpha[int(g.state.rows.of[doc])*g.stride:]
	}
	for k := range c.nk {
		s := a.slot[k]
		a.row[k], a.alphaHere[k] = row[s], alpha[s]
		c.q[k] = (float32(a.counts[s][1]) + a.prior[s][1]) * a.now[s][0]
	}
	blockSums(a.row[:len(c.q)], a.alphaHere[:], c.q, c.cum)
	return c.choose(u, a.row[:], a.alphaHere[:], c.cum)
}

// add counts a token.
func (a *vectorRun) add(g *blocked, doc uint32, k int) {
	s := a.slot[k]
	g.ndk[int(doc)*g.stride+int(s)]++
	a.counts[s][0]++
	a.counts[s][1]++
	a.now[s][0], a.next[s][0] = a.next[s][0], 1/(float32(a.counts[s][0]+1)+a.prior[s][0])
}
