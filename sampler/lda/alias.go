package lda

import "math/bits"

// An alias draws a topic with probability proportional to α_k, in constant time (Walker 1977, with
// the tables of Vose 1991). It draws a column at random, and then the column's topic if it falls
// below the cut, or its other topic if above.
type alias struct {
	sum   float64
	cut   []float64
	other []uint16
	queue []uint16 // scratch: columns that are too low, from the front, and too high, from the back
}

func (a *alias) make(n int) {
	a.cut, a.other, a.queue = make([]float64, n), make([]uint16, n), make([]uint16, n)
}

func (a *alias) fill(weights []float64) {
	a.sum = sum(weights)
	low, high := 0, len(weights)
	for k, w := range weights {
		a.cut[k], a.other[k] = w/a.sum*float64(len(weights)), uint16(k)
		if a.cut[k] < 1 {
			a.queue[low] = uint16(k)
			low++
		} else {
			high--
			a.queue[high] = uint16(k)
		}
	}
	// A high column fills up a low one, and may become low itself.
	for at := 0; at < low && high < len(weights); at++ {
		l, h := a.queue[at], a.queue[high]
		a.other[l] = h
		if a.cut[h] -= 1 - a.cut[l]; a.cut[h] < 1 {
			a.queue[low] = h // there is room, because low ≤ high always
			low++
			high++
		}
	}
}

func (a *alias) draw(x *warpScratch) uint16 {
	column, rest := bits.Mul64(x.next(), uint64(len(a.cut)))
	if float64(rest>>11)*(1.0/(1<<53)) < a.cut[column] {
		return uint16(column)
	}
	return a.other[column]
}
