package main

import (
	"fmt"
	"time"

	"gibbslab/bench/internal/tool"
	"gibbslab/sampler"
	"gibbslab/sampler/lda"
)

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
