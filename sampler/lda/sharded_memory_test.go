package lda

import (
	"context"
	"path/filepath"
	"runtime"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
)

// measured is a farm that notes how many bytes a piece of a round has allocated, all in all.
type measured struct{ most map[string]uint64 }

func (f measured) Do(ctx context.Context, job sampler.Job) ([][]byte, error) {
	work := job.Work
	job.Work = func(ctx context.Context, i int, scratch string) ([]byte, error) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		defer func() {
			runtime.ReadMemStats(&after)
			f.most[job.Step] = max(f.most[job.Step], after.TotalAlloc-before.TotalAlloc)
		}()
		return work(ctx, i, scratch)
	}
	return inOrder{}.Do(ctx, job)
}

// What a piece of work allocates depends on K × V, and not on the documents, which it does not hold:
// bench/lda sharded is the same with 200 million tokens.
func TestShardedMemory(t *testing.T) {
	const v, length, topics = 500, 50, 20
	most := map[int]map[string]uint64{}
	for _, docs := range []int{1000, 4000} {
		random := func(yield func(corpus.Doc) bool) {
			r := sampler.Stream("memory", 1, 0)
			words := make([]int32, length)
			for range docs {
				for i := range words {
					words[i] = int32(r.IntN(v))
				}
				if !yield(corpus.Bag(words)) {
					return
				}
			}
		}
		shards := must(Shard(filepath.Join(t.TempDir(), "corpus"), random, v, 2))
		f := measured{map[string]uint64{}}
		chain := Sharded{Prior: Prior{K: topics}, Shards: shards, On: f}
		if _, _, err := chain.Run(context.Background(), 2); err != nil {
			t.Fatal(err)
		}
		most[docs] = f.most
	}
	for _, step := range []string{"phi-2", "z-2"} {
		few, many := most[1000][step], most[4000][step]
		t.Logf("%s: %d bytes for 50 000 tokens, %d for 200 000", step, few, many)
		if many > few+50_000 { // the documents of a shard take 750 000 bytes more
			t.Errorf("%s: a piece allocates %d bytes for 50 000 tokens and %d for 200 000", step, few,
				many)
		}
	}
}
