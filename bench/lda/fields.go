package main

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"

	"gibbslab/bench/internal/tool"
	"gibbslab/datasets"
	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/lda"
)

// fieldsOf is the file of the kinds and labels of the documents of a corpus file: on each line a
// kind, and then labels.
func fieldsOf(file string) string { return file + ".fields" }

// writeFields writes kinds and labels for simulated documents: ten kinds by their main topic, and
// as labels the topics that a tenth of their tokens have.
func writeFields(s *datasets.Simulated, topics int, file string) {
	var b strings.Builder
	for _, z := range s.Z {
		n := make([]int, topics)
		for _, k := range z {
			n[k]++
		}
		fmt.Fprintf(&b, "kind%d", slices.Index(n, slices.Max(n))%10)
		for k, c := range n {
			if 10*c >= len(z) || c == slices.Max(n) {
				fmt.Fprintf(&b, " topic%d", k)
			}
		}
		b.WriteByte('\n')
	}
	tool.Check(os.WriteFile(fieldsOf(file), []byte(b.String()), 0o666))
}

// fieldsCurve prints processor seconds and log p(w, z)/tokens of a model of documents with fields,
// from a cold start: dmr, llda, or plda (labels of 2 topics each, and the given number of shared
// ones).
func fieldsCurve(file, model string, topics int, most float64) {
	runtime.GOMAXPROCS(1)
	docs, _, _, v := read(file)
	text := tool.Must(os.ReadFile(fieldsOf(file)))
	var kinds []string
	var labels [][]string
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		kinds, labels = append(kinds, fields[0]), append(labels, fields[1:])
	}
	p := lda.Prior{Alpha: []float64{0.1}, Beta: 0.01}
	switch model {
	case "dmr":
		p.K, p.By = topics, lda.Covariates{SD: 1, InterceptSD: 1}.Factor("kind", kinds)
	case "llda":
		p.By = lda.Labels{Of: labels}
	case "plda":
		p.By = lda.Labels{Of: labels, PerLabel: 2, Shared: topics}
	default:
		tool.Fail("no model %q: have dmr, llda, plda", model)
	}
	clock := stopwatch{}
	clock.start()
	m := tool.Must(p.Model(docs, v, lda.Settings{Threads: 1}))
	follow(m, &clock, docs, most, 1)
}

// follow runs a chain for the given processor seconds, and prints wall and CPU time and the
// likelihood now and then.
func follow(
	m sampler.Model[lda.State], clock *stopwatch, docs []corpus.Doc, most float64, seed uint64,
) {
	r := sampler.Stream("chain", seed, 0)
	s := tool.Must(m.Init(r))
	for next := 0.0; ; {
		clock.stop()
		if clock.cpu >= next {
			fmt.Println(clock.wall, clock.cpu, s.LogJoint()/tokensOf(docs))
			next = max(1.05*clock.cpu, clock.cpu+most/200)
		}
		if clock.cpu >= most {
			return
		}
		clock.start()
		for _, b := range m.Blocks {
			tool.Check(b.Update(r, s))
		}
	}
}
