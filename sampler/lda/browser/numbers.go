package browser

import (
	"fmt"
	"math"
	"slices"

	"gibbslab/sampler/corpus"
	"gibbslab/sampler/diag/relabel"
	"gibbslab/sampler/lda/topics"
)

// numbers are what the page says about the topics of the first chain.
type numbers struct {
	phi    [][]float64
	theta  [][]float64
	docs   []corpus.Doc
	tokens float64   // of all documents
	shares []float64 // of each topic in all tokens
	word   []float64 // the share of each word in all tokens that the model expects
	logPhi [][]float64
	lift   [][]float64 // log (φ_kw / word_w)

	others  int              // the number of other chains
	matched []*topics.Topics // the chains, with their topics in the order of the first
	weights [][]float64      // the shares in the other chains, in that order
	align   *relabel.Alignment
}

func (p Page) numbers() (*numbers, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	first := p.Chains[0]
	n := &numbers{phi: first.Phi, theta: first.Theta, docs: first.Docs, others: len(p.Chains) - 1}
	align, matched, err := topics.Match(p.Chains, 0)
	if err != nil {
		return nil, fmt.Errorf("browser: %w", err)
	}
	n.align, n.matched = align, matched
	for c, t := range matched {
		shares, err := t.Shares()
		if err != nil {
			return nil, fmt.Errorf("browser: chain %d: %w", c, err)
		}
		n.weights = append(n.weights, shares)
	}
	n.shares = n.weights[0]
	for _, doc := range n.docs {
		n.tokens += float64(doc.Tokens())
	}
	n.word = make([]float64, len(n.phi[0]))
	sum := 0.0
	for k, row := range n.phi {
		for w, p := range row {
			n.word[w] += n.shares[k] * p
			sum += n.shares[k] * p
		}
	}
	for w := range n.word {
		n.word[w] /= sum
	}
	for _, row := range n.phi {
		log, lift := make([]float64, len(row)), make([]float64, len(row))
		for w, p := range row {
			log[w] = math.Log(p)
			lift[w] = log[w] - math.Log(n.word[w])
		}
		n.logPhi, n.lift = append(n.logPhi, log), append(n.lift, lift)
	}
	return n, nil
}

// relevance is λ log φ_kw + (1−λ) log (φ_kw / p_w), −∞ for a word that topic k does not have.
func (n *numbers) relevance(k, w int, lambda float64) float64 {
	if n.phi[k][w] == 0 || n.word[w] == 0 {
		return math.Inf(-1)
	}
	return lambda*n.logPhi[k][w] + (1-lambda)*n.lift[k][w]
}

// relevant lists the words of topic k that are most relevant, at most the given number. Ties go to
// the word that comes first.
func (n *numbers) relevant(k int, lambda float64, most int) []int {
	return largest(len(n.word), most, func(w int) float64 { return n.relevance(k, w, lambda) })
}

// shownWords is the number of words in a list.
const shownWords = 30

// everRelevant lists the words that are among the most relevant of topic k for some λ of the
// slider, from 0 to 1 in steps of 0.01, in the order of the vocabulary.
func (n *numbers) everRelevant(k int) []int {
	var all []int
	for step := range 101 {
		all = append(all, n.relevant(k, float64(step)/100, shownWords)...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// saliency is p_w Σ_k q_k log (q_k / share_k), where q_k = φ_kw / Σ_j φ_jw.
func (n *numbers) saliency(w int) float64 {
	sum, s := 0.0, 0.0
	for k := range n.phi {
		sum += n.phi[k][w]
	}
	for k, share := range n.shares {
		if q := n.phi[k][w] / sum; q > 0 && share > 0 {
			s += q * math.Log(q/share)
		}
	}
	return n.word[w] * s
}

// expected is the number of tokens of word w in topic k that a chain expects.
func (n *numbers) expected(chain, k, w int) float64 {
	return n.tokens * n.weights[chain][k] * n.matched[chain].Phi[k][w]
}

// found is the number of other chains that found topic k again, beyond doubt.
func (n *numbers) found(k int) (chains int) {
	for c := 1; c <= n.others; c++ {
		if n.align.Clear[c][k] {
			chains++
		}
	}
	return chains
}

// flat tells whether all words are equally probable in topic k: it has no word of its own.
func (n *numbers) flat(k int) bool {
	return slices.Max(n.phi[k]) <= slices.Min(n.phi[k])*(1+1e-9)
}

// largest lists which of n values are the largest, in decreasing order, at most the given number.
// Ties go to the first. −∞ and NaN are left out.
func largest(n, most int, value func(i int) float64) []int {
	top, values := make([]int, 0, most+1), make([]float64, 0, most+1)
	for i := range n {
		v := value(i)
		if !(v > math.Inf(-1)) || len(top) == most && v <= values[most-1] {
			continue
		}
		at := len(top)
		for at > 0 && v > values[at-1] {
			at--
		}
		top, values = slices.Insert(top, at, i), slices.Insert(values, at, v)
		if len(top) > most {
			top, values = top[:most], values[:most]
		}
	}
	return top
}

// decreasing lists the positions of x from its largest value to its smallest.
func decreasing(x []float64) []int {
	return largest(len(x), len(x), func(i int) float64 { return x[i] })
}
