package lda

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"gibbslab/internal/durable"
	"gibbslab/internal/numeric"
	"gibbslab/sampler"
)

// Sharded is [PartiallyCollapsed] for a corpus that no machine holds: one chain over the [Shards]
// of a corpus, whose pieces of work run on a farm. A sweep has two rounds:
//
//	φ by ranges of words:     each of 16 pieces reads the counts of its words from all shards
//	z by shards of documents: each piece reads φ and its documents, one after the other
//
// Topics of tokens, counts and φ go from round to round in files beside the shards, 2 bytes a token
// and 4 bytes × K × V, and those of the last two sweeps are kept. The program that waits holds none
// of them. A piece holds φ and counts, 8.5 bytes × K × V, and no documents.
//
// Every word and every document has random numbers of its own, keyed by the sweep. So the draws do
// not depend on the number of shards, on the farm, or on what it repeats. They have the posterior
// of PartiallyCollapsed, exactly. A file that is damaged or gone is computed again. A program that
// was killed goes on after its last sweep, if it is started again with the same prior, seed and
// shards.
//
// The chain starts from about a million tokens, every n-th document, after 20 sweeps of [Fast]; all
// tokens then draw their topics given this φ. Settings and learning of α and β are not there.
type Sharded struct {
	Prior  Prior // without Guide and By
	Shards *Shards
	Seed   uint64
	// On is where the pieces run: a farm.Farm, whose folder all machines see, as they see that of
	// the shards.
	On sampler.Farm
	// Progress is told log p(w | z, β) after each sweep; see [State.LogLikelihood]. It may be nil.
	Progress func(sweep int, loglik float64)
}

// Run makes sure that the chain has the given number of sweeps at least. It returns φ of the last
// one, K × V as in [State.Phi], and log p(w | z, β) after the start and after each sweep.
//
// Errors: a prior, shards or a farm that are not there or wrong; shards that have changed; too
// little memory for φ; what the farm says.
func (s Sharded) Run(ctx context.Context, sweeps int) ([][]float64, []float64, error) {
	r, err := s.open(sweeps)
	if err != nil {
		return nil, nil, err
	}
	for t := len(r.LogLik); t <= sweeps; t++ {
		if err := errors.Join(r.sweep(ctx, t), r.save()); err != nil {
			return nil, r.LogLik, err
		}
	}
	return r.phi()
}

func (s Sharded) open(sweeps int) (*sharded, error) {
	p, errs := s.Prior.withDefaults()
	if len(p.Guide) > 0 || p.By != nil {
		errs = append(errs, errors.New("lda: Sharded does not know Prior.Guide and Prior.By: leave "+
			"them out"))
	}
	if s.Shards == nil {
		errs = append(errs, errors.New("lda: Sharded.Shards is nil: give what lda.Shard returned"))
	}
	if s.On == nil {
		errs = append(errs, errors.New("lda: Sharded.On is nil: give a farm.Farm with a folder "+
			"that all machines see"))
	}
	if sweeps < 0 {
		errs = append(errs, fmt.Errorf("lda: Sharded: %d sweeps, expected 0 or more", sweeps))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	s.Prior = p
	r := &sharded{Sharded: s}
	key, err := json.Marshal([]any{s.Shards.about.ID, p.K, p.Alpha, p.Beta, s.Seed})
	if err != nil {
		return nil, fmt.Errorf("lda: Sharded: %w", err)
	}
	r.key = sha256.Sum256(key)
	r.dir = filepath.Join(s.Shards.dir, fmt.Sprintf("chain-%x", r.key[:6]))
	if err := os.MkdirAll(r.dir, 0o777); err != nil {
		return nil, fmt.Errorf("lda: Sharded: %w", err)
	}
	if text, err := os.ReadFile(r.file("sweeps")); err == nil {
		if json.Unmarshal(text, &r.done) != nil {
			r.done = done{}
		}
	}
	return r, r.room()
}

// sharded is a chain of [Sharded] at work, in the program that waits or in a part of the farm.
type sharded struct {
	Sharded
	done
	key [32]byte
	dir string // of the chain's files

	spare  spare
	mu     sync.Mutex // of what follows
	loaded int        // the sweep whose φ is in table, and one more
	table  *wordTable
}

// spare keeps counts, words × K, for the next piece: as many as ever were at work at once.
type spare struct {
	mu     sync.Mutex
	counts [][]int32
}

// take returns n counts of 0.
func (s *spare) take(n int) []int32 {
	s.mu.Lock()
	defer s.mu.Unlock()
	last := len(s.counts) - 1
	if last < 0 {
		return make([]int32, n)
	}
	counts := s.counts[last]
	s.counts = s.counts[:last]
	clear(counts)
	return counts
}

func (s *spare) give(counts []int32) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counts = append(s.counts, counts)
}

// done is what is kept of the sweeps that are done, the start among them.
type done struct {
	// LogLik has no value yet for the last of them.
	LogLik []float64
}

