package farm

import (
	"context"
	"crypto/sha256"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/lda"
)

// someDocs are 60 documents over 100 words.
func someDocs() iter.Seq[corpus.Doc] {
	return func(yield func(corpus.Doc) bool) {
		r := sampler.Stream("some documents", 1, 0)
		words := make([]int32, 30)
		for d := range 60 {
			for i := range words {
				words[i] = int32(25*(d%4) + r.IntN(40)%25)
			}
			if !yield(corpus.Bag(words)) {
				return
			}
		}
	}
}

// topics runs lda.Sharded in a folder, and returns the SHA-256 of φ and of the log likelihoods.
func topics(dir string, shards, sweeps int, on Farm) (string, error) {
	files, err := lda.Shard(filepath.Join(dir, "corpus"), someDocs(), 100, shards)
	if err != nil {
		return "", err
	}
	on.Dir = filepath.Join(dir, "farm")
	chain := lda.Sharded{Prior: lda.Prior{K: 5}, Shards: files, Seed: 7, On: on}
	phi, logLik, err := chain.Run(context.Background(), sweeps)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", sha256.Sum256(fmt.Appendf(nil, "%x %x", phi, logLik))), nil
}

// Topics after 10 sweeps are the same for 1, 3 and 8 shards, on goroutines, in processes of their
// own, and if the driver and a part are killed and the driver is started again.
func TestTopics(t *testing.T) {
	turns.Long(t)
	want, err := topics(t.TempDir(), 1, 10, Farm{})
	if err != nil {
		t.Fatal(err)
	}
	for _, shards := range []int{3, 8} {
		if got, err := topics(t.TempDir(), shards, 10, Farm{}); err != nil || got != want {
			t.Errorf("%d shards: other topics, or an error: %v", shards, err)
		}
	}
	if other, err := topics(t.TempDir(), 3, 9, Farm{}); err != nil || other == want {
		t.Errorf("9 sweeps have the topics of 10: the test shows nothing; %v", err)
	}
	for _, pieces := range []int{8, 3} {
		p := plan{What: "topics", Dir: t.TempDir(), Engine: "processes", Chains: 8, Draws: 10,
			Pieces: pieces}
		c, _ := p.start(t)
		for range 600 { // some sweeps, and then the driver is killed
			files, _ := filepath.Glob(filepath.Join(p.Dir, "corpus", "chain-*", "topics-3-*"))
			if len(files) > 0 {
				break
			}
			time.Sleep(100 * time.Millisecond)
		}
		c.Process.Kill()
		c.Wait()
		if said := p.drive(t); !strings.Contains(said, "sum: "+want+" error: <nil>") {
			t.Errorf("parts of %d, killed and started again: %s", pieces, said)
		}
	}
}

// harm is an engine that also damages files of topics, counts and φ.
type harm struct {
	chaos
	corpus string
	rounds map[string]int // of each job
}

func (h harm) Run(ctx context.Context, p Program, says func(string)) error {
	*h.round = h.rounds[p.step]
	h.rounds[p.step]++
	err := h.chaos.Run(ctx, p, says)
	files, _ := filepath.Glob(filepath.Join(h.corpus, "chain-*", "*-*"))
	for _, file := range files {
		if h.r.IntN(30) == 0 {
			if info, err := os.Stat(file); err == nil {
				os.Truncate(file, info.Size()/2)
			}
		}
	}
	return err
}

// Whatever happens to the parts and the files, the topics are the same.
func TestTopicsSchedules(t *testing.T) {
	want, err := topics(t.TempDir(), 1, 4, Farm{})
	if err != nil {
		t.Fatal(err)
	}
	schedules := uint64(5)
	if turns.Short(t) {
		schedules = 2
	}
	for seed := range schedules {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			dir, r, round := t.TempDir(), sampler.Stream("schedules of topics", seed, 0), 0
			on := Farm{On: harm{chaos{r, filepath.Join(dir, "farm"), &round},
				filepath.Join(dir, "corpus"), map[string]int{}}, Pieces: 1 + r.IntN(4)}
			if got, err := topics(dir, 1+r.IntN(8), 4, on); err != nil || got != want {
				t.Errorf("schedule %d: other topics, or an error: %v", seed, err)
			}
		})
	}
}
