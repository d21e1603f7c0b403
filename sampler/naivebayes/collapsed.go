package naivebayes

import (
	"math"

	"gibbslab/internal/numeric"
	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
)

// Collapsed returns the sampler that draws labels only, with both π and θ integrated out. It has
// one block, and scales if they are sampled:
//
//	labels  L_d | L_−d   p(L_d = k) ∝ (C_k + γ_πk) Π_v (γ_θv + N_kv)^[n_dv] / (γ_θ· + N_k·)^[n_d·]
//
// Here x^[n] = x (x+1) … (x+n−1) is the rising factorial. All counts are without document d, and a
// dot is a sum over the words. Section 2.6 of the paper leaves this sampler aside, because gamma
// functions remain if a document has more than one word. But they appear in ratios, Γ(x+n)/Γ(x) =
// x^[n], and a document costs one multiplication per word and class. With no θ in between, labels
// move quickly: prefer this sampler.
//
// It records pi and theta as their means given the labels (which have less noise than draws),
// log_odds and log_odds_var as mean and variance given the labels, and the rest as for
// [Prior.Explicit]. lp__ is log p(words, labels).
func (p Prior) Collapsed(d Data) (sampler.Model[State], error) {
	return p.model(d, method{label: func(p *problem, s *State, d int) {
		for c := range p.k {
			s.Prob[d][c], s.scratch[c] = s.predictive(p.docs[d], c)
		}
		normaliseProducts(s.Prob[d], s.scratch)
	}})
}

// predictive is the probability of class c and a document's words, in order, given the labels and
// words of the other documents, up to a factor that all classes share. It is returned as a product
// and the log of a further factor. Numerator and denominator are multiplied; logarithms are taken
// only when one of them leaves [tiny, huge]. For documents of 25 words that hardly ever happens,
// and for long ones about every 30 words.
func (s *State) predictive(doc corpus.Doc, c int) (product, log float64) {
	gamma, counts := s.GammaTheta, s.Words[c][:len(s.GammaTheta)]
	above, below := s.GammaPi[c]+float64(s.Docs[c]), 1.0
	total := s.GammaThetaSum + float64(s.Tokens[c])
	for _, w := range doc {
		x := gamma[w.Word] + float64(counts[w.Word])
		if w.N > risingFactors {
			log += numeric.LogRising(x, int(w.N)) - numeric.LogRising(total, int(w.N))
			total += float64(w.N)
			continue
		}
		for range w.N {
			above *= x
			below *= total
			x++
			total++
			if above > huge || above < tiny || below > huge || below < tiny {
				log += math.Log(above) - math.Log(below)
				above, below = 1, 1
			}
		}
	}
	return above / below, log
}

// logPredictive is the logarithm of predictive.
func (s *State) logPredictive(doc corpus.Doc, c int) float64 {
	product, log := s.predictive(doc, c)
	return math.Log(product) + log
}

// normaliseProducts turns weights, products times e^logs, into probabilities.
func normaliseProducts(products, logs []float64) {
	sum := 0.0
	for c, p := range products {
		sum += p
		if logs[c] != 0 {
			for c := range products {
				products[c] = math.Log(products[c]) + logs[c]
			}
			normalise(products)
			return
		}
	}
	for c := range products {
		products[c] /= sum
	}
}
