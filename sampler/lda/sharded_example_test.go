package lda_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gibbslab/sampler/farm"
	"gibbslab/sampler/lda"
)

// A chain over a corpus in files. Here the pieces run in this process; with On: farm.Slurm{} in the
// farm.Farm they run on a cluster, and the topics are the same.
func ExampleSharded_Run() {
	dir, err := os.MkdirTemp("", "topics")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	shards, err := lda.Shard(filepath.Join(dir, "corpus"), slices.Values(notes), len(vocabulary), 3)
	if err != nil {
		fmt.Println(err)
		return
	}
	chain := lda.Sharded{Prior: lda.Prior{K: 2, Alpha: []float64{0.1}}, Shards: shards, Seed: 1,
		On: farm.Farm{Dir: filepath.Join(dir, "farm")}}
	phi, logLik, err := chain.Run(context.Background(), 10)
	if err != nil {
		fmt.Println(err)
		return
	}
	together := (phi[0][0] > 0.1) == (phi[0][1] > 0.1)
	fmt.Println(len(logLik), "log likelihoods; goal and match share a topic:", together)
	// Output: 11 log likelihoods; goal and match share a topic: true
}

// The folder has the shards from then on. Other documents are refused.
func ExampleShard() {
	dir, err := os.MkdirTemp("", "shards")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	if _, err := lda.Shard(dir, slices.Values(notes), len(vocabulary), 4); err != nil {
		fmt.Println(err)
	}
	_, err = lda.Shard(dir, nil, len(vocabulary), 4)
	fmt.Println(err)
	_, err = lda.Shard(dir, slices.Values(notes[1:]), len(vocabulary), 4)
	fmt.Println(strings.ReplaceAll(err.Error(), dir, "DIR"))
	// Output:
	// <nil>
	// lda: Shard: the folder DIR has shards of other documents: delete it, or name another
}
