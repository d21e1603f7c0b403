package topics

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"gibbslab/sampler"
	"gibbslab/sampler/diag/relabel"
)

// SharesAt adds to a trace of a model with [lda.Covariates] the parameter share: the expected share
// of each topic in a document with the covariates x, in each draw,
//
//	E(θ_k | x, λ) = exp(x·λ_k) / Σ_j exp(x·λ_j)
//
// It has a row for each row of x, called by names, and a column for each topic: share[1983,4]. Its
// draws give intervals, and the draws of two rows, subtracted, an interval of an effect. Take rows
// from Covariates.X, such as the row of a document of each year. For the effect of one covariate
// alone, keep the others the same.
//
// These are shares in all documents that the model could write with these covariates. Their
// intervals contain that the documents at hand are few. If topics of several chains are to be
// compared or pooled, apply [Renumber].
//
// They need not be the shares in the documents at hand. α_k = exp(x·λ_k) says two things at once:
// how common topic k is, and how it is spread, a little in many documents (large α) or much in few
// (small α). A topic that is in few documents and fills these gets the small α, and then a share
// that is far too small. In a simulation with 20 topics, one of them filled 2 % of the documents
// and was absent from the others: its share was 0.0175, and SharesAt said 0.0015 (95 % interval
// 0.0010 to 0.0020), with an R-hat of 1.00. A longer run or a wider prior does not help. So count
// as well, with [lda.State.DocTopics]: if the counted shares are far from these, do not report
// these.
//
// Errors: a trace without lambda, rows of another length, names that are not as many as rows.
func SharesAt(tr *sampler.Trace, names []string, x [][]float64) (*sampler.Trace, error) {
	if tr == nil {
		return nil, errors.New("topics: SharesAt: the trace is nil: give what sampler.Run returned")
	}
	lambda, err := tr.Array("lambda")
	if err != nil {
		return nil, fmt.Errorf("topics: SharesAt: %w: give a trace of a model with Covariates", err)
	}
	if len(lambda.Shape) != 2 {
		return nil, fmt.Errorf("topics: SharesAt: lambda has shape %v, expected topics × covariates: "+
			"give a trace of a model with Covariates", lambda.Shape)
	}
	topics, p := lambda.Shape[0], lambda.Shape[1]
	if len(x) == 0 || len(names) != len(x) {
		return nil, fmt.Errorf("topics: SharesAt: %d names and %d rows: give one name for each row, "+
			"and one row or more", len(names), len(x))
	}
	for i, row := range x {
		if len(row) != p-1 {
			return nil, fmt.Errorf("topics: SharesAt: row %d (%s) has %d numbers, and the model %d "+
				"covariates: give one number for each, without the intercept", i, names[i],
				len(row), p-1)
		}
		for _, v := range row {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, fmt.Errorf("topics: SharesAt: row %d (%s) holds %g, expected finite "+
					"numbers", i, names[i], v)
			}
		}
	}
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
	return with, nil
}

// expected writes the shares of the topics at a row of covariates.
func expected(share, lambda, row []float64) {
	p, top, total := len(row)+1, math.Inf(-1), 0.0
	for k := range share {
		share[k] = lambda[k*p] + floats.Dot(row, lambda[k*p+1:(k+1)*p])
		top = max(top, share[k])
	}
	for k, l := range share {
		share[k] = math.Exp(l - top)
		total += share[k]
	}
	for k := range share {
		share[k] /= total
	}
}

// Renumber gives the topics in all chains of a trace the numbers that [Match] found: topic 3 is
// then the same topic in each. It changes the draws of lambda, alpha and share ([SharesAt]), as far
// as the trace has them. Then diag.Summarize and the plots of several chains make sense:
//
//   - R-hat near 1: the chains agree about the coefficient of this topic.
//   - R-hat far above 1, for the topics that the alignment pairs beyond doubt: the chains have not
//     converged. Let them run longer.
//   - R-hat far above 1, for a topic that is not paired beyond doubt: the chains found different
//     topics, which have different coefficients. No pooled interval describes them. Report the
//     topic from one chain, or not at all.
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
