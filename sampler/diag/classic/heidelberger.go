package classic

import (
	"errors"
	"fmt"
	"math"

	"gibbslab/sampler/diag/internal/fast"
	"gibbslab/sampler/diag/internal/series"
)

// A StationarityTest is the result of [HeidelbergerWelch].
type StationarityTest struct {
	// Stationary says whether the chain passed, and Start after how many draws: discard those.
	// Start is -1 if the chain did not pass.
	Stationary bool
	Start      int
	PValue     float64 // of the last test
	// Mean is the mean of the draws from Start on, and HalfWidth half the length of its 95 %
	// confidence interval. HalfWidthOK says whether HalfWidth is small enough compared with Mean.
	Mean, HalfWidth float64
	HalfWidthOK     bool
	Warnings        []error // the reason of each NaN
}

// HeidelbergerWelch asks from which draw on one chain is stationary, and whether it is long enough
// for its mean.
//
// First, it takes all n draws, then those after the first 10, 20, 30 and 40 %, until their partial
// sums S look like those of a stationary chain: like a Brownian bridge Bₜ = (Sₜ − t·x̄)/√(n·v),
// whose mean square has the distribution of Cramér and von Mises. The chain passes at a p-value
// above level, say 0.05. v is the spectral density at frequency 0 of the second half of the whole
// chain.
//
// Then HalfWidth = 1.96·√(v/n) of the draws that passed must be at most accuracy, say 0.1, times
// |Mean|. (This depends on where 0 is: a mean of 0 is never known well enough.)
//
// The source is Heidelberger & Welch, "Simulation run length control in the presence of an initial
// transient", Operations Research 31 (1983) 1109–1144. Everything agrees with coda's heidel.diag,
// except for chains that start far off: coda's series for the distribution is too short, so its
// p-value is wrong there and passes them.
//
// It is NaN, with a warning, for fewer than 10 draws, a draw that is not finite, a level outside
// (0, 1), an accuracy not above 0, and a second half that is constant or a straight line. A chain
// that fails has a PValue but no Mean.
func HeidelbergerWelch(chain []float64, accuracy, level float64) StationarityTest {
	nan := math.NaN()
	h := StationarityTest{Start: -1, PValue: nan, Mean: nan, HalfWidth: nan}
	warn := func(err error) StationarityTest {
		h.Warnings = append(h.Warnings, fmt.Errorf("classic: Heidelberger–Welch: %w", err))
		return h
	}
	if err := checkChain(chain, fast.MinDraws); err != nil {
		return warn(err)
	}
	if !(level > 0 && level < 1 && accuracy > 0) {
		return warn(fmt.Errorf("accuracy %v and level %v: the accuracy must be above 0, the "+
			"level between 0 and 1; 0.1 and 0.05 are usual", accuracy, level))
	}
	x, exponent := series.Rescale1(chain)
	n := len(x)
	v := spectrum0(x[(n-1)/2:])
	if !(v > 0) {
		return warn(errors.New("the second half is constant, or a straight line, or too short " +
			"for an autoregression, so it has no noise to compare with: look at the trace plot"))
	}
	for tenths := 0; 10+tenths*n <= 5*n && !h.Stationary; tenths++ {
		start := (tenths*n + 9) / 10
		h.PValue = cramerTail(bridge(x[start:], v))
		if h.PValue > level {
			h.Stationary, h.Start = true, start
		}
	}
	if !h.Stationary {
		return warn(fmt.Errorf("not stationary even without the first %d of %d draws (p = %.2g), "+
			"so no mean is given: warm up longer", (4*n+9)/10, n, h.PValue))
	}
	rest := x[h.Start:]
	mean, _ := series.MeanVariance(rest)
	half := 1.96 * math.Sqrt(spectrum0(rest)/float64(len(rest)))
	h.Mean, h.HalfWidth = math.Ldexp(mean, exponent), math.Ldexp(half, exponent)
	if math.IsNaN(half) {
		return warn(fmt.Errorf("%d draws are too few for the autoregression that they need, so "+
			"there is no half-width: run longer", len(rest)))
	}
	h.HalfWidthOK = half <= accuracy*math.Abs(mean)
	return h
}

// bridge is the mean square of the Brownian bridge of the draws, for spectral density v.
func bridge(x []float64, v float64) float64 {
	n := float64(len(x))
	mean, _ := series.MeanVariance(x)
	sum, squares := 0.0, 0.0
	for _, d := range x {
		sum += d - mean
		squares += sum * sum
	}
	return squares / (n * n * v)
}
