package main

import (
	"context"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"gibbslab/bench/internal/tool"
	"gibbslab/datasets"
	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/farm"
	"gibbslab/sampler/lda"
	"gibbslab/sampler/variate"
)

// stream draws documents of 200 words from 200 topics, one after the other.
func stream(docs, v int) iter.Seq[corpus.Doc] {
	return func(yield func(corpus.Doc) bool) {
		about := datasets.LDASettings{Docs: 1, Tokens: 200, V: v, Topics: 200, Alpha: 0.05,
			Beta: 0.05}
		for w := range about.V {
			about.Base = append(about.Base, 1/float64(w+1))
		}
		r := sampler.Stream("lda_stream", 1, 0)
		made := tool.Must(datasets.SimulateLDA(r, about))
		sums := made.Phi
		for _, row := range sums {
			for w := 1; w < v; w++ {
				row[w] += row[w-1]
			}
		}
		alpha := slices.Repeat([]float64{about.Alpha}, about.Topics)
		theta := make([]float64, about.Topics)
		words := make([]int32, about.Tokens)
		for range docs {
			variate.Dirichlet(r, alpha, theta)
			for i := range words {
				row := sums[variate.Categorical(r, theta)]
				u := r.Float64() * row[v-1]
				words[i] = int32(sort.Search(v-1, func(w int) bool { return row[w] > u }))
			}
			if !yield(corpus.Bag(words)) {
				return
			}
		}
	}
}

// sharded runs lda.Sharded on a corpus that is streamed into 4 shards and never held: each part is
// a process, two at a time. It prints the log likelihood and the time of each sweep, and the peak
// memory of the driver and of the largest part.
func sharded(dir string, tokens, topics, sweeps int) {
	const v = 50_000
	go watchMemory(dir)
	began, cpu := time.Now(), tool.CPU()
	shards := tool.Must(lda.Shard(filepath.Join(dir, "corpus"), stream(tokens/200, v), v, 4))
	fmt.Printf("shards: %.0f s, %.0f s of a processor\n", time.Since(began).Seconds(),
		tool.CPU()-cpu)
	before := time.Now()
	chain := lda.Sharded{Prior: lda.Prior{K: topics}, Shards: shards, Seed: 1,
		On: farm.Farm{Dir: filepath.Join(dir, "farm"), Pieces: 1, On: farm.Command{
			Submit: []string{"sh", "-c", "seq 0 {last} | xargs -P 2 -I N env T=N sh {script}"},
			Index:  "$T"}},
		Progress: func(sweep int, loglik float64) {
			fmt.Printf("after sweep %d: log likelihood per token %.4f; %.0f s since the last\n",
				sweep, loglik/float64(tokens), time.Since(before).Seconds())
			before = time.Now()
		}}
	_, _, err := chain.Run(context.Background(), sweeps)
	tool.Check(err)
	files := tool.Must(filepath.Glob(filepath.Join(dir, "memory-*")))
	most := map[string]float64{"driver": peakMemory()}
	total := 0.0
	for _, file := range files {
		text := tool.Must(os.ReadFile(file))
		var mib, seconds float64
		fmt.Sscan(string(text), &mib, &seconds)
		if strings.Contains(file, "memory-part") {
			most["part"] = max(most["part"], mib)
			total += seconds
		}
	}
	fmt.Printf("peak memory: driver %.0f MiB, largest part %.0f MiB; parts took %.0f s of a "+
		"processor\n", most["driver"], most["part"], total)
}

// watchMemory keeps writing down the peak memory of this process and its processor time.
func watchMemory(dir string) {
	name := "driver"
	if farm.Worker() {
		name = "part"
	}
	for {
		os.WriteFile(filepath.Join(dir, fmt.Sprintf("memory-%s-%d", name, os.Getpid())),
			fmt.Appendf(nil, "%.1f %.2f", peakMemory(), tool.CPU()), 0o666)
		time.Sleep(100 * time.Millisecond)
	}
}

// peakMemory is the most memory that this process had, in MiB.
func peakMemory() float64 {
	status, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(status)) {
		if kib, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			n, _ := strconv.ParseFloat(strings.Fields(kib)[0], 64)
			return n / 1024
		}
	}
	return 0
}

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
