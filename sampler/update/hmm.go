package update

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gibbslab/sampler/variate"
)

// An HMM draws the path of a hidden Markov chain. It holds scratch space only: keep it in the
// state. The zero value is ready for use.
type HMM struct {
	filtered, weights []float64
	emissions         [][]float64
}

// Emissions fills the matrix of log likelihoods that [HMM.Draw] takes, n observations by k states:
// logLikelihood(t, j) is log p(y_t | z_t = j). The matrix is good until the next call.
func (h *HMM) Emissions(n, k int, logLikelihood func(t, j int) float64) [][]float64 {
	if len(h.emissions) != n || n > 0 && len(h.emissions[0]) != k {
		h.emissions = make([][]float64, n)
		for t := range h.emissions {
			h.emissions[t] = make([]float64, k)
		}
	}
	for t, row := range h.emissions {
		for j := range row {
			row[j] = logLikelihood(t, j)
		}
	}
	return h.emissions
}

// Draw draws the whole path z_0 … z_{T−1} of a hidden Markov chain with K states from its full
// conditional, by forward filtering and backward sampling, into path:
//
//	p(z | y) ∝ start[z_0] Π_{t≥1} transition[z_{t−1}][z_t] Π_t p(y_t | z_t),
//	logLikelihood[t][k] = log p(y_t | z_t = k).
//
// start and the rows of transition are probabilities; an error says which are not. Likelihoods are
// logarithms, up to a constant for each t, because they underflow; −Inf excludes a state, and a row
// of zeros is a missing observation. The path is drawn at once, which mixes far better than one
// state at a time.
//
// It returns log p(y), with the states summed out, so parameters can be drawn without the path. If
// no state is possible at some t, the error says at which. The cost is T·K².
//
// Source: Chib, "Calculating posterior distributions and modal estimates in Markov mixture models",
// Journal of Econometrics 75 (1996) 79–97.
func (h *HMM) Draw(
	r *rand.Rand, start []float64, transition, logLikelihood [][]float64, path []int,
) (logMarginal float64, err error) {
	logMarginal, err = h.LogMarginal(start, transition, logLikelihood)
	k := len(start)
	if err == nil && len(path) != len(logLikelihood) {
		err = fmt.Errorf("update: HMM.Draw: room for a path of %d, expected %d, one for each row "+
			"of logLikelihood", len(path), len(logLikelihood))
	}
	if err != nil {
		return logMarginal, err
	}
	for t := len(path) - 1; t >= 0; t-- {
		now := h.filtered[t*k : (t+1)*k]
		if t == len(path)-1 {
			path[t] = variate.Categorical(r, now)
			continue
		}
		for j := range k {
			h.weights[j] = now[j] * transition[j][path[t+1]]
		}
		path[t] = variate.Categorical(r, h.weights)
	}
	return logMarginal, nil
}

// LogMarginal is log p(y) alone, without a draw; the arguments are as for [HMM.Draw].
func (h *HMM) LogMarginal(start []float64, transition, logLikelihood [][]float64) (float64, error) {
	k, n := len(start), len(logLikelihood)
	if k < 1 || n < 1 || len(transition) != k {
		return 0, fmt.Errorf("update: HMM: %d states at the start, %d rows of transition "+
			"probabilities and %d observations: expected as many rows as states, and at least "+
			"one observation", k, len(transition), n)
	}
	for i, row := range transition {
		if len(row) != k {
			return 0, fmt.Errorf("update: HMM: row %d of the transition probabilities has %d "+
				"numbers, expected %d", i, len(row), k)
		}
	}
	if err := checkChain(start, transition); err != nil {
		return 0, err
	}
	if len(h.weights) != k || len(h.filtered) != n*k {
		h.filtered, h.weights = make([]float64, n*k), make([]float64, k)
	}
	sum := 0.0
	for t, row := range logLikelihood {
		now := h.filtered[t*k : (t+1)*k]
		if len(row) != k {
			return 0, fmt.Errorf("update: HMM: %d log likelihoods at t = %d, expected %d, one "+
				"for each state", len(row), t, k)
		}
		if t == 0 {
			copy(now, start)
		} else {
			before := h.filtered[(t-1)*k : t*k]
			clear(now)
			for i, p := range before {
				for j, q := range transition[i] {
					now[j] += p * q
				}
			}
		}
		// Look for the largest only among the states that can be reached: others may be larger by
		// any amount.
		top := math.Inf(-1)
		for j, p := range now {
			now[j] = math.Log(p) + row[j]
			top = max(top, now[j])
		}
		if math.IsNaN(top) || math.IsInf(top, 0) {
			return 0, fmt.Errorf("update: HMM: no state is possible at t = %d: the log "+
				"likelihoods are %g, and the largest with the path before is %g; check them, and "+
				"the transition probabilities", t, row, top)
		}
		norm := 0.0
		for j, lw := range now {
			now[j] = math.Exp(lw - top)
			norm += now[j]
		}
		for j := range now {
			now[j] /= norm
		}
		sum += top + math.Log(norm)
	}
	return sum, nil
}

// sumTolerance is how far from 1 a sum of probabilities may be by rounding.
const sumTolerance = 1e-6

// checkChain returns an error unless start and the rows of transition are probabilities.
func checkChain(start []float64, transition [][]float64) error {
	if i, sum := notProbabilities(start); i >= 0 {
		return fmt.Errorf("update: HMM: the start is %v: number %d of it is no probability; give "+
			"numbers of at least 0", start, i)
	} else if !(math.Abs(sum-1) <= sumTolerance) {
		return fmt.Errorf("update: HMM: the start is %v, which sums to %g and not to 1: divide by "+
			"the sum", start, sum)
	}
	for i, row := range transition {
		j, sum := notProbabilities(row)
		switch {
		case j >= 0:
			return fmt.Errorf("update: HMM: the transition from state %d to %d has the probability "+
				"%g, expected at least 0", i, j, row[j])
		case math.Abs(sum-1) <= sumTolerance:
		case columnsSumToOne(transition):
			return fmt.Errorf("update: HMM: row %d of the transition probabilities sums to %g, and "+
				"each column to 1: did you transpose the matrix? Row i holds the probabilities of "+
				"the state after state i", i, sum)
		default:
			return fmt.Errorf("update: HMM: row %d of the transition probabilities sums to %g and "+
				"not to 1: divide it by its sum", i, sum)
		}
	}
	return nil
}

// notProbabilities is the index of the first number that is negative, NaN or infinite, or −1 with
// the sum.
func notProbabilities(p []float64) (index int, sum float64) {
	for i, v := range p {
		if !(v >= 0 && v <= math.MaxFloat64) {
			return i, 0
		}
		sum += v
	}
	return -1, sum
}

func columnsSumToOne(m [][]float64) bool {
	for j := range m {
		sum := 0.0
		for i := range m {
			sum += m[i][j]
		}
		if !(math.Abs(sum-1) <= sumTolerance) {
			return false
		}
	}
	return true
}
