package lda

import (
	"math/rand/v2"
	"slices"
	"unsafe"
)

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

// workerScratch is the scratch space for a share of the work.
type workerScratch struct {
	src      rand.PCG
	rand     *rand.Rand
	a        []float64 // α_k, stride
	n        []float64 // tokens of the current document with each topic
	list     []uint16  // the topics that it has, in no particular order
	at       []int32   // the place of each of them in the list
	cum      []float64 // of n_k φ_k, by place in the list
	top, sum []float64 // of the gammas of each topic: the log of their unit, and their sum in it
	_        [128]byte
}

func newScratch(topics int) *workerScratch {
	floats := func(n int) []float64 { return make([]float64, n+16)[:n:n] }
	x := &workerScratch{a: floats((topics + 3) / 4 * 4), n: floats(topics), cum: floats(topics),
		list: make([]uint16, 0, topics), at: make([]int32, topics),
		top: floats(topics), sum: floats(topics)}
	x.rand = rand.New(&x.src)
	return x
}

// topicsOf draws the topics of a document, whose tokens may have none yet.
func (x *workerScratch) topicsOf(t *wordTable, words []uint32, z []uint16) {
	for _, k := range z {
		if k != none {
			x.add(k)
		}
	}
	for j, w := range words {
		if j+ahead < len(words) {
			w := int(words[j+ahead])
			prefetch(unsafe.Pointer(&t.phi[w*t.stride]), 4*min(t.stride, longPrefetch))
			prefetch(unsafe.Pointer(&t.rest[w*t.blocks]), 8*t.blocks)
		}
		if z[j] != none {
			x.remove(z[j])
		}
		z[j] = x.draw(t.phi[int(w)*t.stride:][:t.stride], t.rest[int(w)*t.blocks:][:t.blocks])
		x.add(z[j])
	}
	for _, k := range x.list {
		x.n[k] = 0
	}
	x.list = x.list[:0]
}

// add counts a token of the document.
func (x *workerScratch) add(k uint16) {
	if x.n[k] == 0 {
		x.at[k] = int32(len(x.list))
		x.list = append(x.list, k)
	}
	x.n[k]++
}

// remove is the reverse of add.
func (x *workerScratch) remove(k uint16) {
	if x.n[k]--; x.n[k] == 0 {
		last := x.list[len(x.list)-1]
		x.list[x.at[k]], x.at[last] = last, x.at[k]
		x.list = x.list[:len(x.list)-1]
	}
}

// draw draws a topic with probability proportional to (n_k + α_k) φ_k. rest has the sums of α_k φ_k
// over the blocks of topics up to each.
func (x *workerScratch) draw(phi []float32, rest []float64) uint16 {
	sum, n, cum := 0.0, x.n, x.cum[:len(x.list)]
	for i, k := range x.list {
		sum += n[k] * float64(phi[k])
		cum[i] = sum
	}
	u := x.rand.Float64() * (sum + rest[len(rest)-1])
	if u < sum {
		i := 0
		for i < len(cum)-1 && cum[i] <= u {
			i++
		}
		return x.list[i]
	}
	u -= sum
	b, _ := slices.BinarySearchFunc(rest[:len(rest)-1], u, func(sum, u float64) int {
		if sum <= u {
			return -1
		}
		return 1
	})
	if b > 0 {
		u -= rest[b-1]
	}
	k, last := b*block, min((b+1)*block, len(x.n))-1
	for ; k < last; k++ {
		u -= x.a[k] * float64(phi[k])
		if u < 0 {
			break
		}
	}
	return uint16(k)
}

// dot is Σ a[k] b[k] over the block that starts at from, a multiple of 4, or over as much of the
// block as a has. It has four accumulators, which the processor adds side by side.
func dot(a []float64, b []float32, from int) float64 {
	if len(a)-from >= block {
		a, b := (*[block]float64)(a[from:]), (*[block]float32)(b[from:])
		s0 := a[0]*float64(b[0]) + a[4]*float64(b[4]) + a[8]*float64(b[8]) + a[12]*float64(b[12])
		s1 := a[1]*float64(b[1]) + a[5]*float64(b[5]) + a[9]*float64(b[9]) + a[13]*float64(b[13])
		s2 := a[2]*float64(b[2]) + a[6]*float64(b[6]) + a[10]*float64(b[10]) + a[14]*float64(b[14])
		s3 := a[3]*float64(b[3]) + a[7]*float64(b[7]) + a[11]*float64(b[11]) + a[15]*float64(b[15])
		return (s0 + s1) + (s2 + s3)
	}
	sum := 0.0
	for ; from < len(a); from += 4 {
		a, b := (*[4]float64)(a[from:]), (*[4]float32)(b[from:])
		sum += (a[0]*float64(b[0]) + a[1]*float64(b[1])) + (a[2]*float64(b[2]) + a[3]*float64(b[3]))
	}
	return sum
}
