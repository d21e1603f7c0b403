package lda

// shares is the number of shares of the work: ranges of words, and of documents. Sums over words
// are added up share by share, so this number and not the number of threads decides their last bit.
const shares = 16

// wordTable holds φ for all words, and for each word the sums that a token without a topic of its
// document needs.
type wordTable struct {
	phi    []float32 // words × stride; rounding K up to a multiple of 4
	rest   []float64 // words × blocks: Σ α_k φ_kw over the blocks of topics up to this one
	v      int
	topics int
	stride int
	blocks int // of topics whose weights are summed together
}

func newWordTable(v, topics int) *wordTable {
	t := &wordTable{v: v, topics: topics, stride: (topics + 3) / 4 * 4,
		blocks: (topics + block - 1) / block}
	t.phi, t.rest = make([]float32, v*t.stride), make([]float64, v*t.blocks)
	return t
}

// wordsOf are the words of a share, of v.
func wordsOf(v, share int) (from, to int) { return v * share / shares, v * (share + 1) / shares }

// scale multiplies the rows of a share of the words.
func (t *wordTable) scale(share int, by []float64) {
	from, to := wordsOf(t.v, share)
	for w := from; w < to; w++ {
		row := t.phi[w*t.stride:][:len(by)]
		for k, b := range by {
			row[k] = float32(float64(row[k]) * b)
		}
	}
}

// sum sums α_k φ_kw for a share of the words.
func (t *wordTable) sum(share int, x *workerScratch, alpha []float64) {
	copy(x.a, alpha)
	from, to := wordsOf(t.v, share)
	for w := from; w < to; w++ {
		row, sum := t.phi[w*t.stride:][:t.stride], 0.0
		for b := range t.blocks {
			sum += dot(x.a, row, b*block)
			t.rest[w*t.blocks+b] = sum
		}
	}
}
