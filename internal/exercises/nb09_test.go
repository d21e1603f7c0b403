package exercises

import (
	"math"
	"slices"
	"testing"

	"gibbslab/datasets"
	"gibbslab/nb"
	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/diag/relabel"
	"gibbslab/sampler/lda"
	"gibbslab/sampler/lda/topics"
)

// speeches are Reagan's paragraphs without stop words.
func speeches() *corpus.Corpus {
	words := datasets.VocabularySettings{Stop: datasets.EnglishStopWords()}
	return nb.Must(datasets.ChooseWords(datasets.Reagan(), words))
}

// topicsOf are the topics of each chain of a run with these constants.
func topicsOf(docs []corpus.Doc, words int, p lda.Prior, set sampler.Settings) (t []*topics.Topics) {
	post := chainsOf(nb.Must(p.Model(docs, words, lda.Settings{})), set)
	for c := range set.Chains {
		t = append(t, nb.Must(topics.Read(post, c, docs, p.Alpha...)))
	}
	return t
}

func TestTopics(t *testing.T) {
	n := open(t, "09_topics")
	n.exercise("1", func(e *exercise) {
		const share, word0, word1 = 3.5 / 4, 3.3 / 9.9, 0.3 / 3.9
		next := func(share float64) float64 { return (1-share)*word0 + share*word1 }
		e.exact(share, next(share))
		e.wrong("the tokens of the topic, not of the document", 3.5/5, next(3.5/5))
		e.wrong("no α", 1, next(1))
		e.wrong("no β", share, (1-share)*3/9)
		e.wrong("the other topic", 1-share, next(1-share))
		e.wrong("V β is one β", share, (1-share)*3.3/9.3+share*0.3/3.3)
	})
	n.exercise("2", func(e *exercise) {
		c := speeches()
		set := sampler.Settings{Chains: 1, Warmup: 100, Draws: 10, Thin: 10, Seed: 1}
		lab := topicsOf(c.Docs, c.V(), lda.Prior{K: 20, Alpha: []float64{0.1}, Beta: 0.1}, set)[0]
		shares := func(seed uint64, text string) []float64 {
			set := datasets.VocabularySettings{}
			docs, _, err := datasets.Encode([]string{text}, c.Vocabulary, set)
			docs = nb.Must(docs, err)
			return nb.Must(lab.Infer(sampler.Stream("new", seed, 0), docs, 100, 2000))[0]
		}
		about := func(word string) (best int) {
			w := slices.Index(c.Vocabulary, word)
			for k, phi := range lab.Phi {
				if phi[w] > lab.Phi[best][w] {
					best = k
				}
			}
			return best
		}
		text := "We must keep our nuclear forces strong enough to deter a Soviet attack."
		e.right(func(seed uint64) float64 { return shares(seed, text)[about("soviet")] })
		e.wrong("topic 0", shares(1, text)[0])
		e.wrong("the topic of another word", shares(1, text)[about("strong")])
		e.wrong("all topics", 1)
		e.wrong("no sentence", shares(1, "")[about("soviet")])
		e.wrong("the lower case 'soviet' alone", shares(1, "soviet")[about("soviet")])
	})
	n.exercise("3", func(e *exercise) {
		weigh := func(zero, one float64) float64 { return one / (zero + one) }
		e.exact(weigh(0.4*3.3/9.9, 0.6*2.3/2.9))
		e.wrong("the counts of the document as well", weigh(0.4*0.5*3.3/9.9, 0.6*2.5*2.3/2.9))
		e.wrong("no denominators", weigh(0.4*3.3, 0.6*2.3))
		e.wrong("still collapsed", weigh(0.5*3.3/9.9, 2.5*2.3/2.9))
		e.wrong("no word", 0.6)
		e.wrong("topic 0", weigh(0.6*2.3/2.9, 0.4*3.3/9.9))
	})
	n.exercise("4", func(e *exercise) {
		e.slow()
		bars := nb.Must(datasets.Bars(sampler.Stream("bars", 1, 0), 500, 100))
		set := sampler.Settings{Chains: 2, Warmup: 300, Draws: 50, Seed: 1}
		two := topicsOf(bars.Docs, 25, lda.Prior{K: 10, Alpha: []float64{1}, Beta: 0.1}, set)
		a := nb.Must(relabel.Align([][][]float64{bars.Phi, two[0].Phi, two[1].Phi}, 0))
		largest := func(first, second []int) (worst float64) {
			for k, bar := range bars.Phi {
				for v, p := range bar {
					mean := (two[0].Phi[first[k]][v] + two[1].Phi[second[k]][v]) / 2
					worst = max(worst, math.Abs(mean-p))
				}
			}
			return worst
		}
		e.exact(largest(a.Perms[1], a.Perms[2]))
		e.wrong("only the first chain is paired", largest(a.Perms[1], a.Perms[1]))
		e.wrong("not paired", largest(a.Perms[0], a.Perms[0]))
		e.wrong("the chains are exchanged", largest(a.Perms[2], a.Perms[1]))
	})
	n.exercise("5", func(e *exercise) {
		words := func(least, runs int, stop []string) float64 {
			set := datasets.VocabularySettings{MinDocs: least, NGrams: runs, Stop: stop}
			return float64(nb.Must(datasets.FromTexts(datasets.ReaganTexts(), set)).V())
		}
		stop := datasets.EnglishStopWords()
		e.exact(words(10, 3, stop))
		e.wrong("single words", words(10, 1, stop))
		e.wrong("more than ten", words(11, 3, stop))
		e.wrong("with stop words", words(10, 3, nil))
	})
}
