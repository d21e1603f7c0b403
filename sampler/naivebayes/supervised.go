package naivebayes

import (
	"errors"
	"fmt"
	"math"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
)

// Supervised classifies each document using only the labelled documents, without sampling:
// documents × classes, with π and θ integrated out given the labelled documents,
//
//	p(L_d = k) ∝ (C_k + γ_πk) Π_v (γ_θv + N_kv)^[n_dv] / (γ_θ· + N_k·)^[n_d·],
//
// where C and N are counted over the labelled documents. Known labels have probability 1. If there
// is only one unlabelled document, this is the exact posterior of its label. With several,
// Supervised does not learn from them. Use it as Data.Start to start chains nearby. Scales of the
// prior, if sampled, are 1 here.
func (p Prior) Supervised(d Data) ([][]float64, error) {
	pr, err := p.problem(d)
	if err != nil {
		return nil, err
	}
	s := pr.empty()
	for d, label := range pr.labels {
		if label != Unlabelled {
			pr.add(s, d, label)
		}
	}
	for d, label := range pr.labels {
		if label != Unlabelled {
			s.Prob[d][label] = 1
			continue
		}
		for c := range pr.k {
			s.Prob[d][c] = s.logPredictive(pr.docs[d], c)
		}
		normalise(s.Prob[d])
	}
	return s.Prob, nil
}

// Mode is the most probable class of each document, from probabilities documents × classes: the
// labels with the fewest expected errors. In a tie it is the first; −1 for a document without
// classes, or NaN.
func Mode(prob [][]float64) []int {
	labels := make([]int, len(prob))
	for d, row := range prob {
		labels[d] = Unlabelled
		best := -1.0
		for c, p := range row {
			if p > best {
				labels[d], best = c, p
			}
		}
	}
	return labels
}

// classify is p(class | words) for documents, given log π and log θ.
func classify(docs []corpus.Doc, logPi []float64, logTheta [][]float64) [][]float64 {
	prob := make([][]float64, len(docs))
	for d, doc := range docs {
		prob[d] = make([]float64, len(logPi))
		for c := range logPi {
			prob[d][c] = logPi[c] + logWords(doc, logTheta[c])
		}
		normalise(prob[d])
	}
	return prob
}

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
