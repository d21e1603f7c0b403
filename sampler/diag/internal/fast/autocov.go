package fast

import (
	"math"
	"math/bits"

	"gibbslab/sampler/diag/internal/series"
)

// Lags below directLags are sums of products, one for each lag. Beyond, Fourier transforms cost
// less. They start earlier if more than 0.7 of the variance is left after the first few lags,
// because Geyer's rule will then ask for many more. The transforms run over blocks of shortBlock
// draws, which give that many lags and stay in the fast memory; if more are needed, they run over
// all draws.
const (
	firstLags  = 4
	directLags = 32
	shortBlock = 1024
)

// For long chains several lags are summed while a stretch of draws is in the fast memory.
const (
	stretch    = 2048
	lagsAtOnce = 8
)

// autocov gives the autocovariance of chains at a lag, with divisor n, averaged over the chains. It
// computes lags on demand, and can be used again for other chains without new memory.
type autocov struct {
	x      [][]float64 // centred
	direct [directLags]float64
	known  int       // lags known in direct
	long   []float64 // lags from the transform, if it was needed

	fft                fft
	now, next, product []complex128
}

// NewAutocov is the autocovariance of chains with these means.
func NewAutocov(x [][]float64, means []float64) *autocov {
	centred := series.Like(x)
	for i, c := range x {
		for k, v := range c {
			centred[i][k] = v - means[i]
		}
	}
	a := &autocov{}
	a.of(centred)
	return a
}

// of sets the chains, each with its mean already subtracted.
func (a *autocov) of(centred [][]float64) {
	a.x, a.known, a.long = centred, 0, a.long[:0]
}

// At returns the mean autocovariance at lag t < n.
func (a *autocov) At(t int) float64 {
	if t >= directLags || t >= a.known && a.known >= firstLags &&
		a.direct[firstLags-1] > 0.7*a.direct[0] {
		if t >= len(a.long) {
			a.transform(t)
		}
		return a.long[t]
	}
	for a.known <= t {
		a.sum(min(a.known+lagsAtOnce, directLags))
	}
	return a.direct[t]
}

// sum computes the lags from known to end−1, all of them for one stretch of draws after the other.
func (a *autocov) sum(end int) {
	if len(a.x[0]) <= stretch {
		end = a.known + 2
	}
	clear(a.direct[a.known:end])
	for _, c := range a.x {
		for from := 0; from < len(c); from += stretch {
			for t := a.known; t < end; t += 2 {
				to := min(from+stretch+t+1, len(c))
				even, odd := productSums(c[from:min(from+stretch, len(c))], c[min(from+t, to):to])
				a.direct[t] += even
				a.direct[t+1] += odd
			}
		}
	}
	size := float64(len(a.x) * len(a.x[0]))
	for t := a.known; t < end; t++ {
		a.direct[t] /= size
	}
	a.known = end
}

// productSums are Σxᵢyᵢ and Σxᵢyᵢ₊₁ over all i for which both factors exist, each in four sums at a
// time.
func productSums(x, y []float64) (even, odd float64) {
	var e0, e1, e2, e3, o0, o1, o2, o3 float64
	n := min(len(x), len(y))
	i := 0
	for ; i+4 <= n && i+5 <= len(y); i += 4 {
		u, v := x[i:i+4:i+4], y[i:i+5:i+5]
		e0 += u[0] * v[0]
		o0 += u[0] * v[1]
		e1 += u[1] * v[1]
		o1 += u[1] * v[2]
		e2 += u[2] * v[2]
		o2 += u[2] * v[3]
		e3 += u[3] * v[3]
		o3 += u[3] * v[4]
	}
	for ; i < n; i++ {
		e0 += x[i] * y[i]
		if i+1 < len(y) {
			o0 += x[i] * y[i+1]
		}
	}
	return e0 + e1 + e2 + e3, o0 + o1 + o2 + o3
}

