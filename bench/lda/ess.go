package main

import (
	"fmt"
	"strings"
	"time"

	"gibbslab/bench/internal/tool"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/lda"
)

// traced prints CPU seconds of the sweeps after the warm-up, and then a line a sweep: the
// log-likelihood a token, and Σ (n_k/n)², which says how unequal the topics are.
func traced(file, name string, topics, warm, sweeps int, seed uint64) {
	docs, _, _, v := read(file)
	m := open(docs, v, name, topics)
	r, all := sampler.Stream("chain", seed, 0), tokensOf(docs)
	s := tool.Must(m.Init(r))
	var clock stopwatch
	lines, n := make([][2]float64, 0, sweeps), make([]int32, topics)
	for i := range warm + sweeps {
		if i >= warm {
			clock.start()
		}
		for _, b := range m.Blocks {
			tool.Check(b.Update(r, s))
		}
		if i < warm {
			continue
		}
		clock.stop()
		clear(n)
		for d := range docs {
			s.DocTopics(d, n)
		}
		sizes := 0.0
		for _, n := range n {
			sizes += float64(n) / all * float64(n) / all
		}
		lines = append(lines, [2]float64{s.LogJoint() / all, sizes})
	}
	fmt.Println(clock.cpu)
	for _, l := range lines {
		fmt.Println(l[0], l[1])
	}
}

// effective prints, for each column of files that traced writes, a file a chain: the bulk ESS a CPU
// second of all chains, the sum of that of each chain alone, and R-hat.
func effective(files []string) {
	seconds, columns := 0.0, [2][][]float64{}
	for _, name := range files {
		var chain [2][]float64
		for line := range tool.LinesOf(name) {
			fields := strings.Fields(line)
			if len(fields) == 1 {
				seconds += tool.Float(line)
				continue
			}
			for i, field := range fields {
				chain[i] = append(chain[i], tool.Float(field))
			}
		}
		for i, x := range chain {
			columns[i] = append(columns[i], x)
		}
	}
	for _, chains := range columns {
		alone := 0.0
		for _, c := range chains {
			alone += diag.ESSBulk([][]float64{c})
		}
		fmt.Printf("%.3g %.3g %.2f\n", diag.ESSBulk(chains)/seconds, alone/seconds, diag.RHat(chains))
	}
}

// hdp runs lda.HDP on two threads on a streamed corpus, and prints what each sweep took.
func hdp(tokens, topics, sweeps int) {
	const v = 50_000
	began := time.Now()
	m := tool.Must(lda.Prior{K: topics, Beta: 0.05}.ModelSeq(stream(tokens/200, v), v,
		lda.Settings{Sampler: lda.PartiallyCollapsed, Threads: 2, Learn: lda.HDP{}}))
	r := sampler.Stream("chain", 1, 0)
	s := tool.Must(m.Init(r))
	fmt.Printf("corpus and start: %.0f s\n", time.Since(began).Seconds())
	for n := range sweeps {
		fmt.Printf("sweep %d:", n+1)
		all := time.Now()
		for _, b := range m.Blocks {
			before := time.Now()
			tool.Check(b.Update(r, s))
			fmt.Printf(" %s %.1f s,", b.Name, time.Since(before).Seconds())
		}
		took := time.Since(all).Seconds()
		used := make([]int32, len(s.Alpha))
		for d := range tokens / 200 {
			s.DocTopics(d, used)
		}
		inUse := 0
		for _, n := range used {
			if n > 0 {
				inUse++
			}
		}
		fmt.Printf(" %.2f million tokens a second; %d topics, log-likelihood %.4f a token, %.0f MiB\n",
			float64(tokens)/took/1e6, inUse, s.LogJoint()/float64(tokens), peakMemory())
	}
}
