package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"strings"

	"gibbslab/bench/internal/tool"
	"gibbslab/datasets"
	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/lda"
	"gibbslab/sampler/lda/topics"
)

// write writes a corpus by name: s1, 1 million tokens of 100 topics, and s1+300 with 300 documents
// more; s10, 10 million of 200; reagan; or the words of a CSV file's column text, of three letters
// or more and in five documents or more, stop words left out.
func write(name, file string) {
	made := &corpus.Corpus{}
	switch name {
	case "reagan":
		made = datasets.Reagan()
	case "s1", "s1+300", "s10":
		about := datasets.LDASettings{Docs: 10_000, Tokens: 100, V: 10_000, Topics: 100, Alpha: 0.1,
			Beta: 0.05, Latent: true}
		if name == "s1+300" {
			about.Docs += heldOut
		}
		if name == "s10" {
			about = datasets.LDASettings{Docs: 50_000, Tokens: 200, V: 50_000, Topics: 200,
				Alpha: 0.05, Beta: 0.05}
		}
		for w := range about.V {
			about.Base = append(about.Base, 1/float64(w+1))
		}
		s := tool.Must(datasets.SimulateLDA(sampler.Stream("lda_speed", 1, 0), about))
		made = s.Corpus
		if s.Z != nil {
			writeFields(s, about.Topics, file)
		}
	default:
		if !strings.HasSuffix(name, ".csv") {
			tool.Fail("no corpus %q: have s1, s10, reagan, and CSV files with a column text", name)
		}
		texts := tool.Must(datasets.ReadCSVTexts(name, "text"))
		made = tool.Must(datasets.FromTexts(texts, datasets.VocabularySettings{
			Stop: datasets.EnglishStopWords(), MinLength: 3, MinDocs: 5}))
	}
	var b strings.Builder
	for _, d := range made.Docs {
		for _, c := range d {
			for range c.N {
				fmt.Fprintf(&b, "%d ", c.Word)
			}
		}
		b.WriteByte('\n')
	}
	tool.Check(os.WriteFile(file, []byte(b.String()), 0o666))
}

// read reads the words of a corpus, and their topics if there are any.
func read(file string) (docs []corpus.Doc, words, topics [][]int32, v int) {
	for line := range tool.LinesOf(file) {
		var ws, zs []int32
		for field := range strings.FieldsSeq(line) {
			word, topic, _ := strings.Cut(field, ":")
			w, z := tool.Int(word), tool.Int(cmp.Or(topic, "0"))
			ws, zs = append(ws, int32(w)), append(zs, int32(z))
			v = max(v, w+1)
		}
		docs, words, topics = append(docs, corpus.Bag(ws)), append(words, ws), append(topics, zs)
	}
	return docs, words, topics, v
}

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
