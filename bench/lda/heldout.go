package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"gibbslab/bench/internal/tool"
	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/farm"
	"gibbslab/sampler/lda"
	"gibbslab/sampler/lda/topics"
)

// heldOut is the number of documents at the end of a file that no sampler sees.
const heldOut = 300

// heldout prints the sweeps, the processor seconds and the log likelihood per token of the last
// documents of a corpus, given φ that a sampler has learnt from the others. The sampler may be a
// file with φ of another program: a topic a line. On a busy machine, for s1+300 and 100 topics:
//
//	processor seconds and log likelihood  1 sweep         50 sweeps        100 sweeps
//	model                                 0.4   −6.6535   7.4    −6.6061   14.0   −6.6019
//	partial                               0.5   −6.6609   7.2    −6.6123   14.7   −6.6078
//	sharded                               1.7   −6.6095   13.6   −6.6123   27.6   −6.6048
//	Spark MLlib 4.0.1, 10 iterations      116.6 −6.6749
func heldout(file, name string, k, sweeps int) {
	train, test, v := divided(file)
	show := func(sweep int, cpu float64, t *topics.Topics) {
		logP := tool.Must(t.LeftToRight(sampler.Stream("left to right", 1, 0), test, 20))
		total := 0.0
		for _, p := range logP {
			total += p
		}
		fmt.Printf("%d %.2f %.4f\n", sweep, cpu, total/tokensOf(test))
	}
	alpha := []float64{5 / float64(k)}
	wanted := []int{1, sweeps / 2, sweeps}
	if _, err := os.Stat(name); err == nil {
		phi := readPhi(name)
		show(0, 0, &topics.Topics{Phi: phi, Alpha: alpha})
		return
	}
	if name == "sharded" {
		heldoutSharded(train, v, k, wanted, show)
		return
	}
	cpu := tool.CPU()
	m := open(train, v, name, k)
	r := sampler.Stream("chain", 1, 0)
	s := tool.Must(m.Init(r))
	for sweep := 1; sweep <= sweeps; sweep++ {
		for _, b := range m.Blocks {
			tool.Check(b.Update(r, s))
		}
		if slices.Contains(wanted, sweep) {
			took := tool.CPU() - cpu
			flat := make([]float64, k*v)
			s.Phi(flat)
			show(sweep, took, &topics.Topics{Phi: slices.Collect(slices.Chunk(flat, v)), Alpha: alpha})
			cpu = tool.CPU() - took
		}
	}
}

func heldoutSharded(train []corpus.Doc, v, k int, wanted []int,
	show func(int, float64, *topics.Topics),
) {
	dir := tool.Must(os.MkdirTemp("", "heldout"))
	defer os.RemoveAll(dir)
	alpha, cpu := []float64{5 / float64(k)}, tool.CPU()
	shards := tool.Must(lda.Shard(filepath.Join(dir, "corpus"), slices.Values(train), v, 4))
	chain := lda.Sharded{Prior: lda.Prior{K: k, Alpha: alpha}, Shards: shards, Seed: 1,
		On: farm.Farm{Dir: filepath.Join(dir, "farm")}}
	for _, sweep := range wanted {
		phi, _, err := chain.Run(context.Background(), sweep)
		tool.Check(err)
		took := tool.CPU() - cpu
		show(sweep, took, &topics.Topics{Phi: phi, Alpha: alpha})
		cpu = tool.CPU() - took
	}
}

// readPhi reads topics, one a line, and makes each sum to one.
func readPhi(file string) (phi [][]float64) {
	for line := range tool.LinesOf(file) {
		var row []float64
		for field := range strings.FieldsSeq(line) {
			row = append(row, tool.Float(field))
		}
		total := floats.Sum(row)
		floats.Scale(1/total, row)
		phi = append(phi, row)
	}
	return phi
}

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

// inferred prints the processor milliseconds that it takes to label each of the last documents of a
// corpus, all at once and then one by one, with 100 sweeps and topics learnt from the others.
func inferred(file string, k int) {
	train, test, v := divided(file)
	m := open(train, v, "model", k)
	r := sampler.Stream("chain", 1, 0)
	s := tool.Must(m.Init(r))
	for range 20 {
		tool.Check(m.Blocks[0].Update(r, s))
	}
	flat := make([]float64, k*v)
	s.Phi(flat)
	t := topics.Topics{Phi: slices.Collect(slices.Chunk(flat, v)), Alpha: []float64{5 / float64(k)}}
	for _, batch := range []int{len(test), 1} {
		cpu := tool.CPU()
		for some := range slices.Chunk(test, batch) {
			tool.Must(t.Infer(sampler.Stream("infer", 1, 0), some, 50, 50))
		}
		fmt.Printf("%.3f ", 1000*(tool.CPU()-cpu)/float64(len(test)))
	}
	fmt.Println()
}

// divided is a corpus without its last documents, these, and the number of words.
func divided(file string) (train, test []corpus.Doc, v int) {
	docs, _, _, v := read(file)
	if len(docs) <= heldOut {
		tool.Fail("%s has %d documents, expected more than %d", file, len(docs), heldOut)
	}
	return docs[:len(docs)-heldOut], docs[len(docs)-heldOut:], v
}
