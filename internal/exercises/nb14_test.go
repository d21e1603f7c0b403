package exercises

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"gibbslab/datasets"
	"gibbslab/nb"
	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/lda"
	"gibbslab/sampler/lda/topics"
)

// oneTopic is the perplexity of documents, predicted by the counts of words in others.
func oneTopic(from, to []corpus.Doc, beta, inDenominator float64) float64 {
	n, total, logP := make([]float64, 4424), 0.0, make([]float64, len(to))
	for _, c := range slices.Concat(from...) {
		n[c.Word] += float64(c.N)
		total += float64(c.N)
	}
	for d, doc := range to {
		for _, c := range doc {
			logP[d] += float64(c.N) * math.Log((n[c.Word]+beta)/(total+inDenominator))
		}
	}
	return topics.Perplexity(logP, to)
}

// learnAndPredict is the perplexity of documents, predicted by k topics of others.
func learnAndPredict(from, to []corpus.Doc, k int) float64 {
	set := sampler.Settings{Chains: 1, Warmup: 150, Draws: 50, Seed: 1}
	t := topicsOf(from, 4424, lda.Prior{K: k, Alpha: []float64{0.1}, Beta: 0.1}, set)[0]
	logP := nb.Must(t.LeftToRight(sampler.Stream("held out", 1, 0), to, 0))
	return topics.Perplexity(logP, to)
}

func TestHowManyTopics(t *testing.T) {
	n := open(t, "14_how_many_topics")
	c := speeches()
	n.exercise("1", func(e *exercise) {
		pmi := math.Log(20 * 557 / (40. * 30))
		e.exact(pmi / -math.Log(20./557))
		e.wrong("not divided", pmi)
		e.wrong("the share of one word", pmi/-math.Log(30./557))
		e.wrong("the sign", pmi/math.Log(20./557))
		e.wrong("counts for shares", math.Log(20/(40.*30))/-math.Log(20))
	})
	n.exercise("2", func(e *exercise) {
		e.exact(15. / 23 * 14 / 22 * 13 / 21)
		e.wrong("the same chain twice", math.Pow(15./23, 3))
		e.wrong("of 24 chains", 15./24*14/23*13/22)
		e.wrong("two of three", 15./23*14/22)
		e.wrong("none of the three", 8./23*7/22*6/21)
	})
	n.exercise("3", func(e *exercise) {
		var seen, unseen []corpus.Doc
		for five := range slices.Chunk(c.Docs, 5) {
			seen, unseen = append(seen, five[1:]...), append(unseen, five[0])
		}
		e.exact(oneTopic(seen, unseen, 0.1, 442.4))
		e.wrong("the paragraphs seen", oneTopic(seen, seen, 0.1, 442.4))
		e.wrong("all paragraphs counted", oneTopic(c.Docs, unseen, 0.1, 442.4))
		e.wrong("no β in the denominator", oneTopic(seen, unseen, 0.1, 0))
		e.wrong("a β of 1", oneTopic(seen, unseen, 1, 4424))
		e.wrong("all words alike", 4424)
	})
	n.exercise("4", func(e *exercise) {
		e.slow()
		set := sampler.Settings{Chains: 8, Warmup: 100, Draws: 50, Thin: 2, Seed: 1}
		all := topicsOf(c.Docs, c.V(), lda.Prior{K: 20, Alpha: []float64{0.1}, Beta: 0.1}, set)
		s := nb.Must(topics.Stability(all))
		e.exact(s.Count)
		e.wrong("in all seven others", float64(len(s.Stable)))
		e.wrong("found in others, of chain 0", floats.Sum(s.Found))
		e.wrong("of four chains", nb.Must(topics.Stability(all[:4])).Count)
	})
	n.exercise("5", func(e *exercise) {
		e.slow()
		var others, year []corpus.Doc
		for d, doc := range c.Docs {
			if datasets.ReaganDates()[d].Year() == 1985 {
				year = append(year, doc)
			} else {
				others = append(others, doc)
			}
		}
		e.exact(learnAndPredict(others, year, 20))
		e.wrong("1985 is learnt, too", learnAndPredict(c.Docs, year, 20))
		e.wrong("1985 predicts the others", learnAndPredict(year, others, 20))
		e.wrong("ten topics", learnAndPredict(others, year, 10))
		e.wrong("one topic", oneTopic(others, year, 0.1, 442.4))
	})
}
