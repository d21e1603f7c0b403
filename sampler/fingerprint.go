package sampler

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"

	"gibbslab/internal/snapshot"
)

// fingerprint tells whether two runs are the same run. Data are compared by a digest of Model.Data.
// Blocks are code and cannot be compared, but their effect can: the values of all parameters after
// the first sweep of chain 0. These values alone would not always reveal other data, because a
// block that accepts or rejects a proposal often does the same with different data.
type fingerprint struct {
	State        string
	Layout       string // of the state: its fields, down to the last
	Data         string // a digest of Model.Data
	Blocks       []string
	Params       []string // with shape and cadence
	Seed         uint64
	Warmup, Thin int
	First        []firstValue
}

// firstValue is a parameter after the first sweep: its first element, and a digest of all.
type firstValue struct {
	Value  float64
	Digest string
}

// fingerprintOf makes the fingerprint of a run. For a new checkpoint it also checks that a state
// behaves the same after it was saved and read back.
func fingerprintOf(m anyModel, set Settings, isNew bool) (fingerprint, error) {
	state := m.origin.state
	f := fingerprint{State: state.String(), Layout: snapshot.Layout(state), Seed: set.Seed,
		Warmup: set.Warmup, Thin: set.Thin}
	if m.Data == nil {
		return f, errors.New("the model has no Data, and without it a checkpoint of other data " +
			"would look the same: set Model.Data to the data and the constants of the prior, such " +
			"as Data: []any{y, tau}; a model without data gives a name, such as Data: \"coin\"")
	}
	data, err := snapshot.Digest(m.Data)
	if err != nil {
		return f, fmt.Errorf("Model.Data cannot be compared: %w: give plain data, such as slices "+
			"and structs of numbers", err)
	}
	f.Data = hex.EncodeToString(data[:])
	for _, b := range m.Blocks {
		f.Blocks = append(f.Blocks, b.Name)
	}
	c := newChain(&m, Settings{Seed: set.Seed, Thin: 1}, 0)
	if c.begin(); c.state == nil {
		return f, c.err()
	}
	if err := c.loop(1, new(atomic.Bool)); err != nil {
		return f, fmt.Errorf("chain 0, sweep 1: %w", err)
	}
	for i, p := range c.params {
		how := p.column().describe()
		if p.Every > 1 {
			how += fmt.Sprintf(" every %d", p.Every)
		}
		if p.Moments {
			how += " moments"
		}
		f.Params = append(f.Params, how)
		h := sha256.New()
		for _, x := range c.record[i].buf {
			h.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(x)))
		}
		f.First = append(f.First, firstValue{c.record[i].buf[0], hex.EncodeToString(h.Sum(nil))})
	}
	if isNew {
		err = c.tryCopy()
	}
	return f, err
}

// tryCopy makes one more sweep, and the same sweep with a decoded copy of the state. Both must give
// the same values.
func (c *chain) tryCopy() error {
	copied := newChain(c.model, c.set, c.index)
	copied.state, copied.sweeps = c.model.origin.fresh(), c.sweeps
	data, err := snapshot.Encode(c.state.Of)
	if err != nil {
		return fmt.Errorf("the state cannot be saved: %w", err)
	}
	if err := snapshot.Decode(data, copied.state.Of); err != nil {
		return fmt.Errorf("the state cannot be read back: %w", err)
	}
	source, err := c.src.MarshalBinary()
	if err == nil {
		err = copied.src.UnmarshalBinary(source)
	}
	if err != nil {
		return err
	}
	for i := range c.record {
		clear(c.record[i].buf) // what is not read in the second sweep
	}
	if err := c.loop(2, new(atomic.Bool)); err != nil {
		return fmt.Errorf("chain 0, sweep 2: %w", err)
	}
	const advice = "the state loses something when it is saved: everything that a block needs " +
		"must be in the state, and survive GobEncode and GobDecode where it has them"
	if err := copied.loop(2, new(atomic.Bool)); err != nil {
		return fmt.Errorf("after it was saved and read back, the state fails where it did not "+
			"before: %w; %s", err, advice)
	}
	for i := range c.params {
		for k, x := range c.record[i].buf {
			if y := copied.record[i].buf[k]; math.Float64bits(x) != math.Float64bits(y) && !near(x, y) {
				return fmt.Errorf("after it was saved and read back, the state goes on with %s = "+
					"%v instead of %v; %s", c.params[i].Label(k), y, x, advice)
			}
		}
	}
	return nil
}

