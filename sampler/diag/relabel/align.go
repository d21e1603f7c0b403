package relabel

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"gibbslab/internal/numeric"
)

// An Alignment says which topic of each chain is which topic of a reference chain.
type Alignment struct {
	// Perms are chains × K for the K topics of the reference: topic k of the reference is topic
	// Perms[c][k] of chain c, −1 if there is none (the chain has fewer topics).
	Perms [][]int
	// Similarity is chains × K: Σ √(pq) of the two topics, 1 for equal topics and 0 for topics
	// without a common word. It is NaN if there is no pair.
	Similarity [][]float64
	// Margin is chains × K: how many times the Hellinger distance √(1−Σ√(pq)) of the two is the
	// distance of either to the nearest other topic of the other chain. It is NaN if there is no pair.
	Margin [][]float64
	// Clear is chains × K: whether the pair is beyond doubt, with a Margin above 1.25.
	Clear [][]bool
	// Warnings list in words the topics of each chain without a clear counterpart.
	Warnings []error
}

// clearMargin is one over 0.8, the ratio of the distances to the nearest and to the second nearest
// that best distinguishes right matches from wrong ones in Lowe, International Journal of Computer
// Vision 60 (2004) 91–110, section 7.1.
const clearMargin = 1.25

// sumTolerance is how far from 1 the sum of a row may be.
const sumTolerance = 1e-6

// namedTopics is the number of topics or chains that one warning names.
const namedTopics = 20

// Align matches the topics of several chains. Each chain gives its distributions over the same V
// words, K × V, with rows that sum to 1: averages over draws of a chain whose labels do not switch.
// Align pairs the topics of each chain one to one with the topics of the reference chain (a number
// from 0). It minimises the sum of squared Hellinger distances, 1 − Σ√(pq), exactly, by solving the
// assignment problem. The reference itself is matched with itself. Chains may differ in K.
//
// Pairs are always found, even for topics that have nothing in common: see Clear and the warnings.
// Errors: rows that do not sum to 1 within 10⁻⁶, negative or not finite numbers, and different
// numbers of words.
func Align(chains [][][]float64, reference int) (*Alignment, error) {
	if reference < 0 || reference >= len(chains) {
		return nil, fmt.Errorf("relabel: the reference is chain %d and there are %d chains: give "+
			"one of 0 to %d", reference, len(chains), len(chains)-1)
	}
	if err := checkTopics(chains); err != nil {
		return nil, err
	}
	a := &Alignment{}
	to := roots(chains[reference])
	for c := range chains {
		from := to
		if c != reference {
			from = roots(chains[c])
		}
		if err := a.add(c, c == reference, to, from); err != nil {
			return nil, err
		}
	}
	return a, nil
}

func checkTopics(chains [][][]float64) error {
	if len(chains[0]) == 0 || len(chains[0][0]) == 0 {
		return errors.New("relabel: chain 0 has no topics, or topics without words: give topics " +
			"× words for each chain")
	}
	words := len(chains[0][0])
	for c, topics := range chains {
		if len(topics) == 0 {
			return fmt.Errorf("relabel: chain %d has no topics: leave it out", c)
		}
		for k, row := range topics {
			if len(row) != words {
				return fmt.Errorf("relabel: topic %d of chain %d has %d words and topic 0 of "+
					"chain 0 has %d: give probabilities of the same words", k, c, len(row), words)
			}
			sum := 0.0
			for v, p := range row {
				if !(p >= 0 && p <= 1+sumTolerance) {
					return fmt.Errorf("relabel: word %d of topic %d of chain %d has probability "+
						"%v: give numbers from 0 to 1", v, k, c, p)
				}
				sum += p
			}
			if !(math.Abs(sum-1) <= sumTolerance) {
				return fmt.Errorf("relabel: topic %d of chain %d sums to %v, not to 1: give "+
					"topics × words, the mean of the topic's distribution over the draws", k, c, sum)
			}
		}
	}
	return nil
}

// roots are the square roots of probabilities: their products sum to Σ√(pq).
func roots(topics [][]float64) *mat.Dense {
	words := len(topics[0])
	m := mat.NewDense(len(topics), words, nil)
	for k, row := range topics {
		to := m.RawRowView(k)
		for v, p := range row {
			to[v] = math.Sqrt(p)
		}
	}
	return m
}

// add matches one chain.
func (a *Alignment) add(c int, itself bool, to, from *mat.Dense) error {
	var product mat.Dense
	product.Mul(to, from.T())
	k, others := product.Dims()
	distance := numeric.Matrix[float64](k, others)
	for i := range distance {
		for j := range distance[i] {
			distance[i][j] = max(0, 1-product.At(i, j))
		}
	}
	match := assignment{To: make([]int, k)}
	if itself {
		for i := range match.To {
			match.To[i] = i
		}
	} else {
		var err error
		if match, err = assign(distance); err != nil {
			return err
		}
	}
	similarity, margin, clear := make([]float64, k), make([]float64, k), make([]bool, k)
	var doubtful []int
	for i, j := range match.To {
		similarity[i], margin[i] = math.NaN(), math.NaN()
		if j >= 0 {
			similarity[i], margin[i] = 1-distance[i][j], marginOf(distance, i, j)
			clear[i] = itself || margin[i] > clearMargin
		}
		if !clear[i] {
			doubtful = append(doubtful, i)
		}
	}
	a.Perms = append(a.Perms, match.To)
	a.Similarity = append(a.Similarity, similarity)
	a.Margin = append(a.Margin, margin)
	a.Clear = append(a.Clear, clear)
	a.describe(c, doubtful, others)
	return nil
}

// marginOf is the Margin of i and j.
func marginOf(squared [][]float64, i, j int) float64 {
	nearest := math.Inf(1)
	for other, d := range squared[i] {
		if other != j {
			nearest = min(nearest, d)
		}
	}
	for other := range squared {
		if other != i {
			nearest = min(nearest, squared[other][j])
		}
	}
	return math.Sqrt(nearest / squared[i][j])
}

func (a *Alignment) describe(c int, doubtful []int, others int) {
	list := ""
	for n, i := range doubtful {
		if n == namedTopics {
			list += fmt.Sprintf(" and %d more", len(doubtful)-n)
			break
		}
		if n > 0 {
			list += ", "
		}
		if a.Perms[c][i] < 0 {
			list += fmt.Sprintf("%d (none)", i)
		} else {
			list += fmt.Sprintf("%d (similarity %.2f with %d)", i, a.Similarity[c][i], a.Perms[c][i])
		}
	}
	if list != "" {
		a.Warnings = append(a.Warnings, fmt.Errorf("chain %d has no clear counterpart of %d of "+
			"the %d topics of the reference: %s; the chains may have found different topics, or "+
			"split and joined them: do not average these over "+
			"chains", c, len(doubtful), len(a.Perms[c]), list))
	}
	if extra := others - len(a.Perms[c]); extra > 0 {
		a.Warnings = append(a.Warnings, fmt.Errorf("chain %d has %d topics more than the "+
			"reference: they are left out", c, extra))
	}
}
