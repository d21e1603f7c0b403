package lda

import "math/rand/v2"

// share is the scratch of a share of the work.
type share struct {
	src      rand.PCG
	rand     *rand.Rand
	a        []float64 // n_dk + α_k of the document at hand, stride
	cum      []float64
	top, sum []float64 // of the gammas of each topic: the largest log, and their sum relative to it
	_        [128]byte
}

// draw draws a topic with probability in proportion to a_k φ_k.
func (x *share) draw(phi []float64, topics int) int {
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
