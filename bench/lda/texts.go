package main

import (
	"context"
	"fmt"
	"strings"

	"gibbslab/bench/internal/tool"
	"gibbslab/datasets"
	"gibbslab/sampler"
	"gibbslab/sampler/lda"
	"gibbslab/sampler/lda/topics"
)

// texts measures the time from texts of 100 words to a table of topics: counting words, one chain
// of 50 + 50 sweeps on two threads, and the ten top words of each topic.
func texts(docs, k int) {
	about := datasets.LDASettings{Docs: docs, Tokens: 100, V: 10_000, Topics: 100, Alpha: 0.1,
		Beta: 0.05}
	for w := range about.V {
		about.Base = append(about.Base, 1/float64(w+10))
	}
	simulated := tool.Must(datasets.SimulateLDA(sampler.Stream("lda_speed", 1, 0), about))
	all := make([]string, docs)
	for i, d := range simulated.Docs {
		var b strings.Builder
		for _, c := range d {
			for range c.N {
				b.WriteString(spelt(c.Word))
			}
		}
		all[i] = b.String()
	}

	clock := stopwatch{}
	clock.start()
	c := tool.Must(datasets.FromTexts(all,
		datasets.VocabularySettings{Stop: datasets.EnglishStopWords(), MinDocs: 2}))
	prior := lda.Prior{K: k}
	m := tool.Must(prior.Model(c.Docs, len(c.Vocabulary), lda.Settings{Blocks: 2}))
	tr := tool.Must(sampler.Run(context.Background(), m,
		sampler.Settings{Chains: 1, Warmup: 50, Draws: 50}))
	found := tool.Must(topics.Read(tr, 0, c.Docs, prior.Alpha...))
	top := tool.Must(found.Top(10))
	table := topics.Words(c.Vocabulary, top)
	clock.stop()
	fmt.Printf("%d documents to %d topics: %.2f s of wall time, %.2f s of CPU time\n", docs,
		len(table), clock.wall, clock.cpu)
}

// spelt turns a number into a word of three to six letters.
func spelt(n int32) string {
	b := []byte{"bdfgklmn"[n%8], "aeiou"[n/8%5], "prstvwxz"[n/40%8]}
	for n /= 320; n > 0; n /= 5 {
		b = append(b, "aeiou"[n%5])
	}
	return string(append(b, ' '))
}
