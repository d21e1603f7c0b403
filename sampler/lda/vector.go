package lda

//lint:file-ignore U1000 only the assembly of drawTokens uses some fields of vectorRun

// vectors is what the processor has for drawTokens. Tests set it.
var vectors = bestVectors()

// The values of vectors.
const (
	noVectors = iota
	avx2
	avx512
)

// mostVector is the largest number of topics for drawTokens, whose sums fit 16 registers.
const mostVector = 16 * block

// vectorRun holds the arguments of drawTokens: tokens of one word, and what their topics depend on.
// stride counts bytes.
type vectorRun struct {
	w       [mostVector]float32 // the weights of a token
	cum     [32]float32         // 0, the sums of its blocks, 0
	sums    [mostVector]float32 // its cumulative weights, by AVX-512
	invNext [mostVector]float32 // inv and q if the topic had one more token
	qNext   [mostVector]float32

	docs        *uint32
	z           *uint16
	u           *float32 // uniform random numbers
	n           int
	ahead       int // how many more of docs there are to prefetch rows for
	ndk         *float32
	stride      int
	alpha       *float32
	of          *int32 // the row of α of each document; nil if all have the same
	alphaNow    *float32
	nk, nwk     *int32
	inv, q      *float32
	beta, vBeta *float32
	last, wide  uint32 // the last topic; 1 for AVX-512
	close       float32
	uniforms    [256]float32
}

// tooClose is the distance of u to a sum, as a part of the sum of all weights, from which on the
// order of additions cannot matter: a topic depends on 103 roundings at most, each of 2⁻²⁴.
const tooClose = 1.0 / (1 << 17)

// worthwhile tells whether drawTokens is faster: with eight lanes not for a single block of topics.
func worthwhile(topics int) bool {
	return topics <= mostVector && (vectors == avx512 || vectors == avx2 && topics > block)
}

func newVectorRun(c *wordState, stride int) *vectorRun {
	a := &vectorRun{stride: 4 * stride, nk: &c.nk[0], nwk: &c.nwk[0], inv: &c.inv[0], q: &c.q[0],
		alpha: &c.alpha[0], beta: &c.beta[0], vBeta: &c.vBeta[0],
		last: uint32(len(c.nk) - 1), close: tooClose}
	if vectors == avx512 {
		a.wide = 1
	}
	return a
}

// begin fills invNext in.
func (a *vectorRun) begin(c *wordState) {
	for k, n := range c.nk {
		a.invNext[k] = 1 / (float32(n+1) + c.vBeta[k])
	}
}

// topicsOf draws the topics of tokens that have one.
func (a *vectorRun) topicsOf(c *wordState, docs []uint32, z []uint16) {
	for len(z) > 0 {
		n := min(len(z), len(a.uniforms))
		for i := range a.uniforms[:n] {
			a.uniforms[i] = c.uniform()
		}
		a.docs, a.z, a.u, a.n, a.ahead = &docs[0], &z[0], &a.uniforms[0], n, cap(docs)-ahead
		drawTokens(a)
		docs, z = docs[n:], z[n:]
	}
}
