package datasets

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sort"

	"gibbslab/internal/numeric"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/variate"
)

// LDASettings describes a corpus that [SimulateLDA] draws from the model of latent Dirichlet
// allocation.
type LDASettings struct {
	Docs   int // number of documents, at least 1
	Tokens int // number of words in each document, at least 1
	V      int // number of words in the vocabulary, at least 1
	Topics int // number of topics, at least 1

	Alpha float64 // concentration of a document's topics, for each topic; 0 means 0.1
	Beta  float64 // concentration of a topic's words, for each word; 0 means 0.1

	// Base is the mean frequency of each word over all topics, up to a factor: V positive numbers.
	// Nil means equal frequencies; 1, 1/2, 1/3, … (Zipf's law) is closer to a natural language.
	Base []float64
	// Latent asks for Theta and Z, which take more memory than the corpus.
	Latent bool
}

// A Simulated is a corpus together with the truth that it was drawn from.
type Simulated struct {
	*corpus.Corpus             // without a Vocabulary, unless stated
	Phi            [][]float64 // Topics × V: the distribution of words in each topic
	Theta          [][]float64 // Docs × Topics: the distribution of topics in each document
	// Z is the topic of each token of each document. The tokens are in the order of the counts:
	// first all of the document's first word, and so on.
	Z [][]int32
}

// SimulateLDA draws a corpus from the model of latent Dirichlet allocation:
//
//	φ_k ~ Dirichlet(Beta·V·b), with b the Base, normalised to sum to one
//	θ_d ~ Dirichlet(Alpha, …, Alpha)
//	z_dn ~ Categorical(θ_d), w_dn ~ Categorical(φ of topic z_dn)
//
// The same generator state and settings give the same corpus. All φ are drawn first, then the
// documents one by one, so a larger corpus begins with the documents of a smaller one. Some words
// may occur in no document.
//
// Errors: a nil generator, a size below 1, more than 2²⁸ tokens or 2²⁷ numbers in φ, an Alpha
// outside 1e-8 to 1e12, a Base that is not positive and finite or whose length is not V, a Beta
// that, with the Base, gives a word a concentration outside 1e-8 to 1e12.
//
// Model: Blei, Ng and Jordan (2003), in the form of Griffiths and Steyvers (2004), with a Dirichlet
// prior on φ.
func SimulateLDA(r *rand.Rand, m LDASettings) (*Simulated, error) {
	m.Alpha = cmp.Or(m.Alpha, 0.1)
	m.Beta = cmp.Or(m.Beta, 0.1)
	if err := m.check(r); err != nil {
		return nil, err
	}
	concentration, err := m.concentration()
	if err != nil {
		return nil, err
	}
	phi := numeric.Matrix[float64](m.Topics, m.V)
	for k := range phi {
		variate.Dirichlet(r, concentration, phi[k])
	}
	return drawDocs(r, phi, m), nil
}

// drawDocs draws the documents given the topics.
func drawDocs(r *rand.Rand, phi [][]float64, m LDASettings) *Simulated {
	s := &Simulated{Corpus: &corpus.Corpus{Docs: make([]corpus.Doc, m.Docs)}, Phi: phi}
	sums := numeric.Matrix[float64](len(phi), m.V) // cumulative, to draw a word by bisection
	for k := range phi {
		sum := 0.0
		for w, p := range phi[k] {
			sum += p
			sums[k][w] = sum
		}
	}
	alpha, theta := slices.Repeat([]float64{m.Alpha}, m.Topics), make([]float64, m.Topics)
	type token struct{ word, topic int32 }
	tokens, words := make([]token, m.Tokens), make([]int32, m.Tokens)
	for d := range s.Docs {
		variate.Dirichlet(r, alpha, theta)
		for i := range tokens {
			k := variate.Categorical(r, theta)
			u := r.Float64() * sums[k][m.V-1]
			w := sort.Search(m.V-1, func(w int) bool { return sums[k][w] > u })
			tokens[i] = token{int32(w), int32(k)}
			words[i] = int32(w)
		}
		s.Docs[d] = corpus.Bag(words)
		if !m.Latent {
			continue
		}
		slices.SortStableFunc(tokens, func(a, b token) int { return cmp.Compare(a.word, b.word) })
		z := make([]int32, len(tokens))
		for i := range tokens {
			z[i] = tokens[i].topic
		}
		s.Theta, s.Z = append(s.Theta, slices.Clone(theta)), append(s.Z, z)
	}
	return s
}

// Upper limits for a corpus: a typing error must not use up all memory.
const (
	maxTokens = 1 << 28
	maxPhi    = 1 << 27
)

