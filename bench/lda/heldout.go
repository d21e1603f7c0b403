package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

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
func heldout(file, name string, k, sweeps int) error {
	docs, _, _, v, err := read(file)
	if err != nil {
		return err
	}
	if len(docs) <= heldOut {
		return fmt.Errorf("%s has %d documents, expected more than %d", file, len(docs), heldOut)
	}
	train, test := docs[:len(docs)-heldOut], docs[len(docs)-heldOut:]
	show := func(sweep int, cpu float64, t *topics.Topics) error {
		logP, err := t.LeftToRight(sampler.Stream("left to right", 1, 0), test, 20)
		total := 0.0
		for _, p := range logP {
			total += p
		}
		fmt.Printf("%d %.2f %.4f\n", sweep, cpu, total/tokensOf(test))
		return err
	}
	alpha := []float64{5 / float64(k)}
	wanted := []int{1, sweeps / 2, sweeps}
	if _, err := os.Stat(name); err == nil {
		phi, err := readPhi(name)
		if err != nil {
			return err
		}
		return show(0, 0, &topics.Topics{Phi: phi, Alpha: alpha})
	}
	if name == "sharded" {
		return heldoutSharded(train, v, k, wanted, show)
	}
	cpu := cpuSeconds()
	m, err := open(train, v, name, k)
	if err != nil {
		return err
	}
	r := sampler.Stream("chain", 1, 0)
	s, err := m.Init(r)
	for sweep := 1; err == nil && sweep <= sweeps; sweep++ {
		for _, b := range m.Blocks {
			if err := b.Update(r, s); err != nil {
				return err
			}
		}
		if slices.Contains(wanted, sweep) {
			took := cpuSeconds() - cpu
			flat := make([]float64, k*v)
			s.Phi(flat)
			err = show(sweep, took, &topics.Topics{Phi: slices.Collect(slices.Chunk(flat, v)), Alpha: alpha})
			cpu = cpuSeconds() - took
		}
	}
	return err
}

func heldoutSharded(train []corpus.Doc, v, k int, wanted []int,
	show func(int, float64, *topics.Topics) error,
) error {
	dir, err := os.MkdirTemp("", "heldout")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	alpha, cpu := []float64{5 / float64(k)}, cpuSeconds()
	shards, err := lda.Shard(filepath.Join(dir, "corpus"), slices.Values(train), v, 4)
	if err != nil {
		return err
	}
	chain := lda.Sharded{Prior: lda.Prior{K: k, Alpha: alpha}, Shards: shards, Seed: 1,
		On: farm.Farm{Dir: filepath.Join(dir, "farm")}}
	for _, sweep := range wanted {
		phi, _, err := chain.Run(context.Background(), sweep)
		if err != nil {
			return err
		}
		took := cpuSeconds() - cpu
		if err := show(sweep, took, &topics.Topics{Phi: phi, Alpha: alpha}); err != nil {
			return err
		}
		cpu = cpuSeconds() - took
	}
	return nil
}

// readPhi reads topics, one a line, and makes each sum to one.
func readPhi(file string) (phi [][]float64, err error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var row []float64
		total := 0.0
		for field := range strings.FieldsSeq(lines.Text()) {
			p, err := strconv.ParseFloat(field, 64)
			if err != nil {
				return nil, err
			}
			row, total = append(row, p), total+p
		}
		for w := range row {
			row[w] /= total
		}
		phi = append(phi, row)
	}
	return phi, lines.Err()
}
