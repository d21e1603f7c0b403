package topics

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/lda"
)

// A Contrast is what [Effects] estimates for each topic: its mean share in documents with the row
// At of covariates, or, with Less, that share less the one at Less. [lda.Covariates.At] makes rows.
type Contrast struct {
	Name     string
	At, Less []float64
}

// EffectsResult has estimates of contrasts, chain by chain. It comes from [Effects]. Topics have
// the numbers of chain 0.
type EffectsResult struct {
	Contrasts []Contrast
	// Mean is the estimate, and Low and High its 95 % interval: contrast × topic × chain.
	Mean, Low, High [][][]float64
	// RHat compares the estimates of the chains, contrast × topic. Doubt between documents plays no
	// part in it.
	RHat [][]float64
	// Agree is the number of chains whose mean has the more frequent sign.
	Agree [][]int
	// Without is the estimate, a mean over chains, without the cluster that supports it most: the one
	// without which it is nearest to 0, or furthest on the other side. Dropped names the cluster. Both
	// are contrast × topic.
	Without [][]float64
	Dropped [][]string
	// Effective is the effective number of clusters of a topic, 1/Σ p_g², where p_g is the share of
	// its tokens in cluster g. Largest names the cluster that has most of them.
	Effective []float64
	Largest   []string
	// Clusters is the effective number of clusters that each contrast rests on: see [Effects].
	Clusters []float64
	// Found is that of [Stability].
	Found []float64
	// Top are the six most probable words of each topic.
	Top [][]int

	clusters bool // or documents
}

// Effects estimates how the share of each topic depends on what is known about the documents. In
// each draw of counts (lda.Settings.Counts) it regresses the sampled shares on the covariates, by
// least squares:
//
//	n_dk / n_d = β_k0 + x_d · β_k + error
//
// The estimate of a [Contrast] is x·β_k, or a difference of two; without contrasts, each
// coefficient β_kp is one. So each document counts once, and a topic that fills few documents has
// its share. The model may be any of package lda, with these covariates, with others, or with none.
// Two doubts are added up, as in Rubin (1987): B, the variance of the estimates over the draws, and
// W, the mean of their variances between documents,
//
//	interval: mean ± t √(W + (1 + 1/draws) B),   W = (G−1)/G Σ_g (estimate − estimate without g)²
//
// W is the jackknife over G clusters (by.Clusters), or over documents if there are no clusters. A
// contrast may rest on few of them, such as three authors of one party and forty of another. If w_d
// are the weights with which it sums up documents, it has
//
//	G* = (Σ_g γ_g)² / Σ_g γ_g²,   γ_g = Σ_{d in g} w_d² + (Σ_{d in g} w_d)²
//
// effective clusters, and t is the quantile of Student's distribution with G*−1 degrees of freedom
// (1 or more). Below five effective clusters the report warns, and recommends no effect. The
// interval of a share is computed on the scale of log odds, where possible: it stays in 0 to 1.
//
// The topics of all chains get the numbers of chain 0 ([Match]). Each chain has an interval of its
// own, because another chain may mean another topic by it. What may be reported is in
// [EffectsResult.Report].
//
// tr and docs are those of [Read]. Documents without tokens play no part. Errors: counts, phi or
// theta not recorded, fewer than four draws of counts or two chains, what by.Check says, a row of
// another length, fewer than three clusters, a covariate that only one cluster varies in.
//
// Sources: Roberts, Stewart & Tingley, "stm: an R package for structural topic models", Journal of
// Statistical Software 91 (2019), whose estimateEffect does this for one solution, without
// clusters; MacKinnon, Nielsen & Webb, "Cluster-robust inference", Journal of Econometrics 232
// (2023), for W, their CV3; Carter, Schnepel & Steigerwald, "Asymptotic behavior of a t-test robust
// to cluster heterogeneity", Review of Economics and Statistics 99 (2017), for G*, with a
// correlation of 1/2 within clusters.
func Effects(
	tr *sampler.Trace, docs []corpus.Doc, by lda.Covariates, contrasts ...Contrast,
) (*EffectsResult, error) {
	e, err := effects(tr, docs, by, contrasts)
	if err != nil {
		return nil, fmt.Errorf("topics: Effects: %w", err)
	}
	return e, nil
}

