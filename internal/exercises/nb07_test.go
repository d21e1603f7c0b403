package exercises

import (
	"math"
	"testing"

	"gibbslab/datasets"
	"gibbslab/nb"
	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/diag/relabel"
	"gibbslab/sampler/naivebayes"
)

// messages returns the messages, each once, and their labels: 0 is ham, 1 is spam.
func messages() (docs []corpus.Doc, labels []int, V int) {
	sms, seen := datasets.SMSSpam(), map[string]bool{}
	for d, doc := range sms.Docs {
		if words := string(doc.Words()); !seen[words] {
			seen[words], docs, labels = true, append(docs, doc), append(labels, sms.Labels[d])
		}
	}
	return docs, labels, sms.V()
}

// mailbox gives the labels of n messages.
func mailbox(n int) naivebayes.Data {
	docs, labels, V := messages()
	for _, d := range sampler.Stream("twenty", 1, 0).Perm(len(docs))[n:] {
		labels[d] = naivebayes.Unlabelled
	}
	return naivebayes.Data{Docs: docs, V: V, Labels: labels}
}

var spamPrior = naivebayes.Prior{GammaTheta: []float64{0.1}, ThetaSpread: 2}

// learn makes a quarter of the notebook's draws.
func learn(seed uint64, data naivebayes.Data) *sampler.Trace {
	data.Start = nb.Must(spamPrior.Supervised(data))
	set := sampler.Settings{Chains: 2, Warmup: 50, Draws: 125, Seed: seed, Progress: quiet}
	return nb.Run(nb.Must(spamPrior.Collapsed(data)), set)
}

// probabilities are those of all messages, with twenty labels. They are computed once for a seed.
var probabilities = func() func(seed uint64) [][]float64 {
	known := map[uint64][][]float64{}
	return func(seed uint64) [][]float64 {
		if known[seed] == nil {
			data := mailbox(20)
			known[seed] = nb.Must(naivebayes.Summarize(learn(seed, data), data)).Prob
		}
		return known[seed]
	}
}()

// doubt adds up f of the two probabilities of each message.
func doubt(prob [][]float64, f func(ham, spam float64) float64) (sum float64) {
	for _, p := range prob {
		sum += f(p[0], p[1])
	}
	return sum
}

// filter has precision and recall among the hidden labels.
func filter(prob [][]float64, limit float64) []float64 {
	called, both, spam, known := 0.0, 0.0, 0.0, mailbox(20).Labels
	_, labels, _ := messages()
	for d, label := range labels {
		if known[d] == naivebayes.Unlabelled {
			spam += float64(label)
			if prob[d][1] > limit {
				called, both = called+1, both+float64(label)
			}
		}
	}
	return []float64{both / called, both / spam}
}

// sizes are the mean numbers of messages of both classes, without labels. It takes the first run
// from the seed on whose chains agree.
func sizes(seed uint64, relabelled bool) (small, large float64) {
	tr := learn(seed, mailbox(0))
	if relabelled {
		tr = nb.Must(nb.Must(relabel.Pivot(tr, "pi")).Apply(tr, "size"))
		if diag.RHat(nb.Must(tr.Chains("size[0]"))) > 1.1 {
			return sizes(seed+seeds, relabelled)
		}
	}
	a, b := diag.Mean(nb.Must(tr.Draws("size[0]"))), diag.Mean(nb.Must(tr.Draws("size[1]")))
	return min(a, b), max(a, b)
}

// labelsNeeded is the first number of labels with which enough labels are right, of the hidden ones
// or of all.
func labelsNeeded(enough float64, ofAll bool) float64 {
	_, labels, _ := messages()
	for _, n := range []int{100, 200, 500, 1000, 2000} {
		data, mistakes, hidden := mailbox(n), 0.0, len(labels)-n
		for d, k := range naivebayes.Mode(nb.Must(spamPrior.Supervised(data))) {
			if data.Labels[d] == naivebayes.Unlabelled && k != labels[d] {
				mistakes++
			}
		}
		if ofAll {
			hidden = len(labels)
		}
		if 1-mistakes/float64(hidden) >= enough {
			return float64(n)
		}
	}
	return 4000
}

func TestNaiveBayes(t *testing.T) {
	n := open(t, "07_naive_bayes")
	n.exercise("1", func(e *exercise) {
		odds := func(free, counts float64) float64 { // of spam; each class has so many counts more
			spam := 0.25 * math.Pow(3.1/(100+counts), free) * 0.1 / (100 + counts)
			return spam / (0.75 * math.Pow(0.1/(300+counts), free) * 4.1 / (300 + counts))
		}
		probability := func(odds float64) float64 { return odds / (1 + odds) }
		e.exact(probability(odds(2, 100)))
		e.wrong("no shares", probability(3*odds(2, 100)))
		e.wrong("free counted once", probability(odds(1, 100)))
		e.wrong("the prior not in the totals", probability(odds(2, 0)))
		e.wrong("V for its concentrations", probability(odds(2, 1000)))
		e.wrong("ham", 1-probability(odds(2, 100)))
	})
	n.exercise("2", func(e *exercise) {
		e.slow()
		smaller := func(ham, spam float64) float64 { return min(ham, spam) }
		e.right(func(seed uint64) float64 { return doubt(probabilities(seed), smaller) })
		prob := probabilities(1000)
		half := doubt(prob, func(ham, spam float64) float64 { return ham * spam })
		e.wrong("p(1 - p)", half)
		e.wrong("a random draw", 2*half)
		e.wrong("what EM expects", 10)
		e.wrong("what it makes", 116)
		e.wrong("the spam", doubt(prob, func(_, spam float64) float64 { return spam }))
	})
	n.exercise("3", func(e *exercise) {
		e.exact(0.9 * 1 / (0.9*1 + 0.1*20))
		e.wrong("the label alone", 0.9)
		e.wrong("the words alone", 1./21)
		e.wrong("the factor at the wrong class", 0.1*1/(0.1*1+0.9*20))
		e.wrong("ham", 0.1*20/(0.9*1+0.1*20))
	})
	n.exercise("4", func(e *exercise) {
		e.slow()
		e.rights(func(seed uint64) []float64 { return filter(probabilities(seed), 0.99) })
		right, half := filter(probabilities(1000), 0.99), filter(probabilities(1000), 0.5)
		e.wrong("above one half", half...)
		e.wrong("the precision above one half", half[0], right[1])
		e.wrong("the recall above one half", right[0], half[1])
		e.wrong("exchanged", right[1], right[0])
		e.wrong("above 0.9", filter(probabilities(1000), 0.9)...)
	})
	n.exercise("5", func(e *exercise) {
		e.slow()
		e.right(func(seed uint64) float64 { small, _ := sizes(seed, true); return small })
		_, large := sizes(1000, true)
		e.wrong("the larger class", large)
		raw, _ := sizes(1, false)
		e.wrong("not relabelled", raw)
		e.wrong("half of all messages", 5126./2)
		e.wrong("the truth, of the notebook", 629)
	})
	n.exercise("6", func(e *exercise) {
		e.exact(labelsNeeded(0.977, false))
		e.wrong("the share of all messages", labelsNeeded(0.977, true))
		e.wrong("97 %", labelsNeeded(0.97, false))
		e.wrong("the twenty", 20)
	})
}
