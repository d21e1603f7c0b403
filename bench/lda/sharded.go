package main

import (
	"context"
	"fmt"
	"iter"
	"os"
	"path/filepath"
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
