package exercises

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
)

// reviews counts bad, good and film in the eight reviews. The labels of the first two are known.
var reviews = [][]float64{{3, 0, 1}, {0, 3, 1}, {0, 2, 1}, {2, 0, 0},
	{1, 2, 0}, {0, 0, 2}, {1, 1, 0}, {2, 0, 1}}

// dirichlet is the integral of a product of powers, with these concentrations.
func dirichlet(gamma []float64) float64 {
	b := 1 / math.Gamma(floats.Sum(gamma))
	for _, v := range gamma {
		b *= math.Gamma(v)
	}
	return b
}

// average is the posterior mean of f over all labellings. Bit i of the number of a labelling is the
// label of review i + 2, and ones has the positive reviews among all.
func average(gammaPi []float64, docs [][]float64, f func(bits, ones int) float64) float64 {
	sum, mass, first := 0.0, 0.0, 2
	for bits := range 1 << (len(docs) - first) {
		c, words := slices.Clone(gammaPi), [][]float64{{1, 1, 2}, {1, 1, 2}}
		for d, doc := range docs {
			k := d // the labels of the first two are 0 and 1
			if d >= first {
				k = bits >> (d - first) & 1
			}
			c[k]++
			floats.Add(words[k], doc)
		}
		p := dirichlet(c) * dirichlet(words[0]) * dirichlet(words[1])
		sum, mass = sum+p*f(bits, int(c[1]-gammaPi[1])), mass+p
	}
	return sum / mass
}

var priorPi = []float64{1, 2}

func positive(d int) float64 {
	return average(priorPi, reviews, func(bits, _ int) float64 {
		return float64(bits >> (d - 2) & 1)
	})
}

// undecided is the probability that a ninth review is positive.
func undecided(review ...float64) float64 {
	all := append(slices.Clone(reviews), review)
	return average(priorPi, all, func(bits, _ int) float64 { return float64(bits >> 6) })
}

// same is the probability that two bits of the labelling agree.
func same(i, j int, gammaPi ...float64) float64 {
	return average(gammaPi, reviews, func(bits, _ int) float64 {
		return float64(1 - (bits>>i^bits>>j)&1)
	})
}

func TestDerivingNaiveBayes(t *testing.T) {
	n := open(t, "05_deriving_naive_bayes")
	n.exercise("1", func(e *exercise) {
		e.exact(6 + 1 + 2*2)
		e.wrong("all eight labels", 8+1+2*2)
		e.wrong("each entry of each list", 6+2+2*3)
		e.wrong("both shares", 6+2+2*2)
		e.wrong("one word list", 6+1+2)
	})
	n.exercise("2", func(e *exercise) {
		e.exact(0.6 * 0.01 / (0.4*0.25 + 0.6*0.01))
		e.wrong("no shares", 0.01/(0.25+0.01))
		e.wrong("one word", 0.6*0.1/(0.4*0.5+0.6*0.1))
		e.wrong("label 0", 0.4*0.25/(0.4*0.25+0.6*0.01))
		e.wrong("not divided by the sum", 0.6*0.01)
		e.wrong("the odds", 0.006/0.1)
	})
	n.exercise("3a", func(e *exercise) {
		e.exact((2. + 10) / (0.5 + 3))
		e.wrong("no prior", 10./3)
		e.wrong("all eight reviews", (2.+23)/(0.5+8))
		e.wrong("the mode", (2.+10-1)/(0.5+3))
		e.wrong("class 0", (2.+13)/(0.5+5))
	})
	n.exercise("3b", func(e *exercise) {
		e.exact(8 * math.Exp(-2))
		e.wrong("no exponential", 8)
		e.wrong("no power", math.Exp(-2))
		e.wrong("of label 0", math.Exp(2)/8)
		e.wrong("the sign of the exponent", 8*math.Exp(2))
	})
	n.exercise("4", func(e *exercise) {
		e.exact(same(2, 4, 1, 2))
		p, q := positive(4), positive(6)
		e.wrong("as if independent", p*q+(1-p)*(1-q))
		e.wrong("bits 4 and 6 are 4 and 0", same(4, 0, 1, 2))
		e.wrong("concentrations exchanged", same(2, 4, 2, 1))
		e.wrong("reviews 3 and 5", same(1, 3, 1, 2))
		e.wrong("both positive", average(priorPi, reviews, func(bits, _ int) float64 {
			return float64(bits >> 2 & (bits >> 4) & 1)
		}))
	})
	n.exercise("5", func(e *exercise) {
		for film := range 6 { // there are six right answers, and nobody rounds them
			if p := undecided(3, 2, float64(film)); !e.accepts([]float64{p}) {
				t.Errorf("%d times film: %v is rejected", film, p)
			}
		}
		e.solved = true
		e.wrong("as many of each", undecided(1, 1, 0))
		e.wrong("no word", undecided(0, 0, 0))
		e.wrong("film only", undecided(0, 0, 1))
		e.wrong("the example", undecided(2, 1, 0))
	})
}
