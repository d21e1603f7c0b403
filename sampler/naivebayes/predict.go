package naivebayes

import (
	"errors"
	"fmt"
	"math"

	"gibbslab/sampler"
)

// A Prediction classifies new documents.
type Prediction struct {
	// Prob, documents × classes, is p(class | words of the new document, data).
	Prob [][]float64
	// LogPredictive is log p(words of the new document, in order | data), for each document: how
	// well the model predicts them. Compare models on the same documents: the document changes the
	// odds of two models by the factor e^difference.
	LogPredictive []float64
	// ESS is the effective number of draws behind each document. Draws do not predict a document
	// equally well. For long documents (Σ w)²/Σ w², where w are the probabilities of the document
	// in the draws, may be far below the number of draws. If it is below about 100, put the
	// document among the unlabelled ones instead.
	ESS []float64
}

// Predict classifies the documents of Data.New, which the run did not learn from. It averages over
// the draws
//
//	p(k, words | data) = E p(k, words | π, θ)    (or given the labels, if π and θ are integrated out)
//
// and divides by the sum over k. (The average of p(k | words, π, θ) would be wrong: it would give
// draws that make the document unlikely the same weight as the others.) It uses every tenth draw of
// each chain. The classes must have labelled documents, or be in the same order in all chains,
// which Predict cannot check.
func Predict(tr *sampler.Trace) (*Prediction, error) {
	if tr == nil {
		return nil, errors.New("naivebayes: Predict: the trace is nil: give what sampler.Run returned")
	}
	labels, err := tr.Labels("log_new")
	if err != nil {
		return nil, fmt.Errorf("naivebayes: Predict: give the documents to classify to Data.New "+
			"before the run: %w", err)
	}
	shape, err := tr.Shape("log_new")
	if err != nil || len(shape) != 2 {
		return nil, fmt.Errorf("naivebayes: Predict: log_new has shape %v, expected documents × "+
			"classes: give a trace as it was recorded", shape)
	}
	k := shape[1]
	pred := &Prediction{}
	for d := range shape[0] {
		draws := make([][]float64, k)
		for c := range k {
			if draws[c], err = tr.Draws(labels[d*k+c]); err != nil {
				return nil, fmt.Errorf("naivebayes: Predict: %w", err)
			}
		}
		if len(draws[0]) == 0 {
			return nil, errors.New("naivebayes: Predict: the trace has no draws: run longer")
		}
		pred.add(draws)
	}
	return pred, nil
}

// add averages over the draws of one document, classes × draws of log p(k, words | draw).
func (p *Prediction) add(draws [][]float64) {
	top := math.Inf(-1)
	for _, class := range draws {
		for _, l := range class {
			top = max(top, l)
		}
	}
	prob := make([]float64, len(draws))
	sum, squares := 0.0, 0.0
	for i := range draws[0] {
		w := 0.0
		for c := range draws {
			e := math.Exp(draws[c][i] - top)
			prob[c] += e
			w += e
		}
		sum += w
		squares += w * w
	}
	for c := range prob {
		prob[c] /= sum
	}
	p.Prob = append(p.Prob, prob)
	p.LogPredictive = append(p.LogPredictive, top+math.Log(sum/float64(len(draws[0]))))
	p.ESS = append(p.ESS, sum*sum/squares)
}
