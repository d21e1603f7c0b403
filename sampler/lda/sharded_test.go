package lda

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/diag"
)

// inOrder is a farm that computes the pieces here, one after the other.
type inOrder struct {
	after func(step string) // after each round; may be nil
}

func (f inOrder) Do(ctx context.Context, job sampler.Job) ([][]byte, error) {
	results := make([][]byte, job.N)
	for i := range results {
		var err error
		if results[i], err = job.Work(ctx, i, ""); err != nil {
			return nil, err
		}
	}
	if f.after != nil {
		f.after(job.Step)
	}
	return results, ctx.Err()
}

// anyState is a state of PartiallyCollapsed.
func anyState(m sampler.Model[State]) *State { return must(m.Init(sampler.Stream("chain", 1, 0))) }

// shardedState gives s the topics of the last sweep in the files.
func shardedState(t *testing.T, r *sharded, s *State) *State {
	t.Helper()
	all, n := make([][]uint16, s.tokens.docs), len(r.Shards.about.Shards)
	for i := range n {
		raw := must(os.ReadFile(r.topicsFile(len(r.LogLik)-1, i)))
		for d := i; d < len(all); d += n {
			for range s.tokens.length[d] {
				all[d] = append(all[d], order.Uint16(raw))
				raw = raw[2:]
			}
		}
	}
	s.assign(all)
	s.kernel.recount(s, nil)
	return s
}

func shardedOf(t *testing.T, p Prior, docs []corpus.Doc, v, shards int) Sharded {
	t.Helper()
	s, err := Shard(filepath.Join(t.TempDir(), "corpus"), once(docs), v, shards)
	if err != nil {
		t.Fatal(err)
	}
	return Sharded{Prior: p, Shards: s, Seed: 3, On: inOrder{}}
}

// A sweep over shards is a sweep of PartiallyCollapsed in memory, bit for bit, for any number of
// shards; log likelihood and φ are those of its state.
func TestShardedIsPartiallyCollapsed(t *testing.T) {
	turns.Long(t)
	docs := append(midsize(), nil, corpus.Bag([]int32{3, 3, 3}))
	const v = 302
	for _, p := range []Prior{{K: 5}, {K: 18, Beta: 0.2, Alpha: []float64{0.1}}} {
		m := must(p.Model(docs, v, Settings{Sampler: PartiallyCollapsed, Threads: 2}))
		for _, shards := range []int{1, 3, 8} {
			sh := shardedOf(t, p, docs, v, shards)
			if _, _, err := sh.Run(context.Background(), 2); err != nil {
				t.Fatal(err)
			}
			s := shardedState(t, must(sh.open(0)), anyState(m))
			for sweep := 3; sweep <= 10; sweep++ {
				x := sampler.Stream("lda sharded", sh.Seed, sweep)
				for _, b := range m.Blocks {
					if err := b.Update(x, s); err != nil {
						t.Fatal(err)
					}
				}
			}
			found, logLik, err := sh.Run(context.Background(), 10)
			if err != nil || len(logLik) != 11 {
				t.Fatal(logLik, err)
			}
			got := shardedState(t, must(sh.open(0)), anyState(m))
			if !slices.Equal(got.z, s.z) {
				t.Errorf("K = %d, %d shards: other topics than PartiallyCollapsed", p.K, shards)
			}
			phi := make([]float64, p.K*v)
			s.Phi(phi)
			for i, want := range phi {
				if math.Abs(found[i/v][i%v]-want) > 1e-12 {
					t.Fatalf("φ[%d] is %v, expected %v", i, found[i/v][i%v], want)
				}
			}
			if want := s.LogLikelihood(); math.Abs(logLik[10]-want) > 1e-9*math.Abs(want) {
				t.Errorf("log likelihood %v, expected %v", logLik[10], want)
			}
		}
	}
}

