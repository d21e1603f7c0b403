package sampler

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// checkpoint saves a run in a file from which it can go on, bit for bit.
type checkpoint[S any] struct {
	run     *run[S]
	path    string
	model   fingerprint
	err     error     // why the last save failed; nil if it did not
	nextDue time.Time // when to save next
}

// saved is the content of the file.
type saved struct {
	Model  fingerprint
	Chains []savedChain
	Trace  *Trace
}

// savedChain is what a chain needs to go on, its source of randomness included.
type savedChain struct {
	Sweeps int
	Source []byte
	State  []byte
}

// checkpointEvery is the time between two saves, or twenty times as long as a save takes if that is more.
var checkpointEvery = 5 * time.Second

// openCheckpoint prepares saving to Settings.Checkpoint, and takes up the run in that file if there is one.
func openCheckpoint[S any](r *run[S]) (*checkpoint[S], error) {
	k := &checkpoint[S]{run: r, path: r.set.Checkpoint, nextDue: time.Now().Add(checkpointEvery)}
	wrap := func(err error) (*checkpoint[S], error) {
		return nil, fmt.Errorf("sampler: checkpoint %s: %w", k.path, err)
	}
	if err := storable[S](); err != nil {
		return wrap(err)
	}
	var err error
	if k.model, err = fingerprintOf(r.model, r.set); err != nil {
		return wrap(err)
	}
	data, err := os.ReadFile(k.path)
	if errors.Is(err, fs.ErrNotExist) {
		if k.save(); k.err != nil { // better now than after an hour
			return nil, k.err
		}
		return k, nil
	}
	if err != nil {
		return wrap(err)
	}
	if err := k.resume(data); err != nil {
		return wrap(err)
	}
	return k, nil
}

// resume puts the chains where the saved run was.
func (k *checkpoint[S]) resume(file []byte) error {
	payload, err := unseal(file)
	if err != nil {
		return err
	}
	var old saved
	if err := gob.NewDecoder(bytes.NewReader(payload)).Decode(&old); err != nil {
		return fmt.Errorf("the file cannot be read (%w): it may come from another version; delete it to start again", err)
	}
	if diff := old.Model.differences(k.model); diff != nil {
		return fmt.Errorf("the saved run is not this one, so it is not continued:\n%w\nrestore what was changed, or name another file", errors.Join(diff...))
	}
	r := k.run
	if len(old.Chains) > r.set.Chains {
		return fmt.Errorf("the saved run has %d chains and Settings.Chains is %d: give at least as many", len(old.Chains), r.set.Chains)
	}
	for i, s := range old.Chains {
		c := r.chains[i]
		if n := c.draws(s.Sweeps); n > r.set.Draws {
			return fmt.Errorf("the saved run has %d draws in chain %d and Settings.Draws is %d: give at least as many", n, i, r.set.Draws)
		}
		if s.State == nil {
			continue // saved before this chain began
		}
		c.state = new(S)
		if err := gob.NewDecoder(bytes.NewReader(s.State)).Decode(c.state); err != nil {
			return fmt.Errorf("the state of chain %d: %w", i, err)
		}
		if err := c.src.UnmarshalBinary(s.Source); err != nil {
			return fmt.Errorf("the source of randomness of chain %d: %w", i, err)
		}
		c.sweeps.Store(int64(s.Sweeps))
		c.before = s.Sweeps
		for p := range c.params {
			col, rec := &old.Trace.columns[p], &c.record[p]
			if col.Moments {
				rec.running = col.Running[i]
				continue
			}
			for e, draws := range col.Draws[i] {
				rec.draws[e] = append(rec.draws[e], draws...)
			}
		}
	}
	return nil
}

// saveIfDue saves if it is time to.
func (k *checkpoint[S]) saveIfDue() {
	if time.Now().Before(k.nextDue) {
		return
	}
	began := time.Now()
	k.save()
	k.nextDue = time.Now().Add(max(checkpointEvery, 20*time.Since(began)))
}

// save writes the file. If that fails the last good file stays, and err says why.
//
// After a chain has failed nothing more is saved: its state is somewhere inside a sweep.
func (k *checkpoint[S]) save() {
	for _, c := range k.run.chains {
		if c.failed.Load() != nil {
			return
		}
	}
	data, err := k.encode()
	if err == nil {
		err = writeFile(k.path, seal(data))
	}
	if err != nil {
		err = fmt.Errorf("sampler: checkpoint %s was not written: %w (the draws are in memory; the file, if there was one, is as it was)", k.path, err)
	}
	k.err = err
}

func (k *checkpoint[S]) encode() ([]byte, error) {
	content := saved{Model: k.model}
	var recorded [][]recorder
	for _, c := range k.run.chains {
		s, rec, err := c.save()
		if err != nil {
			return nil, err
		}
		content.Chains = append(content.Chains, s)
		recorded = append(recorded, rec)
	}
	content.Trace = traceOf(k.run.chains[0].params, recorded)
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(content)
	return b.Bytes(), err
}

// save copies what the chain needs to go on, and what it has recorded up to there.
func (c *chain[S]) save() (s savedChain, rec []recorder, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s.Sweeps = int(c.sweeps.Load())
	if c.state != nil {
		var b bytes.Buffer
		if err := gob.NewEncoder(&b).Encode(c.state); err != nil {
			return s, nil, fmt.Errorf("the state: %w", err)
		}
		s.State = b.Bytes()
		if s.Source, err = c.src.MarshalBinary(); err != nil {
			return s, nil, err
		}
	}
	return s, c.recorded(c.set.Draws), nil
}

const sealMagic = "gibbslab checkpoint 1\n"

// seal puts a checksum before the data.
func seal(data []byte) []byte {
	sum := sha256.Sum256(data)
	return append(append([]byte(sealMagic), sum[:]...), data...)
}

// unseal checks the checksum and removes it.
func unseal(file []byte) ([]byte, error) {
	rest, ok := bytes.CutPrefix(file, []byte(sealMagic))
	if !ok {
		return nil, errors.New("this is not a checkpoint: name another file, or delete it")
	}
	if len(rest) < sha256.Size || sha256.Sum256(rest[sha256.Size:]) != [sha256.Size]byte(rest[:sha256.Size]) {
		return nil, fmt.Errorf("the file is damaged (%d bytes, and the checksum does not fit): restore it, or delete it to start again", len(file))
	}
	return rest[sha256.Size:], nil
}

// writeFile replaces a file in one step: either the old content or the new is there, never a part.
func writeFile(path string, data []byte) (err error) {
	dir := filepath.Dir(path)
	f, err := os.CreateTemp(dir, filepath.Base(path)+".new-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	_, err = f.Write(data)
	err = errors.Join(err, f.Sync(), f.Close())
	if err != nil {
		return err
	}
	if err = os.Rename(f.Name(), path); err != nil {
		return err
	}
	if d, openErr := os.Open(dir); openErr == nil { // the rename itself, too, must outlive a power cut
		err = errors.Join(d.Sync(), d.Close())
	}
	return err
}
