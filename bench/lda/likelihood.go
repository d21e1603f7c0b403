package main

import (
	"fmt"
	"gibbslab/bench/internal/tool"
	"math"
)

// likelihood is log p(w, z)/tokens, by gamma functions of counts made here.
func likelihood(file string, topics int) {
	_, words, z, v := read(file)
	const beta = 0.01
	alpha := 5 / float64(topics)
	lg := func(x float64) float64 { y, _ := math.Lgamma(x); return y }
	nwk, nk, tokens, sum := make([]int, v*topics), make([]int, topics), 0, 0.0
	for d, ws := range words {
		ndk := map[int32]int{}
		for i, w := range ws {
			k := z[d][i]
			if int(k) >= topics || k < 0 {
				tool.Fail("document %d has topic %d", d, k)
			}
			ndk[k]++
			nwk[int(w)*topics+int(k)]++
			nk[k]++
		}
		tokens += len(ws)
		sum += lg(5) - lg(5+float64(len(ws)))
		for _, n := range ndk {
			sum += lg(alpha+float64(n)) - lg(alpha)
		}
	}
	for _, n := range nwk {
		if n > 0 {
			sum += lg(beta+float64(n)) - lg(beta)
		}
	}
	for _, n := range nk {
		sum += lg(float64(v)*beta) - lg(float64(v)*beta+float64(n))
	}
	fmt.Println(sum / float64(tokens))
}
