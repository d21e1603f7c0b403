package topics

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/lda"
)

// SearchResult compares numbers of topics. It comes from [SearchK]. Each column has a value for
// each K, and its standard error.
type SearchResult struct {
	K []int
	// HeldOut is log p of the documents that were held out, divided by their tokens: the mean over
	// chains.
	HeldOut, HeldOutSE []float64
	// Behind is by how much HeldOut is below that of the best K. Its standard error is about other
	// documents and other chains.
	Behind, BehindSE []float64
	// Coherence is the mean NPMI of the topics, from their ten most probable words.
	Coherence, CoherenceSE []float64
	// Stable is StabilityResult.Count: how many topics of a chain three others have as well.
	Stable, StableSE []float64
	// RHat is R-hat of loglik.
	RHat []float64
	// Take is the smallest K that does not predict clearly worse than the best one: by less than two
	// standard errors.
	Take int
}

// best is the position of the K that predicts best.
func (s *SearchResult) best() int { return floats.MaxIdx(s.HeldOut) }

// SearchK compares numbers of topics. For each K in ks it runs several chains on four fifths of the
// documents. Then it measures how well they predict the other fifth ([Topics.LeftToRight]), how
// coherent the topics are, and how many of them return in other chains ([Stability]). Documents 0,
// 5, 10, … are held out, so documents should not be in an order of period five. With
// lda.Covariates.Clusters whole clusters are, every fifth one: a document is easier to predict if
// others by its speaker were seen, and a new speaker has none.
//
// There is no right number of topics. Prediction says how many the documents can support. If α and
// β are learnt (set.Learn = [lda.Optimise]{}), more topics than that do little harm. Stability says
// how many you can report. The table shows both, and its verdict says which K to take and how sure
// that is.
//
// p.K is ignored, and p.Alpha is nil or one value for all topics. p.By may be [lda.Covariates]: a
// document that is held out then has the α of its covariates, with the coefficients of the chain.
// So kinds and numbers that only documents held out have are an error. The chains are those of
// [sampler.Run], and may run on a farm (run.On); run.Chains of 0 means 6 here. Errors: fewer than
// ten documents or clusters, no K or a K twice, [lda.HDP], another Prior.By, run.Checkpoint, and
// those of [lda.Prior.Model] and [sampler.Run].
func SearchK(
	ctx context.Context, p lda.Prior, ks []int, docs []corpus.Doc, v int, set lda.Settings,
	run sampler.Settings,
) (*SearchResult, error) {
	if err := checkSearch(p, ks, docs, set, run); err != nil {
		return nil, fmt.Errorf("topics: SearchK: %w", err)
	}
	run.Chains = cmp.Or(run.Chains, 6)
	s := &SearchResult{K: slices.Sorted(slices.Values(ks))}
	unit := units(len(docs), p)
	seen, unseen := split(docs, unit)
	var heldOut [][]float64 // the rows of covariates of unseen
	if by, is := p.By.(lda.Covariates); is {
		rest := lda.Covariates{Names: by.Names, SD: by.SD, InterceptSD: by.InterceptSD}
		rest.X, heldOut = split(by.X, unit)
		p.By = rest
	}
	_, unit = split(unit, unit)
	var logP [][][]float64 // by K, chain and document
	for _, k := range s.K {
		p.K = k
		m, err := p.Model(seen, v, set)
		if err != nil {
			return nil, fmt.Errorf("topics: SearchK: the four fifths of the documents that are not held "+
				"out: %w", err)
		}
		tr, err := sampler.Run(ctx, m, run)
		if err != nil {
			return nil, fmt.Errorf("topics: SearchK: K = %d: %w", k, err)
		}
		chains, err := s.add(tr, p, docs, seen)
		if err != nil {
			return nil, fmt.Errorf("topics: SearchK: K = %d: %w", k, err)
		}
		var of [][]float64
		for c, t := range chains {
			r := sampler.Stream("SearchK", run.Seed, c)
			one, err := t.predictRows(r, tr, c, unseen, heldOut)
			if err != nil {
				return nil, fmt.Errorf("topics: SearchK: K = %d: %w", k, err)
			}
			of = append(of, one)
		}
		logP = append(logP, of)
	}
	s.predict(logP, unseen, unit)
	return s, nil
}

