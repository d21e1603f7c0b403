package criticism

import (
	"cmp"
	"math"
	"slices"

	"gibbslab/sampler/internal/pareto"
)

// A Weighting is a set of importance weights, one for each draw.
type Weighting struct {
	// Log holds the logarithms of the weights, which sum to 1.
	Log []float64
	// K is k̂, the shape of their tail: the larger, the fewer weights decide. Above Limit, do not
	// trust means with these weights. If there is no tail to fit, as with weights of which many are
	// equal, ESS decides: K is +Inf if it is below 100 and below a fifth of the draws' own, and NaN
	// otherwise.
	K, Limit float64
	// ESS is the number of independent draws that the weighted ones are worth.
	ESS float64
}

// Smooth makes importance weights from log ratios of two densities, log p(θ_s) − log q(θ_s) for
// draws from q, by Pareto smoothing: the largest weights are replaced by quantiles of the
// generalised Pareto distribution that fits them, and by no more than the largest of them. relESS
// is the effective number of draws over their number, as in [LogLik.RelativeESS]; 1 for
// independent draws. A ratio that is NaN or +Inf, and ratios that are all −Inf, give NaN.
//
// Source: Vehtari, Simpson, Gelman, Yao & Gabry, "Pareto smoothed importance sampling", JMLR 25
// (2024), arXiv:1507.02646, algorithm 1.
func Smooth(logRatios []float64, relESS float64) Weighting {
	n := len(logRatios)
	return smoothTail(logRatios, pareto.Tail(n, relESS*float64(n)), relESS)
}

// smoothTail is Smooth with a tail of this size.
func smoothTail(logRatios []float64, tail int, relESS float64) Weighting {
	n := len(logRatios)
	w := Weighting{Log: slices.Clone(logRatios), K: math.NaN(), Limit: limit(n), ESS: math.NaN()}
	least, top := math.Inf(1), math.Inf(-1)
	for _, v := range w.Log {
		least, top = min(least, v), max(top, v) // NaN if one is NaN
	}
	for i := range w.Log {
		w.Log[i] -= top // NaN if top is infinite
	}
	if !(top-top == 0) {
		for i := range w.Log {
			w.Log[i] = math.NaN()
		}
		return w
	}
	var s smoother
	w.K = s.fit(w.Log, least-top, tail)
	for j, v := range s.smoothed {
		w.Log[s.at[j]] = math.Log(v)
	}
	sum, squares := 0.0, 0.0
	for _, v := range w.Log {
		x := math.Exp(v)
		sum += x
		squares += x * x
	}
	log := math.Log(sum)
	for i := range w.Log {
		w.Log[i] -= log
	}
	w.ESS = relESS * sum * sum / squares
	w.K = unfitted(w.K, w.ESS, relESS*float64(n))
	return w
}

// unfitted is k̂, and if no tail could be fitted +Inf or NaN: few weights decide, or enough do. all
// is the effective number of draws.
func unfitted(k, ess, all float64) float64 {
	if math.IsNaN(k) && ess < min(100, all/5) {
		return math.Inf(1)
	}
	return k
}

// limit is the largest k̂ with which means of this many draws can be trusted: 1 − 1/log₁₀S, and at
// most 0.7 (Vehtari et al. 2024, section 3.2.4).
func limit(draws int) float64 { return min(pareto.Limit(draws), 0.7) }

// A smoother fits the tail of weights. It keeps its memory for the next ones.
type smoother struct {
	fitter    pareto.Fitter
	counts    [bins + 1]int32
	large     []float64
	at        []int     // the draws of large, and then of tail
	tail      []float64 // log weights in increasing order; empty if they could not be fitted
	weights   []float64 // of tail, not their logarithms
	smoothed  []float64 // the new weights of tail
	distances []float64
	levels    []float64 // −log(1−p) at the quantiles of the tail
}

// fit finds the tail of this size in log weights of which the largest is 0 and the smallest is
// least, smooths it, and returns k̂. The tail is empty if it cannot be fitted, and k̂ NaN: there
// are fewer than 5 weights in it, or a quarter of them are equal to the next one below.
func (s *smoother) fit(logs []float64, least float64, size int) (k float64) {
	s.tail, s.smoothed, s.distances = s.tail[:0], s.smoothed[:0], s.distances[:0]
	s.at = s.at[:0]
	if size < pareto.MinTail || size >= len(logs) {
		return math.NaN()
	}
	s.collect(logs, least, size+1)
	tail := s.large[len(s.large)-size:]
	s.weights = resized(s.weights, size+1)
	exps(s.weights, s.large[len(s.large)-size-1:])
	cutoff := s.weights[0]
	s.weights = s.weights[1:]
	for _, v := range s.weights {
		s.distances = append(s.distances, v-cutoff)
	}
	k, sigma := s.fitter.Fit(s.distances)
	if math.IsNaN(k) || math.IsInf(k, 0) || !(sigma > 0) {
		return math.NaN()
	}
	s.tail = append(s.tail, tail...)
	s.at = append(s.at[:0], s.at[len(s.at)-size:]...)
	for len(s.levels) != size {
		s.levels = s.levels[:0]
		for j := range size {
			s.levels = append(s.levels, -math.Log1p(-(float64(j)+0.5)/float64(size)))
		}
	}
	for _, x := range s.levels {
		if k != 0 {
			x = math.Expm1(k*x) / k
		}
		s.smoothed = append(s.smoothed, min(cutoff+sigma*x, 1))
	}
	return k
}

