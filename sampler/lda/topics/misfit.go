package topics

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"gibbslab/sampler/corpus"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/variate"
)

// A Misfit says whether the words of each topic keep to themselves: given its topic, a word of the
// model does not depend on its document. It comes from [Topics.Misfit].
type Misfit struct {
	// Observed is the mutual information of words and documents within each topic, in nats, and
	// Replicated the mean of it over texts that the model wrote; Z is their difference in standard
	// deviations.
	Observed, Replicated, Z []float64
	// Burst is the word of each topic that adds most to the difference: the one that comes in bursts.
	Burst []int
}

// misfitTexts is the number of texts that the model writes.
const misfitTexts = 40

// Misfit checks the assumption that words of a topic are drawn independently of the document. It
// gives each token a topic, with probability in proportion to θ_dk φ_kw, and computes for topic k
//
//	MI_k = Σ_dw (n_dwk / n_k) log (n_dwk n_k / (n_dk n_wk))
//
// Then it replaces the words by draws from φ_k, 40 times, and compares. Real texts exceed the model
// as a rule, because a word that was used once is used again (burstiness). How much is what to look
// at, and where: a topic far above the others mixes subjects, or belongs to few documents. It needs
// Phi, Docs and Theta.
//
// Source: Mimno & Blei, "Bayesian checking for topic models", Empirical Methods in Natural Language
// Processing (2011).
func (t *Topics) Misfit(r *rand.Rand) (*Misfit, error) {
	if err := errors.Join(t.checkPhi(), t.checkTheta()); err != nil {
		return nil, fmt.Errorf("topics: Misfit: %w", err)
	}
	if r == nil {
		return nil, errors.New("topics: Misfit: the generator is nil: " +
			"give sampler.Stream(\"misfit\", 1, 0)")
	}
	of := make([][][]int32, len(t.Phi)) // the words of each topic, document by document
	weights := make([]float64, len(t.Phi))
	for d, doc := range t.Docs {
		in := make([][]int32, len(t.Phi))
		for _, c := range doc {
			for k := range weights {
				weights[k] = t.Theta[d][k] * t.Phi[k][c.Word]
			}
			for range c.N {
				k := variate.Categorical(r, weights)
				in[k] = append(in[k], c.Word)
			}
		}
		for k, words := range in {
			if words != nil {
				of[k] = append(of[k], words)
			}
		}
	}
	m := &Misfit{}
	for k, docs := range of {
		observed, parts := mutualInformation(docs, len(t.Phi[k]))
		cum := make([]float64, len(t.Phi[k]))
		floats.CumSum(cum, t.Phi[k])
		var replicated []float64
		for range misfitTexts {
			for _, words := range docs {
				for i := range words {
					at, _ := slices.BinarySearch(cum, r.Float64()*cum[len(cum)-1])
					words[i] = int32(min(at, len(cum)-1))
				}
			}
			all, of := mutualInformation(docs, len(cum))
			replicated = append(replicated, all)
			floats.AddScaled(parts, -1./misfitTexts, of)
		}
		m.Observed = append(m.Observed, observed)
		m.Replicated = append(m.Replicated, diag.Mean(replicated))
		z := 0.0
		if sd := diag.SD(replicated); sd > 0 {
			z = (observed - diag.Mean(replicated)) / sd
		}
		m.Z, m.Burst = append(m.Z, z), append(m.Burst, floats.MaxIdx(parts))
	}
	return m, nil
}

// mutualInformation is that of words and documents, and the part of each word.
func mutualInformation(docs [][]int32, v int) (sum float64, parts []float64) {
	total, ofWord, ofDoc := 0.0, make([]float64, v), make([]float64, v)
	for _, words := range docs {
		total += float64(len(words))
		for _, w := range words {
			ofWord[w]++
		}
	}
	parts = make([]float64, v)
	for _, words := range docs {
		for _, w := range words {
			ofDoc[w]++
		}
		for _, w := range words {
			if n := ofDoc[w]; n > 0 {
				part := n / total * math.Log(n*total/(float64(len(words))*ofWord[w]))
				parts[w] += part
				sum += part
				ofDoc[w] = 0
			}
		}
	}
	return sum, parts
}

// dependence is how far words depend on documents: their mutual information, less the mean of it
// after all words were shuffled among the documents; z is that in standard deviations.
func dependence(r *rand.Rand, docs []corpus.Doc) (excess, z float64) {
	var words []int32
	var of [][]int32
	for _, d := range docs {
		words = append(words, d.Words()...)
	}
	v, at := int(slices.Max(words))+1, 0
	for _, d := range docs {
		of, at = append(of, words[at:at+d.Tokens()]), at+d.Tokens()
	}
	observed, _ := mutualInformation(of, v)
	var shuffled []float64
	for range misfitTexts {
		r.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
		mi, _ := mutualInformation(of, v)
		shuffled = append(shuffled, mi)
	}
	excess = observed - diag.Mean(shuffled)
	return excess, excess / max(diag.SD(shuffled), 1e-12)
}