// differences lists in words how the present run differs from the saved one.
func (f fingerprint) differences(now fingerprint) []error {
	var diff []error
	add := func(format string, a ...any) { diff = append(diff, fmt.Errorf("  "+format, a...)) }
	if f.State != now.State {
		add("the state was a %s and is a %s", f.State, now.State)
	}
	if f.State == now.State && f.Layout != now.Layout {
		add("the fields of the state %s, or the kind of machine, have changed", now.State)
	}
	if f.Data != now.Data {
		add("Model.Data was something else: the data or the prior have changed")
	}
	if !slices.Equal(f.Blocks, now.Blocks) {
		add("the blocks were %s and are %s", strings.Join(f.Blocks, ", "), strings.Join(now.Blocks, ", "))
	}
	if !slices.Equal(f.Params, now.Params) {
		add("the parameters were %s and are %s",
			strings.Join(f.Params, "; "), strings.Join(now.Params, "; "))
	}
	for _, s := range []struct {
		name     string
		was, now uint64
	}{{"Seed", f.Seed, now.Seed}, {"Warmup", uint64(f.Warmup), uint64(now.Warmup)},
		{"Thin", uint64(f.Thin), uint64(now.Thin)}} {
		if s.was != s.now {
			add("Settings.%s was %d and is %d", s.name, s.was, s.now)
		}
	}
	if diff != nil {
		return diff
	}
	if len(f.First) != len(now.First) {
		add("the values after the first sweep are missing")
		return diff
	}
	for i, p := range now.Params {
		if was, is := f.First[i], now.First[i]; was.Digest != is.Digest {
			add("after the first sweep of chain 0, %s began with %v and now begins with %v: the "+
				"data, a prior or a block has changed", p, was.Value, is.Value)
		}
	}
	return diff
}

// A Provenance says how [Run] made a trace. Two runs with the same Provenance on machines of one
// kind have the same draws, bit for bit, unless the code of a block has changed.
type Provenance struct {
	Version, Go, Machine string // of this library, of Go, and such as linux/amd64
	Seed                 uint64
	First, Chains        int
	Warmup, Thin         int
	Blocks               []string
	Data                 string // SHA-256 of Model.Data; empty if there are none
}

// provenanceOf describes a run.
func provenanceOf(m *anyModel, set Settings) *Provenance {
	p := &Provenance{Version: version, Go: runtime.Version(), Machine: runtime.GOOS + "/" +
		runtime.GOARCH, Seed: set.Seed, First: set.First, Chains: set.Chains, Warmup: set.Warmup,
		Thin: set.Thin}
	for _, b := range m.Blocks {
		p.Blocks = append(p.Blocks, b.Name)
	}
	if m.Data != nil {
		if sum, err := snapshot.Digest(m.Data); err == nil {
			p.Data = hex.EncodeToString(sum[:])
		}
	}
	return p
}

func (t *Trace) madeBy(p *Provenance) *Trace {
	if t != nil {
		t.made = p
	}
	return t
}

// Provenance says how the trace was made. It is false for draws that [Run] did not make, and for
// chains of different runs.
func (t *Trace) Provenance() (Provenance, bool) {
	if t == nil || t.made == nil {
		return Provenance{}, false
	}
	p := *t.made
	p.Blocks = slices.Clone(p.Blocks)
	return p, true
}

// joined is the provenance of the chains of two runs; nil if they differ in more than their chains.
func (p *Provenance) joined(q *Provenance) *Provenance {
	if p == nil || q == nil || q.First != p.First+p.Chains {
		return nil
	}
	both, rest := *p, *q
	rest.First, rest.Chains = p.First, p.Chains
	if !reflect.DeepEqual(both, rest) {
		return nil
	}
	both.Chains += q.Chains
	return &both
}