// The posterior is exact on a toy with 3 topics. If one shard's counts are taken for those of
// another, the same test notices.
func TestShardedExact(t *testing.T) {
	turns.Long(t)
	y := &toys[3]
	deviation := func(after func(sh *Sharded, r *sharded, step string)) (worst float64) {
		sh := shardedOf(t, y.prior(), y.docs(), len(y.counts[0]), 2)
		set := Settings{Sampler: PartiallyCollapsed}
		m := must(y.prior().Model(y.docs(), len(y.counts[0]), set))
		r, s := must(sh.open(0)), anyState(m)
		var joint, same []float64
		r.On = inOrder{after: func(step string) { after(&sh, r, step) }}
		for sweep := range 500 {
			if err := r.sweep(context.Background(), sweep); err != nil {
				t.Fatal(err)
			}
			s := shardedState(t, r, s)
			z := slices.Concat(s.Assignments()...)
			joint, same = append(joint, s.LogJoint()), append(same, 0)
			if z[y.first] == z[y.last] {
				same[sweep] = 1
			}
		}
		for i, x := range [][]float64{joint[50:], same[50:]} {
			mean := []float64{y.want.mean, y.want.same}[i]
			worst = max(worst, math.Abs(diag.Mean(x)-mean)/diag.MCSEMean([][]float64{x}))
		}
		return worst
	}
	if z := deviation(func(*Sharded, *sharded, string) {}); z > 4 {
		t.Errorf("|z| is %.1f", z)
	}
	wrong := func(_ *Sharded, r *sharded, step string) {
		var sweep int
		if n, _ := fmt.Sscanf(step, "z-%d", &sweep); n == 1 {
			other := must(os.ReadFile(r.countsFile(sweep, 1)))
			if err := os.WriteFile(r.countsFile(sweep, 0), other, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	z := deviation(wrong)
	t.Logf("wrong counts: |z| %.1f", z)
	if z < 5 {
		t.Errorf("counts of the wrong shard go unnoticed: |z| is %.1f", z)
	}
}

// Files that are damaged or gone are computed again, and a run that was stopped goes on: the topics
// are the same.
func TestShardedResume(t *testing.T) {
	docs, p := midsize(), Prior{K: 4}
	whole := shardedOf(t, p, docs, 300, 3)
	want, wantLik, err := whole.Run(context.Background(), 6)
	if err != nil {
		t.Fatal(err)
	}
	sh := shardedOf(t, p, docs, 300, 3)
	r := must(sh.open(0))
	ctx, cancel := context.WithCancel(context.Background())
	harm := func(step string) {
		var damage, remove []string
		switch step {
		case "z-2":
			damage, remove = []string{r.countsFile(2, 1)}, []string{r.phiFile(2, 4)}
		case "phi-4":
			damage = []string{r.phiFile(4, 3), r.topicsFile(3, 0), r.countsFile(3, 2),
				r.phiFile(4, 15)}
			remove = []string{r.topicsFile(2, 0), r.topicsFile(3, 1)}
		case "phi-5":
			cancel()
		}
		for _, file := range damage {
			os.Truncate(file, 50)
		}
		for _, file := range remove {
			os.Remove(file)
		}
	}
	sh.On = inOrder{after: harm}
	if _, _, err := sh.Run(ctx, 6); !errors.Is(err, context.Canceled) {
		t.Fatalf("cancelled: %v", err)
	}
	var last int
	sh.On, sh.Progress = inOrder{}, func(sweep int, _ float64) { last = sweep }
	got, gotLik, err := sh.Run(context.Background(), 6)
	if err != nil || !slices.EqualFunc(got, want, slices.Equal) ||
		!slices.Equal(gotLik, wantLik) || last != 6 {
		t.Errorf("other topics: %v, %v and %v", err, gotLik, wantLik)
	}
	if again, _, err := sh.Run(context.Background(), 3); err != nil ||
		!slices.EqualFunc(again, want, slices.Equal) {
		t.Errorf("a run that is done already: %v", err)
	}
}

// Bad input gets a sentence.
func TestShardedErrors(t *testing.T) {
	docs, ctx := midsize(), context.Background()
	expect := func(err error, sentence string) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), sentence) {
			t.Errorf("error %v, expected %q", err, sentence)
		}
	}
	dir := t.TempDir()
	_, err := Shard(dir, once(docs), 100, 2)
	expect(err, "lda: Shard: corpus: document ")
	_, err = Shard(dir, once(nil), 299, 2)
	expect(err, "no documents")
	_, err = Shard(dir, once(docs), 300, 0)
	expect(err, "300 words and 0 shards, expected")
	if entries := must(os.ReadDir(dir)); len(entries) > 0 {
		t.Errorf("files are left: %v", entries)
	}
	sh := shardedOf(t, Prior{K: 3}, docs, 300, 2)
	if _, err := Shard(sh.Shards.dir, nil, 300, 2); err != nil {
		t.Error(err) // without documents there is nothing to compare
	}
	if _, err := Shard(sh.Shards.dir, once(docs), 300, 2); err != nil {
		t.Error(err)
	}
	_, err = Shard(sh.Shards.dir, once(docs[1:]), 300, 2)
	expect(err, "has shards of other documents: delete it")
	_, err = Shard(sh.Shards.dir, once(docs), 300, 3)
	expect(err, "has 2 shards of documents over 300 words, and not 3 over 300: delete it")
	_, _, err = Sharded{Prior: Prior{K: -1, By: Covariates{}}}.Run(ctx, -1)
	for _, s := range []string{"Prior.Guide and Prior.By", "Prior.K is -1", "Shards is nil", "On is nil", "-1 sweeps"} {
		expect(err, s)
	}
	before := debug.SetMemoryLimit(100 << 20)
	big := sh
	big.Prior.K = 65_000
	_, _, err = big.Run(ctx, 1)
	debug.SetMemoryLimit(before)
	expect(err, "lda: Sharded: φ and counts of 65000 topics and 300 words take 166 MB in each")
	if _, _, err := sh.Run(ctx, 1); err != nil {
		t.Fatal(err)
	}
	text := must(os.ReadFile(sh.Shards.shard(1)))
	text[len(text)/2] ^= 1
	if err := os.WriteFile(sh.Shards.shard(1), text, 0o666); err != nil {
		t.Fatal(err)
	}
	_, _, err = sh.Run(ctx, 2)
	expect(err, "lda: shard 1 has changed since it was written: delete the folder")
	os.Remove(sh.Shards.shard(1))
	_, _, err = sh.Run(ctx, 2)
	expect(err, "all machines must see the folder")
}