// sweep does sweep t, where 0 is the start.
func (r *sharded) sweep(ctx context.Context, t int) error {
	do := func(step string, n int, work func(i int) ([]byte, error)) ([][]byte, error) {
		job := sampler.Job{Name: "lda", Key: r.key, Step: fmt.Sprintf("%s-%d", step, t), N: n}
		job.Work = func(_ context.Context, i int, _ string) ([]byte, error) { return work(i) }
		return r.On.Do(ctx, job)
	}
	if t == 0 {
		_, err := do("first", 1, func(int) ([]byte, error) { return nil, r.first() })
		if err != nil {
			return err
		}
	} else {
		results, err := do("phi", shares, func(i int) ([]byte, error) { return r.drawPhi(t, i) })
		if err != nil {
			return err
		}
		if err := r.report(results, t-1); err != nil {
			return err
		}
	}
	_, err := do("z", len(r.Shards.about.Shards), func(i int) ([]byte, error) {
		table, err := r.tableOf(t)
		if err != nil {
			return nil, err
		}
		return nil, r.drawShard(t, i, table)
	})
	if err != nil {
		return err
	}
	r.LogLik = append(r.LogLik, 0)
	for i := range shares { // of the sweeps before the last two
		os.Remove(r.phiFile(t-1, i))
	}
	for i := range r.Shards.about.Shards {
		os.Remove(r.topicsFile(t-2, i))
		os.Remove(r.countsFile(t-2, i))
	}
	return nil
}

// report works out log p(w | z, β) after sweep t from what the ranges of words have found.
func (r *sharded) report(results [][]byte, t int) error {
	sum, all := 0.0, make([]float64, r.Prior.K)
	for _, data := range results {
		var part phiResult
		if err := json.Unmarshal(data, &part); err != nil {
			return fmt.Errorf("lda: Sharded: the result of a piece cannot be read: %w", err)
		}
		sum += part.LogLik
		for k, n := range part.Tokens {
			all[k] += float64(n)
		}
	}
	for _, n := range all {
		sum -= numeric.LogRising(float64(r.Shards.about.V)*r.Prior.Beta, int(n))
	}
	r.LogLik[t] = sum
	if r.Progress != nil {
		r.Progress(t, sum)
	}
	return nil
}

// save notes which sweeps are done.
func (r *sharded) save() error {
	text, err := json.Marshal(r.done)
	if err == nil {
		err = durable.WriteFile(r.file("sweeps"), text)
	}
	if err != nil {
		return fmt.Errorf("lda: Sharded: %w", err)
	}
	return nil
}

func (r *sharded) file(name string) string { return filepath.Join(r.dir, name) }

func (r *sharded) phiFile(t, share int) string {
	return r.file(fmt.Sprintf("phi-%d-%02d", t, share))
}

func (r *sharded) topicsFile(t, shard int) string {
	return r.file(fmt.Sprintf("topics-%d-%05d", t, shard))
}

func (r *sharded) countsFile(t, shard int) string {
	return r.file(fmt.Sprintf("counts-%d-%05d", t, shard))
}

// keys are the keys of the random numbers of sweep t: φ and the topics draw them in this order.
func (r *sharded) keys(t int) (phi gammas, z [2]uint64) {
	x := sampler.Stream("lda sharded", r.Seed, t)
	phi = newGammas(x, r.Prior.Beta, r.Shards.about.V)
	return phi, [2]uint64{x.Uint64(), x.Uint64()}
}

// phi reads φ of the last sweep from the counts, and works out its log likelihood.
func (r *sharded) phi() ([][]float64, []float64, error) {
	t, k, v, beta := len(r.LogLik)-1, r.Prior.K, r.Shards.about.V, r.Prior.Beta
	phi := numeric.Matrix[float64](k, v)
	var results [][]byte
	for i := range shares {
		from, _ := wordsOf(v, i)
		n, err := r.countsOf(t, i)
		if err != nil {
			return nil, nil, err
		}
		for j, n := range n {
			phi[j%k][from+j/k] = float64(n) + beta
		}
		result, err := r.result(n)
		if err != nil {
			return nil, nil, err
		}
		results = append(results, result)
	}
	for _, row := range phi {
		total := sum(row)
		for w := range row {
			row[w] /= total
		}
	}
	if err := r.report(results, t); err != nil {
		return nil, nil, err
	}
	return phi, r.LogLik, nil
}

// phiResult is what a range of words finds on the way.
type phiResult struct {
	LogLik float64 // Σ log (β)_n over its words
	Tokens []int64 // by topic
}

func (r *sharded) result(n []int64) ([]byte, error) {
	found, k := phiResult{Tokens: make([]int64, r.Prior.K)}, r.Prior.K
	for j, n := range n {
		if n > 0 {
			found.Tokens[j%k] += n
			found.LogLik += numeric.LogRising(r.Prior.Beta, int(n))
		}
	}
	return json.Marshal(found)
}

var order = binary.LittleEndian
