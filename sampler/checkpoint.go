package sampler

import (
	"bytes"
	"cmp"
	"encoding/gob"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"gibbslab/internal/durable"
	"gibbslab/internal/snapshot"
)

// checkpoint saves a run in a file from which it resumes bit for bit.
type checkpoint struct {
	run     *run
	path    string
	model   fingerprint
	err     error     // why the last save failed; nil if it did not
	nextDue time.Time // when to save next
}

// saved is the content of the file.
type saved struct {
	Version string // of the library that saved; "" before 0.2
	Model   fingerprint
	First   int // Settings.First
	Chains  []savedChain
	Trace   *Trace
}

// savedChain holds what a chain needs to resume, including its source of randomness.
type savedChain struct {
	Sweeps int
	Source []byte
	State  []byte
	// LogJoint of the state; nil if the model has none.
	LogJoint *float64
	// Costs of the blocks; nil in files of earlier versions.
	Costs *costs
}

// checkpointEvery is the time between two saves, or twenty times the duration of a save if that is
// longer.
var checkpointEvery = 5 * time.Second

// openCheckpoint prepares saving to Settings.Checkpoint, and resumes the run saved there, if any.
func openCheckpoint(r *run) (*checkpoint, error) {
	k := &checkpoint{run: r, path: r.set.Checkpoint, nextDue: time.Now().Add(checkpointEvery)}
	wrap := func(err error) (*checkpoint, error) {
		return nil, fmt.Errorf("sampler: checkpoint %s: %w", k.path, err)
	}
	if err := snapshot.Check(r.model.origin.state); err != nil {
		return wrap(fmt.Errorf("the state cannot be saved: %w", err))
	}
	durable.Clean(k.path)
	payload, err := readSealed(k.path)
	isNew := errors.Is(err, fs.ErrNotExist)
	if err != nil && !isNew {
		return wrap(err)
	}
	if k.model, err = fingerprintOf(r.model, r.set, isNew); err != nil {
		return wrap(err)
	}
	if !isNew {
		if err := k.resume(payload); err != nil {
			return wrap(err)
		}
		runtime.GC() // before the next save needs as much
		return k, nil
	}
	dir := filepath.Dir(k.path)
	if about, err := os.Stat(dir); err != nil || !about.IsDir() {
		return wrap(fmt.Errorf("there is no folder %s: make it, or name another", dir))
	}
	if k.save(); k.err != nil { // better now than after an hour
		return nil, k.err
	}
	return k, nil
}

// resume sets the chains to where the saved run was.
func (k *checkpoint) resume(payload []byte) error {
	var old saved
	if err := gob.NewDecoder(bytes.NewReader(payload)).Decode(&old); err != nil {
		return fmt.Errorf("the file cannot be read (%w): it may come from another version; "+
			"delete it to start again", err)
	}
	diff := old.Model.differences(k.model)
	if diff != nil && old.Version != version {
		diff = append(diff, fmt.Errorf("  version %s saved it, and this is version %s; its draws "+
			"may differ", cmp.Or(old.Version, "0.1"), version))
	}
	if diff != nil {
		return fmt.Errorf("the saved run is not this one, so it is not continued:\n%w\nrestore "+
			"what was changed, or name another file", errors.Join(diff...))
	}
	r := k.run
	if old.First != r.set.First {
		return fmt.Errorf("the saved chains are numbered from %d and Settings.First is %d: give "+
			"the same number, or name another file", old.First, r.set.First)
	}
	if len(old.Chains) > r.set.Chains {
		return fmt.Errorf("the saved run has %d chains and Settings.Chains is %d: give at least "+
			"as many", len(old.Chains), r.set.Chains)
	}
	for i, s := range old.Chains {
		c := r.chains[i]
		if n := c.draws(s.Sweeps); n > r.set.Draws {
			return fmt.Errorf("the saved run has %d draws in chain %d and Settings.Draws is %d: "+
				"give at least as many", n, c.index, r.set.Draws)
		}
		if err := c.fits(s, i, old.Trace); err != nil {
			return fmt.Errorf("the file is damaged, in chain %d: %w; restore it, or delete it to "+
				"start again", c.index, err)
		}
		if s.Source == nil {
			continue // saved before this chain began
		}
		if err := c.restore(s, i, old.Trace); err != nil {
			return fmt.Errorf("chain %d: %w", c.index, err)
		}
	}
	return nil
}

