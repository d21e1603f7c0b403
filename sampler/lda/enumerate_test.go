package lda

import (
	"math"

	"gibbslab/sampler/corpus"
)

// exact is a posterior by enumeration of the topics of all tokens.
type exact struct {
	logW     float64 // log p(w)
	mean, sd float64 // of log p(w, z) under p(z | w)
	max      float64
	same     float64 // probability that the tokens first and last of enumerate have the same topic
}

// enumerate sums over all K^tokens assignments, with formulas of its own: the joint probability is
// built token by token from the predictive probabilities, not from gamma functions as in joint.go.
// first and last count tokens document by document.
func enumerate(docs []corpus.Doc, v int, alpha []float64, beta float64, first, last int) exact {
	return enumerateGuided(docs, v, alpha, func(_, _ int) float64 { return beta }, first, last)
}

// enumerateGuided is enumerate with a β_kw of each topic and word.
func enumerateGuided(
	docs []corpus.Doc,
	v int,
	alpha []float64,
	beta func(k, w int) float64,
	first, last int,
) exact {
	var logs []float64
	var sames []bool
	each(docs, v, alpha, beta, func(z []int, logP float64) {
		logs, sames = append(logs, logP), append(sames, z[first] == z[last])
	})
	e := exact{max: math.Inf(-1)}
	for _, l := range logs {
		e.max = max(e.max, l)
	}
	total, square := 0.0, 0.0
	for i, l := range logs {
		p := math.Exp(l - e.max)
		total += p
		e.mean += p * l
		square += p * l * l
		if sames[i] {
			e.same += p
		}
	}
	e.logW = e.max + math.Log(total)
	e.mean /= total
	e.same /= total
	e.sd = math.Sqrt(square/total - e.mean*e.mean)
	return e
}

// each visits all K^tokens assignments of topics to tokens, in the order of the numbers z to base K,
// with log p(w, z).
func each(
	docs []corpus.Doc,
	v int,
	alpha []float64,
	beta func(k, w int) float64,
	visit func(z []int, logP float64),
) {
	var doc, word []int
	for d, counts := range docs {
		for _, c := range counts {
			for range c.N {
				doc, word = append(doc, d), append(word, int(c.Word))
			}
		}
	}
	topics, total := len(alpha), sum(alpha)
	vBeta := make([]float64, topics)
	for k := range vBeta {
		for w := range v {
			vBeta[k] += beta(k, w)
		}
	}
	ndk, nwk, nk, nd := make(
		[]float64,
		len(docs)*topics,
	), make(
		[]float64,
		v*topics,
	), make(
		[]float64,
		topics,
	), make(
		[]float64,
		len(docs),
	)
	z := make([]int, len(doc))
	var place func(i int, logP float64)
	place = func(i int, logP float64) {
		if i == len(doc) {
			visit(z, logP)
			return
		}
		d, w := doc[i], word[i]
		for k := range topics {
			p := (ndk[d*topics+k] + alpha[k]) / (nd[d] + total) * (nwk[w*topics+k] + beta(k, w)) / (nk[k] + vBeta[k])
			z[i] = k
			ndk[d*topics+k]++
			nwk[w*topics+k]++
			nk[k]++
			nd[d]++
			place(i+1, logP+math.Log(p))
			ndk[d*topics+k]--
			nwk[w*topics+k]--
			nk[k]--
			nd[d]--
		}
	}
	place(0, 0)
}

// number is the place of a state's topics in the order of each.
func number(s *State) (n int) {
	for _, topics := range s.Assignments() {
		for _, z := range topics {
			n = n*len(s.Alpha) + int(z)
		}
	}
	return n
}

// toy is a corpus of which the posterior is known. Its counts are documents × words.
type toy struct {
	name        string
	counts      [][]int32
	alpha       []float64
	beta        float64
	first, last int // two tokens of one word, counted document by document
	want        exact
}

func (y *toy) docs() []corpus.Doc {
	var docs []corpus.Doc
	for _, row := range y.counts {
		var d corpus.Doc
		for w, n := range row {
			if n > 0 {
				d = append(d, corpus.Count{Word: int32(w), N: n})
			}
		}
		docs = append(docs, d)
	}
	return docs
}

func (y *toy) prior() Prior { return Prior{K: len(y.alpha), Alpha: y.alpha, Beta: y.beta} }

// The toys: the first three were enumerated before this package was written (shared notes, "LDA",
// section 4, T1: by sums over counts with multinomial weights); the 34 tokens are those of the
// Python package lda, lda/tests. The others were enumerated by enumerate, which is tested on the 12
// tokens.
var toys = []toy{
	{
		"12 tokens",
		[][]int32{{2, 1, 0}, {0, 2, 1}, {1, 0, 2}, {3, 0, 0}},
		[]float64{0.5, 0.5},
		0.3,
		0,
		9,
		exact{-14.082139, -19.071800, 2.225872, -16.530069, 0.821163},
	},
	{
		"34 tokens",
		[][]int32{{1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 8}, {6, 1}},
		[]float64{0.5, 0.5},
		0.5,
		0,
		27,
		exact{-24.108686, -39.634632, 4.344246, -29.976844, 0.558375},
	},
	{
		"34 tokens, sparse",
		[][]int32{{1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 8}, {6, 1}},
		[]float64{0.1, 0.1},
		0.01,
		0,
		27,
		exact{-29.736258, -38.819239, 3.693641, -33.292990, 0.669630},
	},
	{
		"3 topics",
		[][]int32{{2, 1, 0}, {0, 1, 1}, {1, 0, 2}, {}, {1, 0, 0}},
		[]float64{0.2, 0.7, 1.5},
		0.4,
		0,
		8,
		exact{},
	},
	{
		"4 topics",
		[][]int32{{2, 1, 0, 0}, {0, 0, 1, 1}, {1, 0, 1, 0}},
		[]float64{0.1, 0.1, 0.1, 0.1},
		0.05,
		0,
		5,
		exact{},
	},
}

func init() {
	for i := range toys {
		if y := &toys[i]; y.want.logW == 0 {
			y.want = enumerate(y.docs(), len(y.counts[0]), y.alpha, y.beta, y.first, y.last)
		}
	}
}
