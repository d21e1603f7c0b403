package topics

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"

	"gibbslab/internal/parallel"
	"gibbslab/sampler/corpus"
)

// Infer returns the topics of new documents: documents × K numbers, E(θ | words, φ, α), with the
// topics φ held fixed. It draws the topics z of the tokens of each document by Gibbs sampling,
//
//	p(z_i = k | rest) ∝ (n_k + α_k) φ_kw
//
// with n_k the number of other tokens of topic k. It averages (n_k + α_k)/(n + Σα) over draws
// sweeps after warmup sweeps (0 means 100 draws and 50 of warm-up). An empty document gets the
// prior, α_k/Σα.
//
// docs are over the training vocabulary, and [gibbslab/datasets.Encode] makes them from texts;
// leave out other words. The topics do not learn from the new documents. This is a choice: each
// document is judged on its own, and its answer does not depend on the others. It needs Phi and
// Alpha.
//
// Each document has random numbers of its own, seeded from r. All processors are used, and the
// result does not depend on their number. Errors: a nil generator, negative numbers of sweeps,
// documents that [corpus.Check] refuses, a word that has probability 0 in all topics.
func (t *Topics) Infer(r *rand.Rand, docs []corpus.Doc, warmup, draws int) ([][]float64, error) {
	var errs []error
	if warmup < 0 || draws < 0 {
		errs = append(errs, fmt.Errorf("%d sweeps of warm-up and %d draws, "+
			"expected 0 (for 50 and 100) or more", warmup, draws))
	}
	warmup = cmp.Or(warmup, 50)
	draws = cmp.Or(draws, 100)
	alpha, err := t.checkNew(r, docs)
	if err := errors.Join(append(errs, err)...); err != nil {
		return nil, fmt.Errorf("topics: Infer: %w", err)
	}
	for d, doc := range docs {
		for _, c := range doc {
			if t.total(c.Word) == 0 {
				return nil, fmt.Errorf("topics: Infer: document %d has word %d, which has "+
					"probability 0 in all topics: leave it out", d, c.Word)
			}
		}
	}
	theta := make([][]float64, len(docs))
	eachDoc(r, docs, func() func(d int, r *rand.Rand) {
		f := folder{topics: t, alpha: alpha, cum: make([]float64, len(alpha))}
		return func(d int, r *rand.Rand) { theta[d] = f.infer(r, docs[d], warmup, draws) }
	})
	return theta, nil
}

// total is Σ_k φ_kw.
func (t *Topics) total(w int32) float64 {
	sum := 0.0
	for _, row := range t.Phi {
		sum += row[w]
	}
	return sum
}

func (t *Topics) checkNew(r *rand.Rand, docs []corpus.Doc) ([]float64, error) {
	if err := t.checkPhi(); err != nil {
		return nil, err
	}
	alpha, err := t.concentrations()
	if r == nil {
		err = errors.Join(err, errors.New("the *rand.Rand is nil: "+
			`give sampler.Stream("new documents", 1, 0)`))
	}
	for d, doc := range docs {
		if n := doc.Tokens(); n > maxNew {
			err = errors.Join(err, fmt.Errorf("document %d has %d tokens, expected at most %d: "+
				"cut it into several", d, n, maxNew))
			break
		}
	}
	return alpha, errors.Join(err, checkDocs(docs, len(t.Phi[0])))
}

// maxNew is the maximum number of tokens of a new document: each takes about 32 bytes.
const maxNew = 1 << 24

// folder samples the topics of documents one after another, with φ fixed.
type folder struct {
	topics *Topics
	alpha  []float64
	cum    []float64 // scratch

	phi  [][]float64 // of each token, K probabilities of its word
	flat []float64
	z    []int
	n    []float64 // n_k + α_k
}

// begin starts a document: its words in the order of its bag, without topics.
func (f *folder) begin(doc corpus.Doc) {
	k := len(f.alpha)
	f.phi, f.flat = f.phi[:0], f.flat[:0]
	for _, c := range doc {
		for _, row := range f.topics.Phi {
			f.flat = append(f.flat, row[c.Word])
		}
	}
	for i, c := range doc {
		for range c.N {
			f.phi = append(f.phi, f.flat[i*k:(i+1)*k])
		}
	}
}

func (f *folder) infer(r *rand.Rand, doc corpus.Doc, warmup, draws int) []float64 {
	f.begin(doc)
	f.z, f.n = f.z[:0], append(f.n[:0], f.alpha...)
	theta := make([]float64, len(f.alpha))
	for _, phi := range f.phi { // the start: each token given the ones before it
		z := draw(r, f.n, phi, f.cum)
		f.z = append(f.z, z)
		f.n[z]++
	}
	total := 0.0
	for sweep := range warmup + draws {
		resample(r, f.n, f.phi, f.z, f.cum)
		if sweep >= warmup {
			for k, n := range f.n {
				theta[k] += n
				total += n
			}
		}
	}
	for k := range theta {
		theta[k] /= total
	}
	return theta
}

// resample is a sweep over the tokens.
func resample(r *rand.Rand, n []float64, phi [][]float64, z []int, cum []float64) {
	for i := range z {
		n[z[i]]--
		z[i] = draw(r, n, phi[i], cum)
		n[z[i]]++
	}
}

// draw draws a topic with probability proportional to n_k φ_k. cum is scratch.
func draw(r *rand.Rand, n, phi, cum []float64) int {
	sum := 0.0
	phi, cum = phi[:len(n)], cum[:len(n)]
	for k, x := range n {
		sum += x * phi[k]
		cum[k] = sum
	}
	u := r.Float64() * sum
	for k, c := range cum {
		if u < c {
			return k
		}
	}
	return len(cum) - 1 // all weights are 0
}

// eachDoc calls the function from worker for each document, on all processors, with random numbers
// that belong to the document.
func eachDoc(r *rand.Rand, docs []corpus.Doc, worker func() func(d int, r *rand.Rand)) {
	seeds := make([][2]uint64, len(docs))
	for d := range seeds {
		seeds[d] = [2]uint64{r.Uint64(), r.Uint64()}
	}
	workers := make([]func(d int, r *rand.Rand), parallel.Workers(len(docs)))
	for w := range workers {
		workers[w] = worker()
	}
	parallel.Each(len(workers), len(docs), func(w, d int) {
		workers[w](d, rand.New(rand.NewPCG(seeds[d][0], seeds[d][1])))
	})
}
