package naivebayes

import "gibbslab/sampler/corpus"

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
