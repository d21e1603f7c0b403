package lda

import "math/rand/v2"

// workerScratch is the scratch space for a share of the work.
type workerScratch struct {
	src      rand.PCG
	rand     *rand.Rand
	a        []float64 // n_dk + α_k of the current document, stride
	cum      []float64
	top, sum []float64 // of the gammas of each topic: the largest log, and their sum relative to it
	_        [128]byte
}

// draw draws a topic with probability proportional to a_k φ_k.
func (x *workerScratch) draw(phi []float64, topics int) int {
	total := 0.0
	for b := range x.cum {
		total += dot(x.a, phi, b*block)
		x.cum[b] = total
	}
	u := x.rand.Float64() * total
	b := 0
	for b < len(x.cum)-1 && x.cum[b] <= u {
		b++
	}
	if b > 0 {
		u -= x.cum[b-1]
	}
	k, last := b*block, min((b+1)*block, topics)-1
	for ; k < last; k++ {
		u -= x.a[k] * phi[k]
		if u < 0 {
			break
		}
	}
	return k
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
