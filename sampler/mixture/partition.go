package mixture

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"gibbslab/internal/numeric"
)

// A Partition is the prior distribution of which observations belong together: [DP], [MFM] or
// [Finite].
//
// All three have the form p ∝ V(t) Π_k Γ(n_k+γ)/Γ(1+γ) for t clusters of n_k observations. So an
// observation joins a cluster of n_k others with weight n_k + γ. It begins a cluster of its own
// with a weight that depends only on t; each type documents its weight.
type Partition interface {
	// law prepares for n observations.
	law(n int) (*law, error)
}

// DP is the Dirichlet process, in the form of the Chinese restaurant process: γ = 0, and the weight
// of a new cluster is α. The number of clusters has no bound, and its mean is Σ α/(α+i−1), about α
// log n. There is no default.
type DP struct {
	// Alpha is the concentration. If α is sampled, chains start from Alpha; with 0 they start from
	// the prior.
	Alpha float64
	// Shape and Rate, if positive, give α the prior Gamma(Shape, Rate). Then α is sampled and
	// recorded as alpha. 0 keeps it fixed. Source: Escobar & West, Journal of the American
	// Statistical Association 90 (1995) 577–588, section 6.
	Shape, Rate float64
}

// MFM is a mixture of finite mixtures: K components with probability proportional to K[k−1] for k =
// 1, 2, …, and shares π ~ Dirichlet(Gamma, …, Gamma). The weight of a new cluster is γ V(t+1)/V(t)
// with
//
//	V(t) = Σ_k p(k) k(k−1)…(k−t+1) / (γk (γk+1) … (γk+n−1)),
//
// (Miller & Harrison, equation 3.2). Components may be empty: with t clusters p(k | t) ∝ the k-th
// term of V(t), see [MFM.Given]. k is recorded in addition to clusters.
type MFM struct {
	// K holds p(1), p(2), …, up to a factor. Truncate a prior without a bound where the rest no
	// longer matters.
	K []float64
	// Gamma is the concentration of the shares. 0 means 1, uniform.
	Gamma float64
}

// Finite is a mixture of K components with shares π ~ Dirichlet(Gamma). For the partition this
// means that the weight of a new cluster is γ(K−t): components may be empty, and at most K are in
// use.
type Finite struct {
	K int
	// Gamma holds the concentrations: one for all, or one for each component. Nil is 1, uniform.
	// Neal's samplers and SplitMerge take only one for all, because they do not number the
	// components.
	Gamma []float64
}

// law is a partition's law for n observations.
type law struct {
	gamma   float64
	logNew  []float64 // log weight of a new cluster, given t others; nil for the DP, where it is log α
	logNext []float64 // the same with one more observation
	logSize []float64 // log(m+γ), the weight of m others; 0 for none
	logRise []float64 // log Γ(m+γ)/Γ(1+γ)
	dp      DP
	terms   [][]float64 // MFM: p(k | t), by t and k−1
	k       []float64   // MFM: p(k), by k−1
}

func newLaw(n int, gamma float64) *law {
	w := &law{gamma: gamma}
	base, _ := math.Lgamma(1 + gamma)
	for m := range n + 2 {
		size, rise := 0.0, 0.0
		if m > 0 {
			size = math.Log(float64(m) + gamma)
			rise, _ = math.Lgamma(float64(m) + gamma)
			rise -= base
		}
		w.logSize, w.logRise = append(w.logSize, size), append(w.logRise, rise)
	}
	return w
}

func (p DP) sampled() bool { return p.Shape != 0 || p.Rate != 0 }

func (p DP) law(n int) (*law, error) {
	var err error
	switch {
	case !p.sampled():
		err = positive("DP.Alpha", p.Alpha)
	case p.Alpha != 0:
		err = errors.Join(positive("DP.Alpha", p.Alpha), positive("DP.Shape", p.Shape),
			positive("DP.Rate", p.Rate))
	default:
		err = errors.Join(positive("DP.Shape", p.Shape), positive("DP.Rate", p.Rate))
	}
	if err != nil {
		return nil, join(err)
	}
	w := newLaw(n, 0)
	w.dp = p
	return w, nil
}

func (p Finite) law(n int) (*law, error) {
	gamma, err := p.concentrations()
	if err != nil {
		return nil, err
	}
	for _, g := range gamma {
		if g != gamma[0] {
			return nil, fmt.Errorf("mixture: Finite.Gamma differs between components, %g and %g: "+
				"give one number for all, or use Explicit or Collapsed", gamma[0], g)
		}
	}
	w := newLaw(n, gamma[0])
	for t := range p.K + 1 {
		w.logNew = append(w.logNew, math.Log(gamma[0]*float64(p.K-t)))
	}
	w.logNext = w.logNew
	return w, nil
}

