package topics

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
)

// fixed are topics sharp enough that the topic of each word matters, and documents short enough to
// enumerate.
func fixed() (*Topics, []corpus.Doc) {
	t := &Topics{
		Phi:   [][]float64{{0.70, 0.25, 0.04, 0.01}, {0.02, 0.08, 0.30, 0.60}, {0.25, 0.25, 0.25, 0.25}},
		Alpha: []float64{0.1, 0.2, 0.05},
	}
	return t, []corpus.Doc{
		corpus.Bag([]int32{0}),
		corpus.Bag([]int32{0, 0, 3}),
		corpus.Bag([]int32{0, 1, 2, 3, 3}),
		corpus.Bag([]int32{0, 0, 0, 3, 3, 3}),
	}
}

// enumerateDoc sums over all topics of the tokens of a document: log p(w | φ, α) and E(θ | w).
func enumerateDoc(t *Topics, doc corpus.Doc) (logP float64, theta []float64) {
	words, total := doc.Words(), floats.Sum(t.Alpha)
	theta = make([]float64, len(t.Alpha))
	n := make([]float64, len(t.Alpha))
	p := 0.0
	var place func(i int, q float64)
	place = func(i int, q float64) {
		if i == len(words) {
			p += q
			for k, a := range t.Alpha {
				theta[k] += q * (n[k] + a) / (float64(len(words)) + total)
			}
			return
		}
		for k, a := range t.Alpha {
			next := q * (n[k] + a) / (float64(i) + total) * t.Phi[k][words[i]]
			n[k]++
			place(i+1, next)
			n[k]--
		}
	}
	place(0, 1)
	for k := range theta {
		theta[k] /= p
	}
	return math.Log(p), theta
}

// repeat is the mean of p̂/p over runs of an estimator, and its standard error.
func repeat(runs int, logP float64, estimate func(i int) float64) (mean, se float64) {
	s, s2 := 0.0, 0.0
	for i := range runs {
		x := math.Exp(estimate(i) - logP)
		s += x
		s2 += x * x
	}
	mean = s / float64(runs)
	return mean, math.Sqrt((s2/float64(runs) - mean*mean) / float64(runs))
}

// TestLeftToRightUnbiased: the mean of the estimated probability is the true one, for one particle
// and for several. The control is the published algorithm, with several particles.
func TestLeftToRightUnbiased(t *testing.T) {
	topics, docs := fixed()
	for d, doc := range docs {
		logP, _ := enumerateDoc(topics, doc)
		for _, particles := range []int{1, 5} {
			mean, se := repeat(4000, logP, func(i int) float64 {
				r := rand.New(rand.NewPCG(uint64(i), 1))
				f := folder{topics: topics, alpha: topics.Alpha, cum: make([]float64, 3)}
				return new(particleFilter).leftToRight(r, &f, doc, particles)
			})
			t.Logf("document %d, %d particles: mean of p̂/p %.4f ± %.4f", d, particles, mean, se)
			if math.Abs(mean-1) > 4*se+1e-12 { // 8 comparisons
				t.Errorf("document %d, %d particles: the mean of p̂/p is %.4f ± %.4f", d, particles, mean, se)
			}
		}
		if d == 0 {
			continue // one word: exact
		}
		mean, se := repeat(2000, logP, func(i int) float64 {
			return asPublished(rand.New(rand.NewPCG(uint64(i), 2)), topics, doc, 20)
		})
		t.Logf("document %d, as published, 20 particles: %.4f ± %.4f", d, mean, se)
		if math.Abs(mean-1) < 5*se { // 1.04 to 1.05, 8 standard errors and more
			t.Errorf("document %d: the algorithm as published seems right: %.4f ± %.4f", d, mean, se)
		}
	}
}

// TestLeftToRight: with many particles log p itself is right. It also tests empty documents and
// impossible words, and that nothing depends on the processors.
func TestLeftToRight(t *testing.T) {
	topics, docs := fixed()
	got := must(topics.LeftToRight(sampler.Stream("left to right", 1, 0), docs, 20000))
	for d, doc := range docs {
		logP, _ := enumerateDoc(topics, doc)
		// the SD with 5 particles is 0.5 (the test above), here a 63rd of it
		if math.Abs(got[d]-logP) > 0.03 {
			t.Errorf("document %d: log p %.4f, want %.4f", d, got[d], logP)
		}
	}
	topics.Phi[0][3], topics.Phi[1][3], topics.Phi[2][3] = 0, 0, 0
	topics.Phi[0][0], topics.Phi[1][2], topics.Phi[2][0] = 0.71, 0.90, 0.5
	docs = append(docs, nil)
	one := must(topics.LeftToRight(sampler.Stream("left to right", 1, 0), docs, 0))
	if !math.IsInf(one[3], -1) || math.IsInf(one[0], 0) || one[4] != 0 {
		t.Errorf("log p %v, want −Inf for an impossible word, 0 for no words", one)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	alone := must(topics.LeftToRight(sampler.Stream("left to right", 1, 0), docs, 0))
	if !slices.Equal(alone, one) {
		t.Errorf("one processor: %v, several: %v", alone, one)
	}
}

func TestPerplexity(t *testing.T) {
	_, docs := fixed()
	logP := make([]float64, len(docs))
	for d, doc := range docs {
		logP[d] = -float64(doc.Tokens()) * math.Log(7)
	}
	if got := Perplexity(logP, docs); math.Abs(got-7) > 1e-12 {
		t.Errorf("perplexity of words of probability 1/7: %v", got)
	}
	if !math.IsNaN(Perplexity(logP[1:], docs)) || !math.IsNaN(Perplexity(nil, nil)) ||
		!math.IsNaN(Perplexity(logP[:1], []corpus.Doc{nil})) {
		t.Error("expected NaN for lists of different lengths, and without words")
	}
}

// asPublished is the left-to-right algorithm of Wallach et al. (2009): the mean over particles at
// each word, without resampling.
func asPublished(r *rand.Rand, t *Topics, doc corpus.Doc, particles int) float64 {
	f := folder{topics: t, alpha: t.Alpha, cum: make([]float64, len(t.Alpha))}
	f.begin(doc)
	r.Shuffle(len(f.phi), func(i, j int) { f.phi[i], f.phi[j] = f.phi[j], f.phi[i] })
	var c particleFilter
	c.begin(t.Alpha, particles)
	logP := 0.0
	for i, phi := range f.phi {
		mean := 0.0
		for p := range c.now {
			at := &c.now[p]
			resample(r, at.n, f.phi, at.z, f.cum)
			for k, n := range at.n {
				mean += n * phi[k] / float64(particles)
			}
			z := draw(r, at.n, phi, f.cum)
			at.z = append(at.z, z)
			at.n[z]++
		}
		logP += math.Log(mean / (float64(i) + floats.Sum(t.Alpha)))
	}
	return logP
}