// bins is the number of bins in which the largest weights are looked for.
const bins = 512

// collect fills large with the n largest values, or a few more, in increasing order, and at with
// their positions; equal values keep their order. The largest of all values is 0, and the smallest
// is least. Values are counted in bins; the highest bins are filled one after the other, and
// sorted.
func (s *smoother) collect(x []float64, least float64, n int) {
	s.large, s.at = s.large[:0], s.at[:0]
	scale := bins / -least
	if !(scale > 0 && scale < math.MaxFloat64) {
		s.at = append(s.at, sortedOrder(x)...)
		for _, i := range s.at {
			s.large = append(s.large, x[i])
		}
		return
	}
	clear(s.counts[:])
	for _, v := range x {
		s.counts[int(-v*scale)]++ // bin 0 holds the largest
	}
	last, count := 0, s.counts[0]
	for int(count) < n {
		last++
		count += s.counts[last]
	}
	s.large, s.at = resized(s.large, int(count)), slices.Grow(s.at, int(count))[:count]
	full, start := int32(0), int32(0) // the fullest bin, and the place of the next one
	for b := last; b >= 0; b-- {
		full = max(full, s.counts[b])
		s.counts[b], start = start, start+s.counts[b]
	}
	end := float64(last + 1)
	for i, v := range x {
		if d := -v * scale; d < end {
			to := &s.counts[int(d)]
			s.large[*to], s.at[*to] = v, i
			*to++
		}
	}
	if full > 64 {
		slices.SortStableFunc(s.at, func(a, b int) int { return cmp.Compare(x[a], x[b]) })
		for j, i := range s.at {
			s.large[j] = x[i]
		}
		return
	}
	for j := 1; j < len(s.large); j++ {
		v, i, k := s.large[j], s.at[j], j
		for ; k > 0 && s.large[k-1] > v; k-- {
			s.large[k], s.at[k] = s.large[k-1], s.at[k-1]
		}
		s.large[k], s.at[k] = v, i
	}
}

// enoughBeyond is how many values must lie beyond a point for their share to be its tail
// probability.
const enoughBeyond = 10

// twoSided is the probability that a draw from the distribution of values, which are in increasing
// order, lies at least as far out as t, on either side.
func twoSided(values []float64, t float64) float64 {
	mirrored := make([]float64, len(values))
	for i, v := range values {
		mirrored[len(values)-1-i] = -v
	}
	return min(1, 2*upperTail(values, t), 2*upperTail(mirrored, -t))
}

// upperTail is the probability of t or more. If few values are there, a generalised Pareto
// distribution is fitted to the largest ones. If its shape is negative it has an end, beyond which
// everything is impossible; then an exponential distribution takes its place. A whole number counts
// as all the numbers that are rounded to it.
func upperTail(values []float64, t float64) float64 {
	n := len(values)
	at, _ := slices.BinarySearch(values, t)
	beyond := n - at
	counted := float64(beyond+1) / float64(n+1)
	size := pareto.Tail(n, float64(n))
	if beyond >= enoughBeyond || size < 4*pareto.MinTail || size >= n {
		return counted
	}
	if whole(values) {
		values, t = apart(values), t-0.5
	}
	start := values[n-size-1]
	distances := make([]float64, size)
	sum := 0.0
	for i, v := range values[n-size:] {
		distances[i] = v - start
		sum += v - start
	}
	var fitter pareto.Fitter
	k, sigma := fitter.Fit(distances)
	share := float64(size) / float64(n)
	switch {
	case !(t > start) || math.IsNaN(k) || !(sigma > 0):
		return counted
	case k > 0:
		return share * math.Pow(1+k*(t-start)/sigma, -1/k)
	}
	return share * math.Exp(-(t-start)*float64(size)/sum)
}

// apart spreads whole numbers, which are in increasing order: those that are equal lie evenly in
// the unit around them.
func apart(values []float64) []float64 {
	out := make([]float64, 0, len(values))
	for len(out) < len(values) {
		v := values[len(out)]
		n, _ := slices.BinarySearch(values[len(out):], v+1)
		for j := range n {
			out = append(out, v-0.5+(float64(j)+0.5)/float64(n))
		}
	}
	return out
}
