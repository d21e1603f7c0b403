package mixture

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/internal/numeric"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/variate"
)

// Multinomial is the conjugate prior of components that are distributions over words. Each word of
// a document is drawn from θ of the document's component, θ ~ Dirichlet(Gamma). A mixture of them
// is naive Bayes without labels.
//
// The likelihood is the probability of the words in their order. It leaves out the multinomial
// coefficient, which does not depend on components. The samplers record theta, of shape V, for each
// component.
type Multinomial struct {
	// Gamma holds the concentrations: one for all words, or one for each. Nil is 1, uniform. For
	// text that is far too smooth: 0.1 is better.
	Gamma []float64
}

// Family binds the prior to documents over a vocabulary of v words, and to new documents (nil for
// none). Empty documents are allowed. They carry no information: with nothing else, a model samples
// from the prior of the partition. An error names everything that is wrong. The documents are not
// copied: do not change them.
func (p Multinomial) Family(docs, fresh []corpus.Doc, v int) (Conjugate, error) {
	var errs []error
	if v < 1 || v > 1<<24 {
		errs = append(errs, fmt.Errorf("the vocabulary has %d words, expected 1 to %d", v, 1<<24))
	}
	if n := len(p.Gamma); n > 1 && n != v {
		errs = append(errs, fmt.Errorf("Multinomial.Gamma has %d numbers, expected one for all "+
			"words, or %d, one for each", n, v))
	}
	errs = append(errs, positive("Multinomial.Gamma", p.Gamma...), corpus.Check(docs, v),
		corpus.Check(fresh, v))
	if err := join(errs...); err != nil {
		return nil, err
	}
	f := &multinomial{docs: slices.Concat(docs, fresh), n: len(docs), gamma: make([]float64, v)}
	for w := range f.gamma {
		switch len(p.Gamma) {
		case 0:
			f.gamma[w] = 1
		case 1:
			f.gamma[w] = p.Gamma[0]
		default:
			f.gamma[w] = p.Gamma[w]
		}
		f.sum += f.gamma[w]
	}
	for _, g := range f.gamma {
		lg, _ := math.Lgamma(g)
		f.logGamma += lg
	}
	f.logSum, _ = math.Lgamma(f.sum)
	return f, nil
}

type multinomial struct {
	docs             []corpus.Doc
	n                int
	gamma            []float64
	sum              float64
	logGamma, logSum float64 // Σ log Γ(γ_w), log Γ(Σ γ_w)
}

// Its statistics are the sums of γ_w and the number of times that word w occurs, and at the end
// their total. They are counts added to numbers that are not whole, so after Remove they may differ
// in the last digits.
func (f *multinomial) Size() FamilySize {
	v := len(f.gamma)
	return FamilySize{N: f.n, New: len(f.docs) - f.n, Stats: v + 1, Theta: v}
}

func (f *multinomial) Clear(s []float64) {
	copy(s, f.gamma)
	s[len(f.gamma)] = f.sum
}

func (f *multinomial) Add(s []float64, i int) {
	total := 0.0
	for _, c := range f.docs[i] {
		s[c.Word] += float64(c.N)
		total += float64(c.N)
	}
	s[len(f.gamma)] += total
}

func (f *multinomial) Remove(s []float64, i int) bool {
	total, exact := 0.0, true
	for _, c := range f.docs[i] {
		s[c.Word] -= float64(c.N)
		total += float64(c.N)
		exact = exact && s[c.Word] > 1e-9*float64(c.N)
	}
	s[len(f.gamma)] -= total
	return exact
}

// manyWords is the count above which a closed form replaces the product. It rounds differently.
const manyWords = 10_000

// LogPredictive is Σ_w log γ'_w(γ'_w+1)…(γ'_w+n_w−1) less the same for the total, with one
// logarithm for many words.
func (f *multinomial) LogPredictive(s []float64, i int) float64 {
	all := s[len(f.gamma)]
	sum, product := 0.0, 1.0
	for _, c := range f.docs[i] {
		g := s[c.Word]
		if c.N > manyWords {
			sum += numeric.LogRising(g, int(c.N)) - numeric.LogRising(all, int(c.N))
			all += float64(c.N)
			continue
		}
		for j := range c.N {
			product *= (g + float64(j)) / all
			all++
			if product < 1e-150 {
				sum, product = sum+math.Log(product), 1
			}
		}
	}
	return sum + math.Log(product)
}

func (f *multinomial) LogMarginal(s []float64) float64 {
	all, _ := math.Lgamma(s[len(f.gamma)])
	sum := f.logSum - all - f.logGamma
	for _, g := range s[:len(f.gamma)] {
		lg, _ := math.Lgamma(g)
		sum += lg
	}
	return sum
}

func (f *multinomial) Draw(r *rand.Rand, _, s, theta []float64) {
	copy(theta, s[:len(theta)])
	variate.LogDirichlet(r, theta, theta)
}

func (f *multinomial) LogLikelihood(theta []float64, i int) float64 {
	sum := 0.0
	for _, c := range f.docs[i] {
		sum += float64(c.N) * theta[c.Word]
	}
	return sum
}

func (f *multinomial) Params() []FamilyParam {
	return []FamilyParam{{Name: "theta", Shape: []int{len(f.gamma)}, Read: func(theta, dst []float64) {
		for w, l := range theta {
			dst[w] = math.Exp(l)
		}
	}}}
}
