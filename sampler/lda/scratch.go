package lda

import (
	"math/rand/v2"
	"slices"
)

// workerScratch is the scratch space for a share of the work.
type workerScratch struct {
	src      rand.PCG
	rand     *rand.Rand
	a        []float64 // α_k, stride
	n        []float64 // tokens of the current document with each topic
	list     []uint16  // the topics that it has, in no particular order
	at       []int32   // the place of each of them in the list
	cum      []float64 // of n_k φ_k, by place in the list
	top, sum []float64 // of the gammas of each topic: the largest log, and their sum relative to it
	_        [128]byte
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
func (x *workerScratch) draw(phi, rest []float64) uint16 {
	sum, n, cum := 0.0, x.n, x.cum[:len(x.list)]
	for i, k := range x.list {
		sum += n[k] * phi[k]
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
		u -= x.a[k] * phi[k]
		if u < 0 {
			break
		}
	}
	return uint16(k)
}

// dot is Σ a[k] b[k] over the block that starts at from, a multiple of 4, or over as much of the
// block as a has. It has four accumulators, which the processor adds side by side.
func dot(a, b []float64, from int) float64 {
	if len(a)-from >= block {
		a, b := (*[block]float64)(a[from:]), (*[block]float64)(b[from:])
		s0 := a[0]*b[0] + a[4]*b[4] + a[8]*b[8] + a[12]*b[12]
		s1 := a[1]*b[1] + a[5]*b[5] + a[9]*b[9] + a[13]*b[13]
		s2 := a[2]*b[2] + a[6]*b[6] + a[10]*b[10] + a[14]*b[14]
		s3 := a[3]*b[3] + a[7]*b[7] + a[11]*b[11] + a[15]*b[15]
		return (s0 + s1) + (s2 + s3)
	}
	sum := 0.0
	for ; from < len(a); from += 4 {
		a, b := (*[4]float64)(a[from:]), (*[4]float64)(b[from:])
		sum += (a[0]*b[0] + a[1]*b[1]) + (a[2]*b[2] + a[3]*b[3])
	}
	return sum
}