// transform computes the mean autocovariance at all lags up to t and beyond. Let F be the transform
// of a block of draws, padded by zeros to twice its length to keep products from wrapping around,
// and G the transform of the next block. F*·F holds the products within the block, and F*·G·(−1)ᵏ
// the products of the block with the next one. They are added up over all blocks and transformed
// back. Two chains share a transform as real and imaginary part: the real part of the result is the
// sum of their products.
func (a *autocov) transform(t int) {
	n := len(a.x[0])
	block := shortBlock
	if t >= block || 2*block >= n {
		block = max(2, 1<<bits.Len(uint(n-1)))
	}
	a.now, a.product = resized(a.now, 2*block), resized(a.product, 2*block)
	if block < n {
		a.next = resized(a.next, 2*block)
		clear(a.product)
	}
	for i := 0; i < len(a.x); i += 2 {
		re, im := a.x[i], []float64(nil)
		if i+1 < len(a.x) {
			im = a.x[i+1]
		}
		switch {
		case block < n:
			a.addBlocks(block, re, im)
		case i == 0:
			a.load(a.product, re, im, 0)
			for i, f := range a.product {
				a.product[i] = complex(real(f)*real(f)+imag(f)*imag(f), 0)
			}
		default:
			a.load(a.now, re, im, 0)
			product := a.product[:len(a.now)]
			for i, f := range a.now {
				product[i] = complex(real(product[i])+(real(f)*real(f)+imag(f)*imag(f)), 0)
			}
		}
	}
	a.fft.backward(a.product)
	a.long = resized(a.long, min(block, n))
	scale := 1 / (float64(2*block) * float64(n*len(a.x))) // backward multiplies by the size
	for t := range a.long {
		a.long[t] = real(a.product[t]) * scale
	}
}

// addBlocks adds F*·F and F*·G·(−1)ᵏ of all blocks of two chains.
func (a *autocov) addBlocks(block int, re, im []float64) {
	a.load(a.now, re, im, 0)
	for from := 0; ; from += block {
		for i, f := range a.now {
			a.product[i] += complex(real(f)*real(f)+imag(f)*imag(f), 0)
		}
		if from+block >= len(re) {
			return
		}
		a.load(a.next, re, im, from+block)
		for i, f := range a.now[:block] {
			a.product[i] += complex(real(f), -imag(f)) * a.next[i]
		}
		for i, f := range a.now[block:] { // odd frequencies are in the second half
			a.product[block+i] -= complex(real(f), -imag(f)) * a.next[block+i]
		}
		a.now, a.next = a.next, a.now
	}
}

// load transforms one block of two chains (im may be nil), padded by zeros.
func (a *autocov) load(dst []complex128, re, im []float64, from int) {
	clear(dst)
	for i, v := range re[from:min(from+len(dst)/2, len(re))] {
		dst[i] = complex(v, 0)
		if im != nil {
			dst[i] = complex(v, im[from+i])
		}
	}
	a.fft.forward(dst)
}

// MinDraws is the smallest number of draws per chain for ESS and MCSE; see ESSMean.
const MinDraws = 10

// Geyer is the effective sample size S/τ of m chains of n draws, S = mn, which are already split
// (and, for some uses, ranked). It is NaN if all draws are equal. Let W be the mean variance of the
// chains, V = W(n−1)/n + B/n the variance of all draws, and cₜ the mean autocovariance at lag t.
// The autocorrelation is ρₜ = 1 − (W − cₜ)/V, and chains that disagree count as slow.
//
// The sum τ = −1 + 2Σ(ρ₂ₖ + ρ₂ₖ₊₁) is Geyer's (Statistical Science 7, 1992, 473–483): pairs are
// added while they are positive, and no pair counts for more than the one before. The last pair
// considered is the first negative one, or the last one with two products for each autocovariance.
// Its even member is added once, which steadies the result for antithetic chains; and τ is at least
// 1/log₁₀S. All this follows ArviZ.
func Geyer(x [][]float64) float64 {
	means := make([]float64, len(x))
	for i, c := range x {
		means[i], _ = series.MeanVariance(c)
	}
	return geyerSum(len(x[0]), means, NewAutocov(x, means).At)
}

// geyerSum is Geyer for chains of n draws, given by their means and the mean autocovariance at each
// lag below n. It asks for the lags in order, and only as far as it needs them.
func geyerSum(n int, means []float64, cov func(t int) float64) float64 {
	size := float64(n) * float64(len(means))
	_, between := series.MeanVariance(means)
	within := cov(0) * float64(n) / float64(n-1)
	total := cov(0) + between
	if !(total > 0) {
		return math.NaN()
	}
	rho := func(t int) float64 { return 1 - (within-cov(t))/total }

	even, odd := 1.0, rho(1)
	tau, last := -1.0, math.Inf(1)
	for t := 2; t+1 <= n-2 && even+odd > 0; t += 2 {
		last = min(last, even+odd)
		tau += 2 * last
		even, odd = rho(t), rho(t+1)
	}
	if even > 0 || even+odd >= 0 {
		tau += even
	}
	return size / max(tau, 1/math.Log10(size))
}

// RHat is the formula of RHat for chains of n draws, given by their means and their mean variance.
func RHat(n int, means []float64, within float64) float64 {
	_, between := series.MeanVariance(means) // B/n
	return math.Sqrt(float64(n-1)/float64(n) + between/within)
}