func checkSearch(
	p lda.Prior, ks []int, docs []corpus.Doc, set lda.Settings, run sampler.Settings,
) error {
	var errs []error
	if sorted := slices.Sorted(slices.Values(ks)); len(ks) == 0 ||
		len(slices.Compact(sorted)) < len(ks) {
		errs = append(errs, fmt.Errorf("the numbers of topics are %v, expected one or more, all "+
			"different", ks))
	}
	by, _ := p.By.(lda.Covariates)
	if by.Clusters == nil || len(by.Clusters) == len(docs) { // else an error below
		what, tokens, unit := "documents", 0, units(len(docs), p)
		if by.Clusters != nil {
			what = "clusters"
		}
		_, unseen := split(docs, unit)
		for _, d := range unseen {
			tokens += d.Tokens()
		}
		if n := slices.Max(append(unit, -1)) + 1; n < 10 || tokens == 0 {
			errs = append(errs, fmt.Errorf("%d %s, and %d tokens in those to predict (0, 5, 10, …), "+
				"expected ten %s with tokens or more", n, what, tokens, what))
		}
	}
	if _, hdp := set.Learn.(lda.HDP); hdp {
		errs = append(errs, errors.New("Settings.Learn is an HDP, which has no K to choose: take "+
			"Optimise or leave it out"))
	}
	switch by := p.By.(type) {
	case nil:
	case lda.Covariates:
		errs = append(errs, by.Check(len(docs)))
	default:
		errs = append(errs, fmt.Errorf("Prior.By is a %T, expected Covariates or none", by))
	}
	if len(p.Alpha) > 1 {
		errs = append(errs, fmt.Errorf("Prior.Alpha has %d values, expected none, or one for all "+
			"topics", len(p.Alpha)))
	}
	if run.Checkpoint != "" {
		errs = append(errs, errors.New("Settings.Checkpoint is set, and there is a run for each K: "+
			"leave it empty"))
	}
	if run.Chains == 1 {
		errs = append(errs, errors.New("Settings.Chains is 1, expected 2 or more, because error bars "+
			"come from several chains"))
	}
	return errors.Join(errs...)
}

// add adds the columns that need no other K, and returns the topics of the chains.
func (s *SearchResult) add(tr *sampler.Trace, p lda.Prior, docs, seen []corpus.Doc,
) (chains []*Topics, err error) {
	var coherence []float64
	for c := range tr.NumChains() {
		t, err := Read(tr, c, seen, p.Alpha...)
		if err != nil {
			return nil, err
		}
		top, err := t.Top(10)
		if err != nil {
			return nil, err
		}
		counts, err := CountDocs(docs, top)
		if err != nil {
			return nil, err
		}
		npmi := slices.DeleteFunc(counts.NPMI(), math.IsNaN)
		chains, coherence = append(chains, t), append(coherence, diag.Mean(npmi))
	}
	loglik, err := tr.Chains("loglik")
	if err != nil {
		return nil, err
	}
	stable, err := Stability(chains)
	if err != nil {
		return nil, err
	}
	s.RHat = append(s.RHat, diag.RHat(loglik))
	s.Stable, s.StableSE = append(s.Stable, stable.Count), append(s.StableSE, stable.CountSE)
	s.Coherence = append(s.Coherence, diag.Mean(coherence))
	s.CoherenceSE = append(s.CoherenceSE, standardError(coherence))
	return chains, nil
}

func standardError(x []float64) float64 { return diag.SD(x) / math.Sqrt(float64(len(x))) }

// predict fills in HeldOut, Behind and Take. Documents of one unit are not independent.
func (s *SearchResult) predict(logP [][][]float64, unseen []corpus.Doc, unit []int) {
	tokens := 0.0
	for _, d := range unseen {
		tokens += float64(d.Tokens())
	}
	byDoc := make([][]float64, len(s.K)) // means over the chains
	for i, chains := range logP {
		var totals []float64
		byDoc[i] = make([]float64, len(unseen))
		for _, of := range chains {
			totals = append(totals, floats.Sum(of)/tokens)
			for d, x := range of {
				byDoc[i][d] += x / float64(len(chains))
			}
		}
		s.HeldOut = append(s.HeldOut, diag.Mean(totals))
		s.HeldOutSE = append(s.HeldOutSE, standardError(totals))
	}
	best := s.best()
	s.Take = s.K[best]
	for i := range s.K {
		behind := s.HeldOut[best] - s.HeldOut[i]
		square := 0.0
		if i != best {
			square = s.HeldOutSE[i]*s.HeldOutSE[i] + s.HeldOutSE[best]*s.HeldOutSE[best]
		}
		off, n := make([]float64, slices.Max(unit)+1), float64(slices.Max(unit)/5+1)
		for d, doc := range unseen { // the error of a ratio of sums over units
			off[unit[d]] += byDoc[best][d] - byDoc[i][d] - behind*float64(doc.Tokens())
		}
		square += floats.Dot(off, off) / (tokens * tokens) * n / (n - 1)
		s.Behind, s.BehindSE = append(s.Behind, behind), append(s.BehindSE, math.Sqrt(square))
	}
	for i := best - 1; i >= 0; i-- {
		if s.Behind[i] < 2*s.BehindSE[i] {
			s.Take = s.K[i]
		}
	}
}
