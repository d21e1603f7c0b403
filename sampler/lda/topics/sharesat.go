package topics

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"gibbslab/sampler"
	"gibbslab/sampler/diag/relabel"
	"gibbslab/sampler/lda"
)

// Shares are expected shares of topics, and what was counted beside them. They come from
// [SharesAt].
type Shares struct {
	// Trace is the trace of the model with the parameter share.
	*sampler.Trace
	// Names are those of the rows, then "all documents".
	Names []string
	// Expected and Counted are shares of topics, row × chain × topic: what the model expects, and
	// the mean of n_dk/n_d over the documents with this row, nil if there are none, or more than 50
	// different rows of documents.
	Expected, Counted [][][]float64
	// Warnings name the shares that disagree by far more than documents do by chance.
	Warnings []error
}

// SharesAt adds to a trace of a model with the covariates by the parameter share: the expected
// share of each topic in a document with the covariates x, in each draw,
//
//	E(θ_k | x, λ) = exp(x·λ_k) / Σ_j exp(x·λ_j)
//
// It has a row for each row of x, called by names, and a column for each topic: share[1983,4]. Its
// draws give intervals, and the draws of two rows, subtracted, an interval of an effect. Rows come
// from [lda.Covariates.At]. For the effect of one covariate alone, keep the others the same.
//
// These are shares in all documents that the model could write with these covariates. Their
// intervals contain that the documents at hand are few. If topics of several chains are to be
// compared or pooled, apply [Renumber].
//
// They need not be the shares in the documents at hand. α_k = exp(x·λ_k) says two things at once:
// how common topic k is, and how it is spread, a little in many documents (large α) or much in few
// (small α). A topic that is in few documents and fills these gets the small α, and then a share
// that is far too small. A longer run or a wider prior does not help. So the shares are compared
// with those that were counted, for all documents, and for each row of x that documents have.
// A warning names those that differ by a fifth or more, and by more than 4.5 standard deviations of
// a mean of n_dk/n_d, as the model itself draws documents:
//
//	variance of n_dk/n_d = p (1−p) (n_d + A) / (n_d (1 + A)),   p = α_k/A,  A = Σα
//
// (with the least favourable n_d, 1). Do not report these: [Effects] estimates the shares without
// this assumption.
//
// Errors: a trace without lambda, rows of another length, names that are not as many as rows.
func SharesAt(tr *sampler.Trace, by lda.Covariates, names []string, x [][]float64,
) (*Shares, error) {
	lambda, err := checkShares(tr, names, x)
	if err != nil {
		return nil, fmt.Errorf("topics: SharesAt: %w", err)
	}
	topics := lambda.Shape[0]
	share := sampler.Array{Shape: []int{len(x), topics}, Coords: [][]string{names, nil},
		Draws: make([][][]float64, len(lambda.Draws))}
	for c, draws := range lambda.Draws {
		for _, l := range draws {
			s := make([]float64, len(x)*topics)
			for i, row := range x {
				expected(s[i*topics:][:topics], l, row)
			}
			share.Draws[c] = append(share.Draws[c], s)
		}
	}
	with, err := tr.Map(func(int, int, []float64) {})
	if err == nil {
		err = with.AddArray("share", share)
	}
	if err != nil {
		return nil, fmt.Errorf("topics: SharesAt: %w", err)
	}
	s := &Shares{Trace: with, Names: append(slices.Clone(names), "all documents")}
	if err := s.compare(lambda, by, x); err != nil {
		return nil, fmt.Errorf("topics: SharesAt: %w", err)
	}
	return s, nil
}

func checkShares(tr *sampler.Trace, names []string, x [][]float64,
) (lambda *sampler.Array, err error) {
	if tr == nil {
		return lambda, errors.New("the trace is nil: give what sampler.Run returned")
	}
	if lambda, err = tr.Array("lambda"); err != nil {
		return lambda, fmt.Errorf("%w: give a trace of a model with Covariates", err)
	}
	if len(lambda.Shape) != 2 {
		return lambda, fmt.Errorf("lambda has shape %v, expected topics × covariates: give a trace of a "+
			"model with Covariates", lambda.Shape)
	}
	if len(x) == 0 || len(names) != len(x) {
		return lambda, fmt.Errorf("%d names and %d rows: give one name for each row, and one row or more",
			len(names), len(x))
	}
	for i, row := range x {
		if len(row) != lambda.Shape[1]-1 {
			return lambda, fmt.Errorf("row %d (%s) has %d numbers, and the model %d covariates: give one "+
				"number for each, without the intercept", i, names[i], len(row), lambda.Shape[1]-1)
		}
		for _, v := range row {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return lambda, fmt.Errorf("row %d (%s) holds %g, expected finite numbers", i, names[i], v)
			}
		}
	}
	return lambda, nil
}

// expected writes the shares of the topics at a row of covariates.
func expected(share, lambda, row []float64) {
	p := len(row) + 1
	for k := range share {
		share[k] = lambda[k*p] + floats.Dot(row, lambda[k*p+1:(k+1)*p])
	}
	logTotal := floats.LogSumExp(share)
	for k, l := range share {
		share[k] = math.Exp(l - logTotal)
	}
}

// Renumber gives the topics in all chains of a trace the numbers that [Match] found: topic 3 is
// then the same topic in each. It changes the draws of lambda, alpha and share ([SharesAt]), as far
// as the trace has them. Then diag.Summarize and the plots of several chains make sense. If R-hat
// of a coefficient is far above 1, the chains found different topics or are in different modes. No
// pooled interval describes them: report the topic chain by chain, or not at all.
//
// Moments (phi, theta) stay as they are: [RHat] compares them. Errors: an alignment of another
// number of chains or topics, nothing to renumber.
func Renumber(tr *sampler.Trace, a *relabel.Alignment) (*sampler.Trace, error) {
	if tr == nil || a == nil {
		return nil, errors.New("topics: Renumber: the trace or the alignment is nil: give those of " +
			"one run")
	}
	if len(a.Perms) != tr.NumChains() {
		return nil, fmt.Errorf("topics: Renumber: the alignment has %d chains and the trace %d, "+
			"expected the same number", len(a.Perms), tr.NumChains())
	}
	found := false
	for _, name := range []string{"lambda", "alpha", "share"} {
		if !slices.Contains(tr.Names(), name) {
			continue
		}
		shape, err := tr.Shape(name)
		if err != nil {
			return nil, fmt.Errorf("topics: Renumber: %w", err)
		}
		topics, inner, outer := shape[0], 1, 1
		switch {
		case name == "lambda":
			inner = shape[1]
		case name == "share":
			topics, outer = shape[1], shape[0]
		}
		if err := checkPerms(a, topics); err != nil {
			return nil, fmt.Errorf("topics: Renumber: %w", err)
		}
		found = true
		old := make([]float64, topics*inner)
		tr, err = tr.Map(func(chain, _ int, x []float64) {
			for o := range outer {
				part := x[o*topics*inner:][:topics*inner]
				copy(old, part)
				for k, at := range a.Perms[chain] {
					copy(part[k*inner:][:inner], old[at*inner:])
				}
			}
		}, name)
		if err != nil {
			return nil, fmt.Errorf("topics: Renumber: %w", err)
		}
	}
	if !found {
		return nil, errors.New("topics: Renumber: the trace has no lambda, alpha or share: there is " +
			"nothing to renumber")
	}
	return tr, nil
}