// maxK keeps a mistaken number from using up all memory.
const maxK = 100_000

// concentrations spells out Gamma.
func (p Finite) concentrations() ([]float64, error) {
	var errK, errGamma error
	if p.K < 1 || p.K > maxK {
		errK = fmt.Errorf("Finite.K is %d, expected the number of components, 1 to %d", p.K, maxK)
	}
	if m := len(p.Gamma); m > 1 && m != p.K {
		errGamma = fmt.Errorf("Finite.Gamma has %d numbers, expected one for all, or %d, one for "+
			"each component", m, p.K)
	}
	if err := join(errK, errGamma, positive("Finite.Gamma", p.Gamma...)); err != nil {
		return nil, err
	}
	gamma := make([]float64, p.K)
	for k := range gamma {
		switch len(p.Gamma) {
		case 0:
			gamma[k] = 1
		case 1:
			gamma[k] = p.Gamma[0]
		default:
			gamma[k] = p.Gamma[k]
		}
	}
	return gamma, nil
}

// check reports what is wrong, and returns Gamma.
func (p MFM) check() (gamma float64, err error) {
	gamma = p.Gamma
	gamma = cmp.Or(gamma, 1)
	sum := 0.0
	for _, q := range p.K {
		sum += q
	}
	var errK error
	if !(sum > 0 && sum <= math.MaxFloat64) ||
		slices.ContainsFunc(p.K, func(q float64) bool { return q < 0 }) || len(p.K) > maxK {
		errK = fmt.Errorf("MFM.K has %d probabilities of sum %g, expected those of k = 1, 2, … up "+
			"to %d at most: none negative, and a positive sum", len(p.K), sum, maxK)
	}
	return gamma, join(errK, positive("MFM.Gamma", gamma))
}

// logTerms are the logarithms of the terms of V(t).
func (p MFM) logTerms(gamma float64, n, t int) []float64 {
	lg := func(v float64) float64 { l, _ := math.Lgamma(v); return l }
	terms := make([]float64, len(p.K))
	for i, q := range p.K {
		k := float64(i + 1)
		if terms[i] = math.Inf(-1); i+1 >= t && q > 0 {
			terms[i] = math.Log(q) + lg(k+1) - lg(k-float64(t)+1) + lg(gamma*k) - lg(gamma*k+float64(n))
		}
	}
	return terms
}

// normalise turns logarithms of weights into probabilities, and returns the log of their sum; −Inf
// if all are 0.
func normalise(logs []float64) float64 {
	top := slices.Max(logs)
	if math.IsInf(top, -1) {
		clear(logs)
		return top
	}
	return top + math.Log(numeric.Normalise(logs, top))
}

func (p MFM) law(n int) (*law, error) {
	gamma, err := p.check()
	if err != nil {
		return nil, err
	}
	w := newLaw(n, gamma)
	w.k = p.K
	w.logNew, w.terms = p.logNew(gamma, n)
	w.logNext, _ = p.logNew(gamma, n+1)
	return w, nil
}

// logNew is the log weight of a new cluster given t others among n observations, where the last
// entry, for n clusters, is −Inf; and p(k | t).
func (p MFM) logNew(gamma float64, n int) (logNew []float64, given [][]float64) {
	last := math.NaN()
	for t := range min(n, len(p.K)) + 1 {
		terms := p.logTerms(gamma, n, t)
		logV := normalise(terms)
		if t > 0 {
			logNew = append(logNew, math.Log(gamma)+logV-last)
		}
		if math.IsInf(logV, -1) {
			break
		}
		given, last = append(given, terms), logV
	}
	return append(logNew, math.Inf(-1)), given
}

// Given returns p(K = 1), p(K = 2), … given the number of clusters of n observations: what remains
// unknown about the number of components once the clusters are known. Averaged over draws of
// clusters it gives the posterior of K, with less Monte Carlo error than the draws of k. It returns
// an error if the law is not proper, or if this number of clusters has probability 0.
func (p MFM) Given(clusters, n int) ([]float64, error) {
	gamma, err := p.check()
	if err != nil {
		return nil, err
	}
	if clusters < 0 || clusters > n || n > 0 && clusters == 0 {
		return nil, fmt.Errorf("mixture: Given: %d clusters of %d observations, expected at least "+
			"one cluster and one observation in each", clusters, n)
	}
	terms := p.logTerms(gamma, n, clusters)
	if math.IsInf(normalise(terms), -1) {
		return nil, errors.New("mixture: Given: there are more clusters than MFM.K allows")
	}
	return terms, nil
}