func (m LDASettings) check(r *rand.Rand) error {
	var problems []error
	if r == nil {
		problems = append(problems, errors.New("datasets: the generator is nil; give "+
			"sampler.Stream(label, seed, 0) or another *rand.Rand"))
	}
	for _, s := range []struct {
		name  string
		value int
	}{{"Docs", m.Docs}, {"Tokens", m.Tokens}, {"V", m.V}, {"Topics", m.Topics}} {
		if s.value < 1 {
			problems = append(problems, fmt.Errorf("datasets: LDASettings.%s is %d, expected 1 "+
				"or more", s.name, s.value))
		}
	}
	if problems == nil && m.Docs > maxTokens/m.Tokens {
		problems = append(problems, fmt.Errorf("datasets: LDASettings has %d Docs of %d Tokens, "+
			"expected at most %d tokens in all", m.Docs, m.Tokens, maxTokens))
	}
	if problems == nil && m.Topics > maxPhi/m.V {
		problems = append(problems, fmt.Errorf("datasets: LDASettings has %d Topics on %d words, "+
			"expected at most %d numbers in all", m.Topics, m.V, maxPhi))
	}
	if !concentrated(m.Alpha) {
		problems = append(problems, fmt.Errorf("datasets: LDASettings.Alpha is %g, expected a "+
			"number from 1e-8 to 1e12 (0 is 0.1)", m.Alpha))
	}
	if m.Base != nil && len(m.Base) != m.V {
		problems = append(problems, fmt.Errorf("datasets: LDASettings.Base has %d numbers, "+
			"expected V = %d", len(m.Base), m.V))
	}
	for w, b := range m.Base {
		if !(b > 0) || math.IsInf(b, 1) {
			problems = append(problems, fmt.Errorf("datasets: LDASettings.Base[%d] is %g, "+
				"expected positive, finite numbers", w, b))
			break
		}
	}
	return errors.Join(problems...)
}

// concentrated tells whether a Dirichlet variate with concentration x can be computed and is
// useful.
func concentrated(x float64) bool { return x >= 1e-8 && x <= 1e12 }

// concentration returns Beta·V·b, the parameter of the topics' prior.
func (m LDASettings) concentration() ([]float64, error) {
	b := slices.Repeat([]float64{1}, m.V)
	if m.Base != nil {
		for w, top := 0, slices.Max(m.Base); w < m.V; w++ {
			b[w] = m.Base[w] / top
		}
	}
	total := 0.0
	for _, x := range b {
		total += x
	}
	for w := range b {
		b[w] *= m.Beta * float64(m.V) / total
		if !concentrated(b[w]) {
			return nil, fmt.Errorf("datasets: LDASettings.Beta is %g and gives word %d the "+
				"concentration %g, expected 1e-8 to 1e12 (a Beta of 0 is 0.1); change Beta or "+
				"Base", m.Beta, w, b[w])
		}
	}
	return b, nil
}

// Bars draws the corpus with visible topics. Each document is an image of 5 × 5 pixels, each word
// is a pixel, and the ten topics are the five rows and the five columns, each spread evenly over
// its five pixels. A document mixes them by θ ~ Dirichlet(1, …, 1), and has the given number of
// pixels as words. Word 5i+j is the pixel in row i and column j, from the top left, and is called
// "i,j"; topics 0 to 4 are the rows, 5 to 9 the columns.
//
// The usual size is 2000 images of 100 pixels. The same generator state gives the same corpus, and
// Bars returns the whole truth with it. It returns an error for a nil generator, and for sizes
// below 1 or above 2²⁸ pixels in total.
//
// Source: Griffiths and Steyvers (2004), Finding scientific topics, figure 1.
func Bars(r *rand.Rand, images, pixels int) (*Simulated, error) {
	const side = 5
	m := LDASettings{Docs: images, Tokens: pixels, V: side * side, Topics: 2 * side, Alpha: 1,
		Beta: 1, Latent: true}
	if err := m.check(r); err != nil {
		return nil, fmt.Errorf("bars of %d images (Docs) with %d pixels (Tokens): %w",
			images, pixels, err)
	}
	phi := numeric.Matrix[float64](m.Topics, m.V)
	for k := range phi {
		for i := range side {
			if k < side {
				phi[k][side*k+i] = 1.0 / side
			} else {
				phi[k][side*i+k-side] = 1.0 / side
			}
		}
	}
	s := drawDocs(r, phi, m)
	for w := range m.V {
		s.Vocabulary = append(s.Vocabulary, fmt.Sprintf("%d,%d", w/side, w%side))
	}
	return s, nil
}

// Globs draws n points from each of three normal distributions in the plane, and says which glob
// each point comes from. The points come glob by glob; x[i] has two coordinates.
//
//	glob   mean      standard deviations   correlation
//	0      (3, 9)    0.5, 1.0              0
//	1      (9, 8)    1.2, 0.8              0.6
//	2      (7, 3)    0.8, 0.5             −0.4
//
// They are far enough apart to be visible and close enough to need a model: a few points in a
// thousand are nearer to the mean of another glob. The same generator state gives the same points.
// It returns an error for a nil generator and for n outside 1 to 2²⁴.
//
// The numbers are gibbslab's own; the idea, three Gaussian globs for a mixture that looks for two
// groups, comes from the tutorial literature on Naive Bayes without labels.
func Globs(r *rand.Rand, n int) (x [][]float64, glob []int, err error) {
	if r == nil {
		return nil, nil, errors.New("datasets: the generator is nil; give sampler.Stream(label, " +
			"seed, 0) or another *rand.Rand")
	}
	if n < 1 || n > 1<<24 {
		return nil, nil, fmt.Errorf("datasets: %d points per glob, expected 1 to %d", n, 1<<24)
	}
	for g, p := range globs {
		for range n {
			u, v := r.NormFloat64(), r.NormFloat64()
			x = append(x, []float64{
				p.mean[0] + p.sd[0]*u,
				p.mean[1] + p.sd[1]*(p.corr*u+math.Sqrt(1-p.corr*p.corr)*v),
			})
			glob = append(glob, g)
		}
	}
	return x, glob, nil
}

var globs = [3]struct {
	mean, sd [2]float64
	corr     float64
}{
	{[2]float64{3, 9}, [2]float64{0.5, 1.0}, 0},
	{[2]float64{9, 8}, [2]float64{1.2, 0.8}, 0.6},
	{[2]float64{7, 3}, [2]float64{0.8, 0.5}, -0.4},
}