func effects(tr *sampler.Trace, docs []corpus.Doc, by lda.Covariates, contrasts []Contrast,
) (*EffectsResult, error) {
	if err := by.Check(len(docs)); err != nil {
		return nil, err
	}
	chains, stable, err := readAll(tr, docs)
	if err != nil {
		return nil, err
	}
	a, _, err := Match(chains, 0)
	if err != nil {
		return nil, err
	}
	if contrasts == nil {
		for j, name := range by.Names {
			at := make([]float64, len(by.Names))
			at[j] = 1
			contrasts = append(contrasts, Contrast{name, at, make([]float64, len(at))})
		}
	}
	f, err := newFit(docs, by, contrasts)
	if err != nil {
		return nil, err
	}
	e := &EffectsResult{Contrasts: contrasts, Found: stable.Found, Top: stable.Top,
		Clusters: f.clusters, clusters: by.Clusters != nil}
	for k := range chains[0].Phi {
		var all []drawn
		for c, perm := range a.Perms {
			counts := make([][]float64, len(f.docs))
			for i, d := range f.docs {
				x, err := tr.Chains(fmt.Sprintf("counts[%d,%d]", d, perm[k]))
				if err != nil {
					return nil, fmt.Errorf("%w: set lda.Settings.Counts to 10, such that every tenth sweep is "+
						"recorded", err)
				}
				if len(x[c]) < 4 {
					return nil, fmt.Errorf("chain %d has %d draws of counts, expected 4 or more, better 50: "+
						"let it run longer, or set lda.Settings.Counts to a smaller number", c, len(x[c]))
				}
				counts[i] = x[c]
			}
			all = append(all, f.regress(counts))
		}
		e.add(f, all)
	}
	return e, nil
}

// readAll reads all chains of a trace, two or more.
func readAll(tr *sampler.Trace, docs []corpus.Doc, alpha ...float64,
) (chains []*Topics, s *StabilityResult, err error) {
	if tr == nil || tr.NumChains() < 2 {
		return nil, nil, errors.New("expected a trace of two chains or more: another chain may find " +
			"other topics")
	}
	for c := range tr.NumChains() {
		t, err := read(tr, c, docs, alpha...)
		if err != nil {
			return nil, nil, err
		}
		chains = append(chains, t)
	}
	s, err = Stability(chains)
	return chains, s, err
}

func (e *EffectsResult) add(f *fit, chains []drawn) {
	tokens := make([]float64, len(f.names))
	for _, c := range chains {
		for g, n := range c.tokens {
			tokens[g] += n
		}
	}
	effective, largest := effectiveNumber(tokens)
	e.Effective = append(e.Effective, effective)
	e.Largest = append(e.Largest, f.names[largest])
	for len(e.Mean) < len(e.Contrasts) {
		e.Mean, e.Low, e.High = append(e.Mean, nil), append(e.Low, nil), append(e.High, nil)
		e.RHat, e.Agree = append(e.RHat, nil), append(e.Agree, nil)
		e.Without, e.Dropped = append(e.Without, nil), append(e.Dropped, nil)
	}
	for q, contrast := range e.Contrasts {
		var mean, low, high []float64
		var estimates [][]float64
		t := distuv.StudentsT{Sigma: 1, Nu: max(1, f.clusters[q]-1)}.Quantile(0.975)
		change := make([]float64, len(f.names))
		for _, c := range chains {
			x := c.estimate[q]
			m, between := diag.Mean(x), diag.SD(x)
			between *= between * (1 + 1/float64(len(x)))
			lo, hi := interval(m, t*math.Sqrt(c.variance[q]+between), contrast.Less == nil)
			mean, low, high = append(mean, m), append(low, lo), append(high, hi)
			estimates = append(estimates, x)
			floats.AddScaled(change, 1/float64(len(chains)), c.change[q])
		}
		center, positive := diag.Mean(mean), 0
		dropped := floats.MaxIdx(change)
		if center < 0 {
			dropped = floats.MinIdx(change)
		}
		for _, m := range mean {
			if m > 0 {
				positive++
			}
		}
		agree := max(positive, len(mean)-positive)
		e.Mean[q], e.Low[q] = append(e.Mean[q], mean), append(e.Low[q], low)
		e.High[q], e.RHat[q] = append(e.High[q], high), append(e.RHat[q], diag.RHat(estimates))
		e.Agree[q] = append(e.Agree[q], agree)
		e.Without[q] = append(e.Without[q], center-change[dropped])
		e.Dropped[q] = append(e.Dropped[q], f.names[dropped])
	}
}

// interval is that of an estimate, on the scale of log odds for a share.
func interval(mean, half float64, share bool) (low, high float64) {
	if !share || mean <= 0 || mean >= 1 {
		return mean - half, mean + half
	}
	center, half := math.Log(mean/(1-mean)), half/(mean*(1-mean))
	return 1 / (1 + math.Exp(half-center)), 1 / (1 + math.Exp(-half-center))
}

// groupsOf numbers the clusters of the documents that have tokens; without clusters each document
// is one.
func groupsOf(docs []corpus.Doc, clusters []string) (use, group []int, names []string) {
	at := map[string]int{}
	for d, doc := range docs {
		if len(doc) == 0 {
			continue
		}
		name := fmt.Sprintf("document %d", d)
		if clusters != nil {
			name = clusters[d]
		}
		g, ok := at[name]
		if !ok {
			g = len(names)
			at[name], names = g, append(names, name)
		}
		use, group = append(use, d), append(group, g)
	}
	return use, group, names
}
