package lda

import (
	"fmt"

	"gibbslab/sampler"
)

// Authors give topics to authors in place of documents: the author–topic model. Each token of a
// document comes from one of its authors, all equally probable, and has a topic of that author:
//
//	x_i ~ Uniform(authors of the document),  z_i ~ Categorical(θ_{x_i}),  θ_a ~ Dirichlet(α)
//
// The sampler draws the author and the topic of a token together, from their conditional given all
// others, with n_ak the tokens of author a with topic k:
//
//	p(x_i = a, z_i = k | rest) ∝ (n_ak + α_k) / (n_a + Σα) · (n_wk + β) / (n_k + Vβ)
//
// It records author, authors × K: the running mean and variance of E(θ_a | x, z). Its rows are in
// the order of [Authors.List]. theta, documents × K, is the mean of θ_a over the authors of the
// document. lp__ is log p(w, x, z | α, β). A document with many authors is slow: a token costs as
// much as that many tokens with one author.
//
// It needs the sampler [Fast] without blocks, and at most 16 777 216 tokens.
//
// Source: Rosen-Zvi, Griffiths, Steyvers & Smyth, "The author-topic model for authors and
// documents", Uncertainty in Artificial Intelligence (2004) 487–494.
type Authors struct {
	Of [][]string // the authors of each document, one or more
	// Names are all authors, in the order of the rows of the parameter author. Nil means
	// alphabetical order.
	Names []string
}

// List returns the authors, in the order of the rows of the parameter author.
func (a Authors) List() []string {
	if a.Names != nil {
		return a.Names
	}
	return namesIn(a.Of)
}

func (a Authors) prepare(p Prior, docs int) (Prior, []error) {
	fail := func(format string, x ...any) (Prior, []error) {
		return p, []error{fmt.Errorf("lda: Authors: "+format, x...)}
	}
	if len(a.Of) != docs {
		return fail("Of has the authors of %d documents, and there are %d: give a list for each",
			len(a.Of), docs)
	}
	a.Names = a.List()
	numbers, err := numbered("author", a.Names, a.Of)
	if err != nil {
		return fail("%w", err)
	}
	keys := make([]string, docs)
	for d, list := range numbers {
		if len(list) == 0 {
			return fail("document %d has no author: give it one, such as \"unknown\", or leave it "+
				"out", d)
		}
		keys[d] = fmt.Sprint(list)
	}
	rows, first := rowsOf(keys)
	for _, d := range first {
		rows.authors = append(rows.authors, numbers[d])
	}
	p.By, p.rows = a, rows
	return p, nil
}

func (Authors) blocks() []sampler.Block[State] { return nil }

func (a Authors) params(p Prior) []sampler.Param[State] {
	return []sampler.Param[State]{{Name: "author", Shape: []int{len(a.Names), p.K}, Moments: true,
		Read: func(s *State, dst []float64) {
			clear(dst)
			for i := range a.Names {
				s.kernel.(*authored).theta(s, i, dst[i*p.K:][:p.K], 1)
			}
		}}}
}

func (Authors) logPrior(*State) float64 { return 0 }

func (Authors) begin(*State) {}