// restore sets the chain to where it was when it was saved, as chain number at of the trace.
func (c *chain) restore(s savedChain, at int, tr *Trace) error {
	c.state = c.model.origin.fresh()
	if err := snapshot.Decode(s.State, c.state.Of); err != nil {
		return fmt.Errorf("the state: %w", err)
	}
	if err := c.src.UnmarshalBinary(s.Source); err != nil {
		return fmt.Errorf("the source of randomness: %w", err)
	}
	if now := c.logJoint(); s.LogJoint != nil && now != nil && !near(*now, *s.LogJoint) {
		return fmt.Errorf("LogJoint of the saved state was %v and is %v: the data, a prior or "+
			"LogJoint has changed, so the run is not continued; restore what was changed, or name "+
			"another file", *s.LogJoint, *now)
	}
	c.sweeps = s.Sweeps
	c.before = s.Sweeps
	c.continueCosts(s.Costs)
	for p := range c.params {
		col, rec := &tr.columns[p], &c.record[p]
		if col.Moments {
			rec.running = col.Running[at]
			continue
		}
		for e, draws := range col.Draws[at] {
			rec.draws[e] = append(rec.draws[e], draws...)
		}
	}
	return nil
}

// fits checks that the saved data can belong to this chain, number at of the trace. An undamaged
// file may still be the wrong one.
func (c *chain) fits(s savedChain, at int, tr *Trace) error {
	if s.Sweeps < 0 || s.Sweeps > 0 && s.Source == nil {
		return fmt.Errorf("%d sweeps", s.Sweeps)
	}
	if tr == nil || len(tr.columns) != len(c.params) {
		return errors.New("it has no trace of these parameters")
	}
	for p := range c.params {
		col, want := &tr.columns[p], c.params[p].of(c.draws(s.Sweeps))
		if col.Name != c.params[p].Name || !slices.Equal(col.Shape, c.params[p].Shape) ||
			col.Moments != c.params[p].Moments {
			return fmt.Errorf("it has %s in place of %s", col.describe(), c.params[p].Name)
		}
		if err := col.holds(at, want); err != nil {
			return err
		}
	}
	return nil
}

// logJoint is the log joint density at the chain's state, or nil if the model has none. It is also
// nil for a state that decodes itself, which may be complete only after a sweep.
func (c *chain) logJoint() (value *float64) {
	defer func() {
		if recover() != nil {
			value = nil
		}
	}()
	if c.model.LogJoint == nil || snapshot.Opaque(c.model.origin.state) {
		return nil
	}
	x := c.model.LogJoint(c.state)
	return &x
}

// near tells whether two values are the same up to rounding. A sum over a map is rounded
// differently each time.
func near(a, b float64) bool {
	return a == b || math.Abs(a-b) <= 1e-9*(1+math.Abs(a)) || math.IsNaN(a) && math.IsNaN(b)
}

func (k *checkpoint) saveIfDue() {
	if time.Now().Before(k.nextDue) {
		return
	}
	began := time.Now()
	k.save()
	k.nextDue = time.Now().Add(max(checkpointEvery, 20*time.Since(began)))
}

// save writes the file. If that fails, the last good file stays and err says why.
//
// Nothing is saved after a chain has failed, because its state is then somewhere in the middle of a
// sweep.
func (k *checkpoint) save() {
	for _, c := range k.run.chains {
		if c.failed.Load() != nil {
			return
		}
	}
	data, err := k.encode()
	if err == nil {
		err = durable.WriteFile(k.path, durable.Seal(sealMagic, data))
	}
	if err != nil {
		err = fmt.Errorf("sampler: checkpoint %s was not written: %w (the draws are in memory; "+
			"an earlier file is unchanged)", k.path, err)
	}
	k.err = err
}

func (k *checkpoint) encode() ([]byte, error) {
	content := saved{Version: version, Model: k.model, First: k.run.set.First}
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

// save copies what the chain needs to resume, and its record up to there.
func (c *chain) save() (s savedChain, rec []recorder, err error) {
	if !c.rest() {
		return s, nil, errLeft
	}
	defer c.mu.Unlock()
	s.Sweeps = c.sweeps
	k, _ := c.costsNow()
	s.Costs = &k
	if c.state != nil {
		if s.State, err = snapshot.Encode(c.state.Of); err != nil {
			return s, nil, fmt.Errorf("the state: %w", err)
		}
		s.LogJoint = c.logJoint()
		if s.Source, err = c.src.MarshalBinary(); err != nil {
			return s, nil, err
		}
	}
	return s, c.recorded(c.set.Draws), nil
}
