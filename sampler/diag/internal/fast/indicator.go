package fast

import (
	"math/bits"

	"gibbslab/sampler/diag/internal/series"
)

// indicator is a series of zeros and ones for each chain, 64 draws per word. Its products are
// counts of bits: whole numbers, 64 of them at a time.
type indicator struct {
	n, words int // draws, and words, of each chain
	bits     []uint64
	chains   int
	ones     []int     // of each chain
	ends     []int     // ones among the first t and the last t draws, t = len(lags)−1
	means    []float64 // of each chain
	lags     []float64 // mean autocovariances found so far
}

// of starts with the given number of chains of n draws each, all of them 0.
func (b *indicator) of(chains, n int) {
	b.n, b.words, b.chains = n, (n+63)/64, chains
	b.bits = resized(b.bits, chains*b.words)
	clear(b.bits)
	b.ones, b.ends, b.means = resized(b.ones, chains), resized(b.ends, chains),
		resized(b.means, chains)
	clear(b.ones)
	clear(b.ends)
	b.lags = b.lags[:0]
}

// set makes one draw 1.
func (b *indicator) set(chain, i int) {
	b.bits[chain*b.words+i/64] |= 1 << (i % 64)
	b.ones[chain]++
}

func (b *indicator) get(chain, i int) int { return int(b.bits[chain*b.words+i/64] >> (i % 64) & 1) }

// countedLags is the lag from which Fourier transforms of all lags cost less than counting for
// each.
const countedLags = 512

// ESSOf is [Geyer] of the indicator of a set of draws, for chains that it then splits. Products of
// zeros and ones are counted, 64 at a time.
func ESSOf(chains [][]float64, in func(draw float64) bool) float64 {
	halves := series.Split(chains)
	var b indicator
	b.of(len(halves), len(halves[0]))
	for c, draws := range halves {
		for i, v := range draws {
			if in(v) {
				b.set(c, i)
			}
		}
	}
	return b.ess(&autocov{}, func() [][]float64 { return series.Like(halves) })
}

// ess is [Geyer] of the series. If it needs very long lags, it writes the series into memory from
// room, and computes the lags with cov.
func (b *indicator) ess(cov *autocov, room func() [][]float64) float64 {
	for c, k := range b.ones {
		b.means[c] = float64(k) / float64(b.n)
	}
	filled := false
	return geyerSum(b.n, b.means, func(t int) float64 {
		if t < countedLags {
			return b.at(t)
		}
		if !filled {
			filled = true
			x := room()
			for c := range x {
				for i := range x[c] {
					x[c][i] = float64(b.get(c, i)) - b.means[c]
				}
			}
			cov.of(x)
		}
		return cov.At(t)
	})
}

// at returns the mean autocovariance at lag t. Take a chain with k ones among n draws. Let C of
// them be followed by another one t draws later, and let e be the number of ones among the first t
// and the last t draws. The sum Σ(xᵢ−k/n)(xᵢ₊ₜ−k/n) is (nC − k(k−e))/n − t·k²/n²: the bracket is
// exact, and the rest small.
func (b *indicator) at(t int) float64 {
	for lag := len(b.lags); lag <= t; lag++ {
		exact, squares := 0, 0
		for c, k := range b.ones {
			if lag > 0 {
				b.ends[c] += b.get(c, lag-1) + b.get(c, b.n-lag)
			}
			exact += b.n*b.pairs(c, lag) - k*(k-b.ends[c])
			squares += k * k
		}
		n := float64(b.n)
		sum := float64(exact)/n - float64(lag)*float64(squares)/(n*n)
		b.lags = append(b.lags, sum/(n*float64(b.chains)))
	}
	return b.lags[t]
}

// pairs counts the ones of a chain that are followed by another one t draws later.
func (b *indicator) pairs(chain, t int) int {
	x := b.bits[chain*b.words : (chain+1)*b.words]
	y := x[t/64:]
	shift := t % 64
	left := 63 - shift
	count := 0
	this := y[0]
	for i, next := range y[1:] {
		count += bits.OnesCount64(x[i] & (this>>(shift&63) | next<<1<<(left&63)))
		this = next
	}
	return count + bits.OnesCount64(x[len(y)-1]&(this>>(shift&63)))
}
