package diag

import (
	"math"

	"gonum.org/v1/gonum/dsp/fourier"
)

// Autocorr returns the autocorrelations ρ₀ = 1, ρ₁, … of the draws of one chain, up to lag maxLag, or n−1 if
// that is less: ρₜ = cₜ/c₀ with cₜ = Σ(xᵢ−x̄)(xᵢ₊ₜ−x̄)/n. The divisor n at every lag, as in R's acf and ArviZ,
// makes it biased towards 0 and keeps the noise at long lags small; for independent draws ρₜ is within
// ±2/√n nineteen times in twenty. All are NaN if the draws are equal or one is not finite; no draws, or a
// negative maxLag, give nil.
func Autocorr(draws []float64, maxLag int) []float64 {
	lags := min(maxLag, len(draws)-1) + 1
	if lags <= 0 {
		return nil
	}
	rho := make([]float64, lags)
	if !allFinite(draws) {
		for t := range rho {
			rho[t] = math.NaN()
		}
		return rho
	}
	x, _ := tame1(draws)
	mean, _ := meanVariance(x)
	cov := newAutocov([][]float64{x}, []float64{mean})
	for t := range rho {
		rho[t] = cov.at(t) / cov.at(0)
	}
	return rho
}

// directLags is where Fourier transforms of all lags begin to cost less than one sum of products for each.
const directLags = 32

// autocov gives the autocovariance of chains at a lag, with divisor n, averaged over the chains.
type autocov struct {
	centred [][]float64
	direct  [directLags]float64
	known   int       // lags known in direct
	long    []float64 // all lags, once one beyond directLags was asked for
}

func newAutocov(x [][]float64, means []float64) *autocov {
	a := &autocov{centred: like(x)}
	for i, c := range x {
		for k, v := range c {
			a.centred[i][k] = v - means[i]
		}
	}
	return a
}

// at returns the mean autocovariance at lag t < n.
func (a *autocov) at(t int) float64 {
	if t >= directLags {
		if a.long == nil {
			a.long = a.transform()
		}
		return a.long[t]
	}
	for ; a.known <= t; a.known++ {
		a.direct[a.known] = a.products(a.known)
	}
	return a.direct[t]
}

// products is the mean autocovariance at one lag by its definition.
func (a *autocov) products(t int) float64 {
	sum := 0.0
	for _, c := range a.centred {
		lead := c[t:]
		for i, v := range lead {
			sum += v * c[i]
		}
	}
	return sum / float64(len(a.centred)*len(a.centred[0]))
}

// transform is the mean autocovariance at all lags: the power spectra of the chains, padded by zeros to twice
// their length so that no product wraps around, are averaged and transformed back.
func (a *autocov) transform() []float64 {
	n := len(a.centred[0])
	size := 1
	for size < 2*n {
		size *= 2
	}
	fft := fourier.NewFFT(size)
	padded := make([]float64, size)
	coef := make([]complex128, size/2+1)
	power := make([]complex128, size/2+1)
	for _, c := range a.centred {
		copy(padded, c)
		for k, z := range fft.Coefficients(coef, padded) {
			power[k] += complex(real(z)*real(z)+imag(z)*imag(z), 0)
		}
	}
	cov := fft.Sequence(padded, power)[:n]
	for t := range cov {
		cov[t] /= float64(size) * float64(n*len(a.centred)) // Sequence does not divide by size
	}
	return cov
}
