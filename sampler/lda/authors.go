package lda

import (
	"fmt"
	"math"
	"slices"
	"unsafe"

	"gibbslab/internal/numeric"
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

// ofDocs says where the tokens of each document are in a layout by word: the tokens of document d
// are at[start[d]] to at[start[d+1]], in increasing order.
type ofDocs struct {
	start []int
	at    []uint32
}

func positions(t *tokens) ofDocs {
	of := ofDocs{make([]int, t.docs+1), make([]uint32, len(t.other))}
	next := make([]int, t.docs)
	for d, n := range t.length {
		next[d] = of.start[d]
		of.start[d+1] = of.start[d] + int(n)
	}
	for i, d := range t.other {
		of.at[next[d]] = uint32(i)
		next[d]++
	}
	return of
}

// authored is the kernel of [Authors]. It is like blocked, with a row of counts for each author in
// place of each document, and weighs the authors of a document by the sums of their rows.
type authored struct {
	*wordKernel
	nak    []float32 // whole numbers, authors × stride
	na     []float32 // tokens of each author
	author []uint32  // of each token; nil before the first count
	of     ofDocs
	stride int

	cum   []float32 // scratch: the sums of the blocks, of each author of a document
	among []float32 // scratch: the cumulative weights of the authors
}

func newAuthored(m *plan) kernel {
	g := &authored{wordKernel: newWordKernel(m), of: m.of,
		stride: (m.prior.K + block - 1) / block * block}
	authors := len(m.prior.By.(Authors).Names)
	g.nak, g.na = make([]float32, authors*g.stride), make([]float32, authors)
	g.word = g.topicsOf
	g.wordStates[0].sums = nil
	return g
}

func (g *authored) topicsOf(s *State, c *wordState, from int, docs []uint32, z []uint16) {
	by, total := g.author[from:], float32(sum(s.Alpha))
	next := soon(docs)
	for i, doc := range docs {
		if i < len(next) {
			for _, a := range s.rows.authors[s.rows.of[next[i]]] {
				prefetch(unsafe.Pointer(&g.nak[a*g.stride]), 4*g.stride)
			}
		}
		if old := int(z[i]); old != none {
			g.count(by[i], old, -1)
			c.add(old, -1)
		}
		a, k := g.draw(c, s.rows.authors[s.rows.of[doc]], total)
		g.count(uint32(a), k, 1)
		c.add(k, 1)
		z[i], by[i] = uint16(k), uint32(a)
	}
}

func (g *authored) count(author uint32, topic int, by float32) {
	g.nak[int(author)*g.stride+topic] += by
	g.na[author] += by
}

// draw draws one of the authors, and a topic; total is Σα.
func (g *authored) draw(c *wordState, authors []int, total float32) (author, topic int) {
	blocks := len(c.cum)
	for len(g.among) < len(authors) {
		g.among = append(g.among, 0)
		g.cum = append(g.cum, c.cum...)
	}
	at := 0
	if len(authors) > 1 {
		weight := float32(0)
		for i, a := range authors {
			cum := g.cum[i*blocks:][:blocks]
			blockSums(g.nak[a*g.stride:][:g.stride], c.alpha, c.q, cum)
			weight += cum[blocks-1] / (g.na[a] + total)
			g.among[i] = weight
		}
		u := c.uniform() * weight
		for at < len(authors)-1 && g.among[at] <= u {
			at++
		}
	} else {
		blockSums(g.nak[authors[0]*g.stride:][:g.stride], c.alpha, c.q, g.cum[:blocks])
	}
	a := authors[at]
	return a, c.choose(c.uniform(), g.nak[a*g.stride:][:g.stride], c.alpha, g.cum[at*blocks:][:blocks])
}

// recount takes the authors of lists, if there are some. A token that has no author yet gets those
// of its document in turn.
func (g *authored) recount(s *State, lists []uint32) {
	if g.author == nil {
		g.author = make([]uint32, len(s.z))
		s.tokens.each(func(token, doc, _ int) {
			authors := s.rows.authors[s.rows.of[doc]]
			g.author[token] = uint32(authors[token%len(authors)])
			if len(lists) == len(s.z) && slices.Contains(authors, int(lists[token])) {
				g.author[token] = lists[token]
			}
		})
	}
	clear(g.nak)
	clear(g.na)
	for i, z := range s.z {
		if z != none {
			g.count(g.author[i], int(z), 1)
		}
	}
	g.recountTopics(s)
}

func (g *authored) saved() []uint32 { return g.author }

func (g *authored) addDoc(s *State, d int, n []int32, topics []uint16) []uint16 {
	for _, token := range g.of.at[g.of.start[d]:g.of.start[d+1]] {
		topics = addTopics(n, s.z[token:token+1], topics)
	}
	return topics
}

// theta adds E(θ_a | x, z), times scale, to dst, of length K.
func (g *authored) theta(s *State, author int, dst []float64, scale float64) {
	scale /= float64(g.na[author]) + sum(s.Alpha)
	for k, a := range s.Alpha {
		dst[k] += scale * (float64(g.nak[author*g.stride+k]) + a)
	}
}

// thetaOfDocs is [State.Theta].
func (g *authored) thetaOfDocs(s *State, dst []float64) {
	k := len(s.Alpha)
	clear(dst)
	for d, row := range s.rows.of {
		authors := s.rows.authors[row]
		for _, a := range authors {
			g.theta(s, a, dst[d*k:][:k], 1/float64(len(authors)))
		}
	}
}

// logTopics is log p(x, z | α).
func (g *authored) logTopics(s *State) (log float64) {
	for a, n := range g.na {
		for k, alpha := range s.Alpha {
			log += numeric.LogRising(alpha, int(g.nak[a*g.stride+k]))
		}
		log -= numeric.LogRising(sum(s.Alpha), int(n))
	}
	for d, length := range s.tokens.length {
		log -= float64(length) * math.Log(float64(len(s.rows.authors[s.rows.of[d]])))
	}
	return log
}
