package lda

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/variate"
	"gibbslab/sampler/verify"
	"gibbslab/sampler/verify/modeltest"
)

// smallAuthors are the authors of the five documents of jointOf.
var smallAuthors = Authors{Of: [][]string{{"a", "b"}, {"b"}, {"c", "a", "b"}, {"a"}, {"c"}}}

// authorTopics draws the topics and the authors of a document, each pair as a number: topic + K ×
// author. The counts of the authors are in s.regression, for want of a kernel.
func authorTopics(r *rand.Rand, s *State, by Authors, d, length int) (pairs []uint16) {
	k := len(s.Alpha)
	if d == 0 {
		s.alphas = nil
		for range by.List() {
			s.alphas = append(s.alphas, s.Alpha...)
		}
	}
	numbers := must(numbered("author", by.List(), by.Of))
	for range length {
		a := numbers[d][r.IntN(len(numbers[d]))]
		z := variate.Categorical(r, s.alphas[a*k:][:k])
		s.alphas[a*k+z]++
		pairs = append(pairs, uint16(z+a*k))
	}
	return pairs
}

// codes are Assignments, with K × the author added where there are authors.
func codes(s *State) [][]uint16 {
	all := s.Assignments()
	if g, ok := s.kernel.(*authored); ok {
		next := make([]int, len(all))
		s.tokens.each(func(token, doc, _ int) {
			all[doc][next[doc]] += uint16(int(g.author[token]) * len(s.Alpha))
			next[doc]++
		})
	}
	return all
}

// assignCodes is the reverse.
func assignCodes(s *State, codes [][]uint16) {
	k, topics, next := uint16(len(s.Alpha)), make([][]uint16, len(codes)), make([]int, len(codes))
	for d, list := range codes {
		for _, code := range list {
			topics[d] = append(topics[d], code%k)
		}
	}
	s.assign(topics)
	if g, ok := s.kernel.(*authored); ok {
		s.tokens.each(func(token, doc, _ int) {
			g.author[token] = uint32(codes[doc][next[doc]] / k)
			next[doc]++
		})
	}
	s.kernel.recount(s, nil)
}

// wrongAuthors draws authors after the right sweep, without the denominators n_a + Σα.
func wrongAuthors(right step, r *rand.Rand, s *State) error {
	if err := right(r, s); err != nil {
		return err
	}
	g := s.kernel.(*authored)
	s.tokens.each(func(token, doc, _ int) {
		z, authors := int(s.z[token]), s.rows.authors[s.rows.of[doc]]
		g.count(g.author[token], z, -1)
		weights := make([]float64, len(authors))
		for i, a := range authors {
			weights[i] = float64(g.nak[a*g.stride+z]) + s.Alpha[z]
		}
		g.author[token] = uint32(authors[variate.Categorical(r, weights)])
		g.count(g.author[token], z, 1)
	})
	return nil
}

// TestAuthors: what every model promises, and the posterior of a toy: the topics and the authors of
// six tokens.
func TestAuthors(t *testing.T) {
	turns.Long(t)
	prior := smallPrior
	prior.By = smallAuthors
	toy := Prior{K: 3, Alpha: []float64{0.4, 0.8, 1.2}, Beta: 0.4,
		By: Authors{Of: [][]string{{"a"}, {"b"}, {"a", "b"}}}}
	var probabilities []float64
	one := []float64{1, 1, 1}
	beta := func(_, _ int) float64 { return toy.Beta }
	each(covariatesDocs, 3, one, beta, func(z []int, logP float64) {
		words := math.Exp(logP) / sequence(one, z[:3]) / sequence(one, z[3:4]) / sequence(one, z[4:])
		for authors := range 4 { // of the last two tokens
			of := [2][]int{slices.Clone(z[:3]), slices.Clone(z[3:4])}
			of[authors/2] = append(of[authors/2], z[4])
			of[authors%2] = append(of[authors%2], z[5])
			probabilities = append(probabilities,
				words*sequence(toy.Alpha, of[0])*sequence(toy.Alpha, of[1]))
		}
	})
	state := func(s *State) (n int) {
		list := codes(s)
		return number(s)*4 + int(list[2][0]/3)*2 + int(list[2][1]/3)
	}
	wrong := toy
	wrong.By = Authors{Of: [][]string{{"b"}, {"a"}, {"a", "b"}}}
	modeltest.Run(t, modeltest.Case[State, smallCorpus]{
		Joint: jointOf(prior, Settings{}), Bad: badAuthors(),
		Mutants: []verify.Mutant[State, smallCorpus]{
			wrongBlock("another β", "z", anotherBeta),
			wrongBlock("α of another topic", "z", swappedAlpha),
			wrongBlock("no denominators", "z", wrongAuthors),
		},
		Exact: &modeltest.Exact[State]{Probabilities: probabilities, State: state,
			Model:  must(toy.Model(covariatesDocs, 3, Settings{})),
			Mutant: must(wrong.Model(covariatesDocs, 3, Settings{}))},
		Settings: verify.Settings{Seed: 1, Replications: 400, Sweeps: 1, Draws: 9, Thin: 20,
			Warmup: 60},
	})
}

// TestAuthorsOfOne: if each document has an author of its own, authors are documents: θ and the
// likelihood are those of the model without authors.
func TestAuthorsOfOne(t *testing.T) {
	by := Authors{Of: [][]string{{"x"}, {"y"}, {"z"}}}
	m := must(Prior{K: 3, By: by}.Model(covariatesDocs, 3, Settings{RandomStart: true}))
	plain := must(Prior{K: 3}.Model(covariatesDocs, 3, Settings{}))
	s := must(m.Init(sampler.Stream("authors", 1, 0)))
	p := must(plain.Init(sampler.Stream("authors", 1, 0)))
	p.assign(s.Assignments())
	p.kernel.recount(p, nil)
	if a, b := s.LogJoint(), p.LogJoint(); math.Abs(a-b) > 1e-9 {
		t.Errorf("log joint %v, of documents %v", a, b)
	}
	theta, want, author := make([]float64, 9), make([]float64, 9), make([]float64, 9)
	s.Theta(theta)
	p.Theta(want)
	m.Params[0].Read(s, author)
	if !floats.EqualApprox(theta, want, 1e-12) || !floats.EqualApprox(author, want, 1e-12) {
		t.Errorf("θ is %v, of the authors %v, of the documents %v", theta, author, want)
	}
	var n [3]int32
	s.DocTopics(0, n[:])
	if sumOf(n[:]) != 3 {
		t.Errorf("document 0 has %v tokens by topic, want 3 in all", n)
	}
}

func badAuthors() map[string]func() error {
	try := func(a Authors, set Settings) func() error {
		return func() error {
			_, err := Prior{K: 3, By: a}.Model(covariatesDocs, 3, set)
			return err
		}
	}
	of := [][]string{{"a"}, {"b"}, {"a", "b"}}
	return map[string]func() error{
		"authors of 2 documents, and there are 3": try(Authors{Of: of[:2]}, Settings{}),
		"document 1 has no author": try(Authors{Of: [][]string{{"a"}, {}, {"b"}}},
			Settings{}),
		`no document has the author "c"`: try(Authors{Of: of, Names: []string{"a", "b", "c"}},
			Settings{}),
		"document 2 has an empty author": try(Authors{Of: [][]string{{"a"}, {"b"}, {""}}},
			Settings{}),
		"these are Fast and 2":  try(Authors{Of: of}, Settings{Blocks: 2}),
		"these are Dense and 0": try(Authors{Of: of}, Settings{Sampler: Dense}),
	}
}
