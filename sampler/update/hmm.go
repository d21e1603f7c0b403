package update

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gibbslab/internal/numeric"
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
		sum += top + math.Log(numeric.Normalise(now, top))
	}
	return sum, nil
}

// checkChain returns an error unless start and the rows of transition are probabilities.
func checkChain(start []float64, transition [][]float64) error {
	for i := -1; i < len(transition); i++ {
		row := start
		if i >= 0 {
			row = transition[i]
		}
		if sumsToOne(len(row), func(j int) float64 { return row[j] }) {
			continue
		}
		name, hint := "the start", ""
		if i >= 0 {
			name = fmt.Sprintf("row %d of the transition probabilities", i)
			columns := 0
			for j := range row {
				if sumsToOne(len(row), func(i int) float64 { return transition[i][j] }) {
					columns++
				}
			}
			if columns == len(row) {
				hint = ". Each column does: did you transpose the matrix? Row i holds the " +
					"probabilities of the state after state i"
			}
		}
		return fmt.Errorf("update: HMM: %s is %v, expected numbers of at least 0 that sum to 1%s", name,
			row, hint)
	}
	return nil
}

// sumsToOne tells whether n numbers are probabilities, up to rounding.
func sumsToOne(n int, number func(i int) float64) bool {
	sum := 0.0
	for i := range n {
		if !(number(i) >= 0) {
			return false
		}
		sum += number(i)
	}
	return math.Abs(sum-1) <= 1e-6
}

// Transitions draws the transition probabilities of a hidden Markov chain given its path, into
// transition, K rows of K numbers. The rows are independent:
//
//	transition[j] ~ Dirichlet(prior[j] + how often the path goes from j to each state).
//
// prior has K rows of K concentrations; nil is 1 for all, a uniform prior. The start of the path is
// not counted. It panics with a sentence on lengths that differ and on a state that is not in
// 0 … K−1.
func Transitions(r *rand.Rand, path []int, prior, transition [][]float64) {
	k := len(transition)
	for j, row := range transition {
		if len(row) != k || prior != nil && (len(prior) != k || len(prior[j]) != k) {
			panic(fmt.Sprintf("update: Transitions: row %d of %d rows of transition has %d numbers, "+
				"and prior %d rows: expected square matrices of one size, or no prior", j, k,
				len(row), len(prior)))
		}
		for i := range row {
			row[i] = 1
			if prior != nil {
				row[i] = prior[j][i]
			}
		}
	}
	for t, z := range path {
		if z < 0 || z >= k {
			panic(fmt.Sprintf("update: Transitions: the path is in state %d at %d, expected 0 to %d",
				z, t, k-1))
		}
		if t > 0 {
			transition[path[t-1]][z]++
		}
	}
	for _, row := range transition {
		variate.Dirichlet(r, row, row)
	}
}

// ChangePoints draws the places where a series changes. It holds scratch space only: keep it in the
// state. The zero value is ready for use.
type ChangePoints struct{ logTail, weights []float64 }

// Draw draws all change points of a series of n observations at once: starts[t], one of n values,
// says whether a segment starts at t; starts[0] is always true. Before each other observation there
// is a change with probability p, independently. logSegment(from, to) is the log marginal
// likelihood of the observations from … to−1 as one segment, with its own parameters integrated
// out; −Inf excludes the segment.
//
// It is exact, for any number of change points, and evaluates logSegment n²/2 times. It returns the
// log marginal likelihood of all observations. For a single change at an unknown place,
// variate.LogCategorical over the places is enough.
//
// Source: Fearnhead, "Exact and efficient Bayesian inference for multiple changepoint problems",
// Statistics and Computing 16 (2006) 203–213.
func (c *ChangePoints) Draw(
	r *rand.Rand, p float64, logSegment func(from, to int) float64, starts []bool,
) (logMarginal float64, err error) {
	n := len(starts)
	if n < 1 || !(p > 0 && p < 1) {
		return 0, fmt.Errorf("update: ChangePoints.Draw: room for %d observations and p = %g, "+
			"expected at least one, and a probability between 0 and 1", n, p)
	}
	if len(c.logTail) != n+1 {
		c.logTail, c.weights = make([]float64, n+1), make([]float64, n*(n+1)/2)
	}
	logP, logStay := math.Log(p), math.Log1p(-p)
	// logTail[t] is the log probability of the observations from t on, given that a segment starts
	// there; the weights of its ends are kept for the draw.
	at := 0
	row := func(t int) []float64 {
		begin := (n - t - 1) * (n - t) / 2
		return c.weights[begin : begin+n-t]
	}
	for t := n - 1; t >= 0; t-- {
		w, top := row(t), math.Inf(-1)
		for k := range w {
			end := t + k + 1
			w[k] = logSegment(t, end) + float64(k)*logStay + c.logTail[end]
			if end < n {
				w[k] += logP
			}
			top = max(top, w[k])
		}
		if math.IsNaN(top) || math.IsInf(top, 0) {
			return 0, fmt.Errorf("update: ChangePoints.Draw: the segments that start at %d have "+
				"a largest log weight of %g, expected a finite number; check logSegment", t, top)
		}
		sum := 0.0
		for _, lw := range w {
			sum += math.Exp(lw - top)
		}
		c.logTail[t] = top + math.Log(sum)
	}
	clear(starts)
	for at < n {
		starts[at] = true
		at += variate.LogCategorical(r, row(at)) + 1
	}
	return c.logTail[0], nil
}
